import { drawnRows } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { type Line, wrapLines } from "../../text/styled-line.ts";

/** A part of the transcript, which can be drawn at any width. Its rows are safe for the terminal. */
export interface Block {
  render(width: number): readonly string[];
}

/** Lines as a block. Lines that are too wide are wrapped between words. */
export function linesBlock(lines: readonly Line[], look: Theme): Block {
  return { render: (width) => drawnRows(wrapLines(lines, width, { atWords: true }), width, look) };
}
