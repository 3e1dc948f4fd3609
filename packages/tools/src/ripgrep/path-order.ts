const slash = 0x2f;

/**
 * Orders paths as a walk in order of names would: a directory's content comes right after it. By
 * UTF-16 units, `/` before all others.
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

/** Keeps the first few, in order, of very many items that come in any order. */
export interface FirstOfMany<Item> {
  add(item: Item): void;
  /** Whether neither it nor anything behind it can be among the first any more. */
  isBehind(item: Item): boolean;
  /** Those kept so far, in order. */
  sorted(): readonly Item[];
}

/** Shapes: in memory there are never more than twice `limit`, and a few. */
export function createFirstOfMany<Item>(
  limit: number,
  compare: (a: Item, b: Item) => number,
): FirstOfMany<Item> {
  const kept: Item[] = [];
  /** Whatever comes after it isn't among the first. */
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
