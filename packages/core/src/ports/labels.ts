import type { Effect } from "../effects/effect.ts";

/**
 * The origin of text in a session's context. `secret`: it is or may be a secret; `outside`: files outside the
 * workspace; `mcp:NAME`: an MCP server; `person`: the person who answers questions.
 */
export type Label = "workspace" | "secret" | "outside" | "web" | "person" | `mcp:${string}`;

/** The way by which a label came into the context. */
export interface LabelSource {
  readonly label: Label;
  /** The first call that brought it. Null: no call did, such as a message of the person. */
  readonly callId: string | null;
  /** The tool of the call, or in words what brought it. */
  readonly tool: string;
  readonly agent?: string;
  /** The effect by which it came. Absent: the result showed it, such as a hidden secret. */
  readonly effect?: Effect;
}

/** The labels in a context, in the order in which they came. Never changes: a new label makes a new one. */
export type LabelContext = ReadonlyMap<Label, LabelSource>;

/** The facts about a call from which its labels follow. */
export interface LabelledCall {
  readonly effects: readonly Effect[];
  /** The reach of commands with unknown effects. */
  readonly commands: CommandReach;
}

/**
 * The files that a command with unknown effects could see. `open`: nothing confined it; `confined`: it saw the workspace
 * without its secrets; `secrets`: it was confined, but some secret files were visible.
 */
export type CommandReach = "open" | "confined" | "secrets";

/**
 * The labels of a session and its sub-agents, which share one context. Labels only come; a person may clear one.
 */
export interface Labels {
  readonly context: LabelContext;
  /** The effects' labels, each with the first effect that brings it. */
  of(call: LabelledCall): ReadonlyMap<Label, Effect>;
  /** Adds a label. The first source stays. */
  add(source: LabelSource): void;
  /** Removes a label. False if it isn't in the context. */
  clear(label: Label): boolean;
  /** Remembers the labels of a stored output, which come again when it is read. */
  noteOutput(handle: string, labels: readonly Label[]): void;
}
