import { nearestPlaces } from "./candidates.ts";
import type {
  EditCandidate,
  EditFailure,
  EditOutcome,
  EditReceipt,
  EditsOutcome,
  Replacement,
} from "./edit.ts";
import { findElision } from "./elision.ts";
import { fitNewText } from "./fit.ts";
import { locate } from "./locate.ts";
import type { Located, Place } from "./place.ts";
import { lineIndexAt, linesOf, type SourceLine, withLineEnd } from "./source-text.ts";

/**
 * Puts the new text in the place of the old one, which must stand at exactly one place (or, with
 * `replaceAll`, at one or more), found by the strictest strategy that finds it. Wrong place is
 * worse than no edit: what is not certain is refused, with the nearest candidates.
 *
 * Shapes: decoded text with its own line ends in, the same out. `$&` and the like are plain text.
 * Never throws.
 */
export function applyEdit(text: string, replacement: Replacement): EditOutcome {
  const { oldText, newText } = replacement;
  if (oldText === "") {
    return {
      failure: { code: "edit-no-match", message: "The old text is empty.", candidates: [] },
    };
  }
  if (oldText === newText) return { failure: noChange() };
  const lines = linesOf(text);
  const located = locate(text, lines, replacement);
  if (located === null) return { failure: noMatch(lines, oldText) };
  if (located.places.length > 1 && replacement.replaceAll !== true) {
    return { failure: ambiguous(lines, located) };
  }
  const elision = findElision(
    withLineEnd(oldText, "\n").split("\n"),
    withLineEnd(newText, "\n").split("\n"),
  );
  if (elision !== null) return { failure: elided(elision) };
  return replaceAt(text, lines, located);
}

/** All or nothing, each on the result of those before it. */
export function applyEdits(text: string, replacements: readonly Replacement[]): EditsOutcome {
  let current = text;
  const receipts: EditReceipt[] = [];
  for (const [index, replacement] of replacements.entries()) {
    const outcome = applyEdit(current, replacement);
    if ("failure" in outcome) return { failure: outcome.failure, index };
    current = outcome.text;
    receipts.push(outcome.receipt);
  }
  if (current === text) return { failure: noChange(), index: 0 };
  return { text: current, receipts };
}

function replaceAt(text: string, lines: readonly SourceLine[], located: Located): EditOutcome {
  const places = withoutOverlaps(located.places);
  const adapted = new Set<string>();
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    const fitted = fitNewText(located, place, lines);
    for (const words of fitted.adapted) adapted.add(words);
    parts.push(text.slice(from, place.start), fitted.text);
    from = place.end;
  }
  parts.push(text.slice(from));
  const result = parts.join("");
  if (result === text) return { failure: noChange() };
  const first = places[0] as Place;
  const last = places.at(-1) as Place;
  return {
    text: result,
    receipt: {
      strategy: located.strategy,
      startLine: lineIndexAt(lines, first.start) + 1,
      endLine: lineIndexAt(lines, Math.max(last.start, last.end - 1)) + 1,
      places: places.length,
      adapted: [...adapted],
    },
  };
}

function withoutOverlaps(places: readonly Place[]): readonly Place[] {
  const kept: Place[] = [];
  let end = -1;
  for (const place of places) {
    if (place.start < end) continue;
    kept.push(place);
    end = place.end;
  }
  return kept;
}

function noChange(): EditFailure {
  return {
    code: "edit-no-change",
    message: "The new text is the same as what is there: nothing would change.",
  };
}

function noMatch(lines: readonly SourceLine[], oldText: string): EditFailure {
  const candidates = nearestPlaces(lines, oldText);
  const head = "The old text is not in the file.";
  if (candidates.length === 0) {
    return {
      code: "edit-no-match",
      message: `${head} Nothing in it comes near: read the file again and copy the lines as they are.`,
      candidates,
    };
  }
  return {
    code: "edit-no-match",
    message: [
      `${head} Nearest (→ is a tab, · a space):`,
      ...candidates.map(describeCandidate),
      "Copy the old text from the file as it is.",
    ].join("\n"),
    candidates,
  };
}

function describeCandidate({ startLine, endLine, excerpt, difference }: EditCandidate): string {
  const where = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `- ${where}; ${difference}\n${excerpt}`;
}

const maxListedLines = 20;

function ambiguous(lines: readonly SourceLine[], located: Located): EditFailure {
  const at = [...new Set(located.places.map(({ start }) => lineIndexAt(lines, start) + 1))];
  const shown = at.slice(0, maxListedLines).join(", ");
  const more = at.length > maxListedLines ? ` and ${at.length - maxListedLines} more` : "";
  const how = located.strategy === "exact" ? "" : ` (compared by '${located.strategy}')`;
  return {
    code: "edit-ambiguous",
    message:
      `The old text stands at ${located.places.length} places${how}: line ${shown}${more}. ` +
      "Give more of the lines around the one you mean, or replace all.",
    strategy: located.strategy,
    lines: at,
  };
}

function elided(line: string): EditFailure {
  return {
    code: "edit-elided",
    message:
      `The new text stands for code instead of having it ('${line.slice(0, 80)}'), and would delete what is there. ` +
      "Write the code out, or make the old text smaller so that it isn't touched.",
  };
}
