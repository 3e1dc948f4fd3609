import type { Effect, Journal, Outcome, OutcomeStatus, PolicyDecision } from "@toolwright/core";
import type { ApprovalRecord } from "@toolwright/core/internal";
import type { MaybePromise } from "@toolwright/core/ports";

/** The number of an entry in its journal; later entries have larger numbers, across processes. */
export type EntryId = number;

/** The SHA-256 of a content, in hexadecimal. Equal contents are stored once. */
export type BlobId = string;

/** The state of a path at one moment. Links aren't followed. */
export type PathState =
  | { readonly kind: "absent" }
  /** `blob` is null if the content wasn't kept; `reason` says why. */
  | {
      readonly kind: "file";
      readonly blob: BlobId | null;
      readonly size: number;
      /** Permission bits. */
      readonly mode: number;
      readonly reason?: string;
    }
  | { readonly kind: "directory"; readonly mode: number }
  | { readonly kind: "link"; readonly target: string }
  /**
   * A device, socket or FIFO, or a file that isn't kept for another `reason`. `identity` shows
   * whether it is still the same one.
   */
  | { readonly kind: "other"; readonly reason?: string; readonly identity?: string };

/** The change that an entry made to one path. */
export interface PathChange {
  /** Absolute, and real except for its last segment. */
  readonly path: string;
  readonly before: PathState;
  /** Null while unknown: the call is running, or its process was killed. */
  readonly after: PathState | null;
}

export type EntryKind = "call" | "undo" | "redo";

/**
 * `open`: running, or about to run. `interrupted`: its process died. Its changes were recorded when
 * the journal was next opened; nothing else is known.
 */
export type EntryStatus = "open" | "interrupted" | OutcomeStatus;

/** One call, undo or redo, without its changes. */
export interface JournalEntry {
  readonly id: EntryId;
  readonly kind: EntryKind;
  readonly sessionId: string;
  readonly turn: number;
  readonly callId: string;
  /** The call of the same session that made this one, such as a program's. */
  readonly parentCallId?: string;
  readonly tool: string;
  readonly agent: string;
  readonly input: unknown;
  readonly status: EntryStatus;
  /** Empty until they are known. */
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision | null;
  readonly approvals: readonly ApprovalRecord[];
  /** Null while the entry is open, and for an interrupted one. */
  readonly outcome: Outcome | null;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** The number of paths it changed; null while unknown. */
  readonly changeCount: number | null;
  /** For an undo or redo: the entries that it reverts. */
  readonly reverts: readonly EntryId[];
  /** The entry that reverts this one and is in force; null if its changes are in force. */
  readonly revertedBy: EntryId | null;
  /** Reasons why the entry can't be undone, one sentence each; empty if it can. */
  readonly notUndoable: readonly string[];
}

export interface EntryQuery {
  readonly sessionId?: string;
  /** Also the sessions of the session's sub-agents, and theirs, whose names begin with its own. */
  readonly includesChildren?: boolean;
  readonly turn?: number;
  readonly callId?: string;
  /** Only calls that this one made. */
  readonly parentCallId?: string;
  /** Only entries that changed a path, or may have. */
  readonly changing?: boolean;
  /** Only entries before or after this one. */
  readonly before?: EntryId;
  readonly after?: EntryId;
  /** The maximum number, newest first. Default: 50. */
  readonly limit?: number;
}

export interface JournalSession {
  readonly id: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly entryCount: number;
}

/** A new entry for an undo or redo. */
export interface RevertEntry {
  readonly kind: "undo" | "redo";
  readonly sessionId: string;
  readonly reverts: readonly EntryId[];
  readonly summary: string;
}

export interface Retention {
  /** Older entries are deleted, with contents that nothing else needs. Milliseconds. */
  readonly maxAgeMs?: number;
  /** Limit for entries and contents together, in bytes; the oldest are deleted first. */
  readonly maxBytes?: number;
}

export interface PruneReport {
  readonly entries: number;
  readonly blobs: number;
  readonly freedBytes: number;
}

/** The amount of data in a journal. */
export interface JournalSummary {
  readonly entries: number;
  /** The size of entries and contents together. */
  readonly bytes: number;
  /** Null if there are no entries. */
  readonly oldestAtMs: number | null;
}

/**
 * The history of one workspace: calls, their changes, and the contents before and after. Several
 * processes may use it at the same time. All methods are synchronous: a row takes some ten
 * microseconds.
 *
 * Errors: JournalError for a full disk, a directory that can't be written, or a lock held for too
 * long. The message gives the next step. A corrupt file is no error: it is moved aside when the
 * journal is opened, and a notice says where.
 */
export interface JournalStore extends Journal {
  /** The entry of a call, for snapshots; null for a call without an intent. */
  entryOf(sessionId: string, callId: string): EntryId | null;
  entry(id: EntryId): JournalEntry | null;
  /** Newest first. */
  entries(query?: EntryQuery): readonly JournalEntry[];
  sessions(limit?: number): readonly JournalSession[];

  /** Stores a content, unless it is already stored. */
  keep(bytes: Uint8Array): BlobId;
  /** Null if it was pruned, or never stored. */
  content(blob: BlobId): Uint8Array | null;

  /** Records the state of paths before an entry changes them. To be called before the change. */
  recordBefore(entry: EntryId, changes: readonly Omit<PathChange, "after">[]): void;
  /**
   * Records the changes of an entry, replacing those recorded before. `notUndoable` lists what
   * can't be undone, one sentence each. With `areMore`, others may come that nobody records.
   */
  recordChanges(
    entry: EntryId,
    changes: readonly PathChange[],
    notUndoable?: readonly string[],
    areMore?: boolean,
  ): void;
  /** Sorted by path. */
  changes(entry: EntryId): readonly PathChange[];
  /** The last change of a path that wasn't reverted; null if there is none. */
  lastChangeOf(path: string): { readonly entry: EntryId; readonly after: PathState | null } | null;

  /** Begins an undo or redo. Its changes are then recorded like those of a call. */
  beginRevert(revert: RevertEntry): EntryId;
  /** Ends it. Only a successful one reverts anything. */
  endRevert(entry: EntryId, end: { readonly isOk: boolean; readonly message: string }): void;

  /** Deletes everything beyond the retention limits. Open entries are never deleted. */
  prune(retention: Retention): PruneReport;
  summary(): JournalSummary;
  close(): void;
}

type Awaitable<Method> = Method extends (...given: infer Given) => infer Answer
  ? (...given: Given) => MaybePromise<Answer>
  : Method;

/**
 * A journal whose entries may be stored elsewhere, such as in a server's database. Snapshots, undo
 * and readers of entries await each answer. Every JournalStore is one.
 *
 * Contents stay on the machine of their files and are stored and read synchronously. A failing undo
 * needs them between two renames, when nothing else may run.
 */
export type AwaitableJournal = Pick<JournalStore, "keep" | "content"> & {
  readonly [Name in Exclude<keyof JournalStore, "keep" | "content">]: Awaitable<JournalStore[Name]>;
};
