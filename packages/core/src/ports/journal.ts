import type { ApprovalRecord } from "../invocation/consent.ts";
import type { Outcome } from "../invocation/outcome.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { MaybePromise } from "./workspace.ts";

/** Identifies a call and its input. Its secrets are already redacted. */
export interface JournalledCall {
  readonly sessionId: string;
  /** The session's turn, one for each request of the person, counted from 1. */
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  readonly agent: string;
  /** The call of the same session that made this one. */
  readonly parentCallId?: string;
  /** Null when the call ended before its input was read. */
  readonly input: unknown;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** A call that is about to run. Recorded before any effect, so that a killed process leaves a trace. */
export interface CallIntent extends JournalledCall {
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision;
  readonly approvals: readonly ApprovalRecord[];
}

/** How a call ended. */
export interface CallRecord extends JournalledCall {
  readonly approvals: readonly ApprovalRecord[];
  readonly outcome: Outcome;
}

/** Records every call. A journal reports its own failures where people see them. */
export interface Journal {
  /** Errors: if it throws, the call is not run and fails. A ToolError tells the model why. */
  recordIntent(intent: CallIntent): MaybePromise<void>;
  /** Called once for every call, even if the call never ran. Must not throw. */
  recordOutcome(record: CallRecord): MaybePromise<void>;
}
