import type { Strategy } from "./edit.ts";
import { escapeReadings } from "./escapes.ts";
import { findExact, findWithAnyLineEnds } from "./find-literal.ts";
import { findTolerant } from "./find-tolerant.ts";
import { type Looseness, looseness, strategyFor } from "./line-agreement.ts";
import { numberedReading } from "./line-numbers.ts";
import { literalPlace, type Place, type Span } from "./place.ts";
import { type SourceText, withLineEnd } from "./source-text.ts";
import { tolerantPlace } from "./tolerant-place.ts";
import { prepareWanted, type Wanted } from "./wanted.ts";

/** All places found by the strictest strategy that finds any. */
export interface Located {
  readonly strategy: Strategy;
  readonly spans: readonly Span[];
  /** The old and the new text as searched, without line numbers and escapes. */
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** The removed parts, in words. */
  readonly adapted: readonly string[];
  /** The place of a span, by its index. */
  placeAt(index: number): Place;
}

interface Texts {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * The places of the old text by the strictest strategy that finds any; null if none does. A strategy
 * that finds several places ends the search, because a looser one finds at least as many.
 */
export function locate(source: SourceText, texts: Texts, all: boolean): Located | null {
  const exact = findExact(source, texts.oldText, all);
  const flat = {
    oldText: withLineEnd(texts.oldText, "\n"),
    newText: withLineEnd(texts.newText, "\n"),
  };
  if (exact.length > 0) return literal(source, "exact", flat, exact);
  const wanted = prepareWanted(flat.oldText);
  return (
    locateWritten(source, flat, wanted, all) ??
    locateEscaped(source, flat, all) ??
    locateNumbered(source, flat, all)
  );
}

function literal(
  source: SourceText,
  strategy: Strategy,
  { oldText, newText }: Texts,
  spans: readonly Span[],
): Located {
  const lines = { oldLines: oldText.split("\n"), newLines: newText.split("\n") };
  return {
    strategy,
    spans,
    ...lines,
    adapted: [],
    placeAt: (index) => literalPlace(source, spans[index] as Span, lines),
  };
}

/** Tries all strategies that take the texts as written. */
function locateWritten(
  source: SourceText,
  texts: Texts,
  wanted: Wanted | null,
  all: boolean,
): Located | null {
  const spans = findWithAnyLineEnds(source, texts.oldText, all);
  if (spans.length > 0) return literal(source, "line-ends", texts, spans);
  if (wanted === null) return null;
  const matches = findTolerant(source, wanted, { all });
  const places = matches.flatMap((match) => {
    const place = tolerantPlace(source, wanted, texts.newText, match);
    return place === null ? [] : [place];
  });
  const [first] = places;
  if (first === undefined || places.length < matches.length) return null;
  const least = Math.min(...matches.map((match) => match.looseness)) as Looseness;
  const isCut = places.some(({ adapted }) => adapted.length > 0);
  const whole = isCut ? "trailing-space" : "line-ends";
  return {
    strategy: least === looseness.none ? whole : strategyFor(least, first.indentation),
    spans: places,
    oldLines: texts.oldText.split("\n"),
    newLines: texts.newText.split("\n"),
    adapted: [],
    placeAt: (index) => places[index] as Place,
  };
}

/** Tries the unescaped texts. All readings that have a place must agree on it and on the new text. */
function locateEscaped(source: SourceText, texts: Texts, all: boolean): Located | null {
  let found: Located | null = null;
  for (const reading of escapeReadings(texts.oldText, texts.newText)) {
    const here = locateReading(source, reading, all);
    if (here === null) continue;
    if (found === null) {
      found = { ...here, strategy: "escapes", adapted: [reading.adapted, ...here.adapted] };
      continue;
    }
    const isSame =
      found.spans.length === here.spans.length &&
      found.spans[0]?.start === here.spans[0]?.start &&
      found.newLines.join("\n") === here.newLines.join("\n");
    // The intended reading is unknown.
    if (!isSame) return null;
  }
  return found;
}

function locateNumbered(source: SourceText, texts: Texts, all: boolean): Located | null {
  const reading = numberedReading(texts.oldText, texts.newText);
  if (reading === null) return null;
  const found = locateReading(source, reading, all);
  const [span] = found?.spans ?? [];
  if (found === null || span === undefined) return null;
  const { mustStartAt } = reading;
  if (mustStartAt !== null && source.lineNumberAt(span.start) !== mustStartAt) return null;
  return { ...found, strategy: "line-numbers", adapted: [reading.adapted, ...found.adapted] };
}

/** Requires words: signs alone are too little evidence for removing escapes or numbers. */
function locateReading(source: SourceText, texts: Texts, all: boolean): Located | null {
  const flat = {
    oldText: withLineEnd(texts.oldText, "\n"),
    newText: withLineEnd(texts.newText, "\n"),
  };
  const wanted = prepareWanted(flat.oldText);
  if (wanted?.isWordy !== true) return null;
  const exact = findExact(source, flat.oldText, all);
  if (exact.length > 0) return literal(source, "exact", flat, exact);
  return locateWritten(source, flat, wanted, all);
}
