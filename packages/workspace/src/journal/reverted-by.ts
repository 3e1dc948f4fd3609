import type { JournalDatabase } from "./journal-database.ts";
import type { EntryId } from "./journal-store.ts";

/** The entries that an undo or redo reverts, oldest first. */
export function revertsOf(database: JournalDatabase, id: EntryId): readonly EntryId[] {
  return database
    .rows("SELECT target FROM reverts WHERE entry = ? ORDER BY target", id)
    .map((row) => Number(row["target"]));
}

/**
 * Updates which entry reverts this one and is in force, after an entry that names it has ended
 * successfully. If this entry is itself an undo, the entries that it reverted are updated as well,
 * and so on.
 */
export function refreshRevertedBy(database: JournalDatabase, entry: EntryId): void {
  const holding = database.row(
    `SELECT max(id) AS id FROM reverts JOIN entries ON id = entry
     WHERE target = ? AND status = 'ok' AND reverted_by IS NULL`,
    entry,
  );
  const by = holding?.["id"] ?? null;
  const { count } = database.run(
    "UPDATE entries SET reverted_by = ?1 WHERE id = ?2 AND reverted_by IS NOT ?1",
    by,
    entry,
  );
  if (count === 0) return;
  // Entries name only earlier ones, so the recursion ends.
  for (const target of revertsOf(database, entry)) refreshRevertedBy(database, target);
}
