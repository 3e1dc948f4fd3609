import type { Effect } from "../effects/effect.ts";
import type { EnvironmentEffect } from "../effects/kinds/environment.ts";
import type { ToolError } from "../errors.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { ChangeWatch } from "../ports/language-servers.ts";
import type { RedactingStream } from "../ports/redactor.ts";
import type { Snapshot, UndoOutlook } from "../ports/snapshots.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Preparation, ToolResult } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import type { StageEnd } from "./staged/run-staged.ts";
import type { Cancellation } from "./stop.ts";
import type { TimeLimit } from "./time-limit.ts";

/** The input of a call before validation, once the meant tool's name is known. */
export interface Meant {
  /** The input as the model sent it, or as a forwarding tool received it. */
  readonly input: unknown;
  /** How the call was changed into this one, in words. */
  readonly reshaped: readonly string[];
}

/** After stage 1: the tool is known. */
export interface Resolved {
  readonly call: Call;
  readonly registered: RegisteredTool;
  /** The repairs of the call and its input, in words. */
  readonly repairs: readonly string[];
}

/** After stage 2: the input fits the tool's schema, and the before-hooks accepted it. */
export interface Validated extends Resolved {
  /** Our repaired copy as plain JSON: for people, hooks and the journal. */
  readonly given: unknown;
  /** The input as parsed by the tool's schema: for the tool. */
  readonly input: unknown;
}

/** After stage 3: an upper bound of the effects is known, and the call has its place in the queue. */
export interface Claimed extends Validated {
  readonly claims: readonly Effect[];
  /** The secrets whose values are in `input`, which belong to the claims and the exact effects. */
  readonly secrets: readonly EnvironmentEffect[];
  /** Why placeholders in the input were not resolved, in words. Null when there were none. */
  readonly leftAlone: string | null;
  /** The claims; the exact effects once the call is prepared. */
  readonly effects: readonly Effect[];
  /** The decision on the claims; on the exact effects once the call is decided. */
  readonly decision: PolicyDecision | null;
}

/** After stage 4: it is known exactly what would run. */
export interface Prepared extends Claimed {
  readonly preparation: Preparation<unknown>;
}

/** After stage 5: the policy and people allow the exact effects. */
export interface Decided extends Prepared {
  readonly decision: PolicyDecision;
}

/** The result of stage 4 or 5 when a person edited the input: the call goes back to stage 2. */
export interface Edited {
  readonly editedInput: unknown;
}

export function isEdited(value: object): value is Edited {
  return "editedInput" in value;
}

/** In stage 6, while the tool's code runs. */
export interface Running extends Omit<Decided, "effects"> {
  /** Grows when the running call gets more effects. */
  effects: readonly Effect[];
  /** Saves what the call changes. */
  snapshot: Snapshot | null;
  /** Redacts the live output: a secret may be split between two updates. */
  output: RedactingStream | null;
  readonly timeLimit: TimeLimit;
  /** Tells which problems the call brings into the source code. */
  watch: ChangeWatch | null;
}

/** After stage 6: how the tool's code ended. */
export interface Ran {
  readonly running: Running;
  readonly returned?: ToolResult | string;
  readonly thrown?: unknown;
  /** Present when the tool was told to stop; a result is then what it had so far. */
  readonly interruption?: ToolError | Cancellation;
  /** Whether the call can be undone, if the session has snapshots. */
  readonly undo?: UndoOutlook;
  /** The end of its stage; present if it ran in one of its own. */
  readonly stageEnd?: StageEnd;
}

/** What is known about a call when it ends, in any stage. */
export type Reached = Partial<Omit<Prepared, "call">>;
