import type { Look } from "../text/look.ts";
import {
  emptyLine,
  type Line,
  lineWidth,
  type Span,
  span,
  type Style,
} from "../text/styled-line.ts";
import {
  graphemesOf,
  graphemeWidth,
  nextGrapheme,
  previousGrapheme,
  widthOf,
} from "../text/text-width.ts";

export interface PromptContent {
  /** Stands before the first row; later rows are indented by its width. */
  readonly sign: Line;
  readonly text: string;
  readonly cursor: number;
  /** Of the text's beginning, in its own style: the tool's name, when there is such a tool. */
  readonly knownLength: number;
  /** Offered to go on with; shown behind the text. */
  readonly ghost: string;
}

export interface PromptLayout {
  readonly rows: readonly Line[];
  /** Where the terminal's cursor belongs: columns from the left, rows from the first one here. */
  readonly x: number;
  readonly y: number;
}

interface Cell {
  readonly text: string;
  readonly style: Style | null;
}

interface Row {
  cells: Cell[];
  width: number;
}

/**
 * The prompt in at most `maxRows` rows of `width` columns, those around the cursor when it has
 * more. Characters that can't be seen are written out.
 */
export function layOutPrompt(
  content: PromptContent,
  {
    width,
    maxRows,
    look,
  }: { readonly width: number; readonly maxRows: number; readonly look: Look },
): PromptLayout {
  const signWidth = lineWidth(content.sign);
  const room = Math.max(4, width - signWidth);
  const part = partNearCursor(content, room * maxRows);
  const { rows, x, y } = flow(part, room);
  const first = Math.max(0, y - maxRows + 1);
  const shown = rows.slice(first, first + maxRows);
  const isWholeAbove = first === 0 && part.start === 0;
  const isWholeBelow = first + maxRows >= rows.length && part.end === content.text.length;
  return {
    rows: shown.map((row, index) => {
      const isFirst = index === 0;
      const isHidden = (isFirst && !isWholeAbove) || (index === maxRows - 1 && !isWholeBelow);
      const margin: Line =
        isFirst && isWholeAbove ? content.sign : marginOf(signWidth, isHidden, look);
      return [...margin, ...spansOf(row.cells)];
    }),
    x: signWidth + x,
    y: y - first,
  };
}

function marginOf(width: number, isHidden: boolean, look: Look): Line {
  if (width === 0) return emptyLine;
  const mark = isHidden ? look.glyphs.ellipsis.slice(0, width) : "";
  return [span(mark.padEnd(width), "dim")];
}

interface TextPart extends PromptContent {
  /** Of the part in the whole text. */
  readonly start: number;
  readonly end: number;
}

/** A pasted file is no reason to look at each of its characters at each key. */
function partNearCursor(content: PromptContent, reach: number): TextPart {
  const { text, cursor, knownLength } = content;
  const limit = Math.max(1_024, reach * 2);
  if (text.length <= 2 * limit) return { ...content, start: 0, end: text.length };
  const start = cursor <= limit ? 0 : previousGrapheme(text, cursor - limit + 1);
  const end = cursor + limit >= text.length ? text.length : nextGrapheme(text, cursor + limit);
  return {
    ...content,
    text: text.slice(start, end),
    cursor: cursor - start,
    knownLength: Math.max(0, knownLength - start),
    ghost: end === text.length ? content.ghost : "",
    start,
    end,
  };
}

function flow(part: TextPart, room: number): { rows: Row[]; x: number; y: number } {
  const rows: Row[] = [{ cells: [], width: 0 }];
  let [x, y] = [0, 0];
  let at = 0;
  const last = (): Row => rows.at(-1) as Row;
  const place = (text: string, width: number, style: Style | null): void => {
    if (last().width + width > room && last().width > 0) rows.push({ cells: [], width: 0 });
    last().cells.push({ text, style });
    last().width += width;
  };
  const markCursor = (): void => {
    if (at !== part.cursor) return;
    // Behind a full row the cursor stands where the next character will.
    if (last().width >= room) rows.push({ cells: [], width: 0 });
    [x, y] = [last().width, rows.length - 1];
  };
  for (const [index, row] of part.text.split("\n").entries()) {
    if (index > 0) {
      rows.push({ cells: [], width: 0 });
      at++;
    }
    for (const grapheme of graphemesOf(row)) {
      const shown = span(grapheme).text;
      const width = shown === grapheme ? graphemeWidth(shown) : widthOf(shown);
      if (last().width + width > room && last().width > 0) rows.push({ cells: [], width: 0 });
      markCursor();
      const style = at < part.knownLength ? "accent" : null;
      if (width <= room) place(shown, width, style);
      else for (const piece of graphemesOf(shown)) place(piece, graphemeWidth(piece), style);
      at += grapheme.length;
    }
    markCursor();
  }
  const isAtEnd = part.cursor === part.text.length;
  if (isAtEnd && part.ghost !== "") {
    const left = room - last().width;
    const ghost = graphemesOf(span(part.ghost).text)
      .slice(0, Math.max(0, left - 1))
      .join("");
    last().cells.push({ text: ghost, style: "dim" });
  }
  return { rows, x, y };
}

function spansOf(cells: readonly Cell[]): Span[] {
  const spans: Span[] = [];
  for (const { text, style } of cells) {
    const before = spans.at(-1);
    if (before !== undefined && before.style === style) {
      spans[spans.length - 1] = { text: before.text + text, style };
    } else spans.push({ text, style });
  }
  return spans;
}
