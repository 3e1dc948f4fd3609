import type { AgentBudgets, AgentHooks, Message, Model } from "@toolwright/agent";

/** What the prompt of an agent depends on, besides the workspace and the settings. */
export interface ToolwrightPromptOptions {
  /** False takes all tools away. The settings can do so, too. Default: true. */
  readonly enableToolCalls?: boolean;
  /** What the model is told behind the instructions of the project. */
  readonly instructions?: string;
  /** Whether nobody answers approval prompts, which the model is told. Default: whether there is no `approver`. */
  readonly isUnattended?: boolean;
}

/** The options of `toolwright.agent`. */
export interface ToolwrightAgentOptions extends ToolwrightPromptOptions {
  /** As `vendor/id`, such as `anthropic/claude-sonnet-5`, or a model of your own. Default: the one of the settings. */
  readonly model?: string | Model | undefined;
  /** The server of a model `compatible/ID`. */
  readonly baseUrl?: string | undefined;
  /** The limits of each run. They can't loosen those of the settings. */
  readonly budgets?: AgentBudgets;
  /**
   * The share of the model's context from which on the conversation is made shorter, between 0.1 and 1. False: never by
   * itself. Default: the one of the settings, or 0.8.
   */
  readonly compactAt?: number | false;
  /** The conversation so far, for another model that goes on with it. Default: none. */
  readonly messages?: readonly Message[];
  /** Code of the host at points of the agent's work. It runs before the hooks of the settings. */
  readonly hooks?: AgentHooks;
  /**
   * Continues a stored conversation of this workspace: its id, or `last`. Default: the one that the session was opened
   * with, otherwise a new one.
   */
  readonly resume?: string;
}
