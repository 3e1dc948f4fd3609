import type { Outcome } from "../invocation/outcome.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";

/** What is about to happen; written before the effect, so that a killed process leaves a trace. */
export interface CallIntent {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly agent: string;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision;
}

export interface Journal {
  recordIntent(intent: CallIntent): void | Promise<void>;
  /** Called once for every call, also for those that never came to run. */
  recordOutcome(sessionId: string, outcome: Outcome): void | Promise<void>;
}
