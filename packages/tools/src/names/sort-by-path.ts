/** Sorted so that a directory's content comes right after it, as a walk in order of names would. */
export function sortByPath<Item>(
  items: readonly Item[],
  pathOf: (item: Item) => string,
): readonly Item[] {
  // NUL sorts before every character that a name may have, `/` doesn't.
  return items
    .map((item) => ({ item, key: pathOf(item).replaceAll("/", "\0") }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}
