import { revealHidden } from "@toolwright/core/internal";
import stringWidth from "string-width";

/** What a piece of text means; how that looks is the theme's. */
export type Style =
  | "dim"
  | "strong"
  | "accent"
  | "good"
  | "bad"
  | "warning"
  | "added"
  | "removed"
  | "selected";

/** Text on one row that is safe to show. Made by `span` alone. */
export interface Span {
  readonly text: string;
  readonly style: Style | null;
}

/** One row of the screen. */
export type Line = readonly Span[];

export const emptyLine: Line = [];

const tabColumns = 4;
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a person takes for one character, in order. */
export function graphemesOf(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split("");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Any text, from anywhere, on one row: what can't be seen or would break the row is written out. */
export function span(text: string, style: Style | null = null): Span {
  const shown = /^[\x20-\x7e]*$/.test(text)
    ? text
    : revealHidden(text.replaceAll("\n", "\\n").replaceAll("\t", " ".repeat(tabColumns)), "text");
  return { text: shown, style };
}

/** A row of pieces; a string is a piece without a style. */
export function line(...pieces: readonly (Span | string)[]): Line {
  return pieces.map((piece) => (typeof piece === "string" ? span(piece) : piece));
}

/** The text's rows as they are, tabs brought to their columns. A last newline begins no row. */
export function textLines(text: string, style: Style | null = null, tabWidth = tabColumns): Line[] {
  const rows = text.split(/\r?\n/);
  if (rows.length > 1 && rows.at(-1) === "") rows.pop();
  return rows.map((row) => [span(expandTabs(row, tabWidth), style)]);
}

function expandTabs(row: string, tabWidth: number): string {
  if (!row.includes("\t")) return row;
  let shown = "";
  let column = 0;
  for (const [index, piece] of row.split("\t").entries()) {
    if (index > 0) {
      const gap = tabWidth - (column % tabWidth);
      shown += " ".repeat(gap);
      column += gap;
    }
    const revealed = revealHidden(piece, "text");
    shown += revealed;
    column += stringWidth(revealed);
  }
  return shown;
}

export function lineWidth(row: Line): number {
  return row.reduce((width, piece) => width + stringWidth(piece.text), 0);
}

export function indented(rows: readonly Line[], columns: number): Line[] {
  return rows.map((row) => (row.length === 0 ? row : [span(" ".repeat(columns)), ...row]));
}

export interface WrapOptions {
  /** Columns before the second and later rows; 0 by default. */
  readonly indent?: number;
  /** Break between words where that is possible, for prose. Code is broken where it is full. */
  readonly atWords?: boolean;
}

/** As many rows as the line needs at this width; nothing is left out. */
export function wrapLine(row: Line, width: number, options: WrapOptions = {}): Line[] {
  const { indent = 0, atWords = false } = options;
  const columns = Math.max(2, width);
  if (lineWidth(row) <= columns) return [row];
  const hanging = Math.min(indent, Math.floor(columns / 2), columns - 2);
  const cells = cellsOf(row);
  const rows: Line[] = [];
  let start = 0;
  while (start < cells.length) {
    const room = rows.length === 0 ? columns : columns - hanging;
    const end = endOfRow(cells, start, room, atWords);
    const text = joined(cells.slice(start, end));
    rows.push(rows.length === 0 || hanging === 0 ? text : [span(" ".repeat(hanging)), ...text]);
    start = end;
    // The blank that a row ends in isn't carried to the next one.
    if (atWords && start < cells.length && cells[start]?.text === " ") start++;
  }
  return rows;
}

export function wrapLines(rows: readonly Line[], width: number, options: WrapOptions = {}): Line[] {
  return rows.flatMap((row) => wrapLine(row, width, options));
}

/** The line, or its beginning with `mark` at the end when it is wider than that. */
export function cutLine(row: Line, width: number, mark: string): Line {
  if (lineWidth(row) <= width) return row;
  const room = Math.max(0, width - stringWidth(mark));
  const kept: Cell[] = [];
  let used = 0;
  for (const cell of cellsOf(row)) {
    if (used + cell.width > room) break;
    used += cell.width;
    kept.push(cell);
  }
  return [...joined(kept), { text: mark, style: "dim" }];
}

/** The line's text alone, for tests and for measuring. */
export function plainText(row: Line): string {
  return row.map((piece) => piece.text).join("");
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly style: Style | null;
}

function cellsOf(row: Line): Cell[] {
  return row.flatMap(({ text, style }) =>
    graphemesOf(text).map((grapheme) => ({
      text: grapheme,
      width: stringWidth(grapheme),
      style,
    })),
  );
}

function endOfRow(cells: readonly Cell[], start: number, room: number, atWords: boolean): number {
  let used = 0;
  let end = start;
  for (; end < cells.length; end++) {
    used += cells[end]?.width ?? 0;
    if (used > room) break;
  }
  if (end === start) return start + 1;
  if (!atWords || end === cells.length || cells[end]?.text === " ") return end;
  for (let index = end; index > start + 1; index--) {
    if (cells[index - 1]?.text === " ") return index;
  }
  return end;
}

function joined(cells: readonly Cell[]): Line {
  const pieces: Span[] = [];
  for (const { text, style } of cells) {
    const last = pieces.at(-1);
    if (last !== undefined && last.style === style) {
      pieces[pieces.length - 1] = { text: last.text + text, style };
    } else pieces.push({ text, style });
  }
  return pieces;
}
