import type { JournalDatabase } from "./journal-database.ts";
import type { EntryId } from "./journal-store.ts";

/** The entries that an undo or redo reverts, oldest first. */
export function revertsOf(database: JournalDatabase, id: EntryId): readonly EntryId[] {
  return database
    .rows("SELECT target FROM reverts WHERE entry = ? ORDER BY target", id)
    .map((row) => Number(row["target"]));
}

/**
 * Finds the entry that reverts this one and holds, after an entry that names it has ended well. When
 * the entry is itself an undo, what it reverted is in force again, or no longer is, and so on down.
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
  // Entries name only earlier ones, so this ends.
  for (const target of revertsOf(database, entry)) refreshRevertedBy(database, target);
}
