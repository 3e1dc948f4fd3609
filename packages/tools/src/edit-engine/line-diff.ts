import { diffArrays } from "diff";

/** A run of entries that a change keeps, or one that it replaces. */
export type Hunk =
  | {
      readonly type: "kept";
      readonly oldIndex: number;
      readonly newIndex: number;
      readonly count: number;
    }
  | {
      readonly type: "replaced";
      /** The first old entry that goes; where something comes when none goes. */
      readonly oldIndex: number;
      readonly removedCount: number;
      readonly newIndex: number;
      readonly addedCount: number;
    };

/** The search for the shortest way takes time with the square of this. */
const maxEditLength = 1_000;

/**
 * What a change does to a list of lines or words, in order. Exact; of texts that have next to
 * nothing in common, not the shortest.
 */
export function diffLists(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;

  const hunks: Hunk[] = [];
  if (head > 0) hunks.push({ type: "kept", oldIndex: 0, newIndex: 0, count: head });
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  const middle = diffMiddle(before.slice(head, oldEnd), after.slice(head, newEnd));
  for (const hunk of middle) {
    hunks.push({ ...hunk, oldIndex: hunk.oldIndex + head, newIndex: hunk.newIndex + head });
  }
  if (tail > 0) hunks.push({ type: "kept", oldIndex: oldEnd, newIndex: newEnd, count: tail });
  return hunks;
}

function diffMiddle(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const all: Hunk = {
    type: "replaced",
    oldIndex: 0,
    removedCount: before.length,
    newIndex: 0,
    addedCount: after.length,
  };
  if (before.length === 0 || after.length === 0) {
    return before.length + after.length === 0 ? [] : [all];
  }
  const parts = diffArrays([...before], [...after], { maxEditLength });
  if (parts === undefined) return [all];
  const hunks: Hunk[] = [];
  let oldIndex = 0;
  let newIndex = 0;
  let removedCount = 0;
  let addedCount = 0;
  const flush = (): void => {
    if (removedCount + addedCount > 0) {
      hunks.push({
        type: "replaced",
        oldIndex: oldIndex - removedCount,
        removedCount,
        newIndex: newIndex - addedCount,
        addedCount,
      });
    }
    removedCount = 0;
    addedCount = 0;
  };
  for (const { added, removed, value } of parts) {
    const count = value.length;
    if (added) {
      newIndex += count;
      addedCount += count;
    } else if (removed) {
      oldIndex += count;
      removedCount += count;
    } else {
      flush();
      hunks.push({ type: "kept", oldIndex, newIndex, count });
      oldIndex += count;
      newIndex += count;
    }
  }
  flush();
  return hunks;
}
