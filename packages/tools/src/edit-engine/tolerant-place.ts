import { withFileGaps } from "./blank-gaps.ts";
import type { TolerantMatch } from "./find-tolerant.ts";
import {
  type IndentationMap,
  indentationMap,
  type IndentPair,
  sameIndentation,
} from "./indentation.ts";
import { looseness } from "./line-agreement.ts";
import type { Place } from "./place.ts";
import { indentOf, isBlank, type SourceText, type TextLine } from "./source-text.ts";
import type { Wanted } from "./wanted.ts";

/**
 * The place of a match, with the texts adapted to the file: blank lines around them only if the file
 * also has them, and the file's number of blank lines between. Null if the old text ends in the
 * indentation of a line that it doesn't include.
 */
export function tolerantPlace(
  source: SourceText,
  wanted: Wanted,
  newText: string,
  match: TolerantMatch,
): Place | null {
  const framed = frame(source, wanted, newText.split("\n"), match);
  if (framed === null) return null;
  const { first, last, endsWithLineEnd, isCut } = framed;
  const aligned =
    match.looseness >= looseness.blankLines
      ? withFileGaps(framed, framed.solid, gapsOf(source, match))
      : framed;
  const end = endsWithLineEnd ? source.lineStart(last + 1) : source.lineStart(last) + match.end;
  const start = source.lineStart(first) + (framed.before > 0 ? 0 : match.start);
  const fileLines = linesBetween(source, { first, last, start, end, endsWithLineEnd });
  const place: Place = {
    start,
    end,
    oldLines: aligned.oldLines,
    newLines: aligned.newLines,
    fileLines,
    startsInside: framed.before === 0 && match.startsInside,
    indentation: sameIndentation,
    isLiteral: false,
    carriesTokens: match.looseness >= looseness.typography,
    adapted: describe(match, isCut),
  };
  return withIndentation(place);
}

function describe(match: TolerantMatch, isCut: boolean): readonly string[] {
  const adapted: string[] = [];
  if (isCut) adapted.push("blank lines around the text were kept");
  if (match.looseness >= looseness.typography)
    adapted.push("unchanged lines were kept as in the file");
  return adapted;
}

interface Frame {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** Lines of the file, including blank ones around. */
  readonly first: number;
  readonly last: number;
  /** Blank lines before the first solid one. */
  readonly before: number;
  readonly solid: readonly number[];
  readonly endsWithLineEnd: boolean;
  readonly isCut: boolean;
}

function frame(
  source: SourceText,
  { lines, solid }: Wanted,
  newLines: readonly string[],
  { fileIndexes }: TolerantMatch,
): Frame | null {
  const firstSolid = fileIndexes[0] ?? 0;
  const lastSolid = fileIndexes.at(-1) ?? 0;
  const tail = lines.at(-1) ?? "";
  const hasTail = (solid.at(-1) ?? 0) < lines.length - 1;
  // The beginning of the next line counts only if the new text keeps it.
  if (hasTail && tail !== "" && newLines.at(-1) !== tail) return null;
  const before = solid[0] ?? 0;
  const after = hasTail ? lines.length - 2 - (solid.at(-1) ?? 0) : 0;
  const keepsBefore = blankLinesAt(source, firstSolid, -1, before) === before;
  const keepsAfter = blankLinesAt(source, lastSolid, 1, after) === after;
  const old = trimFrame(lines, {
    before: keepsBefore ? 0 : before,
    after: keepsAfter ? 0 : after,
    hasTail,
  });
  const newTail = hasTail && newLines.at(-1) === tail;
  const fresh = trimFrame(newLines, {
    before: keepsBefore ? 0 : Math.min(before, leadingBlanks(newLines)),
    after: keepsAfter ? 0 : Math.min(after, trailingBlanks(newLines, newTail)),
    hasTail: newTail,
  });
  const oldBefore = keepsBefore ? before : 0;
  return {
    oldLines: old,
    newLines: fresh,
    first: firstSolid - oldBefore,
    last: lastSolid + (keepsAfter ? after : 0),
    before: oldBefore,
    solid: solid.map((index) => index - (keepsBefore ? 0 : before)),
    endsWithLineEnd: hasTail,
    isCut: !keepsBefore || !keepsAfter,
  };
}

/** The number of blank lines next to a line, up to `max`. */
function blankLinesAt(source: SourceText, index: number, step: 1 | -1, max: number): number {
  let count = 0;
  for (let at = index + step; count < max && at >= 0 && at < source.lineCount; at += step) {
    if (!isBlank(source.lineText(at))) break;
    count += 1;
  }
  return count;
}

function leadingBlanks(lines: readonly string[]): number {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? 0 : first;
}

function trailingBlanks(lines: readonly string[], hasTail: boolean): number {
  const last = lines.findLastIndex((line) => !isBlank(line));
  return last === -1 ? 0 : lines.length - 1 - last - (hasTail ? 1 : 0);
}

interface Cut {
  readonly before: number;
  readonly after: number;
  /** Whether the last entry only marks the line ending before it. */
  readonly hasTail: boolean;
}

function trimFrame(lines: readonly string[], { before, after, hasTail }: Cut): readonly string[] {
  const content = hasTail ? lines.slice(0, -1) : lines;
  const kept = content.slice(before, content.length - after);
  return hasTail ? [...kept, ""] : kept;
}

function gapsOf(source: SourceText, { fileIndexes }: TolerantMatch): readonly string[][] {
  return fileIndexes.slice(1).map((index, at) => {
    const from = (fileIndexes[at] ?? 0) + 1;
    return Array.from({ length: index - from }, (_, offset) => source.lineText(from + offset));
  });
}

function linesBetween(
  source: SourceText,
  {
    first,
    last,
    start,
    end,
    endsWithLineEnd,
  }: {
    readonly first: number;
    readonly last: number;
    readonly start: number;
    readonly end: number;
    readonly endsWithLineEnd: boolean;
  },
): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (let index = first; index <= last; index += 1) {
    const from = index === first ? start : source.lineStart(index);
    const isOpen = index === last && !endsWithLineEnd;
    const text = source.text.slice(from, isOpen ? end : source.textEnd(index));
    lines.push({ text, eol: isOpen ? "" : source.eolAt(index) });
  }
  if (endsWithLineEnd) lines.push({ text: "", eol: "" });
  return lines;
}

function withIndentation(place: Place): Place {
  const newIndents = place.newLines.flatMap((line) => (isBlank(line) ? [] : [indentOf(line)]));
  const pairs = indentPairs(place);
  const indentation = indentationMap(pairs, newIndents);
  const bare = indentationBehindFirst(place, pairs, indentation);
  if (bare === null) return { ...place, indentation };
  const [first, ...rest] = place.fileLines;
  const ours = indentOf(first?.text ?? "");
  return {
    ...place,
    start: place.start + ours.length,
    fileLines: [{ text: first?.text.trimStart() ?? "", eol: first?.eol ?? "" }, ...rest],
    startsInside: true,
    indentation: bare,
  };
}

function indentPairs({ oldLines, fileLines, startsInside }: Place): readonly IndentPair[] {
  return oldLines.flatMap((line, index) => {
    const ours = fileLines[index]?.text ?? "";
    if (isBlank(line) || isBlank(ours) || (startsInside && index === 0)) return [];
    return [{ theirs: indentOf(line), ours: indentOf(ours) }];
  });
}

/**
 * The rule of the other lines if the model left out only the first line's indentation, as in trimmed
 * text; null if the first line follows the same rule.
 */
function indentationBehindFirst(
  { oldLines, newLines, startsInside }: Place,
  pairs: readonly IndentPair[],
  indentation: IndentationMap,
): IndentationMap | null {
  const [first, ...rest] = pairs;
  if (first === undefined || startsInside || first.theirs !== "" || first.ours === "") return null;
  if (isBlank(oldLines[0] ?? "")) return null;
  const others = newLines.slice(1).filter((line) => !isBlank(line));
  const newIndents = others.map(indentOf);
  if (rest.length > 0) {
    const bare = indentationMap(rest, newIndents);
    // If another line also lost its indentation, probably all did.
    const isKept = rest.every(({ theirs, ours }) => theirs !== "" || ours === "");
    return bare.doubt < indentation.doubt && isKept ? bare : null;
  }
  const isLiteral =
    others.length > 0 && newIndents.every((indent) => indent.startsWith(first.ours));
  return isLiteral ? sameIndentation : null;
}
