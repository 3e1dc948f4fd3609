import type { Effect, Journal, Outcome, OutcomeStatus, PolicyDecision } from "@toolwright/core";
import type { ApprovalRecord } from "@toolwright/core/internal";
import type { MaybePromise } from "@toolwright/core/ports";

/** Number of an entry in its journal; later entries have larger ones, across processes. */
export type EntryId = number;

/** The SHA-256 of a content, in hexadecimal: equal contents are kept once. */
export type BlobId = string;

/** What was at a path at one moment. Links are themselves, not what they lead to. */
export type PathState =
  | { readonly kind: "absent" }
  /** `blob` is null when the content wasn't kept, and `reason` says why. */
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
   * A device, socket or FIFO, or what isn't kept for another `reason`. `identity` tells whether it is
   * still the same one.
   */
  | { readonly kind: "other"; readonly reason?: string; readonly identity?: string };

/** What an entry did to one path. */
export interface PathChange {
  /** Absolute and real but for its last segment. */
  readonly path: string;
  readonly before: PathState;
  /** Null while it isn't known: the call runs, or its process was killed. */
  readonly after: PathState | null;
}

export type EntryKind = "call" | "undo" | "redo";

/**
 * `open`: it runs, or was about to. `interrupted`: its process died meanwhile, so that what it did
 * isn't known but for its changes, which were looked at when the journal was opened the next time.
 */
export type EntryStatus = "open" | "interrupted" | OutcomeStatus;

/** One call, or one undo or redo, without what it changed. */
export interface JournalEntry {
  readonly id: EntryId;
  readonly kind: EntryKind;
  readonly sessionId: string;
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  readonly agent: string;
  readonly input: unknown;
  readonly status: EntryStatus;
  /** Empty before they were known. */
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision | null;
  readonly approvals: readonly ApprovalRecord[];
  /** Null while it is open, and for good when it was interrupted. */
  readonly outcome: Outcome | null;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** How many paths it changed; null while that isn't known. */
  readonly changeCount: number | null;
  /** Of an undo or redo: the entries that it took back. */
  readonly reverts: readonly EntryId[];
  /** The last entry that took this one back and holds; null when its changes are in force. */
  readonly revertedBy: EntryId | null;
  /** Why it can't be undone, a sentence each; empty when it can. */
  readonly notUndoable: readonly string[];
}

export interface EntryQuery {
  readonly sessionId?: string;
  readonly turn?: number;
  readonly callId?: string;
  /** Only those that changed a path, or may have. */
  readonly changing?: boolean;
  /** Only entries before or after this one. */
  readonly before?: EntryId;
  readonly after?: EntryId;
  /** The newest so many. Default: 50. */
  readonly limit?: number;
}

export interface JournalSession {
  readonly id: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly entryCount: number;
}

/** A new entry that isn't a call of a session: an undo or a redo. */
export interface RevertEntry {
  readonly kind: "undo" | "redo";
  readonly sessionId: string;
  readonly reverts: readonly EntryId[];
  readonly summary: string;
}

export interface Retention {
  /** Entries that are older go, with the contents that nothing else needs. Milliseconds. */
  readonly maxAgeMs?: number;
  /** Of entries and contents together, in bytes; the oldest go first. */
  readonly maxBytes?: number;
}

export interface PruneReport {
  readonly entries: number;
  readonly blobs: number;
  readonly freedBytes: number;
}

/** How much a journal holds. */
export interface JournalSummary {
  readonly entries: number;
  /** Of entries and contents together. */
  readonly bytes: number;
  /** Null without any entry. */
  readonly oldestAtMs: number | null;
}

/**
 * What happened in one workspace: calls, what they changed, and the contents before and after.
 * Several processes use one at the same time. All of it is synchronous: a row takes some ten
 * microseconds.
 *
 * Errors: JournalError, whose message says what to do: a full disk, a directory that can't be
 * written, a lock that somebody held too long. A corrupt file is no error: it is moved aside when
 * the journal is opened, which says where to.
 */
export interface JournalStore extends Journal {
  /** Of the entries of one call, by which it is known to snapshots; null for one without an intent. */
  entryOf(sessionId: string, callId: string): EntryId | null;
  entry(id: EntryId): JournalEntry | null;
  /** Newest first. */
  entries(query?: EntryQuery): readonly JournalEntry[];
  sessions(limit?: number): readonly JournalSession[];

  /** Keeps a content, unless it is kept already. */
  keep(bytes: Uint8Array): BlobId;
  /** Null when it was pruned, or never kept. */
  content(blob: BlobId): Uint8Array | null;

  /** What is there before an entry changes it. Written before it does. */
  recordBefore(entry: EntryId, changes: readonly Omit<PathChange, "after">[]): void;
  /**
   * What an entry did, in place of all that was known of its changes. `notUndoable` says, a sentence
   * each, what of it can't be taken back.
   */
  recordChanges(
    entry: EntryId,
    changes: readonly PathChange[],
    notUndoable?: readonly string[],
  ): void;
  /** In the order of their paths. */
  changes(entry: EntryId): readonly PathChange[];
  /** The last entry that changed a path, but for those that were reverted; null for none. */
  lastChangeOf(path: string): { readonly entry: EntryId; readonly after: PathState | null } | null;

  /** Begins an undo or redo, whose changes are then recorded as those of a call are. */
  beginRevert(revert: RevertEntry): EntryId;
  /** Ends it. Only one that is `ok` reverts anything. */
  endRevert(entry: EntryId, end: { readonly isOk: boolean; readonly message: string }): void;

  /** Deletes what retention doesn't keep. What is open is never deleted. */
  prune(retention: Retention): PruneReport;
  summary(): JournalSummary;
  close(): void;
}

type Awaitable<Method> = Method extends (...given: infer Given) => infer Answer
  ? (...given: Given) => MaybePromise<Answer>
  : Method;

/**
 * A journal whose entries may lie elsewhere, as in a server's database: snapshots, undo and whoever shows
 * entries await each answer. Every JournalStore is one.
 *
 * Contents stay on the machine whose files they are, and are kept and read at once: an undo that fails
 * needs them between two renames, when nothing else may happen.
 */
export type AwaitableJournal = Pick<JournalStore, "keep" | "content"> & {
  readonly [Name in Exclude<keyof JournalStore, "keep" | "content">]: Awaitable<JournalStore[Name]>;
};
