import { type Line, type Style, wrapLines } from "./styled-line.ts";
import { type Theme, themeFor } from "./theme.ts";
import type { OutputStream, ProgramContext } from "../program-context.ts";

const codes: Record<Style, number> = {
  dim: 2,
  strong: 1,
  accent: 36,
  good: 32,
  bad: 31,
  warning: 33,
  added: 32,
  removed: 31,
  selected: 7,
};

/** The look of a stream, with colours only on a terminal that supports them. */
export function lookFor(
  stream: OutputStream,
  { environment, language }: Pick<ProgramContext, "environment" | "language">,
): Theme {
  const look = themeFor(environment, language);
  return { ...look, hasColours: look.hasColours && stream.isTTY === true };
}

/** The rows as text, each with its newline, safe to print. */
export function linesText(
  rows: readonly Line[],
  { hasColours }: Pick<Theme, "hasColours">,
): string {
  return rows.map((row) => `${rowText(row, { hasColours })}\n`).join("");
}

/** One row as text, without a newline. */
export function rowText(row: Line, { hasColours }: Pick<Theme, "hasColours">): string {
  return row
    .map(({ text, style }) => (style === null ? text : styledText(text, style, { hasColours })))
    .join("");
}

/** Safe text in a style. */
export function styledText(
  text: string,
  style: Style,
  { hasColours }: Pick<Theme, "hasColours">,
): string {
  return hasColours && text !== "" ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}

/** Lines as rows of a screen of this width, with colours. */
export function drawnRows(lines: readonly Line[], width: number, look: Theme): string[] {
  return wrapLines(lines, width).map((row) => rowText(row, look));
}
