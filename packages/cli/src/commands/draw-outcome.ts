import type { ContentPart, ErrorCode, Outcome } from "@toolwright/core";
import type { OutputStream, ProgramContext } from "../program-context.ts";
import { line, span, textLines } from "../text/styled-line.ts";
import { contentLines, displayLines } from "../terminal/transcript/display-lines.ts";
import { displayOverContent } from "../terminal/transcript/known-display.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { errorHead, errorText } from "./outcome-text.ts";

/** An outcome for a terminal: its display if that shows more, otherwise the content. */
export function terminalBody(
  outcome: Outcome,
  content: readonly ContentPart[],
  stream: OutputStream,
  program: ProgramContext,
): string {
  const look = lookFor(stream, program);
  const display = displayOverContent(outcome.display);
  // The terminal wraps long rows itself and copies them in one piece. A table has to fit.
  const width = display?.type === "table" ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
  const options = { look, width, isWhole: true };
  const lines = display === null ? contentLines(content, options) : displayLines(display, options);
  return linesText(lines, look);
}

export function terminalError(
  outcome: Outcome,
  code: ErrorCode,
  stream: OutputStream,
  program: ProgramContext,
): string {
  const [first = [], ...rest] = textLines(errorText(outcome));
  const [word = "", ...more] = errorHead(outcome.status, code);
  const { translate } = program.language;
  const head = line(
    span(translate(word), "bad"),
    ...more.map((each) => span(` ${each}`, "dim")),
    ": ",
    ...first,
  );
  return linesText([head, ...rest], lookFor(stream, program));
}
