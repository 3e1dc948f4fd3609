import type { JournalDatabase } from "./journal-database.ts";
import type { Retention } from "./journal-store.ts";
import type { SqliteJournal } from "./sqlite-journal.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long a content stays after it was stored, even if no change names it: a call of another
 * process may be about to. Milliseconds.
 */
export const keptBlobsAgeMs = 10 * 60 * 1000;

/** The default retention: thirty days, and 512 MiB per workspace. */
export const defaultRetention = {
  maxAgeMs: 30 * dayMs,
  maxBytes: 512 * 1024 ** 2,
} satisfies Retention;

const betweenPrunesMs = dayMs;
const firstPruneAfterMs = 1_000;
const pauseMs = 100;
/** Deleting this many takes some ten milliseconds. */
const entriesAtOnce = 500;
/** The number of this process's entries between two checks of the size. */
const entriesBetweenLooks = 250;
/**
 * When the size exceeds its limit, entries are deleted down to this share of it. Otherwise there
 * would soon be something to delete again.
 */
const shareLeft = 0.9;
const lastPruneFact = "last_prune_ms";

export interface PrunerOptions {
  readonly database: JournalDatabase;
  readonly journal: SqliteJournal;
  readonly retention: Retention;
  readonly now: () => number;
}

/**
 * Prunes in the background, a little at a time: a day after the last time, and when the journal
 * exceeds its size limit. A session that ends earlier does a little at its end.
 *
 * If more time seems to have passed since the last prune than entries are kept, the clock may be
 * wrong: nothing is deleted for its age until the clock has said so for another day.
 */
export class Pruner {
  readonly #options: PrunerOptions;
  #recorded = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The retention to be met; null if nothing is to be done. */
  #wanted: Retention | null = null;

  constructor(options: PrunerOptions) {
    this.#options = options;
    const { database, retention, now } = options;
    const lastMs = Number(database.fact(lastPruneFact) ?? Number.NaN);
    const sinceMs = now() - lastMs;
    // A time in the future was written while the clock was wrong.
    if (sinceMs >= 0 && sinceMs < betweenPrunesMs) return;
    const isDoubtful = !(sinceMs >= 0 && sinceMs <= (retention.maxAgeMs ?? Infinity));
    if (isDoubtful) database.setFact(lastPruneFact, now());
    else this.#start(retention, firstPruneAfterMs);
  }

  /** To be called after each entry. */
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
      // The end of a session must not fail because of this.
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

  /** True if everything is done. */
  #step(wanted: Retention): boolean {
    const { database, journal, now } = this.#options;
    if (journal.prune(wanted, entriesAtOnce).entries >= entriesAtOnce) return false;
    if (!journal.tidy()) return false;
    // Only a prune that also checked the age counts for the day.
    if (wanted.maxAgeMs !== undefined) database.setFact(lastPruneFact, now());
    return true;
  }
}
