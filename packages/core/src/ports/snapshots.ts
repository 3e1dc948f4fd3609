import type { Effect } from "../effects/effect.ts";
import type { MaybePromise } from "./workspace.ts";

/** A call whose changes are to be taken back later. */
export interface SnapshotRequest {
  readonly sessionId: string;
  readonly callId: string;
  /** The exact effects that were decided. */
  readonly effects: readonly Effect[];
}

/** Whether undo could take a call back, told before it runs. */
export interface UndoOutlook {
  readonly undoable: boolean;
  /** What of it couldn't be taken back, and why, a sentence each. Empty when all can. */
  readonly reasons: readonly string[];
}

/** Taken before a call changes anything. */
export interface Snapshot {
  /** The running call may do more from now on: what is there of that is kept, too. Never rejects. */
  extend?(effects: readonly Effect[]): MaybePromise<void>;
  /**
   * Called once after it, however it ended: what it changed is found out and kept. Never rejects.
   * Returns whether it can be taken back; nothing when nobody needs to know.
   */
  finish(): MaybePromise<UndoOutlook | undefined>;
}

/** Remembers what is there before a call changes it, and finds out afterwards what it changed. */
export interface Snapshots {
  /** For the question to a person. Changes nothing, takes a moment at most. */
  outlook(request: SnapshotRequest): MaybePromise<UndoOutlook>;
  /** Right before the call runs, after its intent was journalled. Null when there is nothing to keep. */
  take(request: SnapshotRequest): MaybePromise<Snapshot | null>;
}
