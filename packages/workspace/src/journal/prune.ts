import type { ContentStore } from "./content-store.ts";
import type { JournalDatabase, Row } from "./journal-database.ts";
import type { PruneReport, Retention } from "./journal-store.ts";

export interface PruneContext {
  readonly database: JournalDatabase;
  readonly contents: ContentStore;
  readonly now: () => number;
}

export const lastEntryFact = "last_entry";
export const lastTimeFact = "last_time_ms";

/** Other processes may write between two transactions of this many entries. */
const maxBatch = 500;

/** Deletes the oldest entries, up to `maxEntries`, until retention is met. */
export function prune(
  { database, contents, now }: PruneContext,
  { maxAgeMs = Infinity, maxBytes = Infinity }: Retention,
  maxEntries: number,
): PruneReport {
  const size = (): number => sizeOf(database, contents);
  const bytesBefore = size();
  const oldestMs = now() - maxAgeMs;
  let entries = 0;
  let blobs = contents.sweep();
  while (entries < maxEntries) {
    const batch = Math.min(batchFor(database, size() - maxBytes), maxEntries - entries);
    const oldest = database.rows(
      "SELECT id, at_ms, session FROM entries WHERE status <> 'open' ORDER BY id LIMIT ?",
      Math.max(batch, 1),
    );
    const isTooLarge = size() > maxBytes;
    const victims = oldest.filter((row) => isTooLarge || Number(row["at_ms"]) < oldestMs);
    if (victims.length === 0) break;
    database.transaction(() => {
      // Remembered for a journal that becomes empty, so that no number is used twice.
      const last = database.row("SELECT id, at_ms FROM entries ORDER BY id DESC LIMIT 1");
      if (last !== undefined) {
        database.setFact(lastEntryFact, Number(last["id"]));
        database.setFact(lastTimeFact, Number(last["at_ms"]));
      }
      for (const victim of victims) deleteEntry(database, victim);
    });
    entries += victims.length;
    blobs += contents.sweep();
  }
  if (entries > 0) {
    database.run("DELETE FROM sessions WHERE entry_count <= 0");
    database.run(
      `DELETE FROM processes WHERE NOT EXISTS (
         SELECT 1 FROM entries WHERE process = processes.id AND status = 'open')
       AND id < (SELECT max(id) FROM processes) - 100`,
    );
  }
  return { entries, blobs, freedBytes: Math.max(0, bytesBefore - size()) };
}

/** When the size decides, small batches avoid deleting more than necessary. */
function batchFor(database: JournalDatabase, excessBytes: number): number {
  if (!(excessBytes > 0) || excessBytes === Infinity) return maxBatch;
  const row = database.row("SELECT max(id) - min(id) + 1 AS count FROM entries");
  const share = excessBytes / (bytesInDatabase(database) + excessBytes);
  return Math.min(maxBatch, Math.ceil((Number(row?.["count"] ?? 0) * share) / 2));
}

function deleteEntry(database: JournalDatabase, row: Row): void {
  const [id, session] = [Number(row["id"]), Number(row["session"])];
  suspectContentsOf(database, id);
  for (const table of ["changes", "intents", "outcomes", "reverts"]) {
    database.run(`DELETE FROM ${table} WHERE entry = ?`, id);
  }
  database.run("DELETE FROM entries WHERE id = ?", id);
  database.run("UPDATE sessions SET entry_count = entry_count - 1 WHERE id = ?", session);
}

/** To be called before an entry's changes are deleted: its contents may then be unused. */
export function suspectContentsOf(database: JournalDatabase, entry: number): void {
  for (const column of ["before_blob", "after_blob"]) {
    database.run(
      `INSERT OR IGNORE INTO suspects (blob)
       SELECT ${column} FROM changes WHERE entry = ? AND ${column} IS NOT NULL`,
      entry,
    );
  }
}

/** The bytes in use, without contents that nothing names and that will soon be deleted. */
export function sizeOf(
  database: JournalDatabase,
  contents: Pick<ContentStore, "bytesInFiles" | "unnamedBytes">,
): number {
  return Math.max(0, bytesInDatabase(database) + contents.bytesInFiles() - contents.unnamedBytes());
}

function bytesInDatabase(database: JournalDatabase): number {
  const pragma = (name: string): number => Number(database.row(`PRAGMA ${name}`)?.[name]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}
