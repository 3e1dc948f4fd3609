import { revealHidden } from "@toolwright/core/internal";
import stringWidth from "string-width";

/** The meaning of a piece of text; the theme decides its look. */
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

/** Text on one row that is safe to show. Only `span` creates it. */
export interface Span {
  readonly text: string;
  readonly style: Style | null;
}

/** One row of the screen. */
export type Line = readonly Span[];

export const emptyLine: Line = [];

const tabColumns = 4;
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The characters as people see them, in order. */
export function graphemesOf(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split("");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Untrusted text on one row: invisible characters and line breaks become visible. */
export function span(text: string, style: Style | null = null): Span {
  const shown = /^[\x20-\x7e]*$/.test(text)
    ? text
    : revealHidden(text.replaceAll("\n", "\\n").replaceAll("\t", " ".repeat(tabColumns)), "text");
  return { text: shown, style };
}

/** A row of pieces; strings have no style. */
export function line(...pieces: readonly (Span | string)[]): Line {
  return pieces.map((piece) => (typeof piece === "string" ? span(piece) : piece));
}

/** The text's rows, with tabs expanded. A newline at the end begins no row. */
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

/** The text with blanks after it, so that it takes this many columns. */
export function padColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

export function lineWidth(row: Line): number {
  return row.reduce((width, piece) => width + stringWidth(piece.text), 0);
}

export function indented(rows: readonly Line[], columns: number): Line[] {
  return rows.map((row) => (row.length === 0 ? row : [span(" ".repeat(columns)), ...row]));
}

export interface WrapOptions {
  /** The indentation of the second and later rows; 0 by default. */
  readonly indent?: number;
  /** Whether to break between words if possible, for prose. Code is broken at the full width. */
  readonly atWords?: boolean;
}

/** The whole line as rows of this width. */
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
    // The blank at a row's end isn't carried over.
    if (atWords && start < cells.length && cells[start]?.text === " ") start++;
  }
  return rows;
}

export function wrapLines(rows: readonly Line[], width: number, options: WrapOptions = {}): Line[] {
  return rows.flatMap((row) => wrapLine(row, width, options));
}

/** The line, or its beginning with `mark` at the end if it is wider than `width`. */
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

/** The line's text without styles. */
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
    if (mayBreak(cells[index - 1]?.text ?? "", cells[index]?.text ?? "")) return index;
  }
  return end;
}

/** Whether prose may be broken between two characters: after a blank, and beside a Chinese character. */
function mayBreak(before: string, after: string): boolean {
  if (before === " ") return true;
  if (!chinese.test(before) && !chinese.test(after)) return false;
  return !neverLast.test(before) && !neverFirst.test(after);
}

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const neverFirst = /^[、。，：；？！）】》」』”’…%]/u;
const neverLast = /[（【《「『“‘]$/u;

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
