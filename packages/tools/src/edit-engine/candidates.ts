import type { EditCandidate } from "./edit.ts";
import { plainTypography } from "./normalize-line.ts";
import { indentOf, isBlank, type SourceLine } from "./source-text.ts";

const maxCandidates = 3;
/** A window that shares less than this isn't near. */
const minSimilarity = 0.4;
const maxExcerptLines = 12;
const maxLineLength = 160;
/** Lines times wanted lines; beyond it only windows that share a whole line are looked at. */
const maxComparisons = 3_000_000;

interface Window {
  readonly first: number;
  readonly similarity: number;
}

/**
 * Up to three places of the file that come nearest to the wanted lines, best first, with what
 * keeps each from matching.
 */
export function nearestPlaces(
  lines: readonly SourceLine[],
  oldText: string,
): readonly EditCandidate[] {
  const wanted = trimBlank(oldText.split(/\r\n|\n|\r/));
  if (wanted.length === 0 || lines.length === 0) return [];
  return bestWindows(lines, wanted).map(({ first }) => describe(lines, wanted, first));
}

function bestWindows(lines: readonly SourceLine[], wanted: readonly string[]): readonly Window[] {
  const keys = wanted.map(keyOf);
  const windows: Window[] = [];
  for (const first of startsOf(lines, keys)) {
    let sum = 0;
    for (let index = 0; index < keys.length; index += 1) {
      sum += lineSimilarity(keyOf(lines[first + index]?.text ?? ""), keys[index] ?? "");
    }
    const similarity = sum / keys.length;
    if (similarity >= minSimilarity) windows.push({ first, similarity });
  }
  windows.sort((a, b) => b.similarity - a.similarity || a.first - b.first);
  const chosen: Window[] = [];
  for (const window of windows) {
    const overlaps = chosen.some(({ first }) => Math.abs(first - window.first) < keys.length);
    if (!overlaps) chosen.push(window);
    if (chosen.length === maxCandidates) break;
  }
  return chosen;
}

/** Where a window may start: everywhere in small files, else where a line is the same. */
function startsOf(lines: readonly SourceLine[], keys: readonly string[]): Iterable<number> {
  const lastStart = Math.max(0, lines.length - keys.length);
  if (lines.length * keys.length <= maxComparisons) {
    return Array.from({ length: lastStart + 1 }, (_, index) => index);
  }
  const offsets = new Map<string, number>();
  keys.forEach((key, index) => {
    if (key.length > 3 && !offsets.has(key)) offsets.set(key, index);
  });
  const starts = new Set<number>();
  lines.forEach(({ text }, at) => {
    const offset = offsets.get(keyOf(text));
    if (offset !== undefined) starts.add(Math.min(Math.max(0, at - offset), lastStart));
  });
  return [...starts].slice(0, 10_000);
}

function keyOf(line: string): string {
  return plainTypography(line).trim();
}

/** 1 for the same, else the share of the words that both have. */
function lineSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a === "" || b === "") return 0;
  const ours = a.match(/[\p{L}\p{N}_$]+|[^\s]/gu) ?? [];
  const theirs = new Set(b.match(/[\p{L}\p{N}_$]+|[^\s]/gu) ?? []);
  const shared = ours.filter((part) => theirs.has(part)).length;
  return (0.9 * shared) / Math.max(ours.length, theirs.size);
}

function describe(
  lines: readonly SourceLine[],
  wanted: readonly string[],
  first: number,
): EditCandidate {
  const run = lines.slice(first, first + wanted.length);
  const differing = wanted.findIndex((line, index) => line !== run[index]?.text);
  const from = Math.max(0, Math.min(differing - 2, run.length - maxExcerptLines));
  const shown = run.slice(from, from + maxExcerptLines);
  const excerpt = shown
    .map(({ text }, index) => {
      const visible = text === wanted[from + index] ? text : showSpace(text);
      return `${String(first + from + index + 1).padStart(6)}\t${shorten(visible)}`;
    })
    .join("\n");
  return {
    startLine: first + 1,
    endLine: first + run.length,
    excerpt,
    difference: describeDifference(
      wanted[differing] ?? "",
      run[differing]?.text ?? null,
      first + differing + 1,
    ),
  };
}

function describeDifference(theirs: string, ours: string | null, line: number): string {
  if (ours === null) return `the file ends before '${shorten(theirs.trim())}'`;
  const what = kindOfDifference(theirs, ours);
  return `line ${line} ${what}: the file has ${shorten(JSON.stringify(ours))}, you gave ${shorten(JSON.stringify(theirs))}`;
}

function kindOfDifference(theirs: string, ours: string): string {
  if (isBlank(theirs) !== isBlank(ours)) return isBlank(ours) ? "is blank" : "is not blank";
  if (theirs.trim() === ours.trim()) {
    return indentOf(theirs) === indentOf(ours)
      ? "differs in white space at its end"
      : "differs in indentation";
  }
  if (keyOf(theirs) === keyOf(ours)) return "differs in typographic characters";
  if (theirs.toLowerCase() === ours.toLowerCase()) return "differs in upper and lower case";
  return "differs";
}

/** Tabs as `→`, spaces at the ends as `·`. */
function showSpace(line: string): string {
  const indent = indentOf(line);
  const rest = line.slice(indent.length);
  const body = rest.trimEnd();
  const mark = (space: string): string => space.replaceAll("\t", "→").replaceAll(" ", "·");
  return mark(indent) + body.replaceAll("\t", "→") + mark(rest.slice(body.length));
}

function shorten(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength)}…`;
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}
