import type { ContentPart } from "@toolwright/core";
import { estimateTokens } from "@toolwright/core/internal";
import type { AssistantPart, Message } from "../model/message.ts";
import type { ModelTool, Usage } from "../model/model.ts";

/** An image, a recording or another file. Vendors count by size, which we don't know. */
const binaryTokens = 2_000;

/** The vendor's marks around a part. */
const partTokens = 5;

/** A server that counts less than a third of our estimate tells only what it had not cached, or what it has not cut off. */
const leastCounted = 3;

/** Estimates by message; messages never change. */
const estimates = new WeakMap<Message, number>();

/** An estimate of what messages take of the context. */
export function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

function tokensOfMessage(message: Message): number {
  const known = estimates.get(message);
  if (known !== undefined) return known;
  const tokens = sumOf(message);
  estimates.set(message, tokens);
  return tokens;
}

function sumOf(message: Message): number {
  switch (message.role) {
    case "user":
      return tokensOfParts(message.content);
    case "assistant":
      return message.content.reduce((sum, part) => sum + tokensOfAnswer(part), 0);
    case "tool":
      return message.results.reduce(
        (sum, { outcome }) => sum + partTokens + tokensOfParts(outcome.content),
        0,
      );
  }
}

export function tokensOfParts(parts: readonly ContentPart[]): number {
  return parts.reduce(
    (sum, part) =>
      sum +
      partTokens +
      ("text" in part && part.text !== undefined ? estimateTokens(part.text) : binaryTokens),
    0,
  );
}

function tokensOfAnswer(part: AssistantPart): number {
  const vendor = part.vendor === undefined ? 0 : estimateTokens(JSON.stringify(part.vendor));
  const said = part.type === "tool-call" ? part.name + part.input : part.text;
  return partTokens + estimateTokens(said) + vendor;
}

/**
 * How much of the context the next request will take: what the vendor counted for the last one and its answer, plus
 * an estimate of what was added since. Without a vendor's count that can be right, all is estimated.
 */
export class ContextMeter {
  /** What is sent with every request: the system prompt and the tools. */
  readonly fixedTokens: number;
  #counted: { readonly tokens: number; readonly upTo: number; readonly last: Message } | null =
    null;

  constructor(system: string, tools: readonly ModelTool[]) {
    this.fixedTokens = estimateTokens(system) + estimateTokens(JSON.stringify(tools));
  }

  /** usage: of the last answer, which is among the messages with its results. */
  noteAnswer({ inputTokens, outputTokens }: Usage, messages: readonly Message[]): void {
    // The vendor hasn't seen the results yet.
    const upTo = messages.length - (messages.at(-1)?.role === "tool" ? 1 : 0);
    const last = messages[upTo - 1];
    const estimate = this.estimate(messages.slice(0, upTo - 1));
    const isCounted = last !== undefined && inputTokens * leastCounted > estimate;
    this.#counted = isCounted ? { tokens: inputTokens + outputTokens, upTo, last } : null;
  }

  /** The vendor's count is about other messages. */
  reset(): void {
    this.#counted = null;
  }

  next(messages: readonly Message[]): number {
    if (this.#counted === null) return this.estimate(messages);
    const { tokens, upTo, last } = this.#counted;
    // The last message may have been extended since.
    const from = messages[upTo - 1] === last ? upTo : upTo - 1;
    return tokens + tokensOf(messages.slice(from));
  }

  estimate(messages: readonly Message[]): number {
    return this.fixedTokens + tokensOf(messages);
  }
}
