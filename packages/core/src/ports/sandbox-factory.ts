import type { Effect } from "../effects/effect.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import type { SandboxProfile } from "./sandbox-profile.ts";
import type { FileBelow, MaybePromise } from "./workspace.ts";

/** What a call is confined by. */
export interface ConfinedCall {
  /** What was decided, and so what its processes may do. */
  readonly effects: readonly Effect[];
  /** Whether the policy lets a file be read unasked. */
  readonly mayRead: (file: FileBelow) => boolean;
  /** Decides hosts that weren't known before, by the same policy. */
  readonly network: NetworkPolicy;
}

/** Makes the openings of a call's sandbox from its effects. */
export interface SandboxFactory {
  /**
   * Null when nothing is confined: switched off, or no sandbox works here and none is demanded.
   *
   * Errors: ToolError `command-failed`, with how to get one, when one is demanded and none works.
   */
  profileFor(call: ConfinedCall): MaybePromise<SandboxProfile | null>;
  /** A call is about to have these effects: commands that run beside it didn't make its changes. */
  expect?(effects: readonly Effect[]): void;
}
