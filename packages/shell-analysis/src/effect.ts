/**
 * One thing a command line would do. These shapes match `Effect` of `@toolwright/core`, which this
 * package doesn't import, and add a few optional facts that only a shell gives.
 *
 * Paths are absolute and normalised. Links are not resolved, because no file is read.
 */
export interface ShellReadEffect {
  readonly type: "read";
  readonly path: string;
  /** Whether everything below the path is read as well. */
  readonly recursive?: boolean;
  /**
   * Whether only names and file facts below the path are shown, no content. Such a recursive read
   * doesn't count as reading the protected files below it. Set together with `namesOnly`.
   */
  readonly leavesOutProtected?: boolean;
  readonly namesOnly?: boolean;
  /**
   * The absolute pattern of a glob below `path`. A caller with access to the files may replace this
   * effect with a read of each match.
   */
  readonly glob?: string;
  /** For a recursive read: shell patterns, one of which the last name of each file matches. Their `*` also matches a leading dot. */
  readonly names?: readonly string[];
  /** Whether a recursive read skips hidden files and hidden directories below the path. */
  readonly skipsHidden?: boolean;
  /** Whether a recursive read also enters the directories that links below the path lead to. */
  readonly followsLinks?: boolean;
}

export interface ShellWriteEffect {
  readonly type: "write";
  readonly path: string;
  /** Absent when it depends on whether the file exists. */
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
  /** Program first. A word whose value is unknown until it runs is given as written. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Whether every consequence of the command is one of the other effects. */
  readonly specified: boolean;
}

export interface ShellNetworkEffect {
  readonly type: "network";
  /** `*` when the words don't name it. */
  readonly host: string;
  readonly port?: number;
}

export interface ShellEnvironmentEffect {
  readonly type: "environment";
  /** `*` for all variables. */
  readonly variable: string;
  readonly value?: boolean;
}

export interface ShellUnknownEffect {
  readonly type: "unknown";
  /** A text for people: what is unknown, and why. */
  readonly reason: string;
  /** A known danger in the unknown part: `fork-bomb` is a function that starts itself over and over. */
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
