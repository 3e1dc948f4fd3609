import type { Effect } from "../effects/effect.ts";
import type { EnvironmentEffect } from "../effects/kinds/environment.ts";
import type { ToolError } from "../errors.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { RedactingStream } from "../ports/redactor.ts";
import type { Snapshot, UndoOutlook } from "../ports/snapshots.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Preparation, ToolResult } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import type { Cancellation } from "./stop.ts";
import type { TimeLimit } from "./time-limit.ts";

/** The input of a call whose name is known, before anybody looked at it. */
export interface Meant {
  /** As the model sent it, or as the tool that passes calls on was given it. */
  readonly input: unknown;
  /** How the call came to be this one, in words. */
  readonly reshaped: readonly string[];
}

/** After stage 1: the tool is known. */
export interface Resolved {
  readonly call: Call;
  readonly registered: RegisteredTool;
  /** What was mended in the call and its input, in words. */
  readonly repairs: readonly string[];
}

/** After stage 2: the input fits the tool's schema, and the before-hooks accepted it. */
export interface Validated extends Resolved {
  /** Plain JSON data of our own, repaired: for people, hooks and the journal. */
  readonly given: unknown;
  /** As the tool's schema parsed it: for the tool. */
  readonly input: unknown;
}

/** After stage 3: an upper bound of the effects is known, and the call has its place in the queue. */
export interface Claimed extends Validated {
  readonly claims: readonly Effect[];
  /** The secrets whose values are in `input`: part of the claims, and of the exact effects. */
  readonly secrets: readonly EnvironmentEffect[];
  /** Why placeholders in the input were not resolved, in words. Null when there were none. */
  readonly leftAlone: string | null;
  /** The claims; the exact effects once the call is prepared. */
  readonly effects: readonly Effect[];
  /** On the claims; on the exact effects once the call is decided. */
  readonly decision: PolicyDecision | null;
}

/** After stage 4: what exactly would run. */
export interface Prepared extends Claimed {
  readonly preparation: Preparation<unknown>;
}

/** After stage 5: the policy and people allow the exact effects. */
export interface Decided extends Prepared {
  readonly decision: PolicyDecision;
}

/** Instead of stages 4 or 5: a person gave other input, and the call goes back to stage 2. */
export interface Edited {
  readonly editedInput: unknown;
}

export function isEdited(value: object): value is Edited {
  return "editedInput" in value;
}

/** In stage 6, while the tool's code runs. */
export interface Running extends Omit<Decided, "effects"> {
  /** Grows when the running call is allowed more. */
  effects: readonly Effect[];
  /** Keeps what is there before the call changes it. */
  snapshot: Snapshot | null;
  /** Redacts the live output: a secret may be split between two updates. */
  output: RedactingStream | null;
  readonly timeLimit: TimeLimit;
}

/** After stage 6: how the tool's code ended, before anything is made of it. */
export interface Ran {
  readonly running: Running;
  readonly returned?: ToolResult | string;
  readonly thrown?: unknown;
  /** Set when the tool was told to stop: the result, if any, is what it had by then. */
  readonly interruption?: ToolError | Cancellation;
  /** Whether what it did can be undone, where that is kept track of. */
  readonly undo?: UndoOutlook;
}

/** What is known of a call at its end, wherever it ended. */
export type Reached = Partial<Omit<Prepared, "call">>;
