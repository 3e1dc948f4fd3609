import type { ChildSessionOptions, Session } from "../session/session.ts";

/** An agent that tasks can be given to. */
export interface AgentSummary {
  readonly name: string;
  /** What it is for, in one sentence. */
  readonly description: string;
}

/** A model that agents may use. */
export interface ModelSummary {
  /** As `vendor/id`. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly contextTokens?: number;
  /** US dollars for a million tokens. */
  readonly price?: { readonly input: number; readonly output: number };
}

/** A task for a sub-agent. */
export interface AgentTask {
  /** The agent's name. Null: a copy of the agent itself, which begins with its conversation so far. */
  readonly agent: string | null;
  /** All that the sub-agent needs to know, unless it is a copy. */
  readonly task: string;
  /** The only paths that it may read and change, relative to the workspace, each with everything below. Default: its parent's. */
  readonly paths?: readonly string[];
  /** One of the listed models. Default: its definition's, or its parent's. */
  readonly model?: string;
}

/** What became of a task. */
export interface AgentReport {
  readonly success: boolean;
  /** For the agent that gave the task. */
  readonly summary: string;
  readonly details: string;
  /** Paths that the sub-agent's calls changed, relative to the working folder where they are in it. */
  readonly filesModified: readonly string[];
  /** Why the task failed, and calls that failed last. */
  readonly errors: readonly string[];
  readonly toolCallCount: number;
  readonly durationMs: number;
}

/** The sub-agent's own words at its end. */
export type AgentConclusion = Pick<AgentReport, "success" | "summary" | "details">;

/** The call that starts a sub-agent. */
export interface StartingCall {
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly openChildSession: (options: ChildSessionOptions) => Promise<Session>;
}

/** The sub-agents of the agent that works in a session. */
export interface Agents {
  readonly agents: readonly AgentSummary[];
  readonly models: readonly ModelSummary[];
  /**
   * Gives a task to a sub-agent and waits for its end. A sub-agent that fails is a report, too.
   *
   * Errors: ToolError `input-invalid` for an unknown agent or model, `tool-not-available` when agents are nested too
   * deeply.
   */
  run(task: AgentTask, call: StartingCall): Promise<AgentReport>;
  /**
   * Counts a call that another call makes, such as a program's, against the agent's budgets. Returns why there is none
   * left; null when the call may begin.
   */
  takeCall?(): string | null;
  /** Ends the sub-agent that works in this session, with its own report. */
  finish(conclusion: AgentConclusion): void;
}
