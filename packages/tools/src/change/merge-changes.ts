import { type LineChange, lineChanges, type LineRange, splitLines } from "./line-changes.ts";

export interface MergedText {
  readonly text: string;
  /** The lines of their changes in the merged text. */
  readonly theirLines: readonly LineRange[];
}

/**
 * Merges two changes of a text, three-way by whole lines. Returns null if they touch the same or
 * adjacent lines. The same change on both sides counts once.
 */
export function mergeChanges(base: string, ours: string, theirs: string): MergedText | null {
  const lines = splitLines(base);
  const our = lineChanges(lines, splitLines(ours));
  const their = lineChanges(lines, splitLines(theirs));
  const all: (LineChange & { readonly isTheirs: boolean })[] = [];
  const shared = our.filter((change) => their.some((other) => isSame(change, other)));
  const own = our.filter((change) => !shared.includes(change));
  if (own.some((change) => their.some((other) => touches(change, other)))) return null;
  for (const change of own) all.push({ ...change, isTheirs: false });
  for (const change of their) all.push({ ...change, isTheirs: true });
  all.sort((a, b) => a.start - b.start);
  return combined(lines, all);
}

function combined(
  base: readonly string[],
  changes: readonly (LineChange & { readonly isTheirs: boolean })[],
): MergedText {
  const merged: string[] = [];
  const theirLines: LineRange[] = [];
  let at = 0;
  for (const { start, end, lines, isTheirs } of changes) {
    // A loop, because the number of arguments of `push` is limited.
    for (const line of base.slice(at, start)) merged.push(line);
    const startLine = Math.max(1, merged.length + (lines.length > 0 ? 1 : 0));
    for (const line of lines) merged.push(line);
    if (isTheirs) theirLines.push({ startLine, endLine: Math.max(startLine, merged.length) });
    at = end;
  }
  for (const line of base.slice(at)) merged.push(line);
  return { text: merged.join(""), theirLines };
}

/** Changes of adjacent lines usually belong together, so they are not merged either. */
function touches(one: LineChange, other: LineChange): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function isSame(one: LineChange, other: LineChange): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, index) => line === other.lines[index])
  );
}
