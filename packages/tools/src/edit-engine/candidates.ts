import type { EditCandidate } from "./edit.ts";
import { findNearest } from "./nearest.ts";
import { indentOf, isBlank, type SourceText, splitLines } from "./source-text.ts";
import { plainTypography } from "./typography.ts";

const maxCandidates = 3;
const maxExcerptLines = 12;
const maxLineLength = 160;

/**
 * Up to three places of the file that are most similar to the wanted lines, best first, with the
 * first difference of each.
 */
export function nearestPlaces(source: SourceText, oldText: string): readonly EditCandidate[] {
  const wanted = trimBlank(splitLines(oldText).map(({ text }) => text));
  if (wanted.length === 0 || source.lineCount === 0) return [];
  return findNearest(source, wanted, maxCandidates).map(({ first }) =>
    describe(source, wanted, first),
  );
}

function describe(source: SourceText, wanted: readonly string[], first: number): EditCandidate {
  const end = Math.min(first + wanted.length, source.lineCount);
  const oursAt = (index: number): string | null =>
    first + index < end ? source.lineText(first + index) : null;
  const differing = wanted.findIndex((line, index) => line !== oursAt(index));
  const from = Math.max(0, Math.min(differing - 2, end - first - maxExcerptLines));
  const shown: string[] = [];
  for (let index = from; index < Math.min(from + maxExcerptLines, end - first); index += 1) {
    const ours = oursAt(index) ?? "";
    const theirs = wanted[index] ?? "";
    const visible =
      ours === theirs ? shorten(ours, 0) : showSpace(shorten(ours, firstDifference(ours, theirs)));
    shown.push(`${String(first + index + 1).padStart(6)}\t${visible}`);
  }
  return {
    startLine: first + 1,
    endLine: end,
    excerpt: shown.join("\n"),
    difference: describeDifference(
      wanted[differing] ?? "",
      oursAt(differing),
      first + differing + 1,
    ),
  };
}

function describeDifference(theirs: string, ours: string | null, line: number): string {
  if (ours === null) return `the file ends before '${shorten(theirs.trim(), 0)}'`;
  const at = firstDifference(ours, theirs);
  const what = kindOfDifference(theirs, ours);
  return `line ${line} ${what}: the file has ${quoted(ours, at)}, you gave ${quoted(theirs, at)}`;
}

function kindOfDifference(theirs: string, ours: string): string {
  if (theirs === ours) return "is the same";
  if (isBlank(theirs) !== isBlank(ours)) return isBlank(ours) ? "is blank" : "is not blank";
  if (theirs.trim() === ours.trim()) {
    return indentOf(theirs) === indentOf(ours)
      ? "differs in trailing white space"
      : "differs in indentation";
  }
  if (theirs.replace(/\s+/g, "") === ours.replace(/\s+/g, "")) return "differs in white space";
  if (plainTypography(theirs).trim() === plainTypography(ours).trim()) {
    return "differs in typographic characters";
  }
  if (theirs.toLowerCase() === ours.toLowerCase()) return "differs in upper and lower case";
  return "differs";
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Tabs as `→`, spaces at the ends as `·`. */
function showSpace(line: string): string {
  const indent = indentOf(line);
  const rest = line.slice(indent.length);
  const body = rest.trimEnd();
  const mark = (space: string): string => space.replaceAll("\t", "→").replaceAll(" ", "·");
  return mark(indent) + body.replaceAll("\t", "→") + mark(rest.slice(body.length));
}

function quoted(line: string, at: number): string {
  return JSON.stringify(shorten(line, at));
}

/** The part of a long line around an offset. */
function shorten(line: string, at: number): string {
  if (line.length <= maxLineLength) return line;
  const from = Math.max(0, Math.min(at - 40, line.length - maxLineLength));
  const to = from + maxLineLength;
  return `${from > 0 ? "…" : ""}${line.slice(from, to).toWellFormed()}${to < line.length ? "…" : ""}`;
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}
