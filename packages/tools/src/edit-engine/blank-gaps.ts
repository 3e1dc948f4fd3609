import { originsOf } from "./line-pairs.ts";
import { isBlank } from "./source-text.ts";

interface Texts {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

/**
 * The old and the new text with the file's number of blank lines between the others. In the new
 * text, blank lines stay with the lines around them; lines inserted between two such lines come
 * before the blank ones.
 *
 * Shapes: `solid` are the indexes in `oldLines` of lines that aren't blank. `fileGaps` are the file's
 * blank lines after each of them except the last.
 */
export function withFileGaps(
  { oldLines, newLines }: Texts,
  solid: readonly number[],
  fileGaps: readonly (readonly string[])[],
): Texts {
  const newIndexes = new Map<number, number>();
  originsOf(oldLines, newLines).forEach((origin, newIndex) => {
    if (origin.type !== "added") newIndexes.set(origin.oldIndex, newIndex);
  });
  // Then the last entry is not a line, but the text after the last line ending.
  const hasTail = oldLines.at(-1) === "";
  const adjustedOld = [...oldLines];
  const adjustedNew = [...newLines];
  // Backwards, so that earlier indexes stay valid.
  for (let gap = fileGaps.length - 1; gap >= 0; gap -= 1) {
    const blank = fileGaps[gap] ?? [];
    const first = solid[gap] ?? 0;
    const second = solid[gap + 1] ?? 0;
    const oldCount = second - first - 1;
    if (blank.length === oldCount) continue;
    adjustedOld.splice(first + 1, oldCount, ...blank);
    const before = newIndexes.get(first);
    const after = newIndexes.get(second);
    const change = { oldCount, blank };
    if (after !== undefined) {
      const room = before === undefined ? after : after - before - 1;
      const run = blankRunBefore(adjustedNew, after, room);
      resize(adjustedNew, after - run, run, change);
      // Blank lines that the file lacks are not added before inserted lines either.
      if (before === undefined || run === room || blank.length > oldCount) continue;
    }
    if (before !== undefined) {
      const run = blankRunAfter(hasTail ? adjustedNew.slice(0, -1) : adjustedNew, before);
      resize(adjustedNew, before + 1, run, change);
    }
  }
  return { oldLines: adjustedOld, newLines: adjustedNew };
}

function resize(
  lines: string[],
  start: number,
  count: number,
  { oldCount, blank }: { readonly oldCount: number; readonly blank: readonly string[] },
): void {
  const wanted = Math.max(0, count + blank.length - oldCount);
  const filler = Array.from({ length: wanted }, (_, index) => blank[index] ?? "");
  lines.splice(start, count, ...filler);
}

function blankRunBefore(lines: readonly string[], index: number, max: number): number {
  let count = 0;
  while (count < max && isBlank(lines[index - 1 - count] ?? "x")) count += 1;
  return count;
}

function blankRunAfter(lines: readonly string[], index: number): number {
  let count = 0;
  while (isBlank(lines[index + 1 + count] ?? "x")) count += 1;
  return count;
}
