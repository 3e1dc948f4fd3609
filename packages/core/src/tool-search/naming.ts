import { isEmptyWord } from "./words.ts";

/** Several words that stand for a thing. */
export interface Naming {
  readonly stems: readonly string[];
  /** Whether it is "label of the parcel" for "parcel label": a small word must stand between. */
  readonly isTurned: boolean;
  /** Stems with spaces between, and how near each is. */
  readonly things: Map<string, number>;
}

/** So many small words may stand between two of a naming. */
const maxBetween = 3;

/** Where its words are among those of a query, from this one on; null where they aren't. */
export function placesOfNaming(
  { stems: wanted, isTurned }: Naming,
  start: number,
  words: readonly string[],
  stems: readonly string[],
): readonly number[] | null {
  if (stems[start] !== wanted[0]) return null;
  const places = [start];
  let at = start + 1;
  for (const each of wanted.slice(1)) {
    const from = at;
    while (at < from + maxBetween && stems[at] !== each && isSmallWord(words[at])) at += 1;
    if (stems[at] !== each || (isTurned && at === from)) return null;
    places.push(at);
    at += 1;
  }
  return places;
}

/** One that may stand between; the end of a clause, which is "", may not. */
function isSmallWord(word: string | undefined): boolean {
  return word !== undefined && word !== "" && isEmptyWord(word);
}

/** Keeps the greater of two weights. */
export function raise(weights: Map<string, number>, key: string, weight: number): void {
  if ((weights.get(key) ?? 0) < weight) weights.set(key, weight);
}
