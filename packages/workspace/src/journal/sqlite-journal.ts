import { isDeepStrictEqual } from "node:util";
import { mayChangeFiles } from "@toolwright/core/internal";
import type { CallIntent, CallRecord, JournalledCall } from "@toolwright/core/ports";
import { ContentStore } from "./content-store.ts";
import { boundedDecision, boundedEffects, boundedOutcome, revertOutcome } from "./entry-content.ts";
import { entryColumns, entryFrom } from "./entry-row.ts";
import { type StateOf, endInterrupted } from "./interrupted.ts";
import { type JournalDatabase, textOf } from "./journal-database.ts";
import { type EndedCall, EntryWriter } from "./entry-writer.ts";
import type {
  BlobId,
  EntryId,
  EntryQuery,
  JournalEntry,
  JournalSession,
  JournalStore,
  JournalSummary,
  PathChange,
  PathState,
  PruneReport,
  Retention,
  RevertEntry,
} from "./journal-store.ts";
import { packState, unpackState } from "./path-state-row.ts";
import { prune, sizeOf, suspectContentsOf } from "./prune.ts";
import { refreshRevertedBy, revertsOf } from "./reverted-by.ts";

interface Running {
  readonly id: EntryId;
  /** The start time that the call gave, which distinguishes a repeated id from its first use. */
  readonly givenStartMs: number;
  readonly approvals: string;
  readonly effectCount: number;
}

/** A session's end is the latest end of this many last calls, which may have run in parallel. */
const maxAtOnce = 100;

/** Returning four megabytes to the disk takes a few milliseconds. */
const pagesAtOnce = 1_000;

export interface SqliteJournalOptions {
  readonly now: () => number;
  readonly stateOf?: StateOf | undefined;
}

/**
 * The journal in an open database. Throws the errors of SQLite and the file system; whoever opened
 * it turns them into messages.
 */
export class SqliteJournal implements JournalStore {
  readonly #database: JournalDatabase;
  readonly #contents: ContentStore;
  readonly #now: () => number;
  readonly #writer: EntryWriter;
  /** Calls of this process between their intent and their outcome. */
  readonly #running = new Map<string, Running>();

  constructor(database: JournalDatabase, { now, stateOf }: SqliteJournalOptions) {
    this.#database = database;
    this.#now = now;
    this.#contents = new ContentStore(database, now);
    this.#writer = new EntryWriter(database, now);
    endInterrupted(database, {
      record: (entry, changes) => this.recordChanges(entry, changes),
      changes: (entry) => this.changes(entry),
      stateOf: stateOf && ((path) => stateOf(path, (bytes) => this.keep(bytes))),
    });
  }

  /** Whether the journal ends with its process. */
  get isInMemory(): boolean {
    return this.#database.directory === null;
  }

  /** Writes calls that changed nothing, with their intent and outcome. */
  recordEnded(calls: readonly EndedCall[]): void {
    this.#writer.addEnded(calls);
  }

  recordIntent(intent: CallIntent): void {
    const approvals = JSON.stringify(intent.approvals);
    const added = this.#writer.add(intent, {
      status: "open",
      effects: boundedEffects(intent.effects),
      decision: boundedDecision(intent.decision),
      approvals,
      changeCount: mayChangeFiles(intent.effects) ? null : 0,
    });
    this.#running.set(keyOf(intent), {
      ...added,
      givenStartMs: intent.startedAtMs,
      approvals,
      effectCount: intent.effects.length,
    });
  }

  recordOutcome(record: CallRecord): void {
    const { outcome } = record;
    const approvals = JSON.stringify(record.approvals);
    const key = keyOf(record);
    this.#database.transaction(() => {
      const running = this.#running.get(key);
      if (running?.givenStartMs === record.startedAtMs) {
        this.#running.delete(key);
        if (outcome.effects.length > running.effectCount)
          this.#writer.addEffects(running.id, outcome.effects);
        const isNew = approvals !== running.approvals;
        if (
          this.#writer.end(
            running.id,
            outcome.status,
            boundedOutcome(outcome),
            isNew ? approvals : null,
          )
        ) {
          return;
        }
      }
      // The call never ran, or its intent couldn't be written.
      const added = this.#writer.add(record, {
        status: "open",
        effects: boundedEffects(outcome.effects),
        decision: boundedDecision(outcome.decision),
        approvals,
        changeCount: 0,
        hasIntent: false,
      });
      this.#writer.end(added.id, outcome.status, boundedOutcome(outcome), null);
    });
  }

  entryOf(sessionId: string, callId: string): EntryId | null {
    const running = this.#running.get(keyOf({ sessionId, callId }));
    if (running !== undefined) return running.id;
    const row = this.#database.row(
      `SELECT e.id FROM entries e JOIN sessions s ON s.id = e.session
       WHERE e.call_id = ? AND s.name = ? AND e.id BETWEEN s.first_entry AND s.last_entry
         AND e.has_intent = 1 AND e.kind = 'call'
       ORDER BY e.id DESC LIMIT 1`,
      callId,
      sessionId,
    );
    return row === undefined ? null : Number(row["id"]);
  }

  entry(id: EntryId): JournalEntry | null {
    const row = this.#database.row(`${entryColumns} WHERE e.id = ?`, id);
    return row === undefined ? null : entryFrom(row, revertsOf(this.#database, id));
  }

  entries(query: EntryQuery = {}): readonly JournalEntry[] {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    const where = (condition: string, ...given: (string | number)[]): void => {
      conditions.push(condition);
      values.push(...given);
    };
    const { sessionId } = query;
    if (sessionId !== undefined) {
      where("e.id BETWEEN s.first_entry AND s.last_entry");
      if (query.includesChildren !== true) where("s.name = ?", sessionId);
      // The character after a slash ends the range of the names that begin with it.
      else
        where(
          "(s.name = ? OR (s.name > ? || '/' AND s.name < ? || '0'))",
          sessionId,
          sessionId,
          sessionId,
        );
    }
    if (query.turn !== undefined) where("e.turn = ?", query.turn);
    if (query.callId !== undefined) where("e.call_id = ?", query.callId);
    if (query.parentCallId !== undefined) where("e.parent_call_id = ?", query.parentCallId);
    if (query.changing === true) where("e.change_count IS NOT 0");
    if (query.before !== undefined) where("e.id < ?", query.before);
    if (query.after !== undefined) where("e.id > ?", query.after);
    const condition = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const rows = this.#database.rows(
      `${entryColumns} ${condition} ORDER BY e.id DESC LIMIT ?`,
      ...values,
      Math.min(query.limit ?? 50, Number.MAX_SAFE_INTEGER),
    );
    return rows.map((row) =>
      entryFrom(row, row["kind"] === "call" ? [] : revertsOf(this.#database, Number(row["id"]))),
    );
  }

  sessions(limit: number = 50): readonly JournalSession[] {
    const rows = this.#database.rows(
      `SELECT name, started_ms, entry_count,
         EXISTS (SELECT 1 FROM entries WHERE status = 'open' AND session = sessions.id) AS is_open,
         (SELECT max(ended_ms) FROM (
            SELECT ended_ms FROM entries WHERE session = sessions.id AND id <= last_entry AND id >= first_entry
            ORDER BY id DESC LIMIT ${maxAtOnce})) AS ended_ms
       FROM sessions ORDER BY last_entry DESC LIMIT ?`,
      Math.min(limit, Number.MAX_SAFE_INTEGER),
    );
    return rows.map((row) => ({
      id: textOf(row["name"]),
      startedAtMs: Number(row["started_ms"]),
      endedAtMs: row["is_open"] === 1 ? null : Number(row["ended_ms"] ?? row["started_ms"]),
      entryCount: Number(row["entry_count"]),
    }));
  }

  keep(bytes: Uint8Array): BlobId {
    return this.#contents.keep(bytes);
  }

  content(blob: BlobId): Uint8Array | null {
    return this.#contents.content(blob);
  }

  recordBefore(entry: EntryId, changes: readonly Omit<PathChange, "after">[]): void {
    if (changes.length === 0) return;
    this.#contents.naming(() => {
      if (!this.#exists(entry)) return;
      for (const { path, before } of changes) this.#addChange(entry, { path, before, after: null });
      this.#database.run(
        "UPDATE entries SET change_count = NULL WHERE id = ? AND change_count IS NOT NULL",
        entry,
      );
    });
  }

  recordChanges(
    entry: EntryId,
    changes: readonly PathChange[],
    notUndoable: readonly string[] = [],
    areMore: boolean = false,
  ): void {
    this.#contents.naming(() => {
      if (!this.#exists(entry)) return;
      this.#replaceChanges(entry, changes);
      const isWhole = !areMore && changes.every(({ after }) => after !== null);
      this.#database.run(
        "UPDATE entries SET change_count = ?, not_undoable = ? WHERE id = ?",
        isWhole ? new Set(changes.map(({ path }) => path)).size : null,
        notUndoable.length === 0 ? null : JSON.stringify(notUndoable),
        entry,
      );
    });
  }

  changes(entry: EntryId): readonly PathChange[] {
    const rows = this.#database.rows(
      `SELECT c.path, c.before, b.hash AS before_hash, c.after, a.hash AS after_hash
       FROM changes c LEFT JOIN blobs b ON b.id = c.before_blob LEFT JOIN blobs a ON a.id = c.after_blob
       WHERE c.entry = ? ORDER BY c.path`,
      entry,
    );
    return rows.map((row) => ({
      path: textOf(row["path"]),
      before: unpackState(row["before"], row["before_hash"]) ?? { kind: "other" },
      after: unpackState(row["after"], row["after_hash"]),
    }));
  }

  lastChangeOf(path: string): { readonly entry: EntryId; readonly after: PathState | null } | null {
    const row = this.#database.row(
      `SELECT c.entry, c.after, b.hash FROM changes c JOIN entries e ON e.id = c.entry
         LEFT JOIN blobs b ON b.id = c.after_blob
       WHERE c.path = ? AND e.reverted_by IS NULL ORDER BY c.entry DESC LIMIT 1`,
      path,
    );
    if (row === undefined) return null;
    return { entry: Number(row["entry"]), after: unpackState(row["after"], row["hash"]) };
  }

  beginRevert({ kind, sessionId, reverts, summary }: RevertEntry): EntryId {
    return this.#database.transaction(() => {
      const session = this.#database.row("SELECT turn FROM sessions WHERE name = ?", sessionId);
      const { id } = this.#writer.add(
        {
          sessionId,
          turn: Number(session?.["turn"] ?? 1),
          callId: "",
          tool: kind,
          agent: "main",
          input: { summary },
          startedAtMs: this.#now(),
        },
        { kind, status: "open", effects: [], decision: null, approvals: "[]", changeCount: null },
      );
      this.#database.run("UPDATE entries SET call_id = ? WHERE id = ?", `${kind}-${id}`, id);
      for (const target of new Set(reverts)) {
        this.#database.run("INSERT INTO reverts (entry, target) VALUES (?, ?)", id, target);
      }
      return id;
    });
  }

  endRevert(id: EntryId, end: { readonly isOk: boolean; readonly message: string }): void {
    this.#database.transaction(() => {
      const row = this.#database.row(
        `SELECT kind, call_id, started_ms, EXISTS (SELECT 1 FROM changes WHERE entry = id) AS has_changes
         FROM entries WHERE id = ? AND kind <> 'call' AND status = 'open'`,
        id,
      );
      if (row === undefined) return;
      const kind = row["kind"] === "undo" ? "undo" : "redo";
      const durationMs = Math.max(0, this.#now() - Number(row["started_ms"]));
      const outcome = revertOutcome(textOf(row["call_id"]), kind, end, durationMs);
      this.#writer.end(id, outcome.status, boundedOutcome(outcome), null);
      if (row["has_changes"] === 0) {
        this.#database.run("UPDATE entries SET change_count = 0 WHERE id = ?", id);
      }
      if (!end.isOk) return;
      for (const target of revertsOf(this.#database, id)) refreshRevertedBy(this.#database, target);
    });
  }

  prune(retention: Retention, maxEntries: number = Infinity): PruneReport {
    return prune(
      { database: this.#database, contents: this.#contents, now: this.#now },
      retention,
      maxEntries,
    );
  }

  /** Returns the space of deleted rows to the disk, a little at a time; true if nothing is left. */
  tidy(): boolean {
    this.#database.rows(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
    const left = this.#database.row("PRAGMA freelist_count")?.["freelist_count"];
    if (Number(left) > 0) return false;
    this.#contents.sweepFiles();
    return true;
  }

  bytes(): number {
    return sizeOf(this.#database, this.#contents);
  }

  summary(): JournalSummary {
    const row = this.#database.row("SELECT count(*) AS count, min(at_ms) AS oldest FROM entries");
    const oldest = row?.["oldest"];
    return {
      entries: Number(row?.["count"]),
      bytes: this.bytes(),
      oldestAtMs: typeof oldest === "number" ? oldest : null,
    };
  }

  close(): void {
    this.#database.close();
  }

  #exists(entry: EntryId): boolean {
    return this.#database.row("SELECT 1 FROM entries WHERE id = ?", entry) !== undefined;
  }

  #addChange(entry: EntryId, { path, before, after }: PathChange): void {
    const was = packState(before, this.#contents);
    const is = after === null ? null : packState(after, this.#contents);
    this.#database.run(
      `INSERT INTO changes (entry, path, before, before_blob, after, after_blob)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (entry, path) DO NOTHING`,
      entry,
      path,
      was.state,
      was.blob,
      is?.state ?? null,
      is?.blob ?? null,
    );
  }

  /** Known changes that are right stay as they are, because most calls do what they announced. */
  #replaceChanges(entry: EntryId, changes: readonly PathChange[]): void {
    const known = new Map(this.changes(entry).map((change) => [change.path, change]));
    const isKnown = ({ path, before }: PathChange): boolean =>
      isDeepStrictEqual(known.get(path)?.before, before);
    const right = new Set(changes.filter(isKnown).map(({ path }) => path));
    const wrong = [...known.keys()].filter((path) => !right.has(path));
    if (wrong.length > 0) suspectContentsOf(this.#database, entry);
    for (const path of wrong) {
      this.#database.run("DELETE FROM changes WHERE entry = ? AND path = ?", entry, path);
    }
    for (const change of changes) {
      const { path, after } = change;
      if (!right.has(path)) {
        this.#addChange(entry, change);
        continue;
      }
      const is = after === null ? null : packState(after, this.#contents);
      this.#database.run(
        "UPDATE changes SET after = ?, after_blob = ? WHERE entry = ? AND path = ?",
        is?.state ?? null,
        is?.blob ?? null,
        entry,
        path,
      );
    }
  }
}

export function keyOf({ sessionId, callId }: Pick<JournalledCall, "sessionId" | "callId">): string {
  return `${sessionId}\0${callId}`;
}
