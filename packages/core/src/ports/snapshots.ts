import type { Effect } from "../effects/effect.ts";
import type { MaybePromise } from "./workspace.ts";

/** A call whose changes may be undone later. */
export interface SnapshotRequest {
  readonly sessionId: string;
  readonly callId: string;
  /** The exact effects that were decided. */
  readonly effects: readonly Effect[];
}

/** Whether a call could be undone, known before it runs. */
export interface UndoOutlook {
  readonly undoable: boolean;
  /** What couldn't be undone and why, one sentence each. Empty when everything can. */
  readonly reasons: readonly string[];
}

/** Taken before a call changes anything. */
export interface Snapshot {
  /** Also saves what further effects of the running call may change. Never rejects. */
  extend?(effects: readonly Effect[]): MaybePromise<void>;
  /**
   * Finds and saves what the call changed. Called once after the call, however it ended. Never rejects.
   * Returns whether it can be undone; undefined when nobody needs to know. `runsOn`: a command of the call goes on in
   * the background.
   */
  finish(runsOn?: boolean): MaybePromise<UndoOutlook | undefined>;
}

/** Saves what a call will change before it runs, and finds out afterwards what it did change. */
export interface Snapshots {
  /** Used in the question to a person. Fast, and changes nothing. */
  outlook(request: SnapshotRequest): MaybePromise<UndoOutlook>;
  /** Called right before the call runs, after its intent was recorded. Null when there is nothing to save. */
  take(request: SnapshotRequest): MaybePromise<Snapshot | null>;
}
