import { cutText } from "@toolwright/core/internal";
import { findTolerant, type TolerantMatch } from "../edit-engine/find-tolerant.ts";
import { nearestPlaces } from "../edit-engine/candidates.ts";
import { indentOf, isBlank, type SourceText } from "../edit-engine/source-text.ts";
import { prepareWanted, type Wanted } from "../edit-engine/wanted.ts";
import type { Hunk } from "./patch.ts";

/** A possible place of a hunk. */
export type Candidate =
  | {
      readonly type: "lines";
      readonly match: TolerantMatch;
      readonly wanted: Wanted;
      /** The file's lines that it changes: `from` to `to`, exclusive, 0-based. */
      readonly from: number;
      readonly to: number;
    }
  /** Inserts lines, and removes none but blank lines of context. */
  | { readonly type: "insertion"; readonly from: number; readonly to: number };

export type Search =
  | { readonly candidates: readonly Candidate[] }
  | { readonly code: "edit-no-match" | "edit-ambiguous"; readonly message: string };

const maxAnchorPlaces = 1_000;

/** All places of a hunk's lines that its anchors and its line number allow. */
export function searchHunk(source: SourceText, hunk: Hunk): Search {
  const starts = anchorEnds(source, hunk.anchors);
  if (starts === null) return missingAnchor(hunk);
  const wanted = prepareWanted([...hunk.oldLines, ""].join("\n"));
  if (wanted === null) return searchInsertion(source, hunk, starts);
  const matches = findTolerant(source, wanted, { wholeLines: true });
  if (matches.length === 0) {
    return { code: "edit-no-match", message: describeMissing(source, hunk) };
  }
  const reached = behindAnchors(source, hunk, starts, matches);
  if ("code" in reached) return reached;
  const chosen = preferred(source, hunk, reached);
  return { candidates: chosen.map((match) => candidateOf(hunk, wanted, match)) };
}

/** The lines after the anchors, one for each match of the anchors; null if an anchor is missing. */
function anchorEnds(source: SourceText, anchors: readonly string[]): readonly number[] | null {
  const [first, ...rest] = anchors;
  if (first === undefined) return [0];
  const ends = linesLike(source, 0, first, maxAnchorPlaces).flatMap((line) => {
    let at = line;
    for (const anchor of rest) {
      const [next] = linesLike(source, at + 1, anchor, 1);
      if (next === undefined) return [];
      at = next;
    }
    return [at + 1];
  });
  return ends.length === 0 ? null : [...new Set(ends)];
}

/** The lines equal to an anchor; if there are none, the lines that contain it. */
function linesLike(source: SourceText, from: number, anchor: string, max: number): number[] {
  const whole: number[] = [];
  const partial: number[] = [];
  let at = source.text.indexOf(anchor, source.lineStart(from));
  while (at !== -1 && whole.length < max) {
    const line = source.lineIndexAt(at);
    if (source.lineText(line).trim() === anchor) whole.push(line);
    else if (partial.length < max) partial.push(line);
    at = source.text.indexOf(anchor, source.lineStart(line + 1));
  }
  return whole.length > 0 ? whole : partial;
}

/** The nearest place after each match of the anchors, within the block that they open. */
function behindAnchors(
  source: SourceText,
  hunk: Hunk,
  starts: readonly number[],
  matches: readonly TolerantMatch[],
): readonly TolerantMatch[] | Exclude<Search, { readonly candidates: unknown }> {
  if (hunk.anchors.length === 0) return matches;
  const reached = new Set<TolerantMatch>();
  for (const start of starts) {
    const from = start - 1;
    // The anchor may itself be the first line of the hunk's context.
    const next = matches.find(({ fileIndexes }) => (fileIndexes[0] ?? 0) >= from);
    if (next !== undefined && isInBlock(source, from, next.fileIndexes[0] ?? 0)) reached.add(next);
  }
  if (reached.size > 0) return [...reached];
  const at = matches.slice(0, 5).map(({ fileIndexes }) => (fileIndexes[0] ?? 0) + 1);
  return {
    code: "edit-no-match",
    message: `The hunk's lines are not after '@@ ${cutText(hunk.anchors.at(-1) ?? "", 80)}' (line ${starts[0]}), but at line ${at.join(", ")}. Correct the '@@ ' line.`,
  };
}

/** Whether a line is in the block that `opener` opens, by indentation. */
function isInBlock(source: SourceText, opener: number, line: number): boolean {
  const opening = source.lineText(opener);
  if (!/[:{([]\s*$/.test(opening)) return true;
  const depth = indentOf(opening).length;
  for (let index = opener + 1; index < line; index += 1) {
    const text = source.lineText(index);
    if (!isBlank(text) && indentOf(text).length <= depth && !/^\s*[})\]]/.test(text)) return false;
  }
  return true;
}

/** Chooses between several places by the end of the file or an exact line number. */
function preferred(
  source: SourceText,
  hunk: Hunk,
  matches: readonly TolerantMatch[],
): readonly TolerantMatch[] {
  if (matches.length < 2) return matches;
  const { lineHint } = hunk;
  const leading = hunk.oldLines.findIndex((line) => !isBlank(line));
  const hinted = matches.filter(
    ({ fileIndexes }) => lineHint !== null && fileIndexes[0] === lineHint - 1 + leading,
  );
  if (hinted.length === 1) return hinted;
  const atEnd = matches.filter(({ fileIndexes }) => {
    for (let index = (fileIndexes.at(-1) ?? 0) + 1; index < source.lineCount; index += 1) {
      if (!isBlank(source.lineText(index))) return false;
    }
    return true;
  });
  return hunk.isAtEnd && atEnd.length > 0 ? atEnd : matches;
}

/** Only changed lines count, because two hunks may share the lines between them. */
function candidateOf(hunk: Hunk, wanted: Wanted, match: TolerantMatch): Candidate {
  const { oldLines, newLines } = hunk;
  const { fileIndexes } = match;
  const shorter = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shorter && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail += 1;
  const headSolid = wanted.solid.filter((index) => index < head).length;
  const tailSolid = wanted.solid.filter((index) => index >= oldLines.length - tail).length;
  const first = fileIndexes[0] ?? 0;
  const last = fileIndexes.at(-1) ?? 0;
  const from = headSolid === 0 ? first : (fileIndexes[headSolid - 1] ?? first) + 1;
  const to = tailSolid === 0 ? last + 1 : (fileIndexes[fileIndexes.length - tailSolid] ?? last);
  return { type: "lines", match, wanted, from, to: Math.max(from, to) };
}

/** Finds the place of inserted lines whose context has only blank lines. */
function searchInsertion(source: SourceText, hunk: Hunk, starts: readonly number[]): Search {
  const count = hunk.oldLines.length;
  const isThere = (line: number): boolean =>
    hunk.oldLines.every(
      (_, index) => line + index < source.lineCount && isBlank(source.lineText(line + index)),
    );
  const at = (line: number): Search => ({
    candidates: [{ type: "insertion", from: line, to: line + count }],
  });
  if (hunk.anchors.length > 0) {
    const places = starts.filter(isThere);
    const [only] = places;
    if (places.length === 1 && only !== undefined) return at(only);
    if (places.length === 0) {
      return {
        code: "edit-no-match",
        message: `No blank line follows '@@ ${cutText(hunk.anchors.at(-1) ?? "", 80)}' (line ${starts[0]}). Add lines of context with text.`,
      };
    }
    return {
      code: "edit-ambiguous",
      message: `'@@ ${cutText(hunk.anchors.at(-1) ?? "", 80)}' occurs at ${places.length} places: line ${listed(places.map((line) => line - 1))}. Add lines of context.`,
    };
  }
  if (source.lineCount === 0 && count === 0) return at(0);
  if (hunk.lineHint !== null) return searchByNumber(source, hunk, hunk.lineHint, isThere, at);
  if (count === 0) return at(source.lineCount);
  return {
    code: "edit-ambiguous",
    message: "The hunk has only blank lines around its change. Add lines of context with text.",
  };
}

/** A line number alone counts only at the ends of a file, or if the blank lines there match. */
function searchByNumber(
  source: SourceText,
  hunk: Hunk,
  lineHint: number,
  isThere: (line: number) => boolean,
  at: (line: number) => Search,
): Search {
  const count = hunk.oldLines.length;
  // Without old lines the number refers to the line before.
  const line = count === 0 ? lineHint : lineHint - 1;
  const isCertain = count > 0 ? line >= 0 && isThere(line) : line === 0;
  if (isCertain) return at(line);
  if (count === 0 && line >= source.lineCount) return at(source.lineCount);
  return {
    code: "edit-ambiguous",
    message: `Only a line number (${lineHint}) gives the place of the new lines. Add lines of context around them.`,
  };
}

export function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, 20).map((line) => line + 1);
  const more = lines.length > shown.length ? ` and ${lines.length - shown.length} more` : "";
  return shown.join(", ") + more;
}

function missingAnchor({ anchors }: Hunk): Search {
  const names = anchors.map((anchor) => `'${anchor.slice(0, 120)}'`).join(", then ");
  return {
    code: "edit-no-match",
    message: `The file has no line ${names}, which '@@' names. Copy that line exactly from the file.`,
  };
}

function describeMissing(source: SourceText, { oldLines }: Hunk): string {
  const [nearest] = nearestPlaces(source, oldLines.join("\n"));
  const head = "The hunk's lines are not in the file.";
  if (nearest === undefined) {
    return `${head} No lines are similar. Read the file again and copy the lines exactly.`;
  }
  return `${head} Nearest: lines ${nearest.startLine}-${nearest.endLine}; ${nearest.difference}\n${nearest.excerpt}`;
}
