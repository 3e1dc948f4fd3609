import type { EditOutcome, EditReceipt, EditsOutcome, Replacement } from "./edit.ts";
import { findElision } from "./elision.ts";
import {
  ambiguous,
  elided,
  emptyOldText,
  noChange,
  noMatch,
  unclearIndentation,
} from "./failures.ts";
import { fitNewText } from "./fit.ts";
import { describeLineEnds } from "./line-ends.ts";
import { type Located, locate } from "./locate.ts";
import { SourceText } from "./source-text.ts";

/**
 * Replaces the old text by the new one. The strictest strategy that finds the old text must find it
 * at exactly one place (with `replaceAll`, at one or more). An edit at a wrong place is worse than
 * none, so an uncertain one is refused with the nearest candidates.
 *
 * Shapes: takes and returns decoded text with its own line endings. `$&` and the like are plain text.
 * Never throws.
 */
export function applyEdit(text: string, replacement: Replacement): EditOutcome {
  const { oldText, newText, replaceAll = false } = replacement;
  if (oldText === "") return { failure: emptyOldText() };
  if (oldText === newText) return { failure: noChange() };
  const source = new SourceText(text);
  const located = locate(source, replacement, replaceAll);
  if (located === null) return { failure: noMatch(source, oldText) };
  if (located.spans.length > 1 && !replaceAll) return { failure: ambiguous(source, located) };
  const elision = findElision(located.oldLines, located.newLines);
  if (elision !== null) return { failure: elided(elision) };
  return replaceAt(source, located, replacement);
}

/** Applies all replacements, or none; each to the result of the previous ones. */
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

function replaceAt(
  source: SourceText,
  located: Located,
  { oldText, newText }: Replacement,
): EditOutcome {
  const adapted = new Set(located.adapted);
  const parts: string[] = [];
  let from = 0;
  let places = 0;
  let first = 0;
  let last = 0;
  for (let index = 0; index < located.spans.length; index += 1) {
    const place = located.placeAt(index);
    if (place.start < from) continue;
    const fitted = fitNewText(source, place);
    if (fitted === null) return { failure: unclearIndentation(source, place, oldText) };
    for (const words of fitted.adapted) adapted.add(words);
    if (places === 0) {
      const lineEnds = describeLineEnds(newText, fitted.text);
      if (lineEnds !== null) adapted.add(lineEnds);
      first = place.start;
    }
    parts.push(source.text.slice(from, place.start), fitted.text);
    from = place.end;
    last = Math.max(place.start, place.end - 1);
    places += 1;
  }
  parts.push(source.text.slice(from));
  const text = parts.join("");
  if (text === source.text) return { failure: noChange() };
  return {
    text,
    receipt: {
      strategy: located.strategy,
      startLine: source.lineNumberAt(first),
      endLine: source.lineNumberAt(last),
      places,
      adapted: [...adapted],
    },
  };
}
