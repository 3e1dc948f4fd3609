import type { Random } from "./random.ts";

/** A true edit of a real file, before any slip: old and new lines, and where they stand. */
export interface BaseEdit {
  readonly lines: readonly string[];
  /** 0-based. */
  readonly first: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** The index in `oldLines` of a line that stays, or -1. */
  readonly keptIndex: number;
}

/**
 * Takes some lines of a file, at a place that stands there only once, and changes them as people
 * do: another token, a line more, a line less. Null when the file has no such place.
 */
export function makeBaseEdit(text: string, random: Random): BaseEdit | null {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const count = random.between(3, 9);
    if (lines.length < count + 2) return null;
    const first = random.between(0, lines.length - count);
    const oldLines = lines.slice(first, first + count);
    if (!isUsable(oldLines) || occurrences(lines, oldLines) !== 1) continue;
    const changed = change(oldLines, random);
    if (changed !== null) return { lines, first, oldLines, ...changed };
  }
  return null;
}

function isUsable(oldLines: readonly string[]): boolean {
  const solid = oldLines.filter((line) => /\w{3}/.test(line));
  return (
    solid.length >= 3 &&
    oldLines[0]?.trim() !== "" &&
    oldLines.at(-1)?.trim() !== "" &&
    oldLines.every((line) => line.length < 300 && !/[\r\u2018-\u201d\u00a0\\]/.test(line))
  );
}

/** How often the lines stand in the file, white space aside. */
function occurrences(lines: readonly string[], wanted: readonly string[]): number {
  const keys = wanted.map((line) => line.trim());
  let count = 0;
  for (let at = 0; at + keys.length <= lines.length; at += 1) {
    if (keys.every((key, index) => lines[at + index]?.trim() === key)) count += 1;
  }
  return count;
}

function change(
  oldLines: readonly string[],
  random: Random,
): Pick<BaseEdit, "newLines" | "keptIndex"> | null {
  const words = oldLines.flatMap((line, index) => (/[A-Za-z]{4,}/.test(line) ? [index] : []));
  if (words.length === 0) return null;
  const at = random.pick(words);
  const newLines = [...oldLines];
  newLines[at] = (oldLines[at] ?? "").replace(/[A-Za-z]{4,}/, (word) => `${word}Changed`);
  const kept = oldLines.flatMap((line, index) =>
    index !== at && index > 0 && index < oldLines.length - 1 && /\w+\W+\w+/.test(line)
      ? [index]
      : [],
  );
  const kind = random.between(0, 2);
  if (kind === 1) {
    const indent = /^\s*/.exec(oldLines[at] ?? "")?.[0] ?? "";
    newLines.splice(at + 1, 0, `${indent}insertedLine(${random.between(1, 999)});`);
  }
  const keptIndex = kept.length === 0 ? -1 : random.pick(kept);
  return { newLines, keptIndex };
}

/** The file after the edit. */
export function resultOf({ lines, first, oldLines, newLines }: BaseEdit): readonly string[] {
  return [...lines.slice(0, first), ...newLines, ...lines.slice(first + oldLines.length)];
}
