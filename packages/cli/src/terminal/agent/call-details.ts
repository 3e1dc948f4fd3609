import type { PolicyDecision } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { stepLines } from "../../commands/explanation-lines.ts";
import { phrase } from "../../language/phrase.ts";
import {
  emptyLine,
  indented,
  type Line,
  line,
  span,
  textLines,
  wrapLines,
} from "../../text/styled-line.ts";
import type { Theme } from "../../text/theme.ts";
import { visibleTail } from "../transcript/output-tail.ts";
import type { CallView, EndedCall } from "../transcript/call-view.ts";
import { outcomeLines } from "../transcript/outcome-lines.ts";
import { titleOf } from "../transcript/running-lines.ts";
import { terminalText } from "../transcript/terminal-text.ts";

export interface DetailOptions {
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
  /** The workspace's roots, for relative paths. */
  readonly roots: readonly string[];
}

/** Everything that is known of a call that has ended: its input, effects with their proof, result and receipt. */
export function callDetails(call: EndedCall, options: DetailOptions): Line[] {
  const { look, width } = options;
  const { view, outcome } = call;
  const { decision, metadata } = outcome;
  return [
    ...outcomeLines(call, { look, width, isWhole: true }),
    ...part(phrase("Input"), jsonLines(view.input), options),
    ...part(phrase("Effects"), proofLines(decision, options), options),
    ...part(phrase("Receipt"), receiptLines(metadata), options),
  ];
}

/** A call that still runs. */
export function runningDetails(view: CallView, options: DetailOptions): Line[] {
  const output = visibleTail(view.output, 1_000).map((row) => line(span(terminalText(row))));
  return [
    line(span(titleOf(view), "strong")),
    ...part(phrase("Input"), jsonLines(view.input), options),
    ...part(phrase("Effects"), proofLines(view.decision, options), options),
    ...part(phrase("Output so far"), output, options),
  ];
}

function part(name: Phrase, lines: readonly Line[], { look, width }: DetailOptions): Line[] {
  if (lines.length === 0) return [];
  const heading = line(span(look.language.say(name), "accent"));
  return [
    emptyLine,
    heading,
    ...indented(wrapLines(lines, width - 2, { indent: 2, atWords: true }), 2),
  ];
}

/** Each effect, its decision, and why. */
function proofLines(decision: PolicyDecision | null, { roots, look }: DetailOptions): Line[] {
  return (decision?.proof ?? []).flatMap((step) => stepLines(step, roots, look.language));
}

function receiptLines(metadata: Readonly<Record<string, unknown>>): Line[] {
  return Object.keys(metadata).length === 0 ? [] : jsonLines(metadata);
}

/** A model sends its input as text. Strings of several lines stay readable. */
function jsonLines(value: unknown): Line[] {
  const json = JSON.stringify(parsed(value), null, 2) ?? "";
  return textLines(json.replaceAll("\\n", "\n  ").replaceAll('\\"', '"'));
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    // What a model wrote need not be JSON.
    return value;
  }
}
