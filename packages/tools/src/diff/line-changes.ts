import { diffArrays } from "diff";

// The search for the shortest way takes time with the square of this.
const MAX_EDIT_LENGTH = 1_000;

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

/** What makes one list of lines of another, in order; null when that is too much to work out. */
export function lineChanges(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] | null {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDIT_LENGTH });
  if (parts === undefined) return null;
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
    if (added) change.lines.push(...value);
    else at = change.end += value.length;
  }
  return changes;
}

/** Where the changed lines are in the text after; null when that is too much to work out. */
export function changedPlaces(before: string, after: string): readonly LineRange[] | null {
  let shift = 0;
  const changes = lineChanges(splitLines(before), splitLines(after));
  return (
    changes?.map(({ start, end, lines }) => {
      const startLine = Math.max(1, start + shift + (lines.length > 0 ? 1 : 0));
      const endLine = Math.max(startLine, start + shift + lines.length);
      shift += lines.length - (end - start);
      return { startLine, endLine };
    }) ?? null
  );
}

/** The lines of a text, each with its line end. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}
