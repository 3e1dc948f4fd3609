import { cutText } from "@toolwright/core/internal";
import type { Strategy } from "../edit-engine/edit.ts";
import { findElision } from "../edit-engine/elision.ts";
import { fitNewText } from "../edit-engine/fit.ts";
import { lineEndAt } from "../edit-engine/line-ends.ts";
import { strategyFor } from "../edit-engine/line-agreement.ts";
import { SourceText } from "../edit-engine/source-text.ts";
import { tolerantPlace } from "../edit-engine/tolerant-place.ts";
import { type Candidate, searchHunk } from "./hunk-search.ts";
import { orderHunks } from "./order-hunks.ts";
import type { Hunk } from "./patch.ts";

export interface HunkReceipt {
  readonly strategy: Strategy;
  /** 1-based, in the text before the patch. */
  readonly startLine: number;
  readonly endLine: number;
  readonly adapted: readonly string[];
}

export interface HunkFailure {
  readonly code: "edit-no-match" | "edit-ambiguous" | "edit-elided";
  readonly message: string;
}

export type HunksOutcome =
  | { readonly text: string; readonly receipts: readonly HunkReceipt[] }
  /** `index`: the failed hunk, 0-based. Nothing was changed. */
  | { readonly failure: HunkFailure; readonly index: number };

/**
 * Applies all hunks of a file, or none. Each hunk must have exactly one place, by its lines, its
 * anchors and the order of the hunks. An exact line number of a unified diff decides between several.
 *
 * Shapes: takes and returns decoded text with its own line endings; the result may be the same text.
 * Never throws.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): HunksOutcome {
  const source = new SourceText(text);
  const searched: (readonly Candidate[])[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const elision = findElision(hunk.oldLines, hunk.newLines);
    if (elision !== null) return { failure: elided(elision), index };
    const found = searchHunk(source, hunk);
    if ("code" in found) return { failure: found, index };
    searched.push(found.candidates);
  }
  const ordered = orderHunks(searched);
  if ("code" in ordered) {
    const { code, message, index } = ordered;
    return { failure: { code, message }, index };
  }
  return replaceAll(source, hunks, ordered.chosen);
}

/**
 * Checks a file against the lines of a patch that deletes it. Returns null if they agree, otherwise the
 * failure.
 *
 * Shapes: `hunks` as in the patch; null if the patch shows no lines, an empty list for an empty file.
 */
export function checkDeletion(text: string, hunks: readonly Hunk[] | null): HunkFailure | null {
  if (hunks === null) return null;
  const outcome = applyHunks(text, hunks);
  if ("failure" in outcome) return outcome.failure;
  if (outcome.text === "") return null;
  const left = new SourceText(outcome.text).lineCount;
  return {
    code: "edit-no-match",
    message: `The patch deletes a file, but the file has ${left} more ${left === 1 ? "line" : "lines"} than the patch removes. Read the file again.`,
  };
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly receipt: HunkReceipt;
}

function replaceAll(
  source: SourceText,
  hunks: readonly Hunk[],
  chosen: readonly Candidate[],
): HunksOutcome {
  const parts: string[] = [];
  const receipts: HunkReceipt[] = [];
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const candidate = chosen[index] as Candidate;
    const change = changeOf(source, hunk, candidate);
    if (change === null) return { failure: unclear(), index };
    const { start, end, text } = withoutShared(source, change, candidate);
    parts.push(source.text.slice(from, start), text);
    from = end;
    receipts.push(change.receipt);
  }
  parts.push(source.text.slice(from));
  return { text: withFinalLineEnd(source, hunks, parts.join("")), receipts };
}

function changeOf(source: SourceText, hunk: Hunk, candidate: Candidate): Change | null {
  if (candidate.type === "insertion") return insertion(source, hunk, candidate.from, candidate.to);
  const { match, wanted } = candidate;
  const newText = [...hunk.newLines, ""].join("\n");
  const place = tolerantPlace(source, wanted, newText, match);
  const fitted = place === null ? null : fitNewText(source, place);
  if (place === null || fitted === null) return null;
  return {
    start: place.start,
    end: place.end,
    text: fitted.text,
    receipt: {
      strategy: strategyFor(match.looseness, place.indentation),
      startLine: source.lineIndexAt(place.start) + 1,
      endLine: source.lineIndexAt(Math.max(place.start, place.end - 1)) + 1,
      adapted: fitted.adapted,
    },
  };
}

/** Inserts lines in the place of blank ones, from one line to another. */
function insertion(source: SourceText, hunk: Hunk, from: number, to: number): Change {
  const start = source.lineStart(from);
  const end = source.lineStart(to);
  const eol = lineEndAt(source, Math.max(0, start - 1));
  const isBehindOpenEnd = start === source.text.length && from > 0 && source.eolAt(from - 1) === "";
  const lines = hunk.newLines.join(eol);
  const text = hunk.newLines.length === 0 ? "" : isBehindOpenEnd ? eol + lines : lines + eol;
  return {
    start,
    end,
    text,
    receipt: {
      strategy: "exact",
      startLine: Math.min(from + 1, Math.max(1, source.lineCount)),
      endLine: Math.max(1, Math.min(Math.max(to, from + 1), source.lineCount)),
      adapted: [],
    },
  };
}

/** Removes the context lines, because another hunk may also contain or change them. */
function withoutShared(
  source: SourceText,
  { start, end, text }: Change,
  candidate: Candidate,
): Omit<Change, "receipt"> {
  const was = source.text.slice(start, end);
  const shorter = Math.min(was.length, text.length);
  const maxHead = Math.min(shorter, source.lineStart(candidate.from) - start);
  let head = 0;
  while (head < maxHead && was[head] === text[head]) head += 1;
  const maxTail = Math.min(shorter - head, end - source.lineStart(candidate.to));
  let tail = 0;
  while (tail < maxTail && was.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

/** Git marks a last line without a line ending; without marks the file keeps what it has. */
function withFinalLineEnd(source: SourceText, hunks: readonly Hunk[], text: string): string {
  const said = hunks.findLast(({ finalLineEnd }) => finalLineEnd !== null)?.finalLineEnd ?? null;
  if (said === null || said.old === said.new || text === "") return text;
  const bare = text.replace(/(?:\r\n|\n|\r)$/, "");
  return said.new ? bare + lineEndAt(source, source.text.length) : bare;
}

function elided(line: string): HunkFailure {
  return {
    code: "edit-elided",
    message: `The patch has a placeholder in the place of code ('${cutText(line, 80)}'). Write the code out.`,
  };
}

function unclear(): HunkFailure {
  return {
    code: "edit-no-match",
    message:
      "The hunk's lines match the file except for their indentation, which differs irregularly, so the indentation of the new lines is unclear. Give all lines with the file's indentation.",
  };
}
