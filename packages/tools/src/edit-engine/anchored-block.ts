import { diffArrays } from "diff";
import { placeOf } from "./find-lines.ts";
import type { Place } from "./place.ts";
import { isBlank, type SourceLine } from "./source-text.ts";

/** Shorter blocks say too little about their place. */
const minLines = 4;

/**
 * The one place whose first and last line are those of the old text, and whose lines between are,
 * too, but for one token of one line. That line must be among those that the new text keeps, so
 * that the file's own stays; and no other place may come near.
 */
export function findAnchored(
  lines: readonly SourceLine[],
  oldLines: readonly string[],
  newLines: readonly string[],
  endsWithLineEnd: boolean,
): Place | null {
  if (oldLines.length < minLines) return null;
  const wanted = oldLines.map((line) => line.trim());
  const [first = ""] = wanted;
  const last = wanted.at(-1) ?? "";
  if (isBlank(first) || isBlank(last)) return null;
  let found: { readonly at: number; readonly line: number } | null = null;
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (lines[at]?.text.trim() !== first) continue;
    const differing = differingLines(lines, at, wanted);
    if (differing.length > 2) continue;
    // Another place that comes near makes the whole thing a guess.
    if (found !== null) return null;
    found = { at, line: differing.length === 1 ? (differing[0] ?? -1) : -1 };
  }
  if (found === null || found.line <= 0 || found.line >= wanted.length - 1) return null;
  const ours = lines[found.at + found.line]?.text.trim() ?? "";
  const theirs = wanted[found.line] ?? "";
  if (!differsByOneToken(ours, theirs) || !isKept(oldLines, newLines, found.line)) return null;
  return placeOf(lines, found.at, found.at + wanted.length, endsWithLineEnd);
}

function differingLines(
  lines: readonly SourceLine[],
  at: number,
  wanted: readonly string[],
): readonly number[] {
  const differing: number[] = [];
  for (let index = 0; index < wanted.length && differing.length < 3; index += 1) {
    if (lines[at + index]?.text.trim() !== wanted[index]) differing.push(index);
  }
  return differing;
}

const token = /[\p{L}\p{N}_$]+|[^\p{L}\p{N}_$\s]+|\s+/gu;

function differsByOneToken(a: string, b: string): boolean {
  const ours = a.match(token) ?? [];
  const theirs = b.match(token) ?? [];
  // A line of one token that differs is another line.
  if (ours.length !== theirs.length || ours.length < 2) return false;
  return ours.filter((part, index) => part !== theirs[index]).length === 1;
}

function isKept(oldLines: readonly string[], newLines: readonly string[], index: number): boolean {
  let at = 0;
  for (const part of diffArrays([...oldLines], [...newLines])) {
    if (part.added) continue;
    const count = part.value.length;
    if (index < at + count) return !part.removed;
    at += count;
  }
  return false;
}
