import { maxAmbiguous } from "./find-literal.ts";
import { agreementOf, type Looseness, looseness, partialAgreements } from "./line-agreement.ts";
import { isBlank, type SourceText } from "./source-text.ts";
import type { Wanted } from "./wanted.ts";

/** A place where the old text may be, though not literally. */
export interface TolerantMatch {
  readonly looseness: Looseness;
  /** The file's line for each line of the old text that isn't blank, 0-based. */
  readonly fileIndexes: readonly number[];
  /** Offsets in the first and the last of these lines. */
  readonly start: number;
  readonly end: number;
  /** Whether other text precedes it on the same line. */
  readonly startsInside: boolean;
}

export interface TolerantSearch {
  /** Whether to find all places, without a limit. Default: false. */
  readonly all?: boolean;
  /** Whether the text has whole lines, so that no place begins or ends within one. Default: false. */
  readonly wholeLines?: boolean;
}

/**
 * The places of an old text, in order. If the best match needs at most trailing space to be ignored,
 * only places that match as well are returned. With more looseness, no place is so much better that
 * the others can be ruled out, so all are returned, unless `all` is set.
 *
 * Shapes: the lines that aren't blank must follow each other in the file as whole lines. A single
 * line may also match part of a line.
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

/** The matches that put the given solid line of the old text at the given line of the file. */
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

/** The first line may lack the file's indentation without counting as looser. */
function firstLineAgreement(line: string, ours: string): Looseness | null {
  return agreementOf(line, line === line.trimStart() ? ours.trimStart() : ours);
}

/** The whole line if it agrees, otherwise the parts that agree. */
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
