// The messages between the two processes. Both directions hold plain data, as structured clone demands.
import type { ApprovalAnswer, SessionEvent, ToolCall } from "toolwright";

/** From the window. The session decides each call; an answer counts as the person's, so only the application's own window may send. */
export type WindowMessage =
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "answer"; readonly questionId: string; readonly answer: ApprovalAnswer }
  | { readonly type: "cancel"; readonly callId: string }
  /** A new or reloaded window: it wants the events after the last one that it knows. */
  | { readonly type: "follow"; readonly after: number };

/** To the window. */
export type MainMessage =
  | { readonly type: "event"; readonly event: SessionEvent }
  | { readonly type: "missed"; readonly count: number };
