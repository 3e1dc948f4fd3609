import type { Effect } from "../effects/effect.ts";
import type { StagedChanges } from "../approval/question.ts";
import type { ErrorCode } from "../errors.ts";
import type { Artifact, ContentPart, Display } from "../output/content.ts";
import type { PolicyDecision } from "../policy/policy.ts";

export type OutcomeStatus = "ok" | "error" | "refused" | "cancelled";

/** The one end of a call: a result, a tool failure, a refusal or a cancellation. */
export interface Outcome {
  readonly callId: string;
  readonly tool: string;
  readonly status: OutcomeStatus;
  /** The content for the model, even when the call failed or was refused. */
  readonly content: readonly ContentPart[];
  readonly display: Display | null;
  readonly structured: unknown;
  readonly artifacts?: readonly Artifact[];
  /** Null when `status` is `ok`. */
  readonly error: OutcomeError | null;
  /** Null when the call ended before anything was decided. */
  readonly decision: PolicyDecision | null;
  /** The exact effects, or the claimed ones if the call ended before the exact ones were known. */
  readonly effects: readonly Effect[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  /** The changes that the call made in its stage; present if it ran in one. */
  readonly staged?: StagedOutcome;
}

export interface StagedOutcome extends StagedChanges {
  /** Whether the changes are in the workspace now. */
  readonly end: "committed" | "dropped";
}

export interface OutcomeError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
