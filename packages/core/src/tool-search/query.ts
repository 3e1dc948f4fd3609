import { isAction } from "./action-words.ts";
import { emphasisOf } from "./emphasis.ts";
import { glossary } from "./glossary/glossary.ts";
import { type Naming, placesOfNaming, raise } from "./naming.ts";
import { phrasesIn } from "./phrase-finder.ts";
import { withoutValues } from "./query-values.ts";
import { stem } from "./stem.ts";
import { nearness, synonymsOf } from "./synonyms.ts";
import { allWordsOf, isEmptyWord, tellingWordsOf } from "./words.ts";

/** One thing that a query asks for, whatever tools there are. */
export interface Wanted {
  /** As it was written; null for what only several words say together. */
  readonly word: string | null;
  /** The word with its neighbours, should a tool write them as one. */
  readonly joined: readonly string[];
  /** Stems that would do, and how near each is to what was asked for: 1 is the word itself. */
  readonly stems: ReadonlyMap<string, number>;
  /** The same of what is called by several words, all of which must be there, or one that they make: stems with spaces between. */
  readonly compounds: ReadonlyMap<string, number>;
  /** How much it is what the query is about, and not only a circumstance: 1 is wholly. */
  readonly emphasis: number;
}

/** Nobody asks for more at once. */
const maxWords = 40;
/** A description of so many words says more than a phrase with some of them does. */
const longNaming = 3;
/** How much a word of what a thing is called says of the thing: "library" of a team library. */
const wordOfNaming = 0.15;
/** How much words that say something together say each for itself, as they may not have been meant together. */
const wordOfSeveral = 0.4;
/** What says hardly anything without the words around it, besides what says nothing. */
const lightWords = new Set(
  (
    "put give rid take make get have keep go look bring turn set run come call show tell find off away back new old good " +
    "right all every many much which what how when where more most"
  ).split(" "),
);

/** What is asked for, each thing once, however many words say it. */
export function wantedOf(text: string): readonly Wanted[] {
  const all = clausesOf(text);
  const emphasis = emphasisOf(all);
  const { found, left } = takeTogether(all, emphasis);
  const emphasisOfWord = new Map<string, number>();
  for (const at of left) raise(emphasisOfWord, all[at] ?? "", emphasis[at] ?? 1);
  const some = all.filter((word) => word !== "");
  const telling = tellingWordsOf([...emphasisOfWord.keys()], found.length === 0 ? some : []);
  const words = [...new Set(telling)];
  const single = words.map((word, index) => ({
    ...wantedOfWord(word, words[index - 1], words[index + 1]),
    emphasis: emphasisOfWord.get(word) ?? 1,
  }));
  const implied = found.length === 0 ? impliedIn(all) : [];
  return apart(merged([...found, ...single, ...implied]));
}

/**
 * What may be a server's name, whatever else it was read as: stems, and whether each was written as a name. Words that
 * mean something else are only names when they are written so.
 */
export function namesIn(text: string): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  const words = withoutValues(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  const put = (word: string, isName: boolean): void => {
    const text = stem(word.toLowerCase());
    names.set(text, isName || (names.get(text) ?? false));
  };
  for (const [at, word] of words.entries()) {
    const isName = at > 0 && /^\p{Lu}/u.test(word);
    const plain = word.toLowerCase();
    if (!isEmptyWord(plain) && (isName || synonymsOf(stem(plain)).size === 0)) put(word, isName);
    // "Home Assistant" is one name.
    const next = words[at + 1];
    if (next !== undefined) put(word + next, true);
  }
  return names;
}

/** Its words, with "" where a clause ends. */
function clausesOf(text: string): readonly string[] {
  return withoutValues(text)
    .split(/[,;:.!?]+\s/)
    .flatMap((clause, index) => [...(index === 0 ? [] : [""]), ...allWordsOf(clause)])
    .slice(0, maxWords);
}

/** What is wanted of things that are only named, and how near each is to it. */
const seeing = [
  ["list", 1],
  ["search", 0.9],
  ["find", 0.8],
  ["get", 0.8],
  ["show", 0.8],
  ["query", 0.8],
] as const;
const seeingEmphasis = 0.5;

/** Who names nothing but things wants to see them: "unpaid bills of March" are listed or searched for. */
function impliedIn(words: readonly string[]): readonly Wanted[] {
  const end = words.findIndex((word, at) => at > 0 && isEmptyWord(word));
  const head = words.slice(0, end === -1 ? words.length : end);
  const [first = ""] = head;
  // "Saved searches" and "open tickets" are things in some state.
  const saysAction = isAction(first) && !first.endsWith("ed") && first !== "open";
  const isPlural = /[^s]s$/.test(head.at(-1) ?? "");
  if (!isPlural || saysAction || isEmptyWord(first)) return [];
  const stems = new Map(seeing.map(([word, near]) => [stem(word), near]));
  return [{ word: null, joined: [], stems, compounds: new Map(), emphasis: seeingEmphasis }];
}

/** Finds what several words say together, and leaves the words that say something alone. */
function takeTogether(
  words: readonly string[],
  emphasis: readonly number[],
): {
  readonly found: readonly Wanted[];
  readonly left: readonly number[];
} {
  const stems = words.map(stem);
  const taken = new Set<number>();
  const found: Wanted[] = [];
  const literally = (places: readonly number[]): readonly Wanted[] =>
    places
      .map((place) => words[place] ?? "")
      .filter((word) => !isEmptyWord(word) && !lightWords.has(word))
      .map((word) => ({
        ...wantedOfWord(word, undefined, undefined),
        emphasis: wordOfSeveral * mostOf(places, emphasis),
      }));
  const takeNamings = (minWords: number): void => {
    for (let start = 0; start < words.length; start += 1) {
      if (taken.has(start)) continue;
      for (const naming of glossary().entryOf(stems[start] ?? "").namings) {
        if (naming.stems.length < minWords) break;
        const places = placesOfNaming(naming, start, words, stems);
        if (places === null || places.some((place) => taken.has(place))) continue;
        for (const place of places) taken.add(place);
        found.push({ ...wantedOfNaming(naming), emphasis: mostOf(places, emphasis) });
        found.push(...literally(places));
        break;
      }
    }
  };
  takeNamings(longNaming);
  for (const { meanings, places } of phrasesIn(stems, taken)) {
    for (const place of places) taken.add(place);
    for (const each of meanings) {
      found.push({ ...wantedOfPhrase(each), emphasis: mostOf(places, emphasis) });
    }
    found.push(...literally(places));
  }
  takeNamings(1);
  return { found, left: [...words.keys()].filter((at) => !taken.has(at)) };
}

function mostOf(places: readonly number[], emphasis: readonly number[]): number {
  return Math.max(...places.map((place) => emphasis[place] ?? 1));
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
    emphasis: 1,
  };
}

/** The first that is meant, what that may be called otherwise, and what else is meant. */
function wantedOfPhrase(meanings: readonly string[]): Wanted {
  const [first = ""] = meanings;
  const stems = new Map(synonymsOf(first));
  for (const meaning of meanings) stems.set(meaning, 1);
  return { word: null, joined: [], stems, compounds: new Map(), emphasis: 1 };
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
  compounds.set(said.join(" "), 1);
  return { word: null, joined: [], stems, compounds, emphasis: 1 };
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
    kept[at] = {
      ...before,
      stems,
      compounds,
      joined: [...before.joined, ...one.joined],
      emphasis: Math.max(before.emphasis, one.emphasis),
    };
  }
  return kept;
}

function isSame(one: Wanted, other: Wanted): boolean {
  if (one.word === null && other.word === null) return false;
  const [word, stems] = one.word === null ? [other.word, one.stems] : [one.word, other.stems];
  return word !== null && (stems.get(stem(word)) ?? 0) >= nearness.same;
}
