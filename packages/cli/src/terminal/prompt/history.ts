/** What was typed before, oldest first, and where in it the person is looking. */
export interface History {
  readonly entries: readonly string[];
  /** Of the entry shown; the number of entries when it is the new line. */
  readonly index: number;
  /** The new line, kept while older ones are looked at. */
  readonly draft: string;
}

export const maxHistoryEntries = 1_000;

export function historyOf(entries: readonly string[]): History {
  const kept = entries.slice(-maxHistoryEntries);
  return { entries: kept, index: kept.length, draft: "" };
}

/** Whether a line belongs into the history: one that begins with a blank is kept out on purpose. */
export function isMemorable(line: string): boolean {
  return line.trim() !== "" && !/^\s/.test(line);
}

/** The history after a line was sent; a repetition of the last one isn't kept twice. */
export function remember(history: History, line: string): History {
  if (!isMemorable(line) || line === history.entries.at(-1)) return historyOf(history.entries);
  return historyOf([...history.entries, line]);
}

/** One entry back; null at the oldest. `current` is what stands in the prompt. */
export function olderEntry(history: History, current: string): History | null {
  if (history.index === 0) return null;
  const draft = history.index === history.entries.length ? current : history.draft;
  return { ...history, index: history.index - 1, draft };
}

/** One entry forward, the draft after the newest; null when there already. */
export function newerEntry(history: History): History | null {
  if (history.index >= history.entries.length) return null;
  return { ...history, index: history.index + 1 };
}

export function shownEntry({ entries, index, draft }: History): string {
  return entries[index] ?? draft;
}

/** The newest entry before `index` that has the words in it; null when there is none. */
export function findEntry(
  { entries }: History,
  query: string,
  before: number = entries.length,
): number | null {
  const wanted = query.toLowerCase();
  for (let index = before - 1; index >= 0; index--) {
    if (entries[index]?.toLowerCase().includes(wanted)) return index;
  }
  return null;
}
