import { createHash } from "node:crypto";
import type { CallIntent, CallRecord, JournalledCall } from "@toolwright/core";
import {
  boundedDecision,
  boundedEffects,
  boundedJson,
  boundedOutcome,
  mayChangePaths,
  revertOutcome,
} from "./entry-content.ts";
import { keptBlobsAgeMs } from "./retention.ts";
import { refreshRevertedBy } from "./reverted-by.ts";
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

interface MemoryEntry {
  entry: JournalEntry;
  readonly hasIntent: boolean;
  /** Never less than that of an earlier entry. */
  readonly atMs: number;
  /** As the call said it, to tell a repeated id from the call that had it first. */
  readonly givenStartMs: number;
  changes: Map<string, PathChange>;
}

/** A journal that ends with its process: for tests, and where the state directory can't be written. */
export function createMemoryJournal({ now = Date.now }: { now?: () => number } = {}): JournalStore {
  return new MemoryJournal(now);
}

class MemoryJournal implements JournalStore {
  readonly #now: () => number;
  readonly #entries = new Map<EntryId, MemoryEntry>();
  readonly #blobs = new Map<BlobId, { readonly bytes: Uint8Array; keptAtMs: number }>();
  #lastId = 0;
  #lastMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  recordIntent(intent: CallIntent): void {
    this.#add(intent, {
      status: "open",
      effects: copy(boundedEffects(intent.effects)),
      decision: copy(boundedDecision(intent.decision)),
      outcome: null,
      endedAtMs: null,
      changeCount: mayChangePaths(intent.effects) ? null : 0,
    });
  }

  recordOutcome(record: CallRecord): void {
    const { outcome } = record;
    const open = this.#newest(
      ({ entry, givenStartMs }) =>
        entry.status === "open" && isCall(entry, record) && givenStartMs === record.startedAtMs,
    );
    // Those that it was allowed while it ran come after those that it began with.
    const given = boundedEffects(outcome.effects);
    const known = open?.entry.effects ?? [];
    const effects = given.length > known.length ? given : known;
    const decision = open?.entry.decision ?? boundedDecision(outcome.decision);
    const kept = { ...JSON.parse(boundedOutcome(outcome)), effects: copy(effects), decision };
    const ended = {
      status: outcome.status,
      approvals: copy(record.approvals),
      effects: copy(effects),
      outcome: copy(kept),
    };
    if (open === undefined) {
      const { entry } = this.#add(record, {
        ...ended,
        decision: copy(decision),
        endedAtMs: null,
        changeCount: 0,
      });
      this.#change(entry.id, { endedAtMs: this.#endOf(entry) });
      return;
    }
    this.#change(open.entry.id, { ...ended, endedAtMs: this.#endOf(open.entry) });
  }

  entryOf(sessionId: string, callId: string): EntryId | null {
    const found = this.#newest(
      ({ entry, hasIntent }) => hasIntent && isCall(entry, { sessionId, callId }),
    );
    return found?.entry.id ?? null;
  }

  entry(id: EntryId): JournalEntry | null {
    return this.#entries.get(id)?.entry ?? null;
  }

  entries({ limit = 50, ...query }: EntryQuery = {}): readonly JournalEntry[] {
    return this.#newestFirst()
      .map(({ entry }) => entry)
      .filter((entry) => answers(entry, query))
      .slice(0, limit);
  }

  sessions(limit = 50): readonly JournalSession[] {
    const sessions = Map.groupBy(this.#newestFirst(), ({ entry }) => entry.sessionId);
    return Array.from(sessions, ([id, held]) => ({
      id,
      startedAtMs: Math.min(...held.map(({ entry }) => entry.startedAtMs)),
      endedAtMs: held.some(({ entry }) => entry.status === "open")
        ? null
        : Math.max(...held.map(({ entry }) => entry.endedAtMs ?? entry.startedAtMs)),
      entryCount: held.length,
    })).slice(0, limit);
  }

  keep(bytes: Uint8Array): BlobId {
    const id = createHash("sha256").update(bytes).digest("hex");
    const keptAtMs = this.#now();
    const kept = this.#blobs.get(id);
    if (kept === undefined) this.#blobs.set(id, { bytes: Uint8Array.from(bytes), keptAtMs });
    else kept.keptAtMs = keptAtMs;
    return id;
  }

  content(blob: BlobId): Uint8Array | null {
    return this.#blobs.get(blob)?.bytes ?? null;
  }

  recordBefore(id: EntryId, changes: readonly Omit<PathChange, "after">[]): void {
    const held = this.#entries.get(id);
    if (held === undefined) return;
    for (const { path, before } of changes) {
      if (!held.changes.has(path)) held.changes.set(path, { path, before, after: null });
    }
    if (changes.length > 0) this.#change(id, { changeCount: null });
  }

  recordChanges(
    id: EntryId,
    changes: readonly PathChange[],
    notUndoable: readonly string[] = [],
  ): void {
    const held = this.#entries.get(id);
    if (held === undefined) return;
    held.changes = new Map(changes.map((change) => [change.path, copy(change)]));
    const isWhole = changes.every(({ after }) => after !== null);
    this.#change(id, {
      changeCount: isWhole ? held.changes.size : null,
      notUndoable: [...notUndoable],
    });
  }

  changes(id: EntryId): readonly PathChange[] {
    const changes = [...(this.#entries.get(id)?.changes.values() ?? [])];
    return changes.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  }

  lastChangeOf(path: string): { readonly entry: EntryId; readonly after: PathState | null } | null {
    const last = this.#newest(
      ({ entry, changes }) => entry.revertedBy === null && changes.has(path),
    );
    if (last === undefined) return null;
    return { entry: last.entry.id, after: last.changes.get(path)?.after ?? null };
  }

  beginRevert({ kind, sessionId, reverts, summary }: RevertEntry): EntryId {
    const startedAtMs = this.#now();
    const id = this.#lastId + 1;
    this.#add(
      {
        sessionId,
        turn: this.#newest(({ entry }) => entry.sessionId === sessionId)?.entry.turn ?? 1,
        callId: `${kind}-${id}`,
        tool: kind,
        agent: "main",
        input: { summary },
        startedAtMs,
      },
      { kind, status: "open", reverts: [...reverts], changeCount: null },
    );
    return id;
  }

  endRevert(id: EntryId, end: { readonly isOk: boolean; readonly message: string }): void {
    const held = this.#entries.get(id);
    if (held === undefined || held.entry.kind === "call" || held.entry.status !== "open") return;
    const { callId, kind, startedAtMs, reverts } = held.entry;
    const endedAtMs = this.#endOf(held.entry);
    const outcome = revertOutcome(callId, kind, end, endedAtMs - startedAtMs);
    this.#change(id, {
      status: outcome.status,
      outcome,
      endedAtMs,
      ...(held.changes.size === 0 && { changeCount: 0 }),
    });
    if (!end.isOk) return;
    for (const target of reverts) refreshRevertedBy(this.#graph, target);
  }

  summary(): JournalSummary {
    const [oldest] = this.#entries.values();
    return {
      entries: this.#entries.size,
      bytes: this.#bytes(),
      oldestAtMs: oldest?.entry.startedAtMs ?? null,
    };
  }

  prune({ maxAgeMs = Infinity, maxBytes = Infinity }: Retention): PruneReport {
    const nowMs = this.#now();
    const bytesBefore = this.#bytes();
    const countBefore = this.#entries.size;
    const blobsBefore = this.#blobs.size;
    for (const { entry, atMs } of this.#entries.values()) {
      if (entry.status === "open") continue;
      const isTooOld = nowMs - atMs > maxAgeMs;
      if (!isTooOld && this.#bytes() <= maxBytes) break;
      this.#entries.delete(entry.id);
      this.#sweep(nowMs);
    }
    this.#sweep(nowMs);
    return {
      entries: countBefore - this.#entries.size,
      blobs: blobsBefore - this.#blobs.size,
      freedBytes: bytesBefore - this.#bytes(),
    };
  }

  close(): void {
    this.#entries.clear();
    this.#blobs.clear();
  }

  readonly #graph = {
    revertersOf: (id: EntryId) =>
      [...this.#entries.values()]
        .filter(({ entry }) => entry.status === "ok" && entry.reverts.includes(id))
        .map(({ entry }) => entry.id),
    revertsOf: (id: EntryId) => this.entry(id)?.reverts ?? [],
    revertedBy: (id: EntryId) => this.entry(id)?.revertedBy ?? null,
    setRevertedBy: (id: EntryId, revertedBy: EntryId | null) => this.#change(id, { revertedBy }),
  };

  #add(
    {
      sessionId,
      turn,
      callId,
      tool,
      agent,
      input,
      startedAtMs,
      ...more
    }: JournalledCall & {
      readonly approvals?: JournalEntry["approvals"];
    },
    about: Partial<JournalEntry>,
  ): MemoryEntry {
    const nowMs = this.#now();
    const atMs = Math.max(nowMs, this.#lastMs);
    this.#lastMs = atMs;
    const id = ++this.#lastId;
    const entry: JournalEntry = {
      id,
      kind: "call",
      sessionId,
      turn,
      callId,
      tool,
      agent,
      input: JSON.parse(boundedJson(input)),
      status: "open",
      effects: [],
      decision: null,
      approvals: copy(more.approvals ?? []),
      outcome: null,
      // As long ago as it was, whatever was done to the clock since the last entry.
      startedAtMs: atMs - Math.max(0, nowMs - startedAtMs),
      endedAtMs: null,
      changeCount: null,
      reverts: [],
      revertedBy: null,
      notUndoable: [],
      ...about,
    };
    const held: MemoryEntry = {
      entry,
      hasIntent: entry.status === "open",
      atMs,
      givenStartMs: startedAtMs,
      changes: new Map(),
    };
    this.#entries.set(id, held);
    return held;
  }

  #change(id: EntryId, fields: Partial<JournalEntry>): void {
    const held = this.#entries.get(id);
    if (held !== undefined) held.entry = { ...held.entry, ...fields };
  }

  #endOf({ startedAtMs }: JournalEntry): number {
    this.#lastMs = Math.max(this.#now(), this.#lastMs);
    return Math.max(startedAtMs, this.#lastMs);
  }

  #newestFirst(): readonly MemoryEntry[] {
    return [...this.#entries.values()].reverse();
  }

  #newest(isIt: (held: MemoryEntry) => boolean): MemoryEntry | undefined {
    return this.#newestFirst().find(isIt);
  }

  #bytes(): number {
    let bytes = 0;
    for (const { bytes: content } of this.#blobs.values()) bytes += content.length;
    for (const { entry } of this.#entries.values()) bytes += JSON.stringify(entry).length;
    return bytes;
  }

  /** Contents that no change names go, but for those that somebody may be about to name. */
  #sweep(nowMs: number): void {
    const named = new Set<string | null>();
    for (const { changes } of this.#entries.values()) {
      for (const { before, after } of changes.values()) {
        for (const state of [before, after]) if (state?.kind === "file") named.add(state.blob);
      }
    }
    for (const [id, { keptAtMs }] of this.#blobs) {
      if (!named.has(id) && nowMs - keptAtMs > keptBlobsAgeMs) this.#blobs.delete(id);
    }
  }
}

function isCall(
  entry: JournalEntry,
  { sessionId, callId }: Pick<JournalledCall, "sessionId" | "callId">,
): boolean {
  return entry.kind === "call" && entry.sessionId === sessionId && entry.callId === callId;
}

function answers(entry: JournalEntry, query: Omit<EntryQuery, "limit">): boolean {
  return (
    (query.sessionId === undefined || entry.sessionId === query.sessionId) &&
    (query.turn === undefined || entry.turn === query.turn) &&
    (query.callId === undefined || entry.callId === query.callId) &&
    (query.changing !== true || entry.changeCount !== 0) &&
    (query.before === undefined || entry.id < query.before) &&
    (query.after === undefined || entry.id > query.after)
  );
}

/** As JSON would give it back, which is how a journal on disk keeps it. */
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
