import type { ContentPart, ErrorCode, Outcome } from "@toolwright/core";
import type { EnvironmentVariables } from "@toolwright/runtime/internal";
import type { OutputStream } from "../program-context.ts";
import { line, span, textLines } from "../text/styled-line.ts";
import { contentLines, displayLines } from "../terminal/transcript/display-lines.ts";
import { knownDisplay } from "../terminal/transcript/known-display.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { errorHead, errorText } from "./outcome-text.ts";

/** An outcome for a terminal: its display if that shows more, otherwise the content. */
export function terminalBody(
  outcome: Outcome,
  content: readonly ContentPart[],
  stream: OutputStream,
  environment: EnvironmentVariables,
): string {
  const look = lookFor(stream, environment);
  const display = knownDisplay(outcome.display);
  // The terminal wraps long rows itself and copies them in one piece. A table has to fit.
  const width = display?.type === "table" ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
  const options = { look, width, isWhole: true };
  // A text display says less than the content, and a single call is made for its content.
  if (display !== null && display.type !== "text" && display.type !== "image") {
    return linesText(displayLines(display, options), look);
  }
  return linesText(contentLines(content, options), look);
}

export function terminalError(
  outcome: Outcome,
  code: ErrorCode,
  stream: OutputStream,
  environment: EnvironmentVariables,
): string {
  const [first = [], ...rest] = textLines(errorText(outcome));
  const [word, ...more] = errorHead(outcome.status, code);
  const head = line(
    span(word ?? "", "bad"),
    ...more.map((each) => span(` ${each}`, "dim")),
    ": ",
    ...first,
  );
  return linesText([head, ...rest], lookFor(stream, environment));
}
