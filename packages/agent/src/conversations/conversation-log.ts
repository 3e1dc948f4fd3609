import type { LabelSource } from "@toolwright/core";
import type { RunStatus } from "../events/events.ts";
import type { AssistantPart, Message, ToolCallResult, UserPart } from "../model/message.ts";

/** A line of a stored conversation. `foldRecords` makes messages of them. */
export type ConversationRecord =
  /** A run begins. `turn` counts in its session. */
  | {
      readonly type: "turn";
      readonly turn: number;
      readonly sessionId: string;
      readonly model: string;
      /** The pieces of the system prompt, each by a hash. */
      readonly prompt?: readonly { readonly name: string; readonly sha256: string }[];
    }
  | { readonly type: "user"; readonly content: readonly UserPart[] }
  /** The parts of an unfinished answer up to a call that is about to start. */
  | { readonly type: "begun"; readonly parts: readonly AssistantPart[] }
  /** The rest of an answer, and the results of all its calls. */
  | {
      readonly type: "answer";
      readonly parts: readonly AssistantPart[];
      readonly results: readonly ToolCallResult[];
    }
  /** The model is told these messages instead of all before. */
  | { readonly type: "replaced"; readonly messages: readonly Message[] }
  /** The sources of all text that the model has been told. */
  | { readonly type: "labels"; readonly sources: readonly LabelSource[] }
  /** A run has ended. Missing after a kill. */
  | { readonly type: "end"; readonly status: RunStatus; readonly reason?: string };

/** Stores a conversation while it grows, so that a later process can continue it. */
export interface ConversationLog {
  /** The ids of all calls so far, which no further call may have. */
  readonly callIds: readonly string[];
  /**
   * Stores a record before it returns. A kill right after it loses nothing.
   *
   * Errors: an Error that names the place and the next step; then nothing of the record is stored, and the run ends.
   */
  append(record: ConversationRecord): void;
}
