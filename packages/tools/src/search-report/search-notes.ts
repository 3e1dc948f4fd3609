import { countText } from "../text/number-text.ts";
import { type RipgrepEnd, SEARCH_DEADLINE_MS } from "../ripgrep/run-ripgrep.ts";
import type { SearchPage } from "../ripgrep/search.ts";
import { unreadableNote } from "../ripgrep/search-failure.ts";

type Extent = Pick<SearchPage<never>, "shown" | "total" | "moreThan" | "hasMore" | "isStable">;

/** Whether a page is only part of the result. */
export function isPart({ hasMore }: Extent, offset: number): boolean {
  return hasMore || offset > 0;
}

/** Says which part of the total is shown, and how to continue. */
export function pageNote(what: string, page: Extent, offset: number): string {
  const { shown, total, moreThan, hasMore, isStable } = page;
  const of = total === null ? `more than ${countText(moreThan)}` : countText(total);
  if (!isStable) {
    return `${countText(shown)} of ${of} ${what} are shown: those found first, which may differ next time. Narrow the search, or set offset: 0 for pages sorted by path.`;
  }
  const last = offset + shown;
  const range = `${what} ${countText(offset + 1)} to ${countText(last)} of ${of} are shown, sorted by path.`;
  const said = capital(range);
  return hasMore ? `${said} Continue with offset: ${last}, or narrow the search.` : said;
}

/** Notes on why the search may be incomplete. */
export function endNotes(end: RipgrepEnd): readonly (string | null)[] {
  const deadline = `The search stopped after ${SEARCH_DEADLINE_MS / 1_000} s and is incomplete. Narrow it.`;
  return [end.reason === "deadline" ? deadline : null, unreadableNote(end)];
}

/** Joins the sentences that aren't null into one line. */
export function joinNotes(notes: readonly (string | null)[]): string {
  return notes.filter((note) => note !== null).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
