import { phrases } from "./phrases.ts";
import { stem } from "./stem.ts";
import { isAction, nearness, synonymsOf } from "./synonyms.ts";
import { allWordsOf, tellingWordsOf } from "./words.ts";

/** One thing that a query asks for, whatever tools there are. */
export interface Wanted {
  /** As it was written; null for what only several words say together. */
  readonly word: string | null;
  /** The word with its neighbours, should a tool write them as one. */
  readonly joined: readonly string[];
  /** Stems that would do, and how near each is to what was asked for: 1 is the word itself. */
  readonly stems: ReadonlyMap<string, number>;
  readonly isAction: boolean;
}

/** Nobody asks for more at once. */
const maxWords = 40;

/** What is asked for, each thing once, however many words say it. */
export function wantedOf(text: string): readonly Wanted[] {
  const all = allWordsOf(text).slice(0, maxWords);
  const { found, left } = takePhrases(all);
  const words = [...new Set(found.length === 0 ? tellingWordsOf(all) : tellingWordsOf(left, []))];
  const single = words.map((word, index) => wantedOfWord(word, words[index - 1], words[index + 1]));
  return apart(merged([...found, ...single]));
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
  return {
    word,
    joined: [
      ...(next === undefined ? [] : [stem(word + next)]),
      ...(before === undefined ? [] : [stem(before + word)]),
    ],
    stems: new Map([...synonymsOf(text), [text, 1]]),
    isAction: isAction(text),
  };
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
    for (const [text, weight] of one.stems) stems.set(text, Math.max(stems.get(text) ?? 0, weight));
    kept[at] = { ...before, stems, joined: [...before.joined, ...one.joined] };
  }
  return kept;
}

function isSame(one: Wanted, other: Wanted): boolean {
  if (one.word === null && other.word === null) return false;
  const [word, stems] = one.word === null ? [other.word, one.stems] : [one.word, other.stems];
  return word !== null && (stems.get(stem(word)) ?? 0) >= nearness.same;
}

interface Phrase {
  /** Stems, any of which will do; null for a few words of any kind. */
  readonly parts: readonly (ReadonlySet<string> | null)[];
  readonly meanings: readonly string[];
}

const maxGap = 4;

let known: readonly Phrase[] | null = null;

function readPhrase(line: string): Phrase {
  const [pattern = "", meanings = ""] = line.split(" = ");
  return {
    parts: pattern
      .split(" ")
      .map((part) => (part === "~" ? null : new Set(part.split("|").map(stem)))),
    meanings: meanings.split(" ").map(stem),
  };
}

/** Finds phrases, and leaves the words that are in none. */
function takePhrases(words: readonly string[]): {
  readonly found: readonly Wanted[];
  readonly left: readonly string[];
} {
  known ??= phrases.map(readPhrase);
  const stems = words.map(stem);
  const taken = new Set<number>();
  const found: Wanted[] = [];
  for (const { parts, meanings } of known) {
    const places = placesOf(parts, stems);
    if (places === null || places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    found.push(wantedOfPhrase(meanings));
  }
  return { found, left: words.filter((_word, index) => !taken.has(index)) };
}

/** The first that is meant, what that may be called otherwise, and what else is meant. */
function wantedOfPhrase(meanings: readonly string[]): Wanted {
  const stems = new Map(synonymsOf(meanings[0] ?? ""));
  for (const meaning of meanings) stems.set(meaning, 1);
  return { word: null, joined: [], stems, isAction: isAction(meanings[0] ?? "") };
}

function placesOf(parts: Phrase["parts"], stems: readonly string[]): readonly number[] | null {
  for (let start = 0; start < stems.length; start += 1) {
    const places = placesFrom(start, parts, stems);
    if (places !== null) return places;
  }
  return null;
}

function placesFrom(
  start: number,
  parts: Phrase["parts"],
  stems: readonly string[],
): readonly number[] | null {
  const places: number[] = [];
  let at = start;
  let gap = 0;
  for (const part of parts) {
    if (part === null) {
      gap = maxGap;
      continue;
    }
    const limit = Math.min(stems.length - 1, at + gap);
    while (at <= limit && !part.has(stems[at] ?? "")) at += 1;
    if (at > limit) return null;
    places.push(at);
    at += 1;
    gap = 0;
  }
  return places;
}
