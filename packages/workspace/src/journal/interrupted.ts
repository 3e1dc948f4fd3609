import type { JournalDatabase } from "./journal-database.ts";
import type { BlobId, EntryId, PathChange, PathState } from "./journal-store.ts";
import { isGone } from "./processes.ts";

/**
 * The current state of a path; a file's content is given to `keep`. Null if it can't be determined.
 */
export type StateOf = (path: string, keep: (bytes: Uint8Array) => BlobId) => PathState | null;

export interface InterruptedOptions {
  readonly changes: (entry: EntryId) => readonly PathChange[];
  readonly record: (entry: EntryId, changes: readonly PathChange[]) => void;
  readonly stateOf: ((path: string) => PathState | null) | undefined;
}

/**
 * Ends the entries of processes that died, and looks at the current state of the paths they had
 * named. Called when the journal is opened; if several processes open it, one does the work.
 */
export function endInterrupted(
  database: JournalDatabase,
  { changes, record, stateOf }: InterruptedOptions,
): void {
  const open = database.rows(
    `SELECT e.id, e.at_ms, p.scope, p.pid, p.started_at, p.machine, p.boot
     FROM entries e JOIN processes p ON p.id = e.process WHERE e.status = 'open'`,
  );
  // By the system's clock, because the age of the entry matters.
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

/** States whose contents weren't kept never count as equal. */
function isSame(a: PathState, b: PathState): boolean {
  if (a.kind !== "file") return a.kind !== "other" && JSON.stringify(a) === JSON.stringify(b);
  return b.kind === "file" && a.blob !== null && a.blob === b.blob && a.mode === b.mode;
}
