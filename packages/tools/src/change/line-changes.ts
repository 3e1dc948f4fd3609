import { diffArrays } from "diff";

/** The search for the shortest way takes time with the square of this: a quarter of a second. */
const maxEditLength = 2_000;

export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** The last line; where lines were only taken out the one before, or the first. */
  readonly endLine: number;
}

/** Lines that come in the place of others. */
export interface LineChange {
  /** Those that go: from `start` up to, not including, `end`, 0-based. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * The changes that make one list of lines, or of words, of another: in order, with a line that
 * stays between any two. Exact; not the shortest for lists that have next to nothing in common.
 */
export function lineChanges(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return changesBetween(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ).map(({ start, end, lines }) => ({ start: start + head, end: end + head, lines }));
}

function changesBetween(before: string[], after: string[]): readonly LineChange[] {
  const whole = { start: 0, end: before.length, lines: after };
  if (before.length === 0 || after.length === 0) {
    return before.length + after.length === 0 ? [] : [whole];
  }
  const parts = diffArrays(before, after, { maxEditLength });
  if (parts === undefined) return [whole];
  const changes: { start: number; end: number; lines: string[] }[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length;
      continue;
    }
    const last = changes.at(-1);
    const change = last?.end === at ? last : { start: at, end: at, lines: [] };
    if (change !== last) changes.push(change);
    if (added) for (const line of value) change.lines.push(line);
    else at = change.end += value.length;
  }
  return changes;
}

/** Where the changed lines are in the text after. */
export function changedPlaces(before: string, after: string): readonly LineRange[] {
  let shift = 0;
  return lineChanges(splitLines(before), splitLines(after)).map(({ start, end, lines }) => {
    const startLine = Math.max(1, start + shift + (lines.length > 0 ? 1 : 0));
    const endLine = Math.max(startLine, start + shift + lines.length);
    shift += lines.length - (end - start);
    return { startLine, endLine };
  });
}

/** The lines of a text, each with its line end. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}
