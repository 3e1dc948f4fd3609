import type { JournalDatabase } from "./journal-database.ts";
import type { Retention } from "./journal-store.ts";
import type { SqliteJournal } from "./sqlite-journal.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A content that was kept this recently stays though nothing names it: a call of another process may
 * be about to. Milliseconds.
 */
export const keptBlobsAgeMs = 10 * 60 * 1000;

/** What is kept when the settings say nothing: thirty days, and 512 MiB a workspace. */
export const defaultRetention = {
  maxAgeMs: 30 * dayMs,
  maxBytes: 512 * 1024 ** 2,
} satisfies Retention;

const betweenPrunesMs = dayMs;
const firstPruneAfterMs = 1_000;
const pauseMs = 100;
/** Deleting so many takes some ten milliseconds. */
const entriesAtOnce = 500;
/** Entries of this process after which the size is looked at again. */
const entriesBetweenLooks = 250;
/** Where it exceeds its limit, so much of it stays: or there would be something to delete at once. */
const shareLeft = 0.9;
const lastPruneFact = "last_prune_ms";

export interface PrunerOptions {
  readonly database: JournalDatabase;
  readonly journal: SqliteJournal;
  readonly retention: Retention;
  readonly now: () => number;
}

/**
 * Prunes in the background, a little at a time: when the last time was a day ago, and when the
 * journal has grown beyond its limit. A session that is over before that does a little at its end.
 *
 * A clock that says more time has passed than entries are kept for may be wrong: nothing is deleted
 * for its age before it has said so for another day.
 */
export class Pruner {
  readonly #options: PrunerOptions;
  #recorded = 0;
  #timer: NodeJS.Timeout | null = null;
  /** What is to be met; null while nothing is to be done. */
  #wanted: Retention | null = null;

  constructor(options: PrunerOptions) {
    this.#options = options;
    const { database, retention, now } = options;
    const lastMs = Number(database.fact(lastPruneFact) ?? Number.NaN);
    const sinceMs = now() - lastMs;
    // A time ahead of the clock was written by a clock that was wrong.
    if (sinceMs >= 0 && sinceMs < betweenPrunesMs) return;
    const isDoubtful = !(sinceMs >= 0 && sinceMs <= (retention.maxAgeMs ?? Infinity));
    if (isDoubtful) database.setFact(lastPruneFact, now());
    else this.#start(retention, firstPruneAfterMs);
  }

  /** An entry was written. */
  recorded(): void {
    this.#recorded += 1;
    if (this.#recorded % entriesBetweenLooks !== 0 || this.#wanted !== null) return;
    const { journal, retention } = this.#options;
    const { maxBytes } = retention;
    if (maxBytes === undefined || journal.bytes() <= maxBytes) return;
    this.#start({ maxBytes: maxBytes * shareLeft }, 0);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#wanted === null) return;
    try {
      this.#step(this.#wanted);
    } catch {
      // A session's end is no place to fail for this.
    }
    this.#wanted = null;
  }

  #start(wanted: Retention, afterMs: number): void {
    this.#wanted = wanted;
    this.#timer = setTimeout(() => {
      try {
        if (this.#step(wanted)) this.#wanted = null;
        else this.#start(wanted, pauseMs);
      } catch {
        // A journal that is locked or full is pruned the next time.
        this.#wanted = null;
      }
    }, afterMs).unref();
  }

  /** True when all is done. */
  #step(wanted: Retention): boolean {
    const { database, journal, now } = this.#options;
    if (journal.prune(wanted, entriesAtOnce).entries >= entriesAtOnce) return false;
    if (!journal.tidy()) return false;
    // Only one that also looked at the age counts as the day's.
    if (wanted.maxAgeMs !== undefined) database.setFact(lastPruneFact, now());
    return true;
  }
}
