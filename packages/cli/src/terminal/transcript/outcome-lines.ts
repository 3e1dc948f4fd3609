import { type Phrase, verbatim } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import type { Outcome } from "@toolwright/core";
import {
  indented,
  type Line,
  line,
  type Span,
  span,
  type Style,
  textLines,
  wrapLine,
  wrapLines,
} from "../../text/styled-line.ts";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import type { Theme } from "../../text/theme.ts";
import type { EndedCall, GivenAnswer } from "./call-view.ts";
import { contentLines, type DisplayOptions, displayLines, inBrief } from "./display-lines.ts";
import { formatDuration } from "./duration.ts";
import { errorText } from "../../commands/outcome-text.ts";
import { displayOverContent } from "./known-display.ts";
import { titleOf } from "./running-lines.ts";

const indent = 2;

/** A call that has ended: its status, title, answers and result. */
export function outcomeLines(call: EndedCall, options: DisplayOptions): Line[] {
  const { view, outcome } = call;
  const { width } = options;
  const inside = { ...options, width: width - indent };
  const head = line(
    statusSign(outcome, options.look),
    span(titleOf(view), "strong"),
    span(`  ${options.look.language.say(stateOf(call))}`, "dim"),
  );
  return [
    ...wrapLine(head, width, { indent, atWords: true }),
    ...indented([...answerLines(view.answers, inside), ...bodyLines(outcome, inside)], indent),
  ];
}

/** A sign for how a call has ended. */
export function statusSign({ status }: Outcome, { glyphs }: Theme): Span {
  switch (status) {
    case "ok":
      return span(`${glyphs.done} `, "good");
    case "error":
      return span(`${glyphs.failed} `, "bad");
    case "refused":
      return span(`${glyphs.refused} `, "warning");
    case "cancelled":
      return span(`${glyphs.cancelled} `, "dim");
  }
}

/** How a call ended, in a line of its own. */
export function statusLine(outcome: Outcome, look: Theme): Line {
  const state = stateOf({ outcome, durationMs: outcome.durationMs });
  return line(statusSign(outcome, look), span(look.language.say(state), "dim"));
}

function stateOf({
  outcome: { status, error },
  durationMs,
}: Pick<EndedCall, "outcome" | "durationMs">): Phrase {
  const duration = verbatim(formatDuration(durationMs));
  switch (status) {
    case "ok":
      return duration;
    case "cancelled":
      return phrase("cancelled after {duration}", { duration });
    case "error":
    case "refused":
      return error === null
        ? duration
        : phrase("{code}, {duration}", { code: error.code, duration });
  }
}

/** The result of a call, without its title. */
export function bodyLines(outcome: Outcome, options: DisplayOptions): Line[] {
  const { status, error, content } = outcome;
  if (options.limits?.isBrief === true) return briefLines(outcome, options);
  const display = displayOverContent(outcome.display);
  // The display of a refusal is its text.
  const shown = display === null || status === "refused" ? [] : displayLines(display, options);
  if (error === null) return display === null ? contentLines(content, options) : shown;
  const style: Style | null = status === "error" ? "bad" : status === "refused" ? "warning" : "dim";
  return [...shown, ...messageLines(errorText(outcome), style, options.width)];
}

/** A call of an agent: what it changed or printed, not what it read. */
function briefLines(outcome: Outcome, options: DisplayOptions): Line[] {
  const { status, error } = outcome;
  const display = displayOverContent(outcome.display);
  const isShown = display !== null && status !== "refused" && display.type !== "todos";
  const shown = isShown ? displayLines(display, options) : [];
  if (error === null) return shown;
  const style = status === "error" ? "bad" : status === "refused" ? "warning" : "dim";
  const why = messageLines(errorText(outcome), style, options.width);
  return [...shown, ...inBrief(why, options)];
}

/** A message, wrapped between words. */
export function messageLines(message: string, style: Style | null, width: number): Line[] {
  const rows = textLines(stripTerminalSequences(message), style);
  return wrapLines(rows, width, { atWords: true });
}

function answerLines(answers: readonly GivenAnswer[], { width, look }: DisplayOptions): Line[] {
  return answers
    .map(describeAnswer)
    .filter((text) => text !== null)
    .flatMap((text) =>
      wrapLine(line(span(look.language.say(text), "dim")), width, { indent: 2, atWords: true }),
    );
}

/** Null for answers that the outcome itself shows. */
function describeAnswer({ answer, question }: GivenAnswer): Phrase | null {
  switch (answer.outcome) {
    case "once":
      return phrase("allowed once");
    case "session":
    case "always": {
      const patterns = question.proposals[answer.proposal ?? 0]?.patterns.join(", ") ?? "";
      return answer.outcome === "session"
        ? phrase("allowed until this session ends: {patterns} (to end it: /grants)", { patterns })
        : phrase("allowed in this folder: {patterns} (to end it: /grants)", { patterns });
    }
    case "edit":
      return phrase("input edited");
    case "stage":
      return phrase("run in a stage");
    case "commit":
      return phrase("committed");
    case "drop":
    case "reject":
    case "cancel":
    case "later":
      return null;
  }
}
