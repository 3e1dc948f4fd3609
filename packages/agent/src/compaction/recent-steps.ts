import { type ContentPart, text } from "@toolwright/core";
import type { Message, ToolCallResult } from "../model/message.ts";
import { tokensOf, tokensOfParts } from "./context-meter.ts";
import { fitted } from "./fitted-text.ts";
import type { StoredHistory } from "./stored-history.ts";

const bytesOfToken = 4;

/** With less, a shortened result says nothing. */
const leastResultTokens = 100;

/**
 * Where the latest steps begin that have room, at a message of the model or of the person: a call is never parted from
 * its result.
 */
export function startOfRecent(messages: readonly Message[], maxTokens: number): number {
  let start = messages.length;
  let tokens = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined) break;
    tokens += tokensOf([message]);
    if (tokens > maxTokens) break;
    if (message.role !== "tool") start = at;
  }
  return start;
}

/** A step whose results lose their middle, so that it has room; nothing if it has none even so. */
export function shortenedStep(
  step: readonly Message[],
  maxTokens: number,
  { note }: StoredHistory,
): readonly Message[] {
  const results = step.flatMap((message) => (message.role === "tool" ? message.results : []));
  const others = tokensOf(step.filter(({ role }) => role !== "tool"));
  const room = Math.floor((maxTokens - others) / Math.max(1, results.length));
  if (room < leastResultTokens) return [];
  return step.map((message) =>
    message.role === "tool"
      ? { role: "tool", results: message.results.map((each) => shortened(each, room, note)) }
      : message,
  );
}

function shortened(result: ToolCallResult, maxTokens: number, note: string): ToolCallResult {
  if (tokensOfParts(result.outcome.content) <= maxTokens) return result;
  const whole = result.outcome.content.map(textOf).join("\n");
  const told = `[Shortened by the agent. ${note}]`;
  const shown = fitted(whole, Math.max(200, maxTokens * bytesOfToken - told.length));
  return withContent(result, `${shown}\n${told}`);
}

/** A result with other content, and without what only people and programs were shown. */
export function withContent(result: ToolCallResult, content: string): ToolCallResult {
  const { display, artifacts: _, ...outcome } = result.outcome;
  const error = outcome.error && { code: outcome.error.code, message: content };
  const todos = display?.type === "todos" ? display : null;
  return {
    ...result,
    outcome: { ...outcome, content: [text(content)], display: todos, structured: null, error },
  };
}

function textOf(part: ContentPart): string {
  if (part.type === "text") return part.text;
  return part.type === "resource" ? (part.text ?? part.uri) : `[${part.type}, ${part.mimeType}]`;
}

/** The step that ends at `start`, if no other is behind it. */
export function lastStep(messages: readonly Message[], start: number): readonly Message[] {
  if (messages.slice(start).some(({ role }) => role === "assistant")) return [];
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const step = messages.slice(at === -1 ? start : at, start);
  // Behind a message of the person that has no room, it would answer nothing.
  return step.some(({ role }) => role === "user") ? [] : step;
}
