import { ToolError } from "@toolwright/core";
import { matchLineEndings } from "@toolwright/workspace";
import { findElision } from "../edit-engine/elision.ts";
import { countOf, countText } from "../numbers/number-text.ts";
import { elidedText, inEdit, sameText } from "./edit-failure.ts";
import { countLineEnds, lineEndingAround } from "./line-ends.ts";
import { type EditStrategy, editStrategies, type Span } from "./strategies.ts";

export interface EditRequest {
  /** Not empty. */
  readonly oldText: string;
  readonly newText: string;
  /** Every place, not just one. */
  readonly replaceAll: boolean;
}

/** One place of the content and what comes there, as UTF-8. */
export interface Replacement extends Span {
  readonly newBytes: Buffer;
}

export interface EditPlan {
  readonly strategy: EditStrategy;
  /** In order, none overlapping another. */
  readonly replacements: readonly Replacement[];
}

const MAX_LINES_NAMED = 20;

/**
 * Where the old text is in the content (UTF-8) and what comes there. The new text gets the line
 * ends of the place it comes to; nothing in it has a special meaning.
 *
 * Errors: `edit-no-match`, `edit-ambiguous` with the line of each match, `edit-no-change`,
 * `input-invalid` for new text that stands for code.
 */
export function planEdit(content: Buffer, request: EditRequest): EditPlan {
  const { oldText, newText } = request;
  if (oldText === newText) throw sameText();
  const elision = findElision(oldText.split(/\r\n|\r|\n/), newText.split(/\r\n|\r|\n/));
  if (elision !== null) throw elidedText(elision);
  for (const strategy of editStrategies) {
    const spans = strategy.find(content, oldText);
    if (spans.length === 0) continue;
    if (spans.length > 1 && !request.replaceAll) throw ambiguous(content, spans);
    const replacements = withoutOverlaps(spans).map((span) => ({
      ...span,
      newBytes: fittedText(content, span, newText),
    }));
    assertChange(content, replacements);
    return { strategy, replacements };
  }
  throw new ToolError(
    "edit-no-match",
    "old_string isn't in the file, so nothing was changed. In a file as large as this it must be there character by character, but for line ends: read the lines again and copy them exactly.",
  );
}

/**
 * Several edits, each found in the content as it is, in the order of their places.
 *
 * Errors: as `planEdit`; `input-invalid` for two about the same text.
 */
export function planEdits(content: Buffer, requests: readonly EditRequest[]): readonly EditPlan[] {
  const plans = requests.map((request, index) => {
    try {
      return planEdit(content, request);
    } catch (thrown) {
      throw requests.length === 1 ? thrown : inEdit(thrown, index, requests.length);
    }
  });
  let end = 0;
  for (const replacement of replacementsOf(plans)) {
    if (replacement.start < end) {
      throw new ToolError(
        "input-invalid",
        "Two of the edits are about the same text. In a file as large as this each must be about text that is there before all of them: make one of the two, or several calls.",
      );
    }
    end = replacement.end;
  }
  return plans;
}

/** All of them in order. */
export function replacementsOf(plans: readonly EditPlan[]): readonly Replacement[] {
  return plans.flatMap(({ replacements }) => replacements).sort((a, b) => a.start - b.start);
}

/** The content with the replacements made. */
export function applyReplacements(content: Buffer, replacements: readonly Replacement[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { start, end, newBytes } of replacements) {
    pieces.push(content.subarray(at, start), newBytes);
    at = end;
  }
  pieces.push(content.subarray(at));
  return Buffer.concat(pieces);
}

function fittedText(content: Buffer, { start, end }: Span, newText: string): Buffer {
  if (!/[\r\n]/.test(newText)) return Buffer.from(newText);
  const newLineEnding = lineEndingAround(content, start, end);
  return Buffer.from(
    newLineEnding === null ? newText : matchLineEndings(newText, { newLineEnding }),
  );
}

function withoutOverlaps(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  let end = 0;
  for (const span of spans) {
    if (span.start < end) continue;
    kept.push(span);
    end = span.end;
  }
  return kept;
}

function assertChange(content: Buffer, replacements: readonly Replacement[]): void {
  const changes = replacements.some(
    ({ start, end, newBytes }) => !content.subarray(start, end).equals(newBytes),
  );
  if (changes) return;
  throw new ToolError(
    "edit-no-change",
    "The new text is what is there already (line ends always stay the file's), so there is nothing to change.",
  );
}

function ambiguous(content: Buffer, spans: readonly Span[]): ToolError {
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  for (const { start } of spans.slice(0, MAX_LINES_NAMED)) {
    line += countLineEnds(content, at, start);
    at = start;
    lines.push(line);
  }
  const more = spans.length - lines.length;
  const named = `${lines.map(countText).join(", ")}${more > 0 ? ` and ${countText(more)} more` : ""}`;
  return new ToolError(
    "edit-ambiguous",
    `old_string is in the file ${countOf(spans.length, "time")}, starting at lines ${named}; nothing was changed. Add lines around the one meant until only it matches, or set replace_all: true.`,
    { details: { lines, count: spans.length } },
  );
}
