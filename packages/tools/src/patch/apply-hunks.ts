import { nearestPlaces } from "../edit-engine/candidates.ts";
import type { Strategy } from "../edit-engine/edit.ts";
import { findElision } from "../edit-engine/elision.ts";
import { findLines } from "../edit-engine/find-lines.ts";
import { fitNewText } from "../edit-engine/fit.ts";
import { indentationMap } from "../edit-engine/indentation.ts";
import { plainTypography } from "../edit-engine/normalize-line.ts";
import type { Located, Place } from "../edit-engine/place.ts";
import { endOf, linesOf, type SourceLine } from "../edit-engine/source-text.ts";
import type { Hunk } from "./patch.ts";

export interface HunkReceipt {
  readonly strategy: Strategy;
  /** 1-based, in the text before the patch. */
  readonly startLine: number;
  readonly endLine: number;
  readonly adapted: readonly string[];
}

export type HunksOutcome =
  | { readonly text: string; readonly receipts: readonly HunkReceipt[] }
  | {
      readonly failure: {
        readonly code: "edit-no-match" | "edit-ambiguous" | "edit-elided";
        readonly message: string;
      };
      /** Which hunk, 0-based. */
      readonly index: number;
    };

type Level = { readonly strategy: Strategy; readonly key: (line: string) => string };

const levels: readonly Level[] = [
  { strategy: "exact", key: (line) => line },
  { strategy: "trailing-space", key: (line) => line.trimEnd() },
  { strategy: "indentation", key: (line) => line.trim() },
  { strategy: "typography", key: (line) => plainTypography(line).trim() },
];

interface Found {
  readonly strategy: Strategy;
  readonly place: Place;
}

/**
 * Puts all hunks of a file in their places, or none. Each is looked for behind the one before it,
 * behind its anchors, and must stand there only once; a unified diff's line number decides between
 * several when it is exact.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): HunksOutcome {
  const lines = linesOf(text);
  const parts: string[] = [];
  const receipts: HunkReceipt[] = [];
  let from = 0;
  let firstLine = 0;
  for (const [index, hunk] of hunks.entries()) {
    const elision = findElision(hunk.oldLines, hunk.newLines);
    if (elision !== null) {
      return {
        failure: {
          code: "edit-elided",
          message: `The patch stands for code instead of having it ('${elision.slice(0, 80)}'). Write the code out.`,
        },
        index,
      };
    }
    const found = placeHunk(lines, firstLine, hunk);
    if ("failure" in found) return { failure: found.failure, index };
    const { place, strategy } = found;
    const fitted = fit(hunk, place, strategy, lines);
    parts.push(text.slice(from, place.start), fitted.text);
    from = place.end;
    const startLine = lineAt(lines, place.start);
    firstLine = lineAt(lines, place.end);
    receipts.push({
      strategy,
      startLine: startLine + 1,
      endLine: Math.max(startLine + 1, firstLine),
      adapted: fitted.adapted,
    });
  }
  parts.push(text.slice(from));
  return { text: parts.join(""), receipts };
}

function placeHunk(
  lines: readonly SourceLine[],
  firstLine: number,
  hunk: Hunk,
):
  | Found
  | {
      readonly failure: {
        readonly code: "edit-no-match" | "edit-ambiguous";
        readonly message: string;
      };
    } {
  let from = firstLine;
  for (const anchor of hunk.anchors) {
    const at = findAnchor(lines, from, anchor);
    if (at === -1) {
      return {
        failure: {
          code: "edit-no-match",
          message: `No line '${anchor.slice(0, 120)}' from line ${from + 1} on, where '@@ ${anchor.slice(0, 60)}' points.`,
        },
      };
    }
    from = at + 1;
  }
  if (hunk.oldLines.length === 0) return insertion(lines, from, hunk);
  // The anchor may itself be the first line of the hunk's context.
  const region = lines.slice(hunk.anchors.length > 0 ? Math.max(firstLine, from - 1) : from);
  for (const { strategy, key } of levels) {
    let places = findLines(region, hunk.oldLines, key, true);
    if (hunk.isAtEnd && hunk.lineHint === null) {
      const atEnd = places.filter(({ end }) => end === endOfText(lines));
      if (atEnd.length > 0) places = atEnd;
    }
    const [first] = places;
    if (first === undefined) continue;
    if (places.length === 1) return { strategy: nameOf(strategy, hunk, first), place: first };
    const hinted = places.find(({ start }) => lineAt(lines, start) + 1 === hunk.lineHint);
    if (hinted !== undefined) return { strategy: nameOf(strategy, hunk, hinted), place: hinted };
    const at = places.map(({ start }) => lineAt(lines, start) + 1).slice(0, 20);
    return {
      failure: {
        code: "edit-ambiguous",
        message: `The hunk's lines stand at ${places.length} places: line ${at.join(", ")}. Add lines of context, or an '@@ ' line before it.`,
      },
    };
  }
  return { failure: { code: "edit-no-match", message: describeMissing(lines, hunk) } };
}

function nameOf(strategy: Strategy, { oldLines }: Hunk, place: Place): Strategy {
  if (strategy !== "indentation") return strategy;
  const map = indentationMap(
    oldLines,
    place.fileLines.map(({ text }) => text),
  );
  return map.kind === "tabs" ? "tabs" : strategy;
}

function findAnchor(lines: readonly SourceLine[], from: number, anchor: string): number {
  const wanted = anchor.trim();
  const same = (compare: (line: string) => boolean): number =>
    lines.findIndex(({ text }, index) => index >= from && compare(text));
  const whole = same((line) => line.trim() === wanted);
  return whole === -1 ? same((line) => line.includes(wanted)) : whole;
}

/** Lines without anything around them go behind their anchor, to their line, or to the end. */
function insertion(lines: readonly SourceLine[], from: number, hunk: Hunk): Found {
  const at =
    hunk.anchors.length > 0
      ? from
      : Math.min(hunk.lineHint === null ? lines.length : hunk.lineHint, lines.length);
  const before = lines[at - 1];
  const start = at === 0 || before === undefined ? 0 : endOf(before);
  return { strategy: "exact", place: { start, end: start, fileLines: [] } };
}

function fit(
  hunk: Hunk,
  place: Place,
  strategy: Strategy,
  lines: readonly SourceLine[],
): { readonly text: string; readonly adapted: readonly string[] } {
  // Whole lines: each side ends with a line end, and so with an empty last part.
  const located: Located = {
    strategy,
    places: [place],
    oldLines: [...hunk.oldLines, ...(hunk.oldLines.length === 0 ? [] : [""])],
    newLines: [...hunk.newLines, ""],
    adapted: [],
    plain: strategy === "typography" ? plainTypography : (line) => line,
    indentationAt: (at) =>
      indentationMap(
        hunk.oldLines,
        at.fileLines.map(({ text }) => text),
      ),
  };
  const { text, adapted } = fitNewText(located, place, lines);
  return { text: atEndOfFile(text, place, lines), adapted };
}

/** A file whose last line has no line end keeps it so; a line put behind it needs one before. */
function atEndOfFile(text: string, place: Place, lines: readonly SourceLine[]): string {
  const last = lines.at(-1);
  if (last === undefined || last.eol !== "" || place.end !== endOf(last)) return text;
  const bare = text.replace(/(?:\r\n|\n|\r)$/, "");
  return place.start === place.end ? `\n${bare}` : bare;
}

function endOfText(lines: readonly SourceLine[]): number {
  const last = lines.at(-1);
  return last === undefined ? 0 : endOf(last);
}

function lineAt(lines: readonly SourceLine[], offset: number): number {
  const index = lines.findIndex((line) => line.start >= offset);
  return index === -1 ? lines.length : index;
}

function describeMissing(lines: readonly SourceLine[], { oldLines }: Hunk): string {
  const [nearest] = nearestPlaces(lines, oldLines.join("\n"));
  const head = "The hunk's lines are not in the file where they should be.";
  if (nearest === undefined) {
    return `${head} Nothing comes near: read the file again and copy the lines as they are.`;
  }
  return `${head} Nearest: lines ${nearest.startLine}-${nearest.endLine}; ${nearest.difference}\n${nearest.excerpt}`;
}
