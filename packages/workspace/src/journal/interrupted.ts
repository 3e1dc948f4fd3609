import type { JournalDatabase } from "./journal-database.ts";
import type { BlobId, EntryId, PathChange, PathState } from "./journal-store.ts";
import { isGone } from "./processes.ts";

/** What is at a path now; a file's content is handed to `keep`. Null when that can't be told. */
export type StateOf = (path: string, keep: (bytes: Uint8Array) => BlobId) => PathState | null;

export interface InterruptedOptions {
  readonly changes: (entry: EntryId) => readonly PathChange[];
  readonly record: (entry: EntryId, changes: readonly PathChange[]) => void;
  readonly stateOf: ((path: string) => PathState | null) | undefined;
}

/**
 * Ends the entries of processes that died: what they changed of the paths they had named before is
 * looked at now. Called when the journal is opened; of several openings one does it.
 */
export function endInterrupted(
  database: JournalDatabase,
  { changes, record, stateOf }: InterruptedOptions,
): void {
  const open = database.rows(
    `SELECT e.id, e.at_ms, p.scope, p.pid, p.started_at, p.machine, p.boot
     FROM entries e JOIN processes p ON p.id = e.process WHERE e.status = 'open'`,
  );
  // By the system's clock, as what is asked is how long ago it was.
  for (const row of open.filter((each) => isGone(each, Date.now()))) {
    const id = Number(row["id"]);
    database.transaction(() => {
      const { count } = database.run(
        "UPDATE entries SET status = 'interrupted' WHERE id = ? AND status = 'open'",
        id,
      );
      const named = count === 0 || stateOf === undefined ? [] : changes(id);
      if (named.length > 0 && stateOf !== undefined) record(id, lookedAt(named, stateOf));
    });
  }
}

function lookedAt(
  changes: readonly PathChange[],
  stateOf: (path: string) => PathState | null,
): readonly PathChange[] {
  return changes
    .map(({ path, before, after }) => ({ path, before, after: after ?? stateOf(path) }))
    .filter(({ before, after }) => after === null || !isSame(before, after));
}

/** Contents that weren't kept are never known to be the same. */
function isSame(a: PathState, b: PathState): boolean {
  if (a.kind !== "file") return a.kind !== "other" && JSON.stringify(a) === JSON.stringify(b);
  return b.kind === "file" && a.blob !== null && a.blob === b.blob && a.mode === b.mode;
}
