import type { JsonSchema } from "@toolwright/core";
import type { AssistantPart, Message } from "./message.ts";

/** A language model. It only asks for tool calls; the agent runs them. */
export interface Model {
  /** The name for people: `openai/gpt-5`. */
  readonly id: string;
  /** The prices in US dollars for a million tokens. Absent: the costs aren't known. */
  readonly price?: ModelPrice;
  /** The tokens that a request and its answer may have together. Absent: not known. */
  readonly contextTokens?: number;
  /**
   * Sends the conversation and streams the answer, which ends with `finish`.
   *
   * Errors (while iterating): ModelError. An answer that ends without `finish` was cut off.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** For input that the vendor had in its cache. Default: `inputUsd`. */
  readonly cachedInputUsd?: number;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  /** The same list in every request of a session, so that the vendor's prompt cache holds. */
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  /** Arguments of a call while they arrive. */
  | {
      readonly type: "tool-call-delta";
      readonly id: string;
      readonly name: string;
      readonly delta: string;
    }
  /** A complete part. The deltas before it have the same text. */
  | { readonly type: "part"; readonly part: AssistantPart }
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: Usage };

export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "other";

/** Numbers of tokens. */
export interface Usage {
  /** All input, with what was cached. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

export const noUsage: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** The costs in US dollars. */
export function costOf(usage: Usage, price: ModelPrice): number {
  const { inputUsd, outputUsd, cachedInputUsd = inputUsd } = price;
  const fresh = usage.inputTokens - usage.cachedInputTokens;
  return (
    (fresh * inputUsd + usage.cachedInputTokens * cachedInputUsd + usage.outputTokens * outputUsd) /
    1_000_000
  );
}
