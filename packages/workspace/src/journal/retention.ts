import type { JournalDatabase } from "./journal-database.ts";
import type { Retention } from "./journal-store.ts";
import type { SqliteJournal } from "./sqlite-journal.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A content that was kept this recently stays though nothing names it: a call of another process may
 * be about to. Milliseconds.
 */
export const keptBlobsAgeMs = 60 * 60 * 1000;

/** What is kept when the settings say nothing: thirty days, and a gibibyte a workspace. */
export const defaultRetention = { maxAgeMs: 30 * dayMs, maxBytes: 1024 ** 3 } satisfies Retention;

const betweenPrunesMs = dayMs;
const firstPruneAfterMs = 1_000;
const pauseMs = 100;
/** Deleting so many takes some ten milliseconds. */
const entriesAtOnce = 500;
const lastPruneFact = "last_prune_ms";

/**
 * Prunes in the background, a little at a time, when the last time was a day ago; a session that is
 * over before that does a little at its end. Returns what ends it.
 *
 * A clock that says more time has passed than entries are kept for may be wrong: nothing is deleted
 * before it has said so for another day.
 */
export function pruneSometimes(
  database: JournalDatabase,
  journal: SqliteJournal,
  retention: Retention,
  now: () => number,
): () => void {
  const lastMs = Number(database.fact(lastPruneFact) ?? Number.NaN);
  const sinceMs = now() - lastMs;
  // A time ahead of the clock was written by a clock that was wrong.
  if (sinceMs >= 0 && sinceMs < betweenPrunesMs) return () => {};
  const isDoubtful = !(sinceMs >= 0 && sinceMs <= (retention.maxAgeMs ?? Infinity));
  if (isDoubtful) {
    database.setFact(lastPruneFact, now());
    return () => {};
  }
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const step = (): void => {
    isOver = journal.prune(retention, entriesAtOnce).entries < entriesAtOnce;
    if (!isOver) return;
    journal.tidy();
    database.setFact(lastPruneFact, now());
  };
  const next = (afterMs: number): void => {
    timer = setTimeout(() => {
      try {
        step();
      } catch {
        // A journal that is locked or full is pruned the next time it is opened.
        isOver = true;
      }
      if (!isOver) next(pauseMs);
    }, afterMs).unref();
  };
  next(firstPruneAfterMs);
  return () => {
    clearTimeout(timer);
    if (isOver) return;
    isOver = true;
    try {
      step();
    } catch {
      // As above: a session's end is no place to fail for this.
    }
  };
}
