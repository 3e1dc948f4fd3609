import type { PathChange } from "../../journal/journal-store.ts";

/** What a call changed that nobody could tell before. */
export interface CheckpointChanges {
  readonly changes: readonly PathChange[];
  /** What of it can't be undone exactly, a sentence each. */
  readonly reasons: readonly string[];
}

/** How the workspace was at one moment. */
export interface Checkpoint {
  /** Whether it keeps this path, which it doesn't when it is ignored and large. */
  covers(path: string): boolean;
  /** What differs now. With paths: only at those, and below those that are deep. */
  changes(
    within: readonly { readonly path: string; readonly isDeep: boolean }[] | null,
  ): Promise<CheckpointChanges>;
}

/** Takes checkpoints of a whole workspace, within bounds. */
export interface Checkpoints {
  /** Why there can't be one, a sentence each; empty when there can. */
  limitsAgainst(): Promise<readonly string[]>;
  /** What one won't keep, a sentence each; only known after `limitsAgainst`. */
  exceptions(): readonly string[];
  /** One, or the sentence that says why not. Never rejects. */
  take(): Promise<Checkpoint | string>;
}

export interface CheckpointLimits {
  readonly maxFiles: number;
  /** Of all files together that aren't larger than one may be. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
  /** A checkpoint that takes longer isn't tried again for a while. */
  readonly maxMs: number;
}

export const defaultCheckpointLimits: CheckpointLimits = {
  maxFiles: 100_000,
  maxBytes: 1024 * 1024 * 1024,
  maxFileBytes: 64 * 1024 * 1024,
  maxMs: 20_000,
};

/** Thrown inside: there can't be a checkpoint. The message is a sentence for people. */
export class NoCheckpoint extends Error {}
