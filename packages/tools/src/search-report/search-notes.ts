import { countText } from "../text/number-text.ts";
import { type RipgrepEnd, SEARCH_DEADLINE_MS } from "../ripgrep/run-ripgrep.ts";
import type { SearchPage } from "../ripgrep/search.ts";
import { unreadableNote } from "../ripgrep/search-failure.ts";

type Extent = Pick<SearchPage<never>, "shown" | "total" | "moreThan" | "hasMore" | "isStable">;

/** Whether a page isn't everything. */
export function isPart({ hasMore }: Extent, offset: number): boolean {
  return hasMore || offset > 0;
}

/** Says which part of how much is shown and how to go on, for a page that isn't everything. */
export function pageNote(what: string, page: Extent, offset: number): string {
  const { shown, total, moreThan, hasMore, isStable } = page;
  const of = total === null ? `more than ${countText(moreThan)}` : countText(total);
  if (!isStable) {
    return `${countText(shown)} of ${of} ${what} are shown, those found first, which may be others next time. Narrow the search, or set offset: 0 for pages in the order of paths.`;
  }
  const last = offset + shown;
  const range = `${what} ${countText(offset + 1)} to ${countText(last)} of ${of} are shown, in the order of paths.`;
  const said = capital(range);
  return hasMore ? `${said} Go on with offset: ${last}, or narrow the search.` : said;
}

/** What kept the search from seeing everything. */
export function endNotes(end: RipgrepEnd): readonly (string | null)[] {
  const deadline = `The search was stopped after ${SEARCH_DEADLINE_MS / 1_000} s, before it had seen everything: narrow it.`;
  return [end.reason === "deadline" ? deadline : null, unreadableNote(end)];
}

/** One line of the sentences that there are. */
export function joinNotes(notes: readonly (string | null)[]): string {
  return notes.filter((note) => note !== null).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
