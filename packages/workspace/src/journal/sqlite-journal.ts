import { isDeepStrictEqual } from "node:util";
import type {
  CallIntent,
  CallRecord,
  Effect,
  JournalledCall,
  PolicyDecision,
} from "@toolwright/core";
import { ContentStore } from "./content-store.ts";
import {
  boundedDecision,
  boundedEffects,
  boundedJson,
  boundedOutcome,
  mayChangePaths,
  revertOutcome,
} from "./entry-content.ts";
import { entryColumns, entryFrom, packDecision } from "./entry-row.ts";
import { type StateOf, endInterrupted } from "./interrupted.ts";
import { type JournalDatabase, textOf } from "./journal-database.ts";
import type {
  BlobId,
  EntryId,
  EntryQuery,
  JournalEntry,
  JournalSession,
  JournalStore,
  PathChange,
  PathState,
  PruneReport,
  Retention,
  RevertEntry,
} from "./journal-store.ts";
import { packState, unpackState } from "./path-state-row.ts";
import { ownProcess } from "./processes.ts";
import { lastEntryFact, lastTimeFact, prune, suspectContentsOf } from "./prune.ts";
import { refreshRevertedBy } from "./reverted-by.ts";

interface Running {
  readonly id: EntryId;
  /** As the call said it, to tell a repeated id from the call that had it first. */
  readonly givenStartMs: number;
  readonly approvals: string;
}

/** A call that has ended and left nothing. */
export interface EndedCall {
  readonly intent: CallIntent;
  readonly record: CallRecord;
  /** When it ended, in milliseconds since the epoch. */
  readonly atMs: number;
}

interface EndedSession {
  readonly id: number;
  turn: number;
  lastEntry: EntryId;
  /** Entries that are yet to be counted. */
  count: number;
}

interface NewEntry {
  readonly kind?: JournalEntry["kind"];
  readonly status: JournalEntry["status"];
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision | null;
  readonly approvals: string;
  readonly changeCount: number | null;
  readonly hasIntent?: false;
}

/** A session's end is the latest among so many of its last calls, which may have run side by side. */
const maxAtOnce = 100;

export interface SqliteJournalOptions {
  readonly now: () => number;
  readonly stateOf?: StateOf | undefined;
}

/**
 * The journal in an open database. Everything it throws is SQLite's, or the file system's: whoever
 * opened it gives that its words.
 */
export class SqliteJournal implements JournalStore {
  readonly #database: JournalDatabase;
  readonly #contents: ContentStore;
  readonly #now: () => number;
  /** The row of this process, once it has written something. */
  #process: number | null = null;
  /** Calls of this process between their intent and their outcome. */
  readonly #running = new Map<string, Running>();

  constructor(database: JournalDatabase, { now, stateOf }: SqliteJournalOptions) {
    this.#database = database;
    this.#now = now;
    this.#contents = new ContentStore(database, now);
    endInterrupted(database, {
      record: (entry, changes) => this.recordChanges(entry, changes),
      changes: (entry) => this.changes(entry),
      stateOf: stateOf && ((path) => stateOf(path, (bytes) => this.keep(bytes))),
    });
  }

  /** Calls from their intent to their outcome, in one transaction and few statements. */
  recordEnded(calls: readonly EndedCall[]): void {
    let ownRow = this.#process;
    this.#database.transaction(() => {
      ownRow ??= ownProcess(this.#database);
      let last = this.#last();
      const sessions = new Map<string, EndedSession>();
      for (const { intent, record, atMs: wasMs } of calls) {
        last = { id: last.id + 1, atMs: Math.max(wasMs, last.atMs) };
        const { id, atMs } = last;
        const startedMs = startOf(intent, wasMs, atMs);
        const session = this.#sessionAmong(sessions, intent, startedMs, id);
        session.lastEntry = id;
        session.turn = Math.max(session.turn, intent.turn);
        session.count += 1;
        const status = record.outcome.status;
        this.#insertEntry(
          { id, atMs, startedMs, session: session.id, process: ownRow, endedMs: atMs },
          intent,
          { status, changeCount: 0 },
        );
        const approvals = JSON.stringify(intent.approvals);
        this.#insertIntent(id, intent.input, {
          effects: boundedEffects(intent.effects),
          decision: boundedDecision(intent.decision),
          approvals,
        });
        const asked = JSON.stringify(record.approvals);
        this.#insertOutcome(id, boundedOutcome(record.outcome), asked === approvals ? null : asked);
      }
      for (const { id, turn, lastEntry, count } of sessions.values()) {
        this.#database.run(
          `UPDATE sessions SET turn = max(turn, ?), last_entry = ?, entry_count = entry_count + ? WHERE id = ?`,
          turn,
          lastEntry,
          count,
          id,
        );
      }
    });
    this.#process = ownRow;
  }

  /** The row of the call's session, which is looked for once and made when it isn't there. */
  #sessionAmong(
    sessions: Map<string, EndedSession>,
    call: JournalledCall,
    startedMs: number,
    entry: EntryId,
  ): EndedSession {
    const known = sessions.get(call.sessionId);
    if (known !== undefined) return known;
    const id = this.#sessionOf(call, startedMs, entry);
    // That has counted its first entry.
    const session = { id, turn: call.turn, lastEntry: entry, count: -1 };
    sessions.set(call.sessionId, session);
    return session;
  }

  recordIntent(intent: CallIntent): void {
    const approvals = JSON.stringify(intent.approvals);
    const added = this.#add(intent, {
      status: "open",
      effects: boundedEffects(intent.effects),
      decision: boundedDecision(intent.decision),
      approvals,
      changeCount: mayChangePaths(intent.effects) ? null : 0,
    });
    this.#running.set(keyOf(intent), { ...added, givenStartMs: intent.startedAtMs, approvals });
  }

  recordOutcome(record: CallRecord): void {
    const { outcome, sessionId, callId } = record;
    const approvals = JSON.stringify(record.approvals);
    const key = keyOf(record);
    this.#database.transaction(() => {
      const running = this.#running.get(key);
      if (running?.givenStartMs === record.startedAtMs) {
        this.#running.delete(key);
        const isNew = approvals !== running.approvals;
        if (this.#end(running, outcome.status, boundedOutcome(outcome), isNew ? approvals : null)) {
          return;
        }
      }
      // It never came to run, or its intent couldn't be written.
      const added = this.#add(
        { ...record, sessionId, callId },
        {
          status: "open",
          effects: boundedEffects(outcome.effects),
          decision: boundedDecision(outcome.decision),
          approvals,
          changeCount: 0,
          hasIntent: false,
        },
      );
      this.#end(added, outcome.status, boundedOutcome(outcome), null);
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
    return row === undefined ? null : entryFrom(row, this.#revertsOf(id));
  }

  entries(query: EntryQuery = {}): readonly JournalEntry[] {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    const where = (condition: string, value?: string | number): void => {
      conditions.push(condition);
      if (value !== undefined) values.push(value);
    };
    if (query.sessionId !== undefined) {
      where("s.name = ? AND e.id BETWEEN s.first_entry AND s.last_entry", query.sessionId);
    }
    if (query.turn !== undefined) where("e.turn = ?", query.turn);
    if (query.callId !== undefined) where("e.call_id = ?", query.callId);
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
      entryFrom(row, row["kind"] === "call" ? [] : this.#revertsOf(Number(row["id"]))),
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
  ): void {
    this.#contents.naming(() => {
      if (!this.#exists(entry)) return;
      this.#replaceChanges(entry, changes);
      const isWhole = changes.every(({ after }) => after !== null);
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
      const { id } = this.#add(
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
      this.#end({ id }, outcome.status, boundedOutcome(outcome), null);
      if (row["has_changes"] === 0) {
        this.#database.run("UPDATE entries SET change_count = 0 WHERE id = ?", id);
      }
      if (!end.isOk) return;
      for (const target of this.#revertsOf(id)) refreshRevertedBy(this.#graph, target);
    });
  }

  prune(retention: Retention, maxEntries: number = Infinity): PruneReport {
    return prune(
      { database: this.#database, contents: this.#contents, now: this.#now },
      retention,
      maxEntries,
    );
  }

  /** Gives the space of what was deleted back to the disk. */
  tidy(): void {
    this.#contents.sweepFiles();
    this.#database.rows("PRAGMA incremental_vacuum");
  }

  close(): void {
    this.#database.close();
  }

  readonly #graph = {
    revertersOf: (id: EntryId) =>
      this.#database
        .rows(
          `SELECT entry FROM reverts JOIN entries ON id = entry WHERE target = ? AND status = 'ok'`,
          id,
        )
        .map((row) => Number(row["entry"])),
    revertsOf: (id: EntryId) => this.#revertsOf(id),
    revertedBy: (id: EntryId) => {
      const by = this.#database.row("SELECT reverted_by FROM entries WHERE id = ?", id);
      return typeof by?.["reverted_by"] === "number" ? by["reverted_by"] : null;
    },
    setRevertedBy: (id: EntryId, by: EntryId | null) => {
      this.#database.run("UPDATE entries SET reverted_by = ? WHERE id = ?", by, id);
    },
  };

  #add(
    call: JournalledCall,
    about: NewEntry,
  ): { readonly id: EntryId; readonly approvals: string } {
    // Kept for the next call only once it is written.
    let ownRow = this.#process;
    const added = this.#database.transaction(() => {
      const nowMs = this.#now();
      const last = this.#last();
      const id = last.id + 1;
      const atMs = Math.max(nowMs, last.atMs);
      const startedMs = startOf(call, nowMs, atMs);
      const session = this.#sessionOf(call, startedMs, id);
      ownRow ??= ownProcess(this.#database);
      this.#insertEntry(
        { id, atMs, startedMs, session, process: ownRow, endedMs: null },
        call,
        about,
      );
      this.#insertIntent(id, call.input, about);
      return { id, approvals: about.approvals };
    });
    this.#process = ownRow;
    return added;
  }

  /** False when it isn't there, or isn't open any more. */
  #end(
    { id }: Pick<Running, "id">,
    status: JournalEntry["status"],
    outcome: string,
    approvals: string | null,
  ): boolean {
    return this.#database.transaction(() => {
      const endedMs = Math.max(this.#now(), this.#last().atMs);
      const { count } = this.#database.run(
        `UPDATE entries SET status = ?, ended_ms = max(started_ms, ?) WHERE id = ? AND status = 'open'`,
        status,
        endedMs,
        id,
      );
      if (count === 0) return false;
      this.#insertOutcome(id, outcome, approvals);
      return true;
    });
  }

  #insertEntry(
    at: {
      readonly id: EntryId;
      readonly atMs: number;
      readonly startedMs: number;
      readonly endedMs: number | null;
      readonly session: number;
      readonly process: number;
    },
    call: JournalledCall,
    about: Pick<NewEntry, "kind" | "status" | "hasIntent" | "changeCount">,
  ): void {
    this.#database.run(
      `INSERT INTO entries (id, kind, session, turn, call_id, tool, agent, status, has_intent, process,
         at_ms, started_ms, ended_ms, change_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      at.id,
      about.kind ?? "call",
      at.session,
      call.turn,
      call.callId,
      call.tool,
      call.agent,
      about.status,
      Number(about.hasIntent ?? true),
      at.process,
      at.atMs,
      at.startedMs,
      at.endedMs,
      about.changeCount,
    );
  }

  #insertIntent(
    id: EntryId,
    input: unknown,
    { effects, decision, approvals }: Pick<NewEntry, "effects" | "decision" | "approvals">,
  ): void {
    this.#database.run(
      "INSERT INTO intents (entry, input, effects, decision, approvals) VALUES (?, ?, ?, ?, ?)",
      id,
      boundedJson(input),
      JSON.stringify(effects),
      packDecision(decision, effects),
      approvals,
    );
  }

  #insertOutcome(id: EntryId, outcome: string, approvals: string | null): void {
    this.#database.run(
      "INSERT INTO outcomes (entry, outcome, approvals) VALUES (?, ?, ?)",
      id,
      outcome,
      approvals,
    );
  }

  #sessionOf({ sessionId, turn }: JournalledCall, startedMs: number, entry: EntryId): number {
    const row = this.#database.row(
      `INSERT INTO sessions (name, started_ms, turn, first_entry, last_entry, entry_count)
       VALUES (?1, ?2, ?3, ?4, ?4, 1)
       ON CONFLICT (name) DO UPDATE SET turn = max(turn, ?3), last_entry = ?4, entry_count = entry_count + 1
       RETURNING id`,
      sessionId,
      startedMs,
      turn,
      entry,
    );
    return Number(row?.["id"]);
  }

  #last(): { readonly id: EntryId; readonly atMs: number } {
    const row = this.#database.row("SELECT id, at_ms FROM entries ORDER BY id DESC LIMIT 1");
    if (row !== undefined) return { id: Number(row["id"]), atMs: Number(row["at_ms"]) };
    const fact = (name: string): number => Number(this.#database.fact(name) ?? 0);
    return { id: fact(lastEntryFact), atMs: fact(lastTimeFact) };
  }

  #exists(entry: EntryId): boolean {
    return this.#database.row("SELECT 1 FROM entries WHERE id = ?", entry) !== undefined;
  }

  #revertsOf(id: EntryId): readonly EntryId[] {
    return this.#database
      .rows("SELECT target FROM reverts WHERE entry = ? ORDER BY target", id)
      .map((row) => Number(row["target"]));
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

  /** What is known already and right is left as it is: most calls do what they said. */
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

function keyOf({ sessionId, callId }: Pick<JournalledCall, "sessionId" | "callId">): string {
  return `${sessionId}\0${callId}`;
}

/** As long ago as it was, whatever was done to the clock since the last entry. */
function startOf({ startedAtMs }: JournalledCall, nowMs: number, atMs: number): number {
  return atMs - Math.max(0, nowMs - startedAtMs);
}
