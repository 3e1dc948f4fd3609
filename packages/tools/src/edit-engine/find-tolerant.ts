import { maxAmbiguous } from "./find-literal.ts";
import { agreementOf, type Looseness, looseness, partialAgreements } from "./line-agreement.ts";
import { isBlank, type SourceText } from "./source-text.ts";
import type { Wanted } from "./wanted.ts";

/** Where an old text may stand, if not to the letter. */
export interface TolerantMatch {
  readonly looseness: Looseness;
  /** For each line of the old text that isn't blank its line in the file, 0-based. */
  readonly fileIndexes: readonly number[];
  /** Offsets in the first and in the last of these lines. */
  readonly start: number;
  readonly end: number;
  /** Other text of the same line comes before it. */
  readonly startsInside: boolean;
}

export interface TolerantSearch {
  /** All places, as many as there may be. Default: false. */
  readonly all?: boolean;
  /** The text is of whole lines: no place begins or ends within one. Default: false. */
  readonly wholeLines?: boolean;
}

/**
 * All places of an old text that need the least looseness, in order. Where more than space at line
 * ends has to be overlooked, no place is so much better than another that it alone would be meant:
 * then it's all places, unless each of the best is to be replaced.
 *
 * Shapes: the lines that aren't blank must follow each other in the file, several as whole lines; a
 * single one may also be a part of a line.
 */
export function findTolerant(
  source: SourceText,
  wanted: Wanted,
  { all = false, wholeLines = false }: TolerantSearch = {},
): readonly TolerantMatch[] {
  const found: TolerantMatch[] = [];
  const { text, solidIndex } = wanted.needle;
  let at = source.text.indexOf(text);
  while (at !== -1 && (all || found.length < maxAmbiguous)) {
    const index = source.lineIndexAt(at);
    found.push(...matchesAt(source, wanted, { index, solidIndex, wholeLines }));
    at = source.text.indexOf(text, source.lineStart(index + 1));
  }
  const told = wanted.isWordy
    ? found
    : found.filter(({ looseness: needed }) => needed < looseness.typography);
  const least = Math.min(...told.map(({ looseness: needed }) => needed));
  const isClear = all || least <= looseness.trailingSpace;
  return isClear ? told.filter(({ looseness: needed }) => needed === least) : told;
}

interface Attempt {
  readonly index: number;
  readonly solidIndex: number;
  readonly wholeLines: boolean;
}

/** The matches where the given solid line of the old text is the given line of the file. */
function matchesAt(
  source: SourceText,
  wanted: Wanted,
  { index: start, solidIndex, wholeLines }: Attempt,
): readonly TolerantMatch[] {
  const { solid, lines } = wanted;
  const fileIndexes: number[] = [];
  fileIndexes[solidIndex] = start;
  if (solid.length === 1) return singleLine(source, wanted, start, wholeLines);
  let needed: Looseness = looseness.none;
  const agrees = (at: number): boolean => {
    const line = lines[solid[at] ?? 0] ?? "";
    const ours = source.lineText(fileIndexes[at] ?? 0);
    const agreement = at === 0 ? firstLineAgreement(line, ours) : agreementOf(line, ours);
    if (agreement !== null) needed = looser(needed, agreement);
    return agreement !== null;
  };
  const step = (at: number, next: number): boolean => {
    const from = fileIndexes[at] ?? 0;
    const index = nextSolid(source, from, next - at);
    if (index === null) return false;
    fileIndexes[next] = index;
    const isSameGap = index - from === (solid[next] ?? 0) - (solid[at] ?? 0);
    if (!isSameGap) needed = looser(needed, looseness.blankLines);
    return agrees(next);
  };
  if (!agrees(solidIndex)) return [];
  for (let at = solidIndex; at > 0; at -= 1) if (!step(at, at - 1)) return [];
  for (let at = solidIndex; at < solid.length - 1; at += 1) if (!step(at, at + 1)) return [];
  const end = source.lineText(fileIndexes.at(-1) ?? 0).length;
  return [{ looseness: needed, fileIndexes, start: 0, end, startsInside: false }];
}

/** A text that begins without indentation may begin behind it, and is no less found there. */
function firstLineAgreement(line: string, ours: string): Looseness | null {
  return agreementOf(line, line === line.trimStart() ? ours.trimStart() : ours);
}

/** The whole line if it agrees, else its parts that do. */
function singleLine(
  source: SourceText,
  { lines, solid, endsWithLineEnd }: Wanted,
  index: number,
  wholeLines: boolean,
): readonly TolerantMatch[] {
  const at = solid[0] ?? 0;
  const line = lines[at] ?? "";
  const ours = source.lineText(index);
  const whole = firstLineAgreement(line, ours);
  const fileIndexes = [index];
  if (whole !== null) {
    return [{ looseness: whole, fileIndexes, start: 0, end: ours.length, startsInside: false }];
  }
  if (wholeLines) return [];
  const wanted = { line, atStart: at > 0, atEnd: endsWithLineEnd || at < lines.length - 1 };
  return partialAgreements(wanted, ours).map((part) => ({
    ...part,
    fileIndexes,
    startsInside: !isBlank(ours.slice(0, part.start)),
  }));
}

function looser(a: Looseness, b: Looseness): Looseness {
  return a > b ? a : b;
}

function nextSolid(source: SourceText, from: number, direction: number): number | null {
  for (let index = from + direction; index >= 0 && index < source.lineCount; index += direction) {
    if (!isBlank(source.lineText(index))) return index;
  }
  return null;
}
