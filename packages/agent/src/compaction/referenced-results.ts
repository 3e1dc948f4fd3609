import type { Message, ToolCallResult } from "../model/message.ts";
import { tokensOfParts } from "./context-meter.ts";
import { historyText } from "./history-text.ts";
import { lastStep, shortenedStep, withContent } from "./recent-steps.ts";
import { randomMark } from "./summarize.ts";
import type { StoredHistory } from "./stored-history.ts";

/** Shorter results stay: a reference is hardly shorter. */
const leastTokens = 200;

export interface References {
  /** The results as text, to be stored. */
  readonly removed: string;
  /** The messages with references to where that is stored. */
  messages(history: StoredHistory): readonly Message[];
}

/**
 * References to the long results before `start`. If that is all, the last step's results, which the model hasn't seen yet,
 * are shortened to `maxTokens` instead.
 */
export function referencesFor(
  messages: readonly Message[],
  start: number,
  maxTokens: number,
): References {
  const step = lastStep(messages, start);
  const results = messages
    .slice(0, start)
    .flatMap((message) =>
      message.role === "tool"
        ? message.results.filter((result) => isLong(result) || step.includes(message))
        : [],
    );
  const { text, lineOf } = historyText([{ role: "tool", results }], randomMark());
  return {
    removed: text,
    messages: (history) => {
      const short = shortenedStep(step, maxTokens, history);
      return messages.map((message) => {
        const at = step.indexOf(message);
        if (at !== -1) return short[at] ?? message;
        return message.role === "tool" ? withReferences(message.results, lineOf, history) : message;
      });
    },
  };
}

function isLong({ outcome }: ToolCallResult): boolean {
  return tokensOfParts(outcome.content) >= leastTokens;
}

function withReferences(
  results: readonly ToolCallResult[],
  lineOf: ReadonlyMap<ToolCallResult, number>,
  { handle }: StoredHistory,
): Message {
  const referred = results.map((result) => {
    const line = lineOf.get(result);
    return line === undefined ? result : withContent(result, referenceTo(result, handle, line));
  });
  return { role: "tool", results: referred };
}

function referenceTo({ outcome }: ToolCallResult, handle: string | null, line: number): string {
  const { storedOutput } = outcome.metadata;
  const whole =
    typeof storedOutput === "string" && /^output:[0-9a-f]{8}$/.test(storedOutput)
      ? ` It was a part of "${storedOutput}".`
      : "";
  return `[This result was left out by the agent to save room. It is stored: read the path "${handle}" from line ${line} on, or search it.${whole}]`;
}
