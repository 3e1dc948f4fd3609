import type { Effect } from "../effects/effect.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import type { SandboxProfile } from "./sandbox-profile.ts";
import type { FileBelow, MaybePromise } from "./workspace.ts";

/** The facts that a call's sandbox is made from. */
export interface ConfinedCall {
  /** The decided effects, which say what the call's processes may do. */
  readonly effects: readonly Effect[];
  /** Whether the policy allows reading a file without approval. */
  readonly mayRead: (file: FileBelow) => boolean;
  /** Decides hosts that the effects don't name, by the same policy. */
  readonly network: NetworkPolicy;
}

/** Whether and how commands are confined. */
export interface SandboxState {
  /** `none`: nothing works here. */
  readonly backend: string;
  readonly isRequired: boolean;
  /** For a person: why nothing works, or what the backend doesn't cover; null for nothing to say. */
  readonly reason: string | null;
}

/** Makes a call's sandbox profile from its effects. */
export interface SandboxFactory {
  /**
   * Null when nothing is confined: the sandbox is off, or none works here and none is required.
   *
   * Errors: ToolError `command-failed`, which says how to get a sandbox, when one is required and none works.
   */
  profileFor(call: ConfinedCall): MaybePromise<SandboxProfile | null>;
  /** May try the sandbox first, which takes a moment. */
  state?(): MaybePromise<SandboxState>;
  /** Announces the effects of another call, so that its changes aren't blamed on commands that run beside it. */
  expect?(effects: readonly Effect[]): void;
}
