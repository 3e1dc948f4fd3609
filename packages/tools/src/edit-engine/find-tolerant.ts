import { maxAmbiguous } from "./find-literal.ts";
import {
  agreementOf,
  type Looseness,
  looseness,
  type PartialAgreement,
  type PartialWanted,
  partialAgreements,
} from "./line-agreement.ts";
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
 * All places of an old text that need the least looseness. Its lines that aren't blank must follow
 * each other in the file; the first may begin within a line, the last may end within one.
 */
export function findTolerant(
  source: SourceText,
  wanted: Wanted,
  { all = false, wholeLines = false }: TolerantSearch = {},
): readonly TolerantMatch[] {
  let best: TolerantMatch[] = [];
  const { text, solidIndex } = wanted.needle;
  let at = source.text.indexOf(text);
  while (at !== -1 && (all || best.length < maxAmbiguous)) {
    const index = source.lineIndexAt(at);
    for (const match of matchesAt(source, wanted, { index, solidIndex, wholeLines })) {
      const known = best[0]?.looseness ?? looseness.spacing;
      if (match.looseness > known) continue;
      if (match.looseness < known) best = [];
      best.push(match);
    }
    at = source.text.indexOf(text, source.lineStart(index + 1));
  }
  return wanted.isWordy ? best : best.filter(({ looseness: it }) => it < looseness.typography);
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
  const { solid } = wanted;
  const fileIndexes: number[] = [];
  fileIndexes[solidIndex] = start;
  let needed: Looseness = looseness.none;
  const step = (at: number, next: number): boolean => {
    const from = fileIndexes[at] ?? 0;
    const index = nextSolid(source, from, next - at);
    if (index === null) return false;
    fileIndexes[next] = index;
    const isSameGap = index - from === (solid[next] ?? 0) - (solid[at] ?? 0);
    if (!isSameGap) needed = looser(needed, looseness.blankLines);
    return isInner(next, solid) ? agrees(next) : true;
  };
  const agrees = (at: number): boolean => {
    const line = wanted.lines[solid[at] ?? 0] ?? "";
    const agreement = agreementOf(line, source.lineText(fileIndexes[at] ?? 0));
    if (agreement === null) return false;
    needed = looser(needed, agreement);
    return true;
  };
  if (isInner(solidIndex, solid) && !agrees(solidIndex)) return [];
  for (let at = solidIndex; at > 0; at -= 1) if (!step(at, at - 1)) return [];
  for (let at = solidIndex; at < solid.length - 1; at += 1) if (!step(at, at + 1)) return [];

  return edgesOf(source, wanted, fileIndexes, wholeLines).map(({ start, end, ...edges }) => ({
    looseness: looser(needed, edges.looseness),
    fileIndexes,
    start,
    end,
    startsInside: edges.startsInside,
  }));
}

function isInner(index: number, solid: readonly number[]): boolean {
  return index > 0 && index < solid.length - 1;
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

interface Edges {
  readonly start: number;
  readonly end: number;
  readonly looseness: Looseness;
  readonly startsInside: boolean;
}

/** How the first and the last line may agree: as a whole, or in a part that reaches inwards. */
function edgesOf(
  source: SourceText,
  { lines, solid, endsWithLineEnd }: Wanted,
  fileIndexes: readonly number[],
  wholeLines: boolean,
): readonly Edges[] {
  const firstIndex = fileIndexes[0] ?? 0;
  const lastIndex = fileIndexes.at(-1) ?? 0;
  const first = lines[solid[0] ?? 0] ?? "";
  const last = lines[solid.at(-1) ?? 0] ?? "";
  const atEnd = endsWithLineEnd || (solid.at(-1) ?? 0) < lines.length - 1;
  const atStart = (solid[0] ?? 0) > 0;
  const ours = source.lineText(firstIndex);
  const isSingle = solid.length === 1;
  const edgeOf = wholeLines ? wholeLine : wholeLineOrParts;
  const starts = edgeOf({ line: first, atStart, atEnd: isSingle ? atEnd : true }, ours);
  if (isSingle) return starts.map((part) => edges(part, part, ours));
  const lastOurs = source.lineText(lastIndex);
  const [end] = edgeOf({ line: last, atStart: true, atEnd }, lastOurs);
  if (end === undefined) return [];
  return starts.map((start) => edges(start, end, ours));
}

function edges(start: PartialAgreement, end: PartialAgreement, firstLine: string): Edges {
  return {
    start: start.start,
    end: end.end,
    looseness: looser(start.looseness, end.looseness),
    startsInside: !isBlank(firstLine.slice(0, start.start)),
  };
}

function wholeLine({ line }: PartialWanted, ours: string): readonly PartialAgreement[] {
  const whole = agreementOf(line, ours);
  return whole === null ? [] : [{ start: 0, end: ours.length, looseness: whole }];
}

/** The whole line if it agrees, else its parts that do. */
function wholeLineOrParts(wanted: PartialWanted, ours: string): readonly PartialAgreement[] {
  const whole = wholeLine(wanted, ours);
  return whole.length > 0 ? whole : partialAgreements(wanted, ours);
}
