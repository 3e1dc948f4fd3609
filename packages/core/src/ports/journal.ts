import type { ApprovalRecord } from "../invocation/consent.ts";
import type { Outcome } from "../invocation/outcome.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { MaybePromise } from "./workspace.ts";

/** Which call it is, and what was asked for. Secrets in it are replaced already. */
export interface JournalledCall {
  readonly sessionId: string;
  /** Of the session: what a person asked for last. Counted from 1. */
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  readonly agent: string;
  /** Null when the call ended before its input was looked at. */
  readonly input: unknown;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** What is about to happen; written before the effect, so that a killed process leaves a trace. */
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

/**
 * Remembers every call. A journal that fails is not to fail the call: it tells that itself, where
 * people see it.
 */
export interface Journal {
  recordIntent(intent: CallIntent): MaybePromise<void>;
  /** Called once for every call, also for those that never came to run. */
  recordOutcome(record: CallRecord): MaybePromise<void>;
}
