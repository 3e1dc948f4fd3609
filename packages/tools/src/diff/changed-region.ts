/** The part of two texts in which all their differences lie, in whole lines. */
export interface ChangedRegion {
  readonly before: string;
  readonly after: string;
  /** How many lines come before it, the same in both. */
  readonly linesBefore: number;
}

/**
 * Leaves out the lines that both texts start and end with, but for `contextLines` (at least 1) of
 * them on each side. Null when the texts are the same.
 */
export function changedRegion(
  before: string,
  after: string,
  contextLines: number,
): ChangedRegion | null {
  if (before === after) return null;
  const start = startOfLines(before, firstDifference(before, after), contextLines);
  const tail = lastDifference(before, after, start);
  const beforeEnd = endOfLines(before, before.length - tail, contextLines);
  const afterEnd = after.length - (before.length - beforeEnd);
  return {
    before: before.slice(start, beforeEnd),
    after: after.slice(start, afterEnd),
    linesBefore: countLineEnds(before, start),
  };
}

function firstDifference(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** How many characters at the end are the same, without reaching back over `start`. */
function lastDifference(a: string, b: string, start: number): number {
  const length = Math.min(a.length, b.length) - start;
  let count = 0;
  while (
    count < length &&
    a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)
  ) {
    count++;
  }
  return count;
}

/** The start of the line that `at` lies in, and of `more` lines before it. */
function startOfLines(text: string, at: number, more: number): number {
  let start = at;
  for (let line = 0; ; line++) {
    // From 0, lastIndexOf would still look at the first character.
    start = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
    if (start === 0 || line === more) return start;
    start -= 1;
  }
}

/** The end of the line that `at` lies in, and of `more` lines after it; line ends included. */
function endOfLines(text: string, at: number, more: number): number {
  let end = at;
  // At the start of a line, that line isn't changed: it is the first one after the change.
  const lines = at === 0 || text[at - 1] === "\n" ? more : more + 1;
  for (let line = 0; line < lines; line++) {
    const found = text.indexOf("\n", end);
    if (found < 0) return text.length;
    end = found + 1;
  }
  return end;
}

function countLineEnds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
