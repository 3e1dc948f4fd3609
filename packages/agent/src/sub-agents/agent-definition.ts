import type { Mode, Rule } from "@toolwright/core";

/** An agent that tasks can be given to. */
export interface AgentDefinition {
  /** Lower case, digits and hyphens. */
  readonly name: string;
  /** When to give it a task, in one sentence. */
  readonly description: string;
  /** What it is told in addition to the system prompt. */
  readonly prompt: string;
  /** Names of its tools; one that ends in `*` stands for all that begin so. Default: all that its parent has. */
  readonly tools?: readonly string[];
  /** Names of tools that it doesn't get, as in `tools`. */
  readonly excludedTools?: readonly string[];
  /** As `openModel` takes it. Default: its parent's. */
  readonly model?: string;
  /** Default: its parent's. A looser one than its parent's changes nothing. */
  readonly mode?: Mode;
  /** Only deny and ask rules count. */
  readonly rules?: readonly Rule[];
  /** The only paths that it may read and change, relative to the workspace, each with everything below. Default: its parent's. */
  readonly paths?: readonly string[];
  /** Default: 50. */
  readonly maxSteps?: number;
  /** What its file has that counts for nothing, such as what would approve calls: for a person. */
  readonly ignored?: readonly string[];
  /** The file, or `built-in`. */
  readonly source: string;
}

export const builtinAgents: readonly AgentDefinition[] = [
  {
    name: "explore",
    description: "Searches and reads to answer a question about the workspace; changes nothing.",
    prompt:
      "You explore. Search widely first, then read what matters. Report what you found with paths and line numbers, and what you did not find.",
    mode: "plan",
    source: "built-in",
  },
  {
    name: "general",
    description: "Does a separate part of the work from beginning to end.",
    prompt: "You do one part of a larger task. Do only that part, and check it.",
    source: "built-in",
  },
  {
    name: "review",
    description: "Reviews a change or a part of the code; changes nothing.",
    prompt:
      "You review. Look for faults that matter: wrong results, lost data, security, missing cases, tests that can't fail. Report each with path, line, and how it fails; the worst first. Don't report matters of taste.",
    mode: "plan",
    source: "built-in",
  },
];
