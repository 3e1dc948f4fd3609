/**
 * What a command line would do. The same shapes as `Effect` of `@toolwright/core`, which this
 * package doesn't import, and a few optional facts more that only a shell gives.
 *
 * Paths are absolute and normalised; links were not followed, as nothing is looked at.
 */
export interface ShellReadEffect {
  readonly type: "read";
  readonly path: string;
  /** Everything below the path, too. */
  readonly recursive?: boolean;
  /**
   * Only names and file facts of what lies below are shown, no content: so a recursive read of this
   * kind doesn't count as reading the protected files below it. Comes with `namesOnly`.
   */
  readonly leavesOutProtected?: boolean;
  readonly namesOnly?: boolean;
  /**
   * The absolute pattern of a glob below `path`. Who can look at the files may put a read of each
   * match in place of this effect.
   */
  readonly glob?: string;
  /** Of a recursive read: not what is hidden, nor what lies in a hidden directory below the path. */
  readonly skipsHidden?: boolean;
}

export interface ShellWriteEffect {
  readonly type: "write";
  readonly path: string;
  /** Absent where it depends on what is there. */
  readonly operation?: "create" | "modify";
  readonly recursive?: boolean;
}

export interface ShellDeleteEffect {
  readonly type: "delete";
  readonly path: string;
}

export interface ShellRunEffect {
  readonly type: "run";
  readonly program: string;
  /** Program first. A word that isn't known before it runs stands here as it was written. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Every consequence of the command is one of the other effects. */
  readonly specified: boolean;
}

export interface ShellNetworkEffect {
  readonly type: "network";
  /** `*` where the words don't say which. */
  readonly host: string;
  readonly port?: number;
}

export interface ShellEnvironmentEffect {
  readonly type: "environment";
  /** `*` for all of them. */
  readonly variable: string;
  readonly value?: boolean;
}

export interface ShellUnknownEffect {
  readonly type: "unknown";
  /** For a person: what can't be known, and why. */
  readonly reason: string;
  /** What it is all the same: a function that starts itself over and over. */
  readonly hazard?: "fork-bomb";
}

export type ShellEffect =
  | ShellReadEffect
  | ShellWriteEffect
  | ShellDeleteEffect
  | ShellRunEffect
  | ShellNetworkEffect
  | ShellEnvironmentEffect
  | ShellUnknownEffect;
