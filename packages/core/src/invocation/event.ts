import type { ApprovalAnswer, ApprovalQuestion } from "../approval/question.ts";
import type { Effect } from "../effects/effect.ts";
import type { Display } from "../output/content.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { ToolKind } from "../tool/tool.ts";
import type { LogLevel } from "./invocation.ts";
import type { Outcome } from "./outcome.ts";

interface EventFacts {
  readonly sessionId: string;
  readonly callId: string;
}

export interface InvocationStartEvent extends EventFacts {
  readonly type: "invocation-start";
  readonly tool: string;
  readonly agent: string;
  /** The call of the same session that made this one, such as a program's. */
  readonly parentCallId?: string;
  /** The input as the model sent it. */
  readonly input: unknown;
}

/** The call's exact effects and their decision are known. Repeated after an edit or a file change. */
export interface InvocationPreparedEvent extends EventFacts {
  readonly type: "invocation-prepared";
  readonly title: string;
  readonly kind: ToolKind;
  readonly summary: string;
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision;
  readonly preview?: Display;
}

export interface ApprovalRequestedEvent extends EventFacts {
  readonly type: "approval-requested";
  readonly question: ApprovalQuestion;
}

export interface ApprovalAnsweredEvent extends EventFacts {
  readonly type: "approval-answered";
  readonly questionId: string;
  readonly answer: ApprovalAnswer;
}

/** A live update of a running call. */
export interface InvocationUpdate {
  /** Replaces the title shown. */
  readonly title?: string;
  /** Output to append. */
  readonly output?: string;
  /** A log message of the tool; `data` is JSON. */
  readonly log?: {
    readonly level: LogLevel;
    readonly logger?: string;
    readonly data: unknown;
  };
  /** Merged over earlier metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface InvocationUpdateEvent extends EventFacts {
  readonly type: "invocation-update";
  readonly update: InvocationUpdate;
}

export interface InvocationEndEvent extends EventFacts {
  readonly type: "invocation-end";
  readonly outcome: Outcome;
}

/**
 * An event of a call. The order is: one `invocation-start`; unless the call ends early,
 * `invocation-prepared`, `approval-requested` with `approval-answered`, and `invocation-update`s; last,
 * one `invocation-end`. Approval of reads comes before `invocation-prepared`.
 */
export type InvocationEvent =
  | InvocationStartEvent
  | InvocationPreparedEvent
  | ApprovalRequestedEvent
  | ApprovalAnsweredEvent
  | InvocationUpdateEvent
  | InvocationEndEvent;
