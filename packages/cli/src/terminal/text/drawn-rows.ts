import { rowText } from "../../text/terminal-lines.ts";
import type { Look } from "./look.ts";
import { type Line, wrapLines } from "./styled-line.ts";

/** Lines as the rows of a screen of this width, with their colours. */
export function drawnRows(lines: readonly Line[], width: number, look: Look): string[] {
  return wrapLines(lines, width).map((row) => rowText(row, look));
}

const inverse = "\u001b[7m";

/** A row of the library's fields without the cursor drawn in it: the terminal's own stands there. */
export function withoutDrawnCursor(row: string): string {
  if (!row.includes(inverse)) return row;
  return row.replace(inverse, "").replace("\u001b[0m", "").replace("\u001b[27m", "");
}
