import type { AwaitableJournal, EntryQuery, JournalEntry } from "./journal-store.ts";

const pageSize = 500;

/** The entries of a query, a page at a time. */
export async function* oldestFirst(
  journal: Pick<AwaitableJournal, "entries">,
  query: Omit<EntryQuery, "before" | "limit"> = {},
): AsyncGenerator<JournalEntry, void, undefined> {
  const [last] = await journal.entries({ ...query, limit: 1 });
  const newest = last?.id ?? 0;
  for (let after = query.after ?? 0; after < newest; after += pageSize) {
    const before = after + pageSize + 1;
    const page = await journal.entries({ ...query, after, before, limit: pageSize });
    yield* page.toReversed();
  }
}
