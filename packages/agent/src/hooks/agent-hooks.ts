import type { AgentFacts, Mode, Outcome } from "@toolwright/core";

/** The facts that every hook of an agent gets. */
export interface AgentHookFacts {
  readonly sessionId: string;
  /** Hooks also run for sub-agents, at depth 1 and more. */
  readonly agent: AgentFacts;
  /** The folder that relative paths start at, absolute. */
  readonly cwd: string;
  readonly mode: Mode;
  readonly turn: number;
  /** Fires when the run is cancelled or the hook's time is up. */
  readonly signal: AbortSignal;
}

export interface SessionStartFacts extends AgentHookFacts {
  /** `resume`: the conversation goes on. `compact`: it was compacted. */
  readonly source: "startup" | "resume" | "compact";
}

export interface BeforeStepFacts extends AgentHookFacts {
  readonly step: number;
  /** What the person has said since the last step. Absent: nothing. */
  readonly prompt?: string;
}

export interface AfterStepFacts extends AgentHookFacts {
  readonly step: number;
  readonly text: string;
  readonly outcomes: readonly Outcome[];
}

export interface BeforeCompactionFacts extends AgentHookFacts {
  readonly trigger: "manual" | "auto";
}

export interface StopFacts extends AgentHookFacts {
  /** The model's last text. */
  readonly text: string;
  /** How often hooks have made the agent continue in this turn. */
  readonly continued: number;
}

/** The model is told the text, marked as the hook's. */
export interface HookContext {
  readonly context?: string;
}

/** Code of the host at one point of an agent's work. It can add and stop; it can't approve anything. */
export interface AgentHook<Facts, Answer = void> {
  readonly name: string;
  /** Default: 60 s. */
  readonly timeoutMs?: number;
  run(facts: Facts): Promise<Answer | undefined> | Answer | undefined;
}

/**
 * Hooks of an agent, each list run in order. One that throws, exceeds its time or answers something else is reported
 * by a `hook` event and otherwise ignored.
 */
export interface AgentHooks {
  /** Before the first step, and after a compaction. */
  readonly "session-start"?: readonly AgentHook<SessionStartFacts, HookContext>[];
  /** `end` ends the run with that reason; the person's prompt is then dropped. */
  readonly "before-step"?: readonly AgentHook<
    BeforeStepFacts,
    HookContext & { readonly end?: string }
  >[];
  readonly "after-step"?: readonly AgentHook<AfterStepFacts>[];
  readonly "before-compaction"?: readonly AgentHook<BeforeCompactionFacts>[];
  /** When the model has stopped. `continue` is told to it, and it goes on: at most eight times in a turn. */
  readonly stop?: readonly AgentHook<StopFacts, { readonly continue?: string }>[];
}

export type AgentHookPoint = keyof AgentHooks;

/** A hook that did something, or failed. */
export interface HookEvent {
  readonly type: "hook";
  readonly point: AgentHookPoint;
  readonly hook: string;
  /** The text that the model is told. */
  readonly context?: string;
  /** Why the hook ended the run. */
  readonly end?: string;
  /** Why the hook makes the agent continue. */
  readonly continue?: string;
  /** Why the hook's answer was ignored. */
  readonly problem?: string;
}
