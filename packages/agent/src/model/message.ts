import type { ContentPart, Outcome } from "@toolwright/core";
import type { WorkingFacts } from "../compaction/working-facts.ts";

/**
 * What a vendor adds to a part and wants back unchanged, such as a signature of reasoning. Only the model's adapter
 * reads it.
 */
export type VendorData = Readonly<Record<string, unknown>>;

/** A part of what the model said. */
export type AssistantPart =
  | { readonly type: "text"; readonly text: string; readonly vendor?: VendorData }
  | { readonly type: "reasoning"; readonly text: string; readonly vendor?: VendorData }
  | ModelToolCall;

/** A tool call as the model made it. Untrusted. */
export interface ModelToolCall {
  readonly type: "tool-call";
  /** Unique in the conversation. */
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text, which may be broken. */
  readonly input: string;
  readonly vendor?: VendorData;
}

/** The outcome of a tool call, under the name that the model called. */
export interface ToolCallResult {
  readonly name: string;
  readonly outcome: Outcome;
}

/** A part of a user message. */
export type UserPart = ContentPart & {
  /** Set if the agent wrote it, not the person. Vendors have no role of its own for that. */
  readonly isFromAgent?: true;
  /** Set on the notes that stand for messages that were left out. */
  readonly compaction?: { readonly summary: string; readonly facts: WorkingFacts };
};

/** A message of the conversation, in the order that all vendors accept: each call's result follows its message. */
export type Message =
  | { readonly role: "user"; readonly content: readonly UserPart[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolCallResult[] };
