import type { Effect, PolicyDecision } from "@toolwright/core";
import type { CallIntent, CallRecord, JournalledCall } from "@toolwright/core/ports";
import { boundedDecision, boundedEffects, boundedJson, boundedOutcome } from "./entry-content.ts";
import { packDecision } from "./entry-row.ts";
import type { JournalDatabase } from "./journal-database.ts";
import type { EntryId, JournalEntry } from "./journal-store.ts";
import { ownProcess } from "./processes.ts";
import { lastEntryFact, lastTimeFact } from "./prune.ts";

/** A call that has ended without changing anything. */
export interface EndedCall {
  readonly intent: CallIntent;
  readonly record: CallRecord;
  /** The time of its end, in milliseconds since the epoch. */
  readonly atMs: number;
}

interface EndedSession {
  readonly id: number;
  turn: number;
  lastEntry: EntryId;
  /** Entries not yet counted. */
  count: number;
}

export interface NewEntry {
  readonly kind?: JournalEntry["kind"];
  readonly status: JournalEntry["status"];
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision | null;
  readonly approvals: string;
  readonly changeCount: number | null;
  readonly hasIntent?: false;
}

/** Writes the rows of entries. Numbers and times never decrease, even across processes. */
export class EntryWriter {
  readonly #database: JournalDatabase;
  readonly #now: () => number;
  /** The row of this process, once it has written something. */
  #process: number | null = null;

  constructor(database: JournalDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Writes calls with their intent and outcome, in one transaction and few statements. */
  addEnded(calls: readonly EndedCall[]): void {
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

  /** The row of the call's session, created if missing and looked up once. */
  #sessionAmong(
    sessions: Map<string, EndedSession>,
    call: JournalledCall,
    startedMs: number,
    entry: EntryId,
  ): EndedSession {
    const known = sessions.get(call.sessionId);
    if (known !== undefined) return known;
    const id = this.#sessionOf(call, startedMs, entry);
    // The session's row has already counted its first entry.
    const session = { id, turn: call.turn, lastEntry: entry, count: -1 };
    sessions.set(call.sessionId, session);
    return session;
  }

  add(call: JournalledCall, about: NewEntry): { readonly id: EntryId; readonly approvals: string } {
    // Remembered for the next call only after the transaction succeeds.
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

  /** False if the entry doesn't exist or is no longer open. */
  end(
    id: EntryId,
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
      `INSERT INTO entries (id, kind, session, turn, call_id, parent_call_id, tool, agent, status, has_intent, process,
         at_ms, started_ms, ended_ms, change_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      at.id,
      about.kind ?? "call",
      at.session,
      call.turn,
      call.callId,
      call.parentCallId ?? null,
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

  /** Updates the effects; those allowed during the call come after the original ones. */
  addEffects(id: EntryId, effects: readonly Effect[]): void {
    this.#database.run(
      "UPDATE intents SET effects = ? WHERE entry = ?",
      JSON.stringify(boundedEffects(effects)),
      id,
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
}

/** The start time, corrected for changes of the clock since the last entry. */
function startOf({ startedAtMs }: JournalledCall, nowMs: number, atMs: number): number {
  return atMs - Math.max(0, nowMs - startedAtMs);
}
