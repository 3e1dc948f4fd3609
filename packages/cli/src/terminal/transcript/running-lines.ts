import stringWidth from "string-width";
import { phrase } from "../../language/phrase.ts";
import type { Theme } from "../../text/theme.ts";
import { cutLine, indented, type Line, line, span } from "../../text/styled-line.ts";
import type { CallView } from "./call-view.ts";
import { formatElapsed } from "./duration.ts";
import { visibleTail } from "./output-tail.ts";
import { terminalText } from "./terminal-text.ts";

export interface RunningOptions {
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
  /** The limit for rows of live output. */
  readonly maxOutputRows: number;
  readonly nowMs: number;
  /** The frame of the spinner. */
  readonly frame: number;
}

/** A running call: its title, its duration and the end of its output. */
export function runningLines(call: CallView, options: RunningOptions): Line[] {
  const { look, width, maxOutputRows } = options;
  const { glyphs } = look;
  const output = visibleTail(call.output, maxOutputRows).map((row) =>
    cutLine(
      line(span(`${glyphs.bar} `, "dim"), span(terminalText(row), "dim")),
      width - 2,
      glyphs.ellipsis,
    ),
  );
  return [headLine(call, options), ...indented(output, 2)];
}

function headLine(call: CallView, { look, width, nowMs, frame }: RunningOptions): Line {
  const { glyphs } = look;
  const sign = call.isAsking
    ? span(`${glyphs.waiting} `, "warning")
    : span(`${glyphs.spinner[frame % glyphs.spinner.length] ?? ""} `, "accent");
  const state = call.isAsking
    ? look.language.say(phrase("waiting for your answer"))
    : formatElapsed(nowMs - call.startedAtMs);
  const after = span(`  ${state}`, "dim");
  const title = cutLine(line(span(titleOf(call))), width - 4 - stringWidth(state), glyphs.ellipsis);
  return [sign, ...title, after];
}

/** The title, with the name of a sub-agent. */
export function titleOf({ agent, title }: Pick<CallView, "agent" | "title">): string {
  return agent === "main" ? title : `${agent}: ${title}`;
}
