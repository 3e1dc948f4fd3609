import type { Component } from "@earendil-works/pi-tui";
import type { Theme } from "../../text/theme.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import type { Line } from "../../text/styled-line.ts";

/** The number of lines to draw again after a resize. Older ones are in the scrollback. */
const keptLines = 300;

/** All finished output. Rows that have left the screen are forgotten, as the terminal's scrollback has them. */
export class Transcript implements Component {
  readonly #look: Theme;
  #undrawn: readonly Line[] = [];
  #recent: readonly Line[] = [];
  #rows: readonly string[] = [];

  constructor(look: Theme) {
    this.#look = look;
  }

  append(lines: readonly Line[]): void {
    this.#undrawn = [...this.#undrawn, ...lines];
  }

  render(width: number): string[] {
    if (this.#undrawn.length > 0) {
      this.#rows = [...this.#rows, ...drawnRows(this.#undrawn, width, this.#look)];
      this.#recent = [...this.#recent, ...this.#undrawn].slice(-keptLines);
      this.#undrawn = [];
    }
    return [...this.#rows];
  }

  /** Forgets the first rows, which have left the screen. */
  forget(count: number): void {
    this.#rows = this.#rows.slice(count);
  }

  /** Draws the last rows again, at most `count` of them. */
  fit(width: number, count: number): void {
    this.render(width);
    const rows = drawnRows(this.#recent, width, this.#look);
    this.#rows = count <= 0 ? [] : rows.slice(-count);
  }

  clear(): void {
    this.#undrawn = [];
    this.#recent = [];
    this.#rows = [];
  }

  invalidate(): void {}
}
