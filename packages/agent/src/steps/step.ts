import type { AgentReport, ApprovalQuestion, Display, Outcome, ToolKind } from "@toolwright/core";
import type { FinishReason, Usage } from "../model/model.ts";
import type { AgentResult } from "../events/events.ts";

/**
 * The state of a call or a step. `pending`: its arguments arrive, or it is prepared. `failed`: it ended with an
 * error, was refused or cancelled.
 */
export type StepState = "pending" | "awaiting-confirmation" | "running" | "completed" | "failed";

/** A call of a step. */
export interface StepCall {
  readonly callId: string;
  readonly tool: string;
  readonly state: StepState;
  /** Whether it has arrived completely. */
  readonly hasStarted: boolean;
  /** The input as the model sent it; undefined until it has arrived. */
  readonly input: unknown;
  /** The tool's title, or what the tool says instead while it runs. */
  readonly title: string;
  readonly kind: ToolKind | null;
  /** What it does, in one line; empty until that is known. */
  readonly summary: string;
  readonly preview: Display | null;
  /** The questions that wait for a person. */
  readonly questions: readonly ApprovalQuestion[];
  /** The last 16,000 UTF-16 units of its output so far. */
  readonly output: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null until it ends. */
  readonly outcome: Outcome | null;
  /** The sub-agents that it started, in their order. */
  readonly agents: readonly AgentSteps[];
}

/** One answer of the model and its calls. */
export interface Step {
  /** Counted from 1 in each run. */
  readonly number: number;
  /** The number of the person's request that it works on. */
  readonly turn: number;
  /**
   * `awaiting-confirmation` while a person is asked about one of its calls, `failed` when all of its calls failed, or when
   * the run ended before it did.
   */
  readonly state: StepState;
  /** The model's reasoning before its text and calls. */
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly StepCall[];
  /** What was done, in one line; empty until the step ends. */
  readonly summary: string;
  /** False when it has ended calls and all of them failed. */
  readonly success: boolean;
  /** Null until the step ends. */
  readonly end: { readonly finishReason: FinishReason; readonly usage: Usage } | null;
}

/** The steps of an agent, with those of its sub-agents below the calls that started them. */
export interface AgentSteps {
  /** Empty before the first event. */
  readonly sessionId: string;
  readonly agent: string;
  /** A sub-agent's task; empty for the main agent. */
  readonly task: string;
  readonly steps: readonly Step[];
  /** False when calls have ended and all of them failed. */
  readonly success: boolean;
  /** The end of the main agent's last run; null while it works. */
  readonly result: AgentResult | null;
  /** A sub-agent's report; null until it ends. */
  readonly report: AgentReport | null;
}
