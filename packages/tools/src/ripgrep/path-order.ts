const slash = 0x2f;

/**
 * Orders paths like a walk in order of names: a directory's contents directly follow it. Compares
 * UTF-16 units, with `/` before all others.
 */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one === other) continue;
    if (one === slash) return -1;
    return other === slash || one > other ? 1 : -1;
  }
  return a.length - b.length;
}

/** Keeps the first few of very many items, which arrive in any order. */
export interface FirstOfMany<Item> {
  add(item: Item): void;
  /** Whether neither this item nor any later one can still be among the first. */
  isBehind(item: Item): boolean;
  /** The items kept so far, sorted. */
  sorted(): readonly Item[];
}

/** Holds at most about twice `limit` items in memory. */
export function createFirstOfMany<Item>(
  limit: number,
  compare: (a: Item, b: Item) => number,
): FirstOfMany<Item> {
  const kept: Item[] = [];
  /** Items after it are not among the first. */
  let last: Item | null = null;
  const cut = (): void => {
    kept.sort(compare);
    if (kept.length > limit) kept.length = limit;
    last = kept.length === limit ? (kept.at(-1) ?? null) : null;
  };
  const isBehind = (item: Item): boolean =>
    limit === 0 || (last !== null && compare(item, last) >= 0);
  return {
    isBehind,
    add(item) {
      if (isBehind(item)) return;
      kept.push(item);
      if (kept.length >= 2 * limit + 64) cut();
    },
    sorted() {
      cut();
      return kept;
    },
  };
}
