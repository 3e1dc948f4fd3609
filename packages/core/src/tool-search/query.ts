import { glossary } from "./glossary.ts";
import { type Naming, placesOfNaming, raise } from "./naming.ts";
import { phrasesIn } from "./phrase-finder.ts";
import { withoutValues } from "./query-values.ts";
import { stem } from "./stem.ts";
import { nearness, synonymsOf } from "./synonyms.ts";
import { allWordsOf, tellingWordsOf } from "./words.ts";

/** One thing that a query asks for, whatever tools there are. */
export interface Wanted {
  /** As it was written; null for what only several words say together. */
  readonly word: string | null;
  /** The word with its neighbours, should a tool write them as one. */
  readonly joined: readonly string[];
  /** Stems that would do, and how near each is to what was asked for: 1 is the word itself. */
  readonly stems: ReadonlyMap<string, number>;
  /** The same of what is called by several words, all of which must be there: stems with spaces between. */
  readonly compounds: ReadonlyMap<string, number>;
}

/** Nobody asks for more at once. */
const maxWords = 40;
/** How much each word of a description says for itself, as the description may be none. */
const wordOfNaming = 0.15;

/** What is asked for, each thing once, however many words say it. */
export function wantedOf(text: string): readonly Wanted[] {
  const all = allWordsOf(withoutValues(text)).slice(0, maxWords);
  const { found, left } = takeTogether(all);
  const words = [...new Set(found.length === 0 ? tellingWordsOf(all) : tellingWordsOf(left, []))];
  const single = words.map((word, index) => wantedOfWord(word, words[index - 1], words[index + 1]));
  return apart(merged([...found, ...single]));
}

/** Finds what several words say together, and leaves the words that say something alone. */
function takeTogether(words: readonly string[]): {
  readonly found: readonly Wanted[];
  readonly left: readonly string[];
} {
  const stems = words.map(stem);
  const phrases = phrasesIn(stems);
  const taken = new Set(phrases.flatMap(({ places }) => places));
  const found = phrases.map(({ meanings }) => wantedOfPhrase(meanings));
  for (let start = 0; start < words.length; start += 1) {
    if (taken.has(start)) continue;
    for (const naming of glossary().entryOf(stems[start] ?? "").namings) {
      const places = placesOfNaming(naming, start, words, stems);
      if (places === null || places.some((place) => taken.has(place))) continue;
      for (const place of places) taken.add(place);
      found.push(wantedOfNaming(naming));
      break;
    }
  }
  return { found, left: words.filter((_word, index) => !taken.has(index)) };
}

/** A word that was asked for stands for itself alone: "event" isn't met by "calendar" in "event calendar". */
function apart(wanted: readonly Wanted[]): readonly Wanted[] {
  const exact = new Set(wanted.flatMap(({ word }) => (word === null ? [] : [stem(word)])));
  return wanted.map((one) => ({
    ...one,
    stems: new Map([...one.stems].filter(([text, weight]) => weight === 1 || !exact.has(text))),
  }));
}

function wantedOfWord(word: string, before: string | undefined, next: string | undefined): Wanted {
  const text = stem(word);
  const { things } = glossary().entryOf(text);
  const { stems, compounds } = sorted([
    ...things,
    ...glossary().otherNamesOf([[text, 1], ...things]),
  ]);
  for (const [other, weight] of synonymsOf(text)) raise(stems, other, weight);
  stems.set(text, 1);
  return {
    word,
    joined: [
      ...(next === undefined ? [] : [stem(word + next)]),
      ...(before === undefined ? [] : [stem(before + word)]),
    ],
    stems,
    compounds,
  };
}

/** The first that is meant, what that may be called otherwise, and what else is meant. */
function wantedOfPhrase(meanings: readonly string[]): Wanted {
  const [first = ""] = meanings;
  const stems = new Map(synonymsOf(first));
  for (const meaning of meanings) stems.set(meaning, 1);
  return { word: null, joined: [], stems, compounds: new Map() };
}

/** A thing that was described by several words. */
function wantedOfNaming({ stems: said, things }: Naming): Wanted {
  const { stems, compounds } = sorted([...things, ...glossary().otherNamesOf(things)]);
  for (const [thing, weight] of things) {
    for (const [other, near] of synonymsOf(thing)) raise(stems, other, weight * near);
    // What a thing is called by is mostly the last of its words: a team library is a library.
    const last = thing.lastIndexOf(" ") + 1;
    if (last > 0) raise(stems, thing.slice(last), wordOfNaming * weight);
  }
  for (const each of said) raise(stems, each, wordOfNaming);
  compounds.set(said.join(" "), 1);
  return { word: null, joined: [], stems, compounds };
}

/** What is called by one word, and what by several. */
function sorted(things: readonly (readonly [string, number])[]): {
  readonly stems: Map<string, number>;
  readonly compounds: Map<string, number>;
} {
  const stems = new Map<string, number>();
  const compounds = new Map<string, number>();
  for (const [thing, weight] of things) {
    raise(thing.includes(" ") ? compounds : stems, thing, weight);
  }
  return { stems, compounds };
}

/** "Photo" and "picture" in one query are one thing. */
function merged(wanted: readonly Wanted[]): readonly Wanted[] {
  const kept: Wanted[] = [];
  for (const one of wanted) {
    const at = kept.findIndex((other) => isSame(one, other));
    const before = kept[at];
    if (before === undefined) {
      kept.push(one);
      continue;
    }
    const stems = new Map(before.stems);
    for (const [text, weight] of one.stems) raise(stems, text, weight);
    const compounds = new Map(before.compounds);
    for (const [text, weight] of one.compounds) raise(compounds, text, weight);
    kept[at] = { ...before, stems, compounds, joined: [...before.joined, ...one.joined] };
  }
  return kept;
}

function isSame(one: Wanted, other: Wanted): boolean {
  if (one.word === null && other.word === null) return false;
  const [word, stems] = one.word === null ? [other.word, one.stems] : [one.word, other.stems];
  return word !== null && (stems.get(stem(word)) ?? 0) >= nearness.same;
}
