import { type Line, type Style, wrapLines } from "./styled-line.ts";
import { type Theme, themeFor } from "./theme.ts";
import type { OutputStream, ProgramContext } from "../program-context.ts";

/** What a style needs of the theme. */
type Colours = Pick<Theme, "hasColours" | "codes">;

/** The look of a stream, with colours only on a terminal that supports them. */
export function lookFor(
  stream: OutputStream,
  { environment, language }: Pick<ProgramContext, "environment" | "language">,
): Theme {
  const look = themeFor(environment, language);
  return { ...look, hasColours: look.hasColours && stream.isTTY === true };
}

/** The rows as text, each with its newline, safe to print. */
export function linesText(rows: readonly Line[], colours: Colours): string {
  return rows.map((row) => `${rowText(row, colours)}\n`).join("");
}

/** One row as text, without a newline. */
export function rowText(row: Line, colours: Colours): string {
  return row
    .map(({ text, style }) => (style === null ? text : styledText(text, style, colours)))
    .join("");
}

/** Safe text in a style. */
export function styledText(text: string, style: Style, colours: Colours): string {
  return colours.hasColours && text !== ""
    ? `\u001b[${colours.codes[style]}m${text}\u001b[0m`
    : text;
}

/** Lines as rows of a screen of this width, with colours. */
export function drawnRows(lines: readonly Line[], width: number, look: Theme): string[] {
  return wrapLines(lines, width).map((row) => rowText(row, look));
}
