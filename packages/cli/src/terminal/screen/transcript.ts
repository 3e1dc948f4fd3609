import type { Component } from "@earendil-works/pi-tui";
import type { Line } from "../../text/styled-line.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { type Block, linesBlock } from "../transcript/block.ts";

/** The number of rows to draw again after a resize. Older ones are in the scrollback. */
const keptRows = 300;

/** A block that was drawn, and how many rows it took then. */
interface DrawnBlock {
  readonly block: Block;
  readonly rowCount: number;
}

/** All finished output. Rows that have left the screen are forgotten, as the terminal's scrollback has them. */
export class Transcript implements Component {
  readonly #look: Theme;
  #undrawn: Block[] = [];
  #recent: readonly DrawnBlock[] = [];
  #rows: string[] = [];
  /** The width of the last drawing; null before the first. */
  #width: number | null = null;

  constructor(look: Theme) {
    this.#look = look;
  }

  append(lines: readonly Line[]): void {
    this.add(linesBlock(lines, this.#look));
  }

  /** Adds lines that depend on the width. */
  addLines(lines: (width: number) => readonly Line[]): void {
    this.add({ render: (width) => drawnRows(lines(width), width, this.#look) });
  }

  add(block: Block): void {
    this.#undrawn.push(block);
    // Drawn at once, so that a flood of blocks never makes one drawing of the screen long.
    if (this.#width !== null) this.#draw(this.#width);
  }

  render(width: number): string[] {
    this.#width = width;
    this.#draw(width);
    return [...this.#rows];
  }

  #draw(width: number): void {
    for (const block of this.#undrawn.splice(0)) {
      const rows = block.render(width);
      for (const row of rows) this.#rows.push(row);
      this.#recent = latest([...this.#recent, { block, rowCount: rows.length }]);
    }
  }

  /** Forgets the first rows, which have left the screen. */
  forget(count: number): void {
    this.#rows = this.#rows.slice(count);
  }

  /** Draws the last rows again, at most `count` of them. */
  fit(width: number, count: number): void {
    this.render(width);
    const rows = this.#recent.flatMap(({ block }) => block.render(width));
    this.#rows = count <= 0 ? [] : rows.slice(-count);
  }

  /** Draws the rows that are still on the screen again, for new colours. */
  redraw(): void {
    if (this.#width !== null) this.fit(this.#width, this.#rows.length);
  }

  clear(): void {
    this.#undrawn = [];
    this.#recent = [];
    this.#rows = [];
  }

  invalidate(): void {}
}

/** The last blocks that have enough rows together. */
function latest(blocks: readonly DrawnBlock[]): readonly DrawnBlock[] {
  let first = blocks.length;
  for (let rows = 0; first > 0 && rows < keptRows; rows += blocks[first]?.rowCount ?? 0) first--;
  return blocks.slice(first);
}
