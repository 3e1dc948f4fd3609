import type { EntryId } from "./journal-store.ts";

/** Which entry takes back which, in a journal of either kind. */
export interface RevertGraph {
  /** Undos and redos that ended well and name this entry. */
  revertersOf(entry: EntryId): readonly EntryId[];
  revertsOf(entry: EntryId): readonly EntryId[];
  revertedBy(entry: EntryId): EntryId | null;
  setRevertedBy(entry: EntryId, by: EntryId | null): void;
}

/**
 * Finds anew what took an entry back and holds, after an entry that names it has ended well. When the
 * entry is itself an undo, what it took back is in force again, or no longer is, and so on down.
 */
export function refreshRevertedBy(graph: RevertGraph, entry: EntryId): void {
  const holding = graph.revertersOf(entry).filter((each) => graph.revertedBy(each) === null);
  const by = holding.length === 0 ? null : Math.max(...holding);
  if (by === graph.revertedBy(entry)) return;
  graph.setRevertedBy(entry, by);
  // Entries name only earlier ones, so this ends.
  for (const target of graph.revertsOf(entry)) refreshRevertedBy(graph, target);
}
