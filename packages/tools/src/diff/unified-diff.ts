import { shownName } from "@toolwright/core";
import { structuredPatch } from "diff";
import { countOf, countText } from "../numbers/number-text.ts";
import { betweenCharacters } from "../text-window/cut-line.ts";
import { type ChangedRegion, changedRegion } from "./changed-region.ts";

const CONTEXT_LINES = 3;

/** A person doesn't read more; what is left out is counted. */
const MAX_DIFF_LINES = 2_000;
const MAX_DIFF_LINE_CHARACTERS = 2_000;

// The search for the shortest way takes time with the square of this.
const MAX_EDIT_LENGTH = 2_000;

export interface UnifiedDiff {
  readonly text: string;
  readonly addedLines: number;
  readonly removedLines: number;
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/**
 * What changes from `before` to `after`, for a person to look at; null: there is no file. Exact,
 * though not always the shortest for very different texts; takes time in proportion to their size.
 *
 * `firstLine` is the 1-based number of the first line given, for texts that are a part of a file.
 */
export function unifiedDiff(
  path: string,
  before: string | null,
  after: string | null,
  firstLine = 1,
): UnifiedDiff {
  const region = changedRegion(before ?? "", after ?? "", CONTEXT_LINES);
  const hunks = region === null ? [] : hunksOf(region, firstLine - 1);
  const changes = hunks.flatMap((hunk) => hunk.lines);
  const name = shownName(path);
  const header = [
    before === null ? "--- /dev/null" : `--- a/${name}`,
    after === null ? "+++ /dev/null" : `+++ b/${name}`,
  ];
  return {
    text: [...header, ...shownLines(hunks)].map((line) => `${line}\n`).join(""),
    addedLines: changes.filter((line) => line.startsWith("+")).length,
    removedLines: changes.filter((line) => line.startsWith("-")).length,
  };
}

function hunksOf(region: ChangedRegion, linesBefore: number): readonly Hunk[] {
  const patch = structuredPatch("", "", region.before, region.after, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDIT_LENGTH,
  });
  const hunks: readonly Hunk[] = patch?.hunks ?? [wholeReplacement(region)];
  const shift = linesBefore + region.linesBefore;
  return hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + shift,
    newStart: hunk.newStart + shift,
  }));
}

/** All old lines out, all new lines in, but for those around them that are the same. */
function wholeReplacement({ before, after }: ChangedRegion): Hunk {
  const removed = diffLines(before);
  const added = diffLines(after);
  const shorter = Math.min(removed.length, added.length);
  let leading = 0;
  while (leading < shorter && removed[leading] === added[leading]) leading++;
  let trailing = 0;
  while (trailing < shorter - leading && removed.at(-1 - trailing) === added.at(-1 - trailing)) {
    trailing++;
  }
  return {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [
      ...removed.slice(0, leading).map((line) => ` ${line}`),
      ...removed.slice(leading, removed.length - trailing).map((line) => `-${line}`),
      ...added.slice(leading, added.length - trailing).map((line) => `+${line}`),
      ...removed.slice(removed.length - trailing).map((line) => ` ${line}`),
    ].flatMap((line) => line.split("\n")),
  };
}

/** Lines as a diff tells them: a last one without line end has a second line that says so. */
function diffLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function shownLines(hunks: readonly Hunk[]): readonly string[] {
  const lines = hunks.flatMap((hunk) => [headerOf(hunk), ...hunk.lines.map(cutDiffLine)]);
  if (lines.length <= MAX_DIFF_LINES) return lines;
  const left = countOf(lines.length - MAX_DIFF_LINES, "more line");
  return [
    ...lines.slice(0, MAX_DIFF_LINES),
    // A backslash starts what is no part of the change.
    `\\ ${left} of this diff aren't shown`,
  ];
}

function headerOf({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  // Where there is no line, the number is that of the line before.
  const range = (start: number, count: number): string =>
    count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`;
}

function cutDiffLine(line: string): string {
  if (line.length <= MAX_DIFF_LINE_CHARACTERS) return line;
  const kept = line.slice(0, betweenCharacters(line, MAX_DIFF_LINE_CHARACTERS));
  return `${kept} … [${countText(line.length - kept.length)} characters more]`;
}
