import type { NetworkPolicy } from "./network-policy.ts";
import type { View } from "./view.ts";
import type { MaybePromise } from "./workspace.ts";

/**
 * The files and hosts that a confined process may reach. Except as listed here, it can read the whole
 * system and write nothing.
 *
 * A masked path masks everything below it. Otherwise the deepest path that contains a file decides; of
 * equal paths, the first of read-only, writable, readable and hidden. Temporary directories and `/run`
 * are private and empty unless named. All paths are absolute, and links count as their targets.
 */
export interface SandboxProfile {
  /** Existing directories or files that it may change. */
  readonly writablePaths: readonly string[];
  /** Paths below writable ones that it may not change, or create if they don't exist. */
  readonly readOnlyPaths?: readonly string[];
  /** Secrets, which it may neither read nor change. Missing paths are ignored. */
  readonly maskedPaths?: readonly string[];
  /** Files outside the sandbox (`by`) that are shown read-only at `path`, which may be masked. */
  readonly standIns?: readonly { readonly path: string; readonly by: string }[];
  /**
   * Git sees masked files as unchanged if it tracks them and doesn't see others. Once the command has ended,
   * this tells which tracked files did change and which others git left out of its index. Never throws.
   */
  readonly hiddenFromGit?: () => HiddenFromGit;
  /**
   * Directories shown as empty and private, such as the home directory; what is written there is lost.
   * Directories below a writable path are shown as they are.
   */
  readonly hiddenPaths?: readonly string[];
  /** Paths below hidden ones that it may read, such as tools installed in the home directory. */
  readonly readablePaths?: readonly string[];
  /** `off`: only a private loopback. A policy decides each host. */
  readonly network: "off" | "on" | NetworkPolicy;
  /** Directories shown in place of roots, under the roots' paths. All other paths here are named below the roots. */
  readonly views?: readonly View[];
  /**
   * Undoes changes of protected paths that weren't granted. Called after the process and everything it started
   * has ended, or when it couldn't be started. Later calls return the same. Never rejects.
   */
  readonly settle?: () => MaybePromise<readonly Reverted[]>;
}

/** A change of a protected path by a confined process, which was undone. */
export interface Reverted {
  /** Absolute. */
  readonly path: string;
  /** The path by which it is protected; usually the same. */
  readonly askedAs: string;
  readonly change: "created" | "changed" | "deleted";
  /** For a moved file: its absolute original path, where it is again. */
  readonly movedFrom?: string;
  /** The change includes everything below. */
  readonly isDirectory: boolean;
  /** Present when the change couldn't be undone: the reason, as the end of a sentence. */
  readonly problem?: string;
  /** Makes the change after all. Returns null, or a sentence that says why it couldn't. Never throws. */
  readonly putInPlace: () => string | null;
}

/** Absolute paths of masked files. */
export interface HiddenFromGit {
  readonly changed: readonly string[];
  readonly leftOut: readonly string[];
}

/** Something that a sandbox refused, as far as can be seen from outside. */
export interface SandboxDenial {
  readonly kind: "write" | "read" | "network";
  /** The absolute path, or `host:port`; null when the program didn't name it. */
  readonly target: string | null;
  /** False when it was only guessed from the program's output. */
  readonly isCertain: boolean;
}
