import { diffArrays } from "diff";

/** The diff's time grows with the square of this, up to a quarter of a second. */
const maxEditLength = 2_000;

export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** The last line. Where lines were only removed, the line before them, or the first. */
  readonly endLine: number;
}

/** Lines that replace others. */
export interface LineChange {
  /** The removed lines: from `start` to `end`, exclusive, 0-based. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * The changes from one list of lines (or words) to another, in order. At least one unchanged line
 * separates any two. The result is exact, but not minimal for lists with little in common.
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

/** The ranges of changed lines in the text after the change. */
export function changedPlaces(before: string, after: string): readonly LineRange[] {
  let shift = 0;
  return lineChanges(splitLines(before), splitLines(after)).map(({ start, end, lines }) => {
    const startLine = Math.max(1, start + shift + (lines.length > 0 ? 1 : 0));
    const endLine = Math.max(startLine, start + shift + lines.length);
    shift += lines.length - (end - start);
    return { startLine, endLine };
  });
}

/** The lines of a text, including their line endings. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}
