import type { JournalEntry, JournalStore } from "./journal-store.ts";

const pageSize = 500;

/** Every entry, or every one of a session, a page at a time. */
export function* oldestFirst(
  journal: Pick<JournalStore, "entries">,
  query: { readonly sessionId?: string } = {},
): Generator<JournalEntry, void, undefined> {
  const newest = journal.entries({ ...query, limit: 1 })[0]?.id ?? 0;
  for (let after = 0; after < newest; after += pageSize) {
    const before = after + pageSize + 1;
    yield* journal.entries({ ...query, after, before, limit: pageSize }).toReversed();
  }
}
