import type { IBufferCell, IBufferLine, Terminal } from "@xterm/headless";
import type { TerminalSize } from "@toolwright/core/ports";
import { revealHidden } from "@toolwright/core/internal";
import type { CellLook, DrawnCell } from "./styled-cells.ts";

/** A row of a program's screen. */
export interface ScreenRow {
  readonly cells: readonly DrawnCell[];
  /** Whether it goes on from the row above, which was too narrow. */
  readonly isWrapped: boolean;
}

export interface Cursor {
  /** From 0. */
  readonly row: number;
  readonly column: number;
}

/** Lines above the screen that are kept, for what a short program has printed. */
const scrollback = 200;

/** Loads the library of terminal emulation, only for somebody who looks at a program. */
export async function openEmulator(size: TerminalSize): Promise<Emulator> {
  const library = (await import("@xterm/headless")) as Partial<Library> & { default?: Library };
  const open = library.Terminal ?? library.default?.Terminal;
  if (open === undefined) throw new Error("The terminal emulator can't be loaded.");
  const { columns: cols, rows } = size;
  return new Emulator(new open({ cols, rows, scrollback, allowProposedApi: true }));
}

interface Library {
  readonly Terminal: typeof Terminal;
}

/**
 * A terminal in memory. A program's sequences act on it alone: of its screen only characters, colours and the cursor's
 * place are passed on, so that titles, clipboards and queries never reach the person's terminal.
 */
export class Emulator {
  readonly #terminal: Terminal;
  #isCursorShown = true;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    for (const final of ["h", "l"]) {
      terminal.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
        if (parameters.includes(25)) this.#isCursorShown = final === "h";
        return false;
      });
    }
  }

  /** Resolves when the output is on its screen. */
  write(output: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(output, resolve));
  }

  /** Calls back with the answers to the program's queries, which are for the program's input. */
  onReply(listener: (reply: string) => void): void {
    this.#terminal.onData(listener);
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#terminal.resize(columns, rows);
  }

  get size(): TerminalSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** The forms in which the program wants keys. */
  get modes(): Pick<Terminal["modes"], "applicationCursorKeysMode" | "bracketedPasteMode"> {
    return this.#terminal.modes;
  }

  /** Null: the program has hidden it. */
  get cursor(): Cursor | null {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return this.#isCursorShown
      ? { row: cursorY, column: Math.min(cursorX, this.#terminal.cols - 1) }
      : null;
  }

  /** The screen as it is now. */
  rows(): readonly ScreenRow[] {
    const { active } = this.#terminal.buffer;
    return this.#rowsFrom(active.baseY, this.#terminal.rows);
  }

  /** The last lines that were printed outside of full-screen programs, without empty ones at the end. */
  printed(count: number): readonly string[] {
    const { normal } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let index = 0; index < normal.length; index++) {
      const row = normal.getLine(index);
      const text = row?.translateToString(true) ?? "";
      if (row?.isWrapped === true) lines.push((lines.pop() ?? "") + text);
      else lines.push(text);
    }
    return lines.slice(0, lines.findLastIndex((text) => text !== "") + 1).slice(-count);
  }

  close(): void {
    this.#terminal.dispose();
  }

  #rowsFrom(start: number, count: number): readonly ScreenRow[] {
    const { active } = this.#terminal.buffer;
    const reused = active.getNullCell();
    return Array.from({ length: count }, (_, index) => {
      const row = active.getLine(start + index);
      const cells = row === undefined ? [] : cellsOf(row, this.#terminal.cols, reused);
      return { cells, isWrapped: row?.isWrapped ?? false };
    });
  }
}

function cellsOf(row: IBufferLine, columns: number, reused: IBufferCell): readonly DrawnCell[] {
  const cells: DrawnCell[] = [];
  for (let column = 0; column < Math.min(columns, row.length); column++) {
    const cell = row.getCell(column, reused);
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue;
    cells.push({ text: textOf(cell), look: lookOf(cell) });
  }
  return cells;
}

/** Characters that change their surroundings, such as those of writing direction, don't reach the person's terminal. */
function textOf(cell: IBufferCell): string {
  const characters = cell.getChars();
  if (characters === "" || cell.isInvisible() !== 0) return " ".repeat(cell.getWidth());
  // Fonts for terminals draw signs there.
  if (/^\p{Co}$/u.test(characters)) return characters;
  return revealHidden(characters, "text") === characters
    ? characters
    : "?".padEnd(cell.getWidth(), " ");
}

function lookOf(cell: IBufferCell): CellLook | null {
  if (cell.isAttributeDefault()) return null;
  return {
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isItalic: cell.isItalic() !== 0,
    isUnderlined: cell.isUnderline() !== 0,
    isInverse: cell.isInverse() !== 0,
    isStruck: cell.isStrikethrough() !== 0,
    foreground: colour(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
    background: colour(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
  };
}

function colour(isRgb: boolean, isPalette: boolean, value: number): CellLook["foreground"] {
  if (isRgb) return { red: (value >> 16) & 255, green: (value >> 8) & 255, blue: value & 255 };
  return isPalette ? value & 255 : null;
}
