import type { Span } from "./place.ts";
import { lastAtMost, type SourceText, splitsLineEnd, withLineEnd } from "./source-text.ts";

/** The search stops at this many places, unless all are to be replaced. */
export const maxAmbiguous = 1_000;

/**
 * Every place of a text, character by character. Overlapping places count as well, because they are
 * just as ambiguous; with `all`, a place that overlaps the previous one is skipped. Half a CRLF is
 * not a place, because replacing it would leave the other half.
 */
export function findExact(source: SourceText, wanted: string, all: boolean): readonly Span[] {
  const { text } = source;
  const isSplit = (offset: number): boolean =>
    source.hasCarriageReturn && splitsLineEnd(text, offset);
  const spans: Span[] = [];
  let at = text.indexOf(wanted);
  while (at !== -1 && (all || spans.length < maxAmbiguous)) {
    const end = at + wanted.length;
    const isPlace = !isSplit(at) && !isSplit(end);
    if (isPlace) spans.push({ start: at, end });
    at = text.indexOf(wanted, isPlace && all ? end : at + 1);
  }
  return spans;
}

/** Every place of a text if all kinds of line endings count as the same. */
export function findWithAnyLineEnds(
  source: SourceText,
  wanted: string,
  all: boolean,
): readonly Span[] {
  const flatWanted = withLineEnd(wanted, "\n");
  if (!flatWanted.includes("\n")) return [];
  if (!source.hasCarriageReturn) {
    return flatWanted === wanted ? [] : findExact(source, flatWanted, all);
  }
  const flatStarts: number[] = [];
  let removed = 0;
  for (let index = 0; index < source.lineCount; index += 1) {
    flatStarts.push(source.lineStart(index) - removed);
    if (source.eolAt(index) === "\r\n") removed += 1;
  }
  const offsetOf = (flatOffset: number): number => {
    const index = lastAtMost(flatStarts, flatOffset);
    const within = flatOffset - (flatStarts[index] ?? 0);
    // No line follows the last line ending.
    const length = source.textEnd(index) - source.lineStart(index);
    return within > length ? source.lineStart(index + 1) : source.lineStart(index) + within;
  };
  const { text: flat } = source;
  const spans: Span[] = [];
  const flatText = withLineEnd(flat, "\n");
  let at = flatText.indexOf(flatWanted);
  while (at !== -1 && (all || spans.length < maxAmbiguous)) {
    const end = at + flatWanted.length;
    spans.push({ start: offsetOf(at), end: offsetOf(end) });
    at = flatText.indexOf(flatWanted, all ? end : at + 1);
  }
  return spans;
}
