import type { NetworkPolicy } from "./network-policy.ts";
import type { MaybePromise } from "./workspace.ts";

/**
 * What a confined process may reach. The whole system can be read and nothing written, but for:
 *
 * What is masked is masked with all below it. Of other paths that contain a file the deepest
 * decides; of equal ones the first of read-only, writable, readable, hidden. Temporary directories
 * and `/run` are private and empty unless named. All paths absolute; where a link leads is what counts.
 */
export interface SandboxProfile {
  /** Existing directories, or files, that it may change. */
  readonly writablePaths: readonly string[];
  /** Below writable ones, but not to be changed; those that don't exist can't be created either. */
  readonly readOnlyPaths?: readonly string[];
  /** Neither to be read nor changed: secrets. Those that don't exist are no matter. */
  readonly maskedPaths?: readonly string[];
  /** Files shown read-only in place of others, by where they are outside; of masked ones, too. */
  readonly standIns?: readonly { readonly path: string; readonly by: string }[];
  /**
   * Git takes masked files that it tracks for unchanged, and overlooks others. Tells, once the command has ended,
   * which tracked ones did change, and which others were left out when git wrote its index. Never throws.
   */
  readonly hiddenFromGit?: () => HiddenFromGit;
  /**
   * Shown as empty directories of its own, whose content is gone afterwards: the home directory.
   * Those below a writable path are shown as they are.
   */
  readonly hiddenPaths?: readonly string[];
  /** Below hidden ones, but to be read: tools that are installed in the home directory. */
  readonly readablePaths?: readonly string[];
  /** `off` has nothing but a loopback of its own; with a decider each host is asked for. */
  readonly network: "off" | "on" | NetworkPolicy;
  /**
   * Called once the process and all of it has ended, or when it couldn't be started: takes back what it changed
   * of what is protected and wasn't granted. Later calls answer the same. Never rejects.
   */
  readonly settle?: () => MaybePromise<readonly Reverted[]>;
}

/** A change of something protected that a confined process made, and that isn't there any more. */
export interface Reverted {
  /** Absolute. */
  readonly path: string;
  /** The path by which it is protected; mostly the same. */
  readonly askedAs: string;
  readonly change: "created" | "changed" | "deleted";
  /** Where it was before, absolute, and is again; set when it was moved. */
  readonly movedFrom?: string;
  /** With all below it. */
  readonly isDirectory: boolean;
  /** Set when it couldn't be taken back after all: why, as the rest of a sentence. */
  readonly problem?: string;
  /** Puts the change in place after all. Returns null, or why it couldn't, as a sentence. Never throws. */
  readonly putInPlace: () => string | null;
}

/** Absolute paths of masked files. */
export interface HiddenFromGit {
  readonly changed: readonly string[];
  readonly leftOut: readonly string[];
}

/** Something that a sandbox refused, as far as it can be told from outside. */
export interface SandboxDenial {
  readonly kind: "write" | "read" | "network";
  /** The absolute path, or `host:port`; null when the program didn't name it. */
  readonly target: string | null;
  /** False when it was only guessed from what the program wrote. */
  readonly isCertain: boolean;
}
