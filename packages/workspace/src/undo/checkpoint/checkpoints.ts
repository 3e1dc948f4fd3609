import type { PathChange } from "../../journal/journal-store.ts";

/** The changes of a call, found by comparing with a checkpoint. */
export interface CheckpointChanges {
  readonly changes: readonly PathChange[];
  /** Changes that can't be undone exactly, one sentence each. */
  readonly reasons: readonly string[];
}

/** The state of the workspace at one moment. */
export interface Checkpoint {
  /** Whether the checkpoint keeps this path; it skips large ignored files. */
  covers(path: string): boolean;
  /** The differences from now. With paths: only at those, and below those that are deep. */
  changes(
    within: readonly { readonly path: string; readonly isDeep: boolean }[] | null,
  ): Promise<CheckpointChanges>;
}

/** Takes checkpoints of a whole workspace, within limits. */
export interface Checkpoints {
  /** Reasons why a checkpoint isn't possible, one sentence each; empty if it is. */
  limitsAgainst(): Promise<readonly string[]>;
  /** Files that a checkpoint won't keep, one sentence each; only known after `limitsAgainst`. */
  exceptions(): readonly string[];
  /** A checkpoint, or a sentence that says why there is none. Never rejects. */
  take(): Promise<Checkpoint | string>;
  /** Closes its files, which the next checkpoint opens again. */
  close(): void;
}

export interface CheckpointLimits {
  readonly maxFiles: number;
  /** The total size of the files that are not larger than `maxFileBytes`. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
  /** After a checkpoint that took longer, none is tried for a while. */
  readonly maxMs: number;
}

export const defaultCheckpointLimits: CheckpointLimits = {
  maxFiles: 100_000,
  maxBytes: 1024 * 1024 * 1024,
  maxFileBytes: 64 * 1024 * 1024,
  maxMs: 20_000,
};

/**
 * Thrown inside this folder when a checkpoint isn't possible. The message is a sentence for people.
 */
export class NoCheckpoint extends Error {}
