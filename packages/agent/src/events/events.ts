import type { AgentReport, InvocationEvent, TodoItem } from "@toolwright/core";
import type { Compaction } from "../compaction/compactor.ts";
import type { HookEvent } from "../hooks/agent-hooks.ts";
import type { FinishReason, Usage } from "../model/model.ts";

/** How a run ended. `refused`: a hook ended it, or the model gave up after its last calls were refused. */
export type RunStatus = "done" | "failed" | "refused" | "cancelled";

/** How a run ended, and why unless it is done. */
export type RunEnd =
  | { readonly status: "done"; readonly reason?: never }
  | { readonly status: Exclude<RunStatus, "done">; readonly reason: string };

/** The end of a run. */
export type AgentResult<Output = unknown> = {
  /** The model's last text. */
  readonly text: string;
  readonly usage: Usage;
  /** Absent when the model's price isn't known. */
  readonly costUsd?: number;
} & (
  | (Extract<RunEnd, { readonly status: "done" }> & {
      /** The last text as a value of the run's output schema; undefined without a schema. */
      readonly output: Output;
    })
  | (Exclude<RunEnd, { readonly status: "done" }> & { readonly output?: never })
);

export type BudgetName = keyof AgentBudgets;

/** The limits of one run, which it shares with its sub-agents. */
export interface AgentBudgets {
  /** Answers of the models. Default: 500. */
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
  /** Input and output tokens of all steps together. */
  readonly maxTokens?: number;
  /** Needs a model with a price. */
  readonly maxCostUsd?: number;
  /** Working time. The time that a person takes to answer doesn't count. */
  readonly maxDurationMs?: number;
}

/** An event of a run: the agent's own, or one of its calls. */
export type AgentEventBody =
  | { readonly type: "session-start"; readonly model: string; readonly turn: number }
  /** A message of the person that came while the model worked. The model gets it with the next step. */
  | { readonly type: "steer"; readonly text: string }
  | { readonly type: "step-start"; readonly step: number; readonly turn: number }
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | {
      readonly type: "tool-call-delta";
      readonly callId: string;
      readonly tool: string;
      readonly delta: string;
    }
  | InvocationEvent
  | { readonly type: "todos-update"; readonly items: readonly TodoItem[] }
  /** A sub-agent begins. Its events follow with its session and name, but without start and end of a session. */
  | {
      readonly type: "agent-start";
      readonly child: string;
      readonly childSessionId: string;
      /** The call that gave it the task. */
      readonly callId: string;
      readonly task: string;
    }
  | {
      readonly type: "agent-end";
      readonly child: string;
      readonly childSessionId: string;
      readonly callId: string;
      readonly report: AgentReport;
    }
  /** The request failed, and is sent again after the delay. What it had streamed is void. */
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | HookEvent
  /** The conversation was made shorter. What was left out is stored under the handle. */
  | ({ readonly type: "compaction" } & Compaction)
  /** The model is told the instructions of a nested folder, by their file's path. */
  | { readonly type: "instructions-read"; readonly path: string }
  /** Four fifths of a budget are used. */
  | {
      readonly type: "budget-warning";
      readonly budget: BudgetName;
      readonly used: number;
      readonly limit: number;
    }
  | {
      readonly type: "step-end";
      readonly step: number;
      readonly turn: number;
      readonly finishReason: FinishReason;
      /** The model's text and reasoning in this step. */
      readonly text: string;
      readonly reasoning: string;
      readonly usage: Usage;
    }
  | ({ readonly type: "session-end" } & AgentResult);

/** An event of a run, numbered from 1, with the version of this format. */
export type AgentEvent = AgentEventBody & {
  readonly v: 1;
  readonly seq: number;
  readonly sessionId: string;
  readonly agent: string;
};
