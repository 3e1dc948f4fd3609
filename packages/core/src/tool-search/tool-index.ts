import { stem } from "./stem.ts";
import { synonymsOf } from "./synonyms.ts";
import { nameKey, type ToolDocument } from "./tool-document.ts";
import { type Term, Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

export interface ToolMatch {
  readonly name: string;
  readonly score: number;
}

export interface ToolMatches {
  /** Best first; of equal ones the one that `compare` puts first. */
  readonly matches: readonly ToolMatch[];
  /** How many there are, shown or not. */
  readonly total: number;
}

export interface ToolQuery {
  readonly words: string;
  readonly limit: number;
  /** Which tools are looked at; all by default. */
  readonly accepts?: (name: string) => boolean;
  /** The order of those that fit equally; by code points by default. */
  readonly compare?: (a: string, b: string) => number;
}

/** How much each way counts in which a tool may have a word that was asked for. */
const weights = { beginning: 0.4, misspelt: 0.7, joined: 1, part: 0.8 };
/** How much it matters that a tool has all of the words, from 0. */
const coverageShare = 0.9;
/** Of the best one's score: what has less isn't told. */
const minShare = 0.15;
const maxQueryWords = 40;

/** One word that was asked for, with everything that may stand for it. */
interface Concept {
  readonly alternatives: readonly { readonly term: Term; readonly weight: number }[];
  /** How much it says: the rarer, the more. */
  readonly importance: number;
}

/**
 * Tools by the words in their names, titles, tags, descriptions and parameters, ranked by BM25F. Words
 * are found in other forms, written together or apart, by their beginnings, misspelt, and by others
 * that mean the same. Tools come and go one by one. Pure; the same tools and words always give the same
 * answer, in whatever order they came.
 */
export class ToolIndex {
  #vocabulary = new Vocabulary();
  /** By number; null for one that is gone. */
  #documents: (ToolDocument | null)[] = [];
  readonly #numbers = new Map<string, number>();
  #scores = new Float64Array(64);
  #covered = new Float64Array(64);
  #best = new Float64Array(64);

  get size(): number {
    return this.#numbers.size;
  }

  /** Holds these from now on and no others; what was there already costs nothing. */
  sync(documents: readonly ToolDocument[]): void {
    const gone = new Set(this.#numbers.keys());
    for (const document of documents) {
      gone.delete(document.name);
      const number = this.#numbers.get(document.name);
      if (number === undefined || this.#documents[number] !== document) this.add(document);
    }
    for (const name of gone) this.delete(name);
  }

  /** Puts it in the place of the one of that name, if there is one. */
  add(document: ToolDocument): void {
    this.delete(document.name);
    const number = this.#documents.length;
    this.#documents.push(document);
    this.#numbers.set(document.name, number);
    for (const [text, impact] of document.impacts) {
      const term = this.#vocabulary.add(text);
      term.documents.push(number);
      term.impacts.push(impact);
      term.count += 1;
    }
  }

  delete(name: string): void {
    const number = this.#numbers.get(name);
    const document = number === undefined ? undefined : this.#documents[number];
    if (number === undefined || !document) return;
    for (const text of document.impacts.keys()) this.#vocabulary.add(text).count -= 1;
    this.#documents[number] = null;
    this.#numbers.delete(name);
    if (this.#documents.length > 2 * this.#numbers.size + 64) this.#rebuild();
  }

  /** What is gone leaves traces in the words that it had; now and then they are swept. */
  #rebuild(): void {
    const left = this.#documents.filter((document) => document !== null);
    this.#documents = [];
    this.#numbers.clear();
    this.#vocabulary = new Vocabulary();
    for (const document of left) this.add(document);
  }

  search({ words, limit, accepts, compare = byCodePoints }: ToolQuery): ToolMatches {
    const concepts = this.#conceptsOf(words);
    const found = this.#score(concepts);
    const whole = nameKey(words);
    const matches: ToolMatch[] = [];
    let best = 0;
    for (const number of found) {
      const document = this.#documents[number];
      if (!document || accepts?.(document.name) === false) continue;
      const isNamed = document.keys.includes(whole);
      // Nothing else comes near a tool that was called by its name.
      const score = (this.#scores[number] ?? 0) + (isNamed ? exactName : 0);
      if (score > best) best = score;
      matches.push({ name: document.name, score });
    }
    for (const number of found) this.#scores[number] = 0;
    const least = (best >= exactName ? best - exactName : best) * minShare;
    const telling = matches.filter(({ score }) => score >= least);
    return { matches: firstOf(telling, limit, compare), total: telling.length };
  }

  #conceptsOf(words: string): readonly Concept[] {
    const wanted = [...new Set(wordsOf(words).slice(0, maxQueryWords))];
    return wanted.flatMap((word, index) => {
      const next = wanted[index + 1];
      const before = wanted[index - 1];
      const joined = [
        ...(next === undefined ? [] : [word + next]),
        ...(before === undefined ? [] : [before + word]),
      ];
      return this.#conceptsOfWord(word, joined.map(stem));
    });
  }

  #conceptsOfWord(word: string, joined: readonly string[]): readonly Concept[] {
    const text = stem(word);
    const exact = this.#vocabulary.get(text);
    const weightOf = new Map<Term, number>();
    const put = (term: Term | undefined, weight: number): void => {
      if (term !== undefined && (weightOf.get(term) ?? 0) < weight) weightOf.set(term, weight);
    };
    put(exact, 1);
    for (const each of joined) put(this.#vocabulary.get(each), weights.joined);
    for (const [synonym, weight] of synonymsOf(text)) put(this.#vocabulary.get(synonym), weight);
    for (const { term, nearness } of this.#vocabulary.beginningWith(text)) {
      put(term, weights.beginning * nearness);
    }
    if (exact === undefined) {
      const parts = this.#vocabulary.partsOf(word, stem);
      if (parts !== null && weightOf.size === 0) {
        return parts.map((part) => this.#concept(new Map([[part, weights.part]]), part));
      }
      for (const { term, nearness } of this.#vocabulary.misspelt(text)) {
        put(term, weights.misspelt * nearness);
      }
    }
    return weightOf.size === 0 ? [] : [this.#concept(weightOf, exact)];
  }

  /** Others that stand for a word can't say more than the word itself. */
  #concept(weightOf: ReadonlyMap<Term, number>, exact: Term | undefined): Concept {
    const ceiling = exact === undefined ? Number.POSITIVE_INFINITY : this.#rarity(exact);
    let importance = 0;
    const alternatives = Array.from(weightOf, ([term, weight]) => {
      const rarity = Math.min(ceiling, this.#rarity(term));
      importance = Math.max(importance, rarity * weight);
      return { term, weight: weight * rarity };
    });
    return { alternatives, importance };
  }

  #rarity({ count }: Term): number {
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  /** Leaves the scores in place, and returns the numbers of those that have one. */
  #score(concepts: readonly Concept[]): readonly number[] {
    this.#makeRoom();
    const found: number[] = [];
    let all = 0;
    for (const { alternatives, importance } of concepts) {
      all += importance;
      const touched = this.#bestOf(alternatives);
      for (const number of touched) {
        const best = this.#best[number] ?? 0;
        this.#best[number] = 0;
        if (this.#scores[number] === 0) found.push(number);
        this.#scores[number] = (this.#scores[number] ?? 0) + best;
        this.#covered[number] = (this.#covered[number] ?? 0) + importance;
      }
    }
    for (const number of found) {
      const share = (this.#covered[number] ?? 0) / all;
      this.#covered[number] = 0;
      this.#scores[number] =
        (this.#scores[number] ?? 0) * (1 - coverageShare + coverageShare * share);
    }
    return found;
  }

  /** A tool that says the same in many words isn't the better for it. */
  #bestOf(alternatives: Concept["alternatives"]): readonly number[] {
    const touched: number[] = [];
    const best = this.#best;
    const documents = this.#documents;
    for (const { term, weight } of alternatives) {
      const { documents: numbers, impacts } = term;
      for (let at = 0; at < numbers.length; at += 1) {
        const number = numbers[at] as number;
        if (documents[number] === null) continue;
        const value = weight * (impacts[at] as number);
        const before = best[number] as number;
        if (before === 0) touched.push(number);
        if (value > before) best[number] = value;
      }
    }
    return touched;
  }

  #makeRoom(): void {
    if (this.#scores.length >= this.#documents.length) return;
    const size = this.#documents.length * 2;
    this.#scores = new Float64Array(size);
    this.#covered = new Float64Array(size);
    this.#best = new Float64Array(size);
  }
}

const exactName = 1_000_000;

/** Sorting all of ten thousand takes longer than finding them. */
function firstOf(
  matches: readonly ToolMatch[],
  limit: number,
  compare: (a: string, b: string) => number,
): readonly ToolMatch[] {
  let candidates = matches;
  if (matches.length > 4 * limit) {
    const scores = Float64Array.from(matches, ({ score }) => score).sort();
    const least = scores[scores.length - limit] ?? 0;
    candidates = matches.filter(({ score }) => score >= least);
  }
  return candidates
    .toSorted((a, b) => b.score - a.score || compare(a.name, b.name))
    .slice(0, limit);
}

function byCodePoints(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
