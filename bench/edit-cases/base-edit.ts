import { changeLines } from "./change-lines.ts";
import type { Random } from "./random.ts";
import type { Language } from "./sources.ts";

/** A line of the new text. */
export interface NewLine {
  readonly text: string;
  /** The old line that it equals or changes; null for a new line. */
  readonly from: number | null;
}

/** A correct edit of a real file, before any slip: old and new lines and their position. */
export interface BaseEdit {
  readonly language: Language;
  readonly lines: readonly string[];
  /** 0-based. */
  readonly first: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly NewLine[];
  /** The indexes in `oldLines` of unchanged lines. */
  readonly kept: readonly number[];
}

const minOldLines = 3;
const maxOldLines = 10;

/**
 * Takes lines that occur only once in a file and changes them as people do. Null if the file has no such
 * lines.
 */
export function makeBaseEdit(text: string, language: Language, random: Random): BaseEdit | null {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const count = random.between(minOldLines, maxOldLines);
    if (lines.length < count + 2) return null;
    const first = random.between(0, lines.length - count);
    const oldLines = lines.slice(first, first + count);
    if (!isUsable(oldLines) || occurrences(lines, oldLines) !== 1) continue;
    const newLines = changeLines(oldLines, { language, random, lines });
    if (newLines === null) continue;
    return { language, lines, first, oldLines, newLines, kept: keptOf(oldLines, newLines) };
  }
  return null;
}

function isUsable(oldLines: readonly string[]): boolean {
  const solid = oldLines.filter((line) => /\w{3}/.test(line));
  return (
    solid.length >= minOldLines &&
    oldLines[0]?.trim() !== "" &&
    oldLines.at(-1)?.trim() !== "" &&
    oldLines.every((line) => line.length < 300 && !/[\r\u2010-\u202f\u00a0]/.test(line))
  );
}

/** How often the lines occur in the file, ignoring white space and blank lines. */
function occurrences(lines: readonly string[], wanted: readonly string[]): number {
  const solid = (texts: readonly string[]): string =>
    `\n${texts
      .map((line) => line.replaceAll(/\s+/g, ""))
      .filter((line) => line !== "")
      .join("\n")}\n`;
  return solid(lines).split(solid(wanted).trimEnd()).length - 1;
}

function keptOf(oldLines: readonly string[], newLines: readonly NewLine[]): readonly number[] {
  return newLines.flatMap(({ text, from }) =>
    from !== null && oldLines[from] === text ? [from] : [],
  );
}

/** The file after the edit. */
export function resultOf({ lines, first, oldLines, newLines }: BaseEdit): readonly string[] {
  return [
    ...lines.slice(0, first),
    ...newLines.map(({ text }) => text),
    ...lines.slice(first + oldLines.length),
  ];
}
