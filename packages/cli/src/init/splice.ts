/** The one region in which a text was changed. */
export interface Splice {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The smallest splice that makes `after` of `before`. */
export function spliceBetween(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    offset: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

/** The text before the splice. Null: the text has changed since, and its place is gone or no longer the only one. */
export function withoutSplice(text: string, { offset, removed, inserted }: Splice): string | null {
  const at = text.startsWith(inserted, offset) ? offset : onlyPlaceOf(text, inserted);
  return at === null ? null : text.slice(0, at) + removed + text.slice(at + inserted.length);
}

function onlyPlaceOf(text: string, part: string): number | null {
  const first = text.indexOf(part);
  return part === "" || first === -1 || first !== text.lastIndexOf(part) ? null : first;
}
