import { countText } from "../numbers/number-text.ts";
import { type RipgrepEnd, SEARCH_DEADLINE_MS } from "../ripgrep/run-ripgrep.ts";
import { unreadableNote } from "../ripgrep/search-failure.ts";

/** A part of all that matches. */
export interface SearchPage {
  /** What was passed over. */
  readonly offset: number;
  readonly shown: number;
  readonly hasMore: boolean;
}

/** Says which part is shown and how to go on, for a page that isn't everything. */
export function pageNote(what: string, { offset, shown, hasMore }: SearchPage): string {
  const last = offset + shown;
  const range = `${what} ${countText(offset + 1)} to ${countText(last)} are shown, in the order of paths`;
  return hasMore
    ? `${range}; there are more. Go on with offset: ${last}, or narrow the search.`
    : `${range}; there are no more.`;
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
