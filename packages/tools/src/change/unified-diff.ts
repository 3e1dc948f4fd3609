import { shownName } from "@toolwright/core/internal";
import { countOf, countText } from "../text/number-text.ts";
import { betweenCharacters } from "../text/cut-line.ts";
import { type LineChange, lineChanges } from "./line-changes.ts";

const CONTEXT_LINES = 3;

/** Nobody reads more; the remaining lines are counted. */
const MAX_DIFF_LINES = 2_000;
const MAX_DIFF_LINE_CHARACTERS = 2_000;

export interface UnifiedDiff {
  readonly text: string;
  readonly addedLines: number;
  readonly removedLines: number;
}

interface Hunk {
  /** 0-based. */
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly lines: readonly string[];
}

/**
 * The changes from `before` to `after`, for a person to read; null stands for no file. The diff is
 * exact, but not always minimal for very different texts. Its time is proportional to their size.
 */
export function unifiedDiff(
  path: string,
  before: string | null,
  after: string | null,
): UnifiedDiff {
  const oldLines = linesOf(before ?? "");
  const changes = lineChanges(oldLines, linesOf(after ?? ""));
  const name = shownName(path);
  const header = [
    before === null ? "--- /dev/null" : `--- a/${name}`,
    after === null ? "+++ /dev/null" : `+++ b/${name}`,
  ];
  const lines = [...header, ...shownLines(hunksOf(oldLines, changes))];
  return {
    text: lines.map((line) => `${line}\n`).join(""),
    addedLines: changes.reduce((sum, change) => sum + change.lines.length, 0),
    removedLines: changes.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}

/** Whether a diff of `unifiedDiff` may leave something out; certain if it doesn't. */
export function isCutDiff(diff: string): boolean {
  return /^\\ .* of this diff aren't shown$|… \[[\d,]+ characters more\]$/m.test(diff);
}

/** The lines, including their line endings. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunksOf(oldLines: readonly string[], changes: readonly LineChange[]): readonly Hunk[] {
  let shift = 0;
  return neighbours(changes).map((group) => {
    const oldStart = Math.max(0, (group[0]?.start ?? 0) - CONTEXT_LINES);
    const oldEnd = Math.min(oldLines.length, (group.at(-1)?.end ?? 0) + CONTEXT_LINES);
    const newStart = oldStart + shift;
    const lines: string[] = [];
    let at = oldStart;
    for (const { start, end, lines: added } of group) {
      for (const line of oldLines.slice(at, start)) lines.push(` ${line}`);
      for (const line of oldLines.slice(start, end)) lines.push(`-${line}`);
      for (const line of added) lines.push(`+${line}`);
      shift += added.length - (end - start);
      at = end;
    }
    for (const line of oldLines.slice(at, oldEnd)) lines.push(` ${line}`);
    const oldCount = oldEnd - oldStart;
    const newCount = oldEnd + shift - newStart;
    return { oldStart, oldCount, newStart, newCount, lines };
  });
}

/** Groups changes whose context lines touch into one hunk. */
function neighbours(changes: readonly LineChange[]): readonly (readonly LineChange[])[] {
  const groups: LineChange[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.start - end > 2 * CONTEXT_LINES) groups.push([]);
    groups.at(-1)?.push(change);
    end = change.end;
  }
  return groups;
}

function shownLines(hunks: readonly Hunk[]): readonly string[] {
  const lines = hunks.flatMap((hunk) => [headerOf(hunk), ...hunk.lines.flatMap(shownLine)]);
  if (lines.length <= MAX_DIFF_LINES) return lines;
  const left = countOf(lines.length - MAX_DIFF_LINES, "more line");
  return [
    ...lines.slice(0, MAX_DIFF_LINES),
    // A backslash starts a line that is not part of the change.
    `\\ ${left} of this diff aren't shown`,
  ];
}

function headerOf({ oldStart, oldCount, newStart, newCount }: Hunk): string {
  // An empty range has the number of the line before.
  const range = (start: number, count: number): string =>
    count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`;
  return `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`;
}

/** A last line without a line ending is followed by a second line that says so. */
function shownLine(line: string): readonly string[] {
  return line.endsWith("\n")
    ? [cutDiffLine(line.slice(0, -1))]
    : [cutDiffLine(line), "\\ No newline at end of file"];
}

function cutDiffLine(line: string): string {
  if (line.length <= MAX_DIFF_LINE_CHARACTERS) return line;
  const kept = line.slice(0, betweenCharacters(line, MAX_DIFF_LINE_CHARACTERS));
  return `${kept} … [${countText(line.length - kept.length)} characters more]`;
}
