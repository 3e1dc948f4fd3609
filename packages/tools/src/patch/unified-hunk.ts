import { cutText } from "@toolwright/core/internal";
import { type Hunk, PatchSyntaxError } from "./patch.ts";

const numbered = /^@@+ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Whether a hunk begins here, with the numbers or, as models write it, without. */
export function isHunkHeader(line: string): boolean {
  return line.startsWith("@@");
}

/**
 * Reads a hunk. Models miscount, so the counts in its header decide only otherwise unclear cases:
 * whether `--- a` is a removed line `-- a` or the next file.
 *
 * Errors: PatchSyntaxError for a line outside the format that is followed by changes, because these
 * would be lost.
 */
export function readHunk(
  lines: readonly string[],
  at: number,
): { readonly hunk: Hunk; readonly end: number } {
  const header = lines[at] ?? "";
  const [, oldStart, oldCount, , newCount] = numbered.exec(header) ?? [];
  const hasHeader = isHunkHeader(header);
  const hasCounts = oldStart !== undefined;
  let oldLeft = hasCounts ? Number(oldCount ?? 1) : Number.NaN;
  let newLeft = hasCounts ? Number(newCount ?? 1) : Number.NaN;
  const oldLines: string[] = [];
  const newLines: string[] = [];
  const lineEnds = { old: true, new: true };
  let lastSign = " ";
  let index = hasHeader ? at + 1 : at;
  for (; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const sign = line[0] ?? " ";
    const isFull = oldLeft <= 0 && newLeft <= 0;
    if (line.startsWith("\\")) {
      if (lastSign !== "+") lineEnds.old = false;
      if (lastSign !== "-") lineEnds.new = false;
      continue;
    }
    if (isHunkHeader(line) || isNextFile(lines, index, { oldLeft, newLeft })) break;
    if (isFull && (line === "-- " || (!/^[ +-]/.test(line) && !changesFollow(lines, index)))) break;
    if (sign !== " " && sign !== "+" && sign !== "-") {
      throw new PatchSyntaxError(
        index + 1,
        `'${cutText(line, 60)}' begins with neither ' ', '+', '-' nor '@@'`,
      );
    }
    if (sign !== "+") {
      oldLines.push(line.slice(1));
      oldLeft -= 1;
    }
    if (sign !== "-") {
      newLines.push(line.slice(1));
      newLeft -= 1;
    }
    lastSign = sign;
  }
  dropLostLines(lines, index, oldLines, newLines);
  const saysEnd = !lineEnds.old || !lineEnds.new;
  const hunk: Hunk = {
    anchors: hasCounts || !hasHeader ? [] : anchorsOf(header),
    oldLines,
    newLines,
    isAtEnd: saysEnd,
    lineHint: hasCounts ? Number(oldStart) : null,
    finalLineEnd: saysEnd ? lineEnds : null,
  };
  return { hunk, end: index };
}

function anchorsOf(header: string): readonly string[] {
  const anchor = header
    .replace(/^@@+/, "")
    .replace(/@@+\s*$/, "")
    .trim();
  return anchor === "" || /^(?:\.{3}|…)$/.test(anchor) ? [] : [anchor];
}

function isNextFile(
  lines: readonly string[],
  index: number,
  { oldLeft, newLeft }: { readonly oldLeft: number; readonly newLeft: number },
): boolean {
  const line = lines[index] ?? "";
  if (/^(?:diff --git |diff -|Index: |Only in )/.test(line)) return true;
  const isHeader =
    line.startsWith("--- ") &&
    (lines[index + 1] ?? "").startsWith("+++ ") &&
    (isHunkHeader(lines[index + 2] ?? "") || oldLeft <= 0);
  // Except a removed line '-- a' and an added line '++ b' at the end of a hunk.
  return isHeader && !(oldLeft === 1 && newLeft === 1);
}

/** Whether added or removed lines follow before the next header. */
function changesFollow(lines: readonly string[], index: number): boolean {
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (isHunkHeader(line) || isNextFile(lines, at, { oldLeft: 0, newLeft: 0 })) return false;
    if (line === "-- ") return false;
    if (/^[+-]/.test(line)) return true;
  }
  return false;
}

/** Empty lines after a hunk belong to the patch's layout, not to the file. */
function dropLostLines(
  lines: readonly string[],
  end: number,
  oldLines: string[],
  newLines: string[],
): void {
  for (let at = end - 1; lines[at] === "" && oldLines.at(-1) === ""; at -= 1) {
    if (newLines.at(-1) !== "") return;
    oldLines.pop();
    newLines.pop();
  }
}
