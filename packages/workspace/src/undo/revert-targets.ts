import type { AwaitableJournal, EntryId, JournalEntry } from "../journal/journal-store.ts";

/** The changes to undo. Default: the last change that is in force. */
export type RevertTarget =
  | { readonly type: "last"; readonly before?: EntryId }
  | { readonly type: "entry"; readonly entry: EntryId }
  | { readonly type: "call"; readonly callId: string; readonly sessionId?: string }
  /** A turn of a session; of the last session by default. */
  | { readonly type: "turn"; readonly turn: number; readonly sessionId?: string }
  | { readonly type: "session"; readonly sessionId: string }
  /** Everything after this entry. */
  | { readonly type: "to"; readonly entry: EntryId };

/** The entries of a target, newest first; or the reason why there is nothing to do. */
export type Chosen =
  | { readonly entries: readonly JournalEntry[] }
  | { readonly entries: null; readonly reason: string };

const manyEntries = 1_000_000;
/** How many entries are searched at a time for the last change. */
const windowSize = 100;

export async function entriesToUndo(
  store: AwaitableJournal,
  target: RevertTarget,
): Promise<Chosen> {
  switch (target.type) {
    case "last":
      return lastInForce(
        store,
        target.before,
        ({ kind }) => kind === "call",
        "Nothing is left to undo: no call has changed a file, or all changes were already undone.",
      );
    case "entry":
      return oneEntry(store, target.entry);
    case "call": {
      const { callId, sessionId } = target;
      const query = { callId, ...(sessionId !== undefined && { sessionId }) };
      const [entry] = await store.entries({ ...query, limit: 1 });
      return entry === undefined
        ? callsOfLost(store, callId, sessionId)
        : oneEntry(store, entry.id);
    }
    case "turn": {
      const sessionId = target.sessionId ?? (await lastSession(store));
      if (sessionId === undefined) return nothing("The journal is empty.");
      return inForce(
        await entriesOf(store, { sessionId, turn: target.turn }),
        `Turn ${target.turn} of the session '${sessionId}' has changed nothing that is left to undo.`,
      );
    }
    case "session":
      return inForce(
        await entriesOf(store, { sessionId: target.sessionId }),
        `The session '${target.sessionId}' has changed nothing that is left to undo.`,
      );
    case "to":
      return entriesSince(store, target.entry);
  }
}

/** The last undo in force. With an entry: that undo or redo. */
export async function entriesToRedo(
  store: AwaitableJournal,
  target: RevertTarget,
): Promise<Chosen> {
  if (target.type !== "last" && target.type !== "entry") {
    return nothing("Only an undo can be redone. Give its number, or no target for the last one.");
  }
  if (target.type === "last") {
    return lastInForce(
      store,
      target.before,
      ({ kind, reverts }) => kind === "undo" && reverts.length > 0,
      "Nothing is left to redo: nothing was undone, or all of it was redone.",
    );
  }
  const entry = await store.entry(target.entry);
  if (entry?.kind === "call" && entry.revertedBy !== null) return oneEntry(store, entry.revertedBy);
  if (entry?.kind === "call") return nothing(`${nameOf(entry)} wasn't undone.`);
  return oneEntry(store, target.entry);
}

/** For example `#12 write_file`. */
export function nameOf({ id, tool }: Pick<JournalEntry, "id" | "tool">): string {
  return `#${id} ${tool}`;
}

async function lastInForce(
  store: AwaitableJournal,
  since: EntryId | undefined,
  isWanted: (entry: JournalEntry) => boolean,
  reason: string,
): Promise<Chosen> {
  for (let before = since; ; ) {
    const found = await store.entries({
      changing: true,
      limit: windowSize,
      ...(before !== undefined && { before }),
    });
    const entry = found.find((each) => isWanted(each) && isInForce(each));
    if (entry !== undefined) return { entries: [entry] };
    before = found.at(-1)?.id;
    if (before === undefined || found.length < windowSize) return nothing(reason);
  }
}

async function oneEntry(store: AwaitableJournal, id: EntryId): Promise<Chosen> {
  const entry = await store.entry(id);
  if (entry === null) return nothing(`There is no entry #${id} in the journal.`);
  const name = nameOf(entry);
  if (entry.status === "open")
    return nothing(`${name} is still running. Wait until it ends, or stop it.`);
  if (entry.revertedBy !== null) {
    return nothing(`${name} was already undone by #${entry.revertedBy}.`);
  }
  if (entry.kind !== "call" && entry.status !== "ok") {
    return nothing(`${name} changed nothing, because it did not finish.`);
  }
  const own = entry.changeCount === 0 && entry.notUndoable.length === 0 ? [] : [entry];
  const entries = [...(await entriesBelow(store, entry)), ...own];
  return entries.length === 0 ? nothing(`${name} changed no file.`) : { entries };
}

/** The changes of a call's child calls and of the sub-agents that it or they started, newest first. */
async function entriesBelow(
  store: AwaitableJournal,
  { kind, sessionId, callId }: Pick<JournalEntry, "kind" | "sessionId" | "callId">,
): Promise<readonly JournalEntry[]> {
  if (kind !== "call") return [];
  const made = await store.entries({ sessionId, parentCallId: callId, limit: manyEntries });
  const agents = [callId, ...made.map((each) => each.callId)].map((id) => `${sessionId}/${id}`);
  const isBelow = (entry: JournalEntry): boolean =>
    (entry.sessionId === sessionId && entry.parentCallId === callId) ||
    agents.some((name) => entry.sessionId === name || entry.sessionId.startsWith(`${name}/`));
  const changed = await entriesOf(store, {
    sessionId: made.length === 0 ? `${sessionId}/${callId}` : sessionId,
  });
  return changed.filter((entry) => entry.kind === "call" && isBelow(entry) && isInForce(entry));
}

/** The calls of a call that was not recorded, because its process was killed. */
async function callsOfLost(
  store: AwaitableJournal,
  callId: string,
  sessionId: string | undefined,
): Promise<Chosen> {
  const [last] = await store.entries({
    parentCallId: callId,
    ...(sessionId !== undefined && { sessionId }),
    limit: 1,
  });
  if (last === undefined) return nothing(`There is no call '${callId}' in the journal.`);
  const lost = { kind: "call", sessionId: last.sessionId, callId } as const;
  const entries = await entriesBelow(store, lost);
  return entries.length === 0 ? nothing(`The call '${callId}' changed no file.`) : { entries };
}

/** What a session and its sub-agents have changed, newest first. */
async function entriesOf(
  store: AwaitableJournal,
  query: { readonly sessionId: string; readonly turn?: number },
): Promise<readonly JournalEntry[]> {
  return store.entries({ ...query, includesChildren: true, changing: true, limit: manyEntries });
}

function inForce(entries: readonly JournalEntry[], reason: string): Chosen {
  const chosen = entries.filter((entry) => entry.kind === "call" && isInForce(entry));
  return chosen.length === 0 ? nothing(reason) : { entries: chosen };
}

/** An undo and the entries it reverts cancel each other out if both came after the point. */
async function entriesSince(store: AwaitableJournal, point: EntryId): Promise<Chosen> {
  if ((await store.entry(point)) === null)
    return nothing(`There is no entry #${point} in the journal.`);
  const cancelled = new Set<EntryId>();
  const chosen: JournalEntry[] = [];
  for (const entry of await store.entries({ after: point, changing: true, limit: manyEntries })) {
    if (cancelled.has(entry.id) || entry.status === "open") continue;
    const isRevert = entry.kind !== "call";
    if (isRevert && entry.status !== "ok") continue;
    if (isRevert && entry.reverts.length > 0 && entry.reverts.every((id) => id > point)) {
      for (const id of entry.reverts) cancelled.add(id);
      continue;
    }
    chosen.push(entry);
  }
  return chosen.length === 0
    ? nothing(`Nothing has changed since #${point}.`)
    : { entries: chosen };
}

function isInForce({ revertedBy, status, kind }: JournalEntry): boolean {
  return revertedBy === null && status !== "open" && (kind === "call" || status === "ok");
}

async function lastSession(store: AwaitableJournal): Promise<string | undefined> {
  const entries = await store.entries({ changing: true, limit: windowSize });
  const last = entries.find(({ kind }) => kind === "call")?.sessionId;
  return last === undefined ? undefined : mainSession(store, last);
}

/** The session whose agent started the one of this name, directly or through others; that one itself if none did. */
async function mainSession(store: AwaitableJournal, name: string): Promise<string> {
  for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) {
    const sessionId = name.slice(0, end);
    if ((await store.entries({ sessionId, limit: 1 })).length > 0) return sessionId;
  }
  return name;
}

function nothing(reason: string): Chosen {
  return { entries: null, reason };
}
