import type { DeleteEffect } from "../effects/kinds/delete.ts";
import type { WriteEffect } from "../effects/kinds/write.ts";
import type { SessionOptions } from "../session/session.ts";
import type { SnapshotRequest, UndoOutlook } from "./snapshots.ts";

/** Opens throw-away views of the workspace, in which calls work before anybody accepts what they did. */
export interface Stages {
  /**
   * Opens one for a call. Errors: ToolError `command-failed` when none can be made, with the reason.
   */
  open(request: SnapshotRequest): Promise<Stage>;
}

/** One change that a call made in its stage. */
export interface StagedFile {
  /** As people see it, relative to its root. */
  readonly path: string;
  readonly change: "create" | "modify" | "delete";
  /** A unified diff, or a line that says what changed. Not yet redacted. */
  readonly diff: string;
  /** Resolved: the policy decides it before the commit. */
  readonly effect: WriteEffect | DeleteEffect;
  /** The reason why the change can't be committed, as a clause. A stage with such a change is only dropped. */
  readonly obstacle?: string;
  /** The reason why a commit skips the change, as a clause. */
  readonly leftOut?: string;
}

/** The ports of a session that work in the stage. */
export type StagePorts = Pick<
  SessionOptions,
  "workspace" | "processes" | "jobs" | "sandboxFactory" | "snapshots"
>;

/** A throw-away view of the workspace. */
export interface Stage {
  readonly ports: StagePorts;
  /** The cost of opening it, for people; null when that doesn't depend on the workspace. */
  readonly cost: string | null;
  /** Keeps the originals of the files that were changed so far, so that a commit can merge. Never rejects. */
  note(): Promise<void>;
  /**
   * Ends everything that runs in the stage and takes its changes. What is returned is what a commit writes,
   * whatever happens to the view afterwards. Called once.
   */
  freeze(): Promise<readonly StagedFile[]>;
  /**
   * Makes all changes in the workspace, or none, and records them as the call's, so that one undo reverts
   * them. Merges with changes that others made meanwhile.
   *
   * Errors: ToolError `file-changed` for a change that can't be merged, naming the file; then nothing
   * was changed.
   */
  commit(request: Pick<SnapshotRequest, "sessionId" | "callId">): Promise<UndoOutlook>;
  /** Removes it with everything in it. Never rejects. */
  drop(): Promise<void>;
}
