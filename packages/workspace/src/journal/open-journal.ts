import { hash } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { leavesNothing } from "@toolwright/core/internal";
import type { CallIntent, CallRecord } from "@toolwright/core/ports";
import { systemCode } from "../access/failures.ts";
import { namesIn } from "../state/names-in.ts";
import { replaceStateFile } from "../state/replace-state-file.ts";
import type { StateOf } from "./interrupted.ts";
import { JournalDatabase, databaseName } from "./journal-database.ts";
import type { EndedCall } from "./entry-writer.ts";
import { JournalError, journalErrorOf, notJournalled } from "./journal-error.ts";
import type {
  BlobId,
  EntryId,
  EntryQuery,
  JournalStore,
  JournalSummary,
  PathChange,
  PruneReport,
  Retention,
  RevertEntry,
} from "./journal-store.ts";
import { Pruner } from "./retention.ts";
import { keyOf, SqliteJournal } from "./sqlite-journal.ts";
import { readStateFile } from "../state/read-state-file.ts";

export interface OpenJournalOptions {
  readonly stateDirectory: string;
  /** The real path of the workspace's folder. */
  readonly workspace: string;
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly now?: () => number;
  /**
   * Looks up the state of a path when the journal is next opened, for the entries of processes that
   * died. Without it, their changes stay unknown.
   */
  readonly stateOf?: StateOf;
  /** Receives problems that don't stop the work: a sentence or two for people, each once. */
  readonly onNotice?: (notice: string) => void;
  /** For readers: fails if the journal can't be opened, instead of using one in memory. */
  readonly isRequired?: boolean;
  /** Deletes old entries automatically, in the background. Default: nothing is deleted. */
  readonly retention?: Retention;
}

const workspaceFileName = "workspace.json";
/**
 * Calls that changed nothing are written together, after this number or this time since the first.
 */
const maxHeld = 100;
const maxHeldMs = 50;
/** The size limit of a journal in memory. */
const maxMemoryBytes = 64 * 1024 * 1024;

/** The folder of a workspace's journal, named after the workspace's real path. */
export function journalDirectory(stateDirectory: string, workspace: string): string {
  return join(stateDirectory, "journal", hash("sha256", workspace).slice(0, 32));
}

/** Whether the workspace has a journal. */
export function hasJournal(stateDirectory: string, workspace: string): boolean {
  return existsSync(join(journalDirectory(stateDirectory, workspace), databaseName));
}

/** The workspaces that have a journal, by their real paths at that time. */
export function journalledWorkspaces(stateDirectory: string): readonly string[] {
  const directory = join(stateDirectory, "journal");
  return namesIn(directory).flatMap((name) => {
    try {
      const text = readStateFile(join(directory, name, workspaceFileName)).toString();
      const { path } = JSON.parse(text) as { readonly path?: unknown };
      return typeof path === "string" ? [path] : [];
    } catch (error) {
      if (systemCode(error) === null && !(error instanceof SyntaxError)) throw error;
      return [];
    }
  });
}

/**
 * The journal of one workspace, in a folder that only this user can read. Nothing is opened or
 * created before the first entry.
 *
 * A damaged journal is moved aside and a new one started. A journal that can't be opened is
 * replaced by one in memory, so that undo works within the session. Each case is reported once
 * through `onNotice`. `recordIntent` throws a ToolError for a call that would change something and can't
 * be recorded, for example on a full disk; `recordOutcome` never throws; the other methods throw
 * JournalError on failure.
 */
export function openJournal(options: OpenJournalOptions): JournalStore {
  return new LazyJournal(options);
}

/** A journal that ends with its process: for tests, and when the state directory can't be used. */
export function createMemoryJournal({ now = Date.now }: { now?: () => number } = {}): JournalStore {
  return new SqliteJournal(new JournalDatabase(null), { now });
}

class LazyJournal implements JournalStore {
  readonly #options: OpenJournalOptions;
  readonly #directory: string;
  readonly #now: () => number;
  readonly #told = new Set<string>();
  #opened: SqliteJournal | null = null;
  #recorded = 0;
  #pruner: Pruner | null = null;
  /** Intents of calls that change nothing. If such a call is killed, nothing has happened. */
  readonly #waiting = new Map<string, CallIntent>();
  /** Ended calls of that kind: writing each one alone would take longer than most of them. */
  #held: EndedCall[] = [];
  #heldTimer: NodeJS.Timeout | null = null;

  constructor(options: OpenJournalOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#directory = journalDirectory(options.stateDirectory, options.workspace);
  }

  recordIntent(intent: CallIntent): void {
    if (leavesNothing(intent.effects)) this.#waiting.set(keyOf(intent), intent);
    else this.#recordOrRefuse(intent);
  }

  recordOutcome(record: CallRecord): void {
    const intent = this.#waiting.get(keyOf(record));
    const isWaiting = intent?.startedAtMs === record.startedAtMs;
    if (isWaiting) this.#waiting.delete(keyOf(record));
    // The call may have been allowed more while it ran.
    if (isWaiting && leavesNothing(record.outcome.effects)) this.#hold(intent, record);
    else {
      if (isWaiting) this.#record((journal) => journal.recordIntent(intent));
      this.#record((journal) => journal.recordOutcome(record));
    }
    this.#pruner?.recorded();
    this.#recorded += 1;
    if (this.#opened?.isInMemory === true && this.#recorded % 50 === 0) {
      this.#opened.prune({ maxBytes: maxMemoryBytes });
    }
  }

  entryOf(sessionId: string, callId: string): EntryId | null {
    // It is about to change something after all.
    const intent = this.#waiting.get(keyOf({ sessionId, callId }));
    if (intent !== undefined) this.#recordOrRefuse(intent);
    this.#waiting.delete(keyOf({ sessionId, callId }));
    return this.#read(null, (journal) => journal.entryOf(sessionId, callId));
  }

  entry(id: EntryId): ReturnType<JournalStore["entry"]> {
    return this.#read(null, (journal) => journal.entry(id));
  }

  entries(query?: EntryQuery): ReturnType<JournalStore["entries"]> {
    return this.#read([], (journal) => journal.entries(query));
  }

  sessions(limit?: number): ReturnType<JournalStore["sessions"]> {
    return this.#read([], (journal) => journal.sessions(limit));
  }

  keep(bytes: Uint8Array): BlobId {
    return this.#use((journal) => journal.keep(bytes));
  }

  content(blob: BlobId): Uint8Array | null {
    return this.#read(null, (journal) => journal.content(blob));
  }

  recordBefore(entry: EntryId, changes: readonly Omit<PathChange, "after">[]): void {
    this.#use((journal) => journal.recordBefore(entry, changes));
  }

  recordChanges(...recorded: Parameters<JournalStore["recordChanges"]>): void {
    this.#use((journal) => journal.recordChanges(...recorded));
  }

  changes(entry: EntryId): readonly PathChange[] {
    return this.#read([], (journal) => journal.changes(entry));
  }

  lastChangeOf(path: string): ReturnType<JournalStore["lastChangeOf"]> {
    return this.#read(null, (journal) => journal.lastChangeOf(path));
  }

  beginRevert(revert: RevertEntry): EntryId {
    return this.#use((journal) => journal.beginRevert(revert));
  }

  endRevert(entry: EntryId, end: { readonly isOk: boolean; readonly message: string }): void {
    this.#use((journal) => journal.endRevert(entry, end));
  }

  prune(retention: Retention): PruneReport {
    const nothing = { entries: 0, blobs: 0, freedBytes: 0 };
    return this.#read(nothing, (journal) => journal.prune(retention));
  }

  summary(): JournalSummary {
    return this.#read({ entries: 0, bytes: 0, oldestAtMs: null }, (journal) => journal.summary());
  }

  close(): void {
    this.#writeHeld();
    this.#pruner?.end();
    this.#pruner = null;
    this.#opened?.close();
    this.#opened = null;
  }

  #hold(intent: CallIntent, record: CallRecord): void {
    this.#held.push({ intent, record, atMs: this.#now() });
    if (this.#held.length >= maxHeld) this.#writeHeld();
    else this.#heldTimer ??= setTimeout(() => this.#writeHeld(), maxHeldMs).unref();
  }

  #writeHeld(): void {
    if (this.#heldTimer !== null) clearTimeout(this.#heldTimer);
    this.#heldTimer = null;
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    this.#record((journal) => journal.recordEnded(held));
  }

  /** Writes pending intents, for readers who ask which calls are running. */
  #writeWaiting(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const intent of waiting) this.#record((journal) => journal.recordIntent(intent));
  }

  #record(write: (journal: SqliteJournal) => void): void {
    try {
      this.#use(write);
    } catch (error) {
      if (!JournalError.isInstance(error)) throw error;
      this.#tellFailure(error);
    }
  }

  /** What can't be journalled doesn't run. Where no journal could be opened at all, the person has been told. */
  #recordOrRefuse(intent: CallIntent): void {
    try {
      this.#use((journal) => journal.recordIntent(intent));
    } catch (error) {
      if (!JournalError.isInstance(error)) throw error;
      this.#tellFailure(error);
      if (this.#opened !== null) throw notJournalled(error);
    }
  }

  #tellFailure({ code, message }: JournalError): void {
    const consequence =
      this.#opened === null
        ? "Calls continue without being journalled."
        : "Until then, calls that change something are not run, and others are not journalled.";
    this.#tell(code, `${message} ${consequence}`);
  }

  /** Answers a query without creating a journal that doesn't exist yet. */
  #read<T>(empty: T, question: (journal: JournalStore) => T): T {
    const { stateDirectory, workspace } = this.#options;
    this.#writeHeld();
    this.#writeWaiting();
    const isThere = this.#opened ?? hasJournal(stateDirectory, workspace);
    return isThere === false ? empty : this.#use(question);
  }

  #use<T>(work: (journal: SqliteJournal) => T): T {
    // Keeps the order of events.
    this.#writeHeld();
    try {
      return work(this.#journal());
    } catch (thrown) {
      const error = journalErrorOf(thrown, this.#directory);
      if (!JournalError.isInstance(error) || error.code !== "corrupt") throw error;
      this.#moveAside(error);
    }
    try {
      return work(this.#journal());
    } catch (thrown) {
      throw journalErrorOf(thrown, this.#directory);
    }
  }

  #journal(): SqliteJournal {
    if (this.#opened !== null) return this.#opened;
    try {
      this.#opened = this.#open();
    } catch (thrown) {
      const error = journalErrorOf(thrown, this.#directory);
      if (!JournalError.isInstance(error) || error.code === "corrupt") throw error;
      if (this.#options.isRequired === true) throw error;
      this.#opened = new SqliteJournal(new JournalDatabase(null), { now: this.#now });
      this.#tell(
        error.code,
        `${error.message} Until then the journal is kept in memory, and undo works within this session only.`,
      );
    }
    return this.#opened;
  }

  #open(): SqliteJournal {
    const { workspace, stateOf, retention } = this.#options;
    const database = new JournalDatabase(this.#directory);
    try {
      const file = join(this.#directory, workspaceFileName);
      if (!existsSync(file)) replaceStateFile(file, `${JSON.stringify({ path: workspace })}\n`);
      const journal = new SqliteJournal(database, { now: this.#now, stateOf });
      if (retention !== undefined) {
        this.#pruner = new Pruner({ database, journal, retention, now: this.#now });
      }
      return journal;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #moveAside(error: JournalError): void {
    this.#pruner?.end();
    this.#pruner = null;
    try {
      this.#opened?.close();
    } catch {
      // A damaged database may fail to close; it is dropped anyway.
    }
    this.#opened = null;
    const time = new Date(this.#now()).toISOString().replaceAll(/[:.]/g, "-");
    const aside = join(this.#directory, `${databaseName}.corrupt-${time}`);
    for (const suffix of ["-wal", "-shm", ""]) {
      const file = join(this.#directory, `${databaseName}${suffix}`);
      if (existsSync(file)) renameSync(file, `${aside}${suffix}`);
    }
    this.#tell(
      "corrupt",
      `${error.message} It was moved to ${aside} and a new journal was started. Earlier calls can't be undone.`,
    );
  }

  #tell(key: string, notice: string): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.onNotice?.(notice);
  }
}
