import { glossary } from "./glossary/glossary.ts";
import { phrases } from "./phrases.ts";
import { askingPhrases } from "./phrases-asking.ts";
import { idiomPhrases } from "./phrases-idioms.ts";
import { questionPhrases } from "./phrases-questions.ts";
import { stem } from "./stem.ts";
import { isEmptyWord } from "./words.ts";

interface Phrase {
  /** Of equal ones the first takes its words from the others. */
  readonly order: number;
  /** As in `phrases`. */
  readonly line: string;
}

interface PlacedPhrase {
  readonly phrase: Phrase;
  readonly places: readonly number[];
}

/** Stems, any of which will do; null for a few words of any kind. */
type Part = ReadonlySet<string> | null;

export interface FoundPhrase {
  /** What it asks for, each in stems: the first is what is meant, the others are what else may be. */
  readonly meanings: readonly (readonly string[])[];
  readonly places: readonly number[];
}

const maxGap = 5;

/** Phrases by the stems that they may begin with; made by the first search. */
let known: ReadonlyMap<string, readonly Phrase[]> | null = null;
/** Phrases that were looked for, taken apart: most never are. */
const partsOf = new Map<Phrase, readonly Part[]>();

function orderPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  const verbs = [...glossary().phrasalVerbs].map(
    ([verb, meanings]) => `${verb.replace(" ", " ~ ")} = ${meanings.join(" ")}`,
  );
  for (const [order, line] of [
    ...questionPhrases,
    ...askingPhrases,
    ...idiomPhrases,
    ...phrases,
    ...verbs,
  ].entries()) {
    const phrase = { order, line };
    for (const first of line.slice(0, line.indexOf(" ")).split("|")) {
      const others = byFirst.get(stem(first));
      if (others === undefined) byFirst.set(stem(first), [phrase]);
      else others.push(phrase);
    }
  }
  return byFirst;
}

function readParts(phrase: Phrase): readonly Part[] {
  let parts = partsOf.get(phrase);
  if (parts === undefined) {
    const [pattern = ""] = phrase.line.split(" = ");
    parts = pattern
      .split(" ")
      .map((part) => (part === "~" ? null : new Set(part.split("|").map(stem))));
    partsOf.set(phrase, parts);
  }
  return parts;
}

/** The phrases among these stems of words; no word is in two of them, and none goes over the end of a clause, which is "". */
export function phrasesIn(
  stems: readonly string[],
  takenBefore: ReadonlySet<number> = new Set(),
): readonly FoundPhrase[] {
  const byFirst = (known ??= orderPhrases());
  const possible = new Set(stems.flatMap((each) => byFirst.get(each) ?? []));
  const placed = [...possible]
    .flatMap((phrase) => {
      const places = placesOf(readParts(phrase), stems);
      return places === null ? [] : [{ phrase, places }];
    })
    .sort(byLengthAndPlace);
  const taken = new Set(takenBefore);
  const found: FoundPhrase[] = [];
  for (const { phrase, places } of placed) {
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    const [, meanings = ""] = phrase.line.split(" = ");
    found.push({
      meanings: meanings.split(" + ").map((each) => each.split(" ").map(stem)),
      places,
    });
  }
  return found;
}

/** The most words first, of them those that stand closest, and of them the leftmost: what is done mostly stands there. */
function byLengthAndPlace(one: PlacedPhrase, other: PlacedPhrase): number {
  return (
    other.places.length - one.places.length ||
    spanOf(one) - spanOf(other) ||
    (one.places[0] ?? 0) - (other.places[0] ?? 0) ||
    one.phrase.order - other.phrase.order
  );
}

function spanOf({ places }: PlacedPhrase): number {
  return (places.at(-1) ?? 0) - (places[0] ?? 0);
}

function placesOf(parts: readonly Part[], stems: readonly string[]): readonly number[] | null {
  for (let start = 0; start < stems.length; start += 1) {
    const places = placesFrom(start, parts, stems);
    if (places !== null) return places;
  }
  return null;
}

/** They may end a phrase, or begin what is said next. */
const prepositions = new Set("along around by in on over through".split(" "));
const determiners = new Set(
  "a an the this that these those my our your his her their its all each every some"
    .split(" ")
    .map(stem),
);
/** What may stand behind a verb with its particle. */
const afterwards = new Set(
  "now again please today tonight tomorrow then when before after until first later soon once"
    .split(" ")
    .map(stem),
);

/** "Put the light on" is a verb with its particle, and "put a guest on an event" isn't. */
function isPreposition(stems: readonly string[], at: number): boolean {
  const next = stems[at + 1] ?? "";
  if (!prepositions.has(stems[at] ?? "") || next === "" || afterwards.has(next)) return false;
  return determiners.has(next) || !isEmptyWord(next);
}

function placesFrom(
  start: number,
  parts: readonly Part[],
  stems: readonly string[],
): readonly number[] | null {
  const places: number[] = [];
  const last = parts.findLast((part) => part !== null);
  let at = start;
  let gap = 0;
  for (const part of parts) {
    if (part === null) {
      gap = maxGap;
      continue;
    }
    const limit = Math.min(stems.length - 1, at + gap);
    while (at <= limit && stems[at] !== "" && !part.has(stems[at] ?? "")) at += 1;
    if (at > limit || stems[at] === "") return null;
    const isApart = places.length > 0 && at > (places.at(-1) ?? 0) + 1;
    if (part === last && isApart && isPreposition(stems, at)) return null;
    places.push(at);
    at += 1;
    gap = 0;
  }
  return places;
}
