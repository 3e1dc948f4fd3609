import { bestMatches, type ScoredTool } from "./best-matches.ts";
import { namesIn, type Wanted, wantedOf } from "./query.ts";
import { stem } from "./stem.ts";
import { nameKey, type ToolDocument } from "./tool-document.ts";
import { type Term, Vocabulary } from "./vocabulary.ts";

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
const weights = { beginning: 0.5, misspelt: 0.7, joined: 1, part: 0.8 };
/** How much it matters that a tool is called by nothing that wasn't asked for, from 0. */
const nameShare = 0.3;
/** However common or rare something is, it says no less and no more than this. */
const leastRarity = 3;
const mostRarity = 9;
/** Somebody who names a server wants that one's tools. */
const sourceWeight = 2;
/** Somebody who says a word that means something else, too, may want that: "plane" and "slack" are servers and words. */
const ordinarySourceWeight = 1.6;
/** A word is a server's name, and no other word, when it is that for so many of the tools that have it. */
const sourceShare = 0.8;
/** What is left of the score of a tool when another server was named, and when that is less sure. */
const otherSource = 0.6;
const otherOrdinarySource = 0.8;
/** They name everything and no server, though one may be called so. */
const pronouns = new Set(
  "all anything each everybody everyone everything nobody nothing somebody something"
    .split(" ")
    .flatMap((word) => [word, stem(word)]),
);
/** Of the best one's score: what has less isn't told. */
const minShare = 0.3;

/** Words that are only together what was asked for. */
interface Compound {
  readonly terms: readonly Term[];
  readonly nearness: number;
  /** The numbers of the documents that have them all, and how much they say about each. */
  readonly documents: readonly number[];
  readonly impacts: readonly number[];
}

/** One thing that was asked for, with everything that may stand for it. */
interface Concept {
  /** How near each is to what was asked for; 1 is that itself. */
  readonly alternatives: ReadonlyMap<Term, number>;
  /** The same of what several words say that must all be there. */
  readonly compounds: readonly Compound[];
  /** How much it says: the rarer, the more. */
  readonly importance: number;
  /** The server that it names. */
  readonly source: NamedSource | null;
}

interface NamedSource {
  /** A stem. */
  readonly name: string;
  /** Whether it can't have been meant as another word. */
  readonly isSure: boolean;
}

/**
 * Tools by the words in their names, titles, tags, descriptions and parameters, ranked by BM25F over what
 * is asked for, however many words may stand for each thing. Words are found in other forms, written
 * together or apart, by their beginnings, misspelt, and by others that mean the same. Tools come and go
 * one by one. Pure; the same tools and words always give the same answer, in whatever order they came.
 */
export class ToolIndex {
  #vocabulary = new Vocabulary();
  /** By number; null for one that is gone. */
  #documents: (ToolDocument | null)[] = [];
  readonly #numbers = new Map<string, number>();
  #scores = new Float64Array(64);
  #named = new Float64Array(64);
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
      if (document.source.has(text)) term.sources += 1;
    }
    for (const [text, share] of document.nameShares) {
      const term = this.#vocabulary.add(text);
      term.named.push(number);
      term.shares.push(share);
    }
  }

  delete(name: string): void {
    const number = this.#numbers.get(name);
    const document = number === undefined ? undefined : this.#documents[number];
    if (number === undefined || !document) return;
    for (const text of document.impacts.keys()) {
      const term = this.#vocabulary.add(text);
      term.count -= 1;
      if (document.source.has(text)) term.sources -= 1;
    }
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
    const found = this.#score(this.#conceptsOf(words));
    const whole = nameKey(words);
    const scored: ScoredTool[] = [];
    let best = 0;
    for (const number of found) {
      const document = this.#documents[number];
      const score = this.#scores[number] as number;
      this.#scores[number] = 0;
      if (!document) continue;
      const { name, keys, subject, thing } = document;
      const isNamed = keys.includes(whole);
      // What won't be told needn't be asked after.
      if (!isNamed && score < best * minShare) continue;
      if (accepts?.(name) === false) continue;
      if (score > best) best = score;
      // Nothing else comes near a tool that was called by its name.
      scored.push({ name, subject, thing, score: isNamed ? score + exactName : score });
    }
    const telling = scored.filter(({ score }) => score >= best * minShare);
    const matches = bestMatches(telling, limit, compare);
    return {
      matches: matches.map(({ name, score }) => ({ name, score })),
      total: telling.length,
    };
  }

  #conceptsOf(words: string): readonly Concept[] {
    const concepts = wantedOf(words).flatMap((wanted) => this.#conceptsOfWanted(wanted));
    for (const [name, isSure] of namesIn(words)) {
      const term = this.#vocabulary.get(name);
      if (term === undefined || !isSource(term)) continue;
      const at = concepts.findIndex(({ source }) => source?.name === name);
      const known = concepts[at];
      if (known === undefined) concepts.push(this.#sourceConcept(term, isSure));
      else if (isSure) concepts[at] = { ...known, source: { name, isSure } };
    }
    return concepts;
  }

  /** Of a name that was read as part of something else: "a notion page" is a page, and one of that server. */
  #sourceConcept(term: Term, isSure: boolean): Concept {
    return {
      alternatives: new Map([[term, 1]]),
      compounds: [],
      importance: ordinarySourceWeight * this.#rarityOf(term.count),
      source: { name: term.text, isSure },
    };
  }

  /** How much it says that a tool has what so many have. */
  #rarityOf(count: number): number {
    const rarity = Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
    return Math.max(leastRarity, Math.min(mostRarity, rarity));
  }

  #conceptsOfWanted(wanted: Wanted): readonly Concept[] {
    const { word, stems, joined } = wanted;
    const compounds = this.#compoundsOf(wanted);
    const weightOf = new Map<Term, number>();
    const put = (term: Term | undefined, weight: number): void => {
      if (term !== undefined && (weightOf.get(term) ?? 0) < weight) weightOf.set(term, weight);
    };
    for (const [text, weight] of stems) put(this.#vocabulary.get(text), weight);
    for (const each of joined) put(this.#vocabulary.get(each), weights.joined);
    for (const [text, weight] of wanted.compounds) {
      put(this.#vocabulary.get(stem(text.replaceAll(" ", ""))), weight);
    }
    if (word !== null) {
      for (const { term, nearness } of this.#vocabulary.beginningWith(stem(word))) {
        put(term, weights.beginning * nearness);
      }
      if (weightOf.size === 0 && compounds.length === 0) {
        const parts = this.#vocabulary.partsOf(word, stem);
        if (parts !== null) {
          return parts.map((part) => this.#concept(new Map([[part, weights.part]]), [], wanted));
        }
        for (const { term, nearness } of this.#vocabulary.misspelt(stem(word))) {
          put(term, weights.misspelt * nearness);
        }
      }
    }
    return weightOf.size === 0 && compounds.length === 0
      ? []
      : [this.#concept(weightOf, compounds, wanted)];
  }

  #compoundsOf({ compounds }: Wanted): readonly Compound[] {
    return [...compounds].flatMap(([text, nearness]) => {
      const words = text.split(" ");
      const terms = words.flatMap((word) => this.#vocabulary.get(word) ?? []);
      if (terms.length < words.length) return [];
      const found = documentsWithAll(terms);
      return found.documents.length === 0 ? [] : [{ terms, nearness, ...found }];
    });
  }

  /** However many words stand for one thing, it says as much as all of them together are rare. */
  #concept(
    alternatives: Concept["alternatives"],
    compounds: Concept["compounds"],
    { word, stems, emphasis }: Wanted,
  ): Concept {
    let count = 0;
    // What only might be meant makes it little more common.
    for (const [term, weight] of alternatives) count += weight ** 2 * term.count;
    for (const { documents, nearness } of compounds) count += nearness ** 2 * documents.length;
    const exact = word === null ? undefined : this.#vocabulary.get(stem(word));
    const source =
      exact === undefined || pronouns.has(word ?? "") || !isSource(exact)
        ? null
        : { name: exact.text, isSure: stems.size <= 1 };
    const weight = source === null ? emphasis : source.isSure ? sourceWeight : ordinarySourceWeight;
    return {
      alternatives,
      compounds,
      importance: weight * this.#rarityOf(Math.min(count, this.size)),
      source,
    };
  }

  /** Leaves the scores in place, and returns the numbers of those that have one. */
  #score(concepts: readonly Concept[]): readonly number[] {
    this.#makeRoom();
    const scores = this.#scores;
    const found: number[] = [];
    for (const concept of concepts) {
      const { importance } = concept;
      for (const number of this.#bestOf(concept)) {
        const score = scores[number] as number;
        if (score === 0) found.push(number);
        scores[number] = score + importance * (this.#best[number] as number);
        this.#best[number] = 0;
      }
    }
    this.#addNamed(concepts);
    const sources = concepts.flatMap(({ source }) => source ?? []);
    const otherShare = sources.some(({ isSure }) => isSure) ? otherSource : otherOrdinarySource;
    for (const number of found) {
      const named = Math.min(1, this.#named[number] as number);
      this.#named[number] = 0;
      const isOfOther =
        sources.length > 0 &&
        !sources.some(({ name }) => this.#documents[number]?.source.has(name) === true);
      scores[number] =
        (scores[number] as number) *
        (1 - nameShare + nameShare * named) *
        (isOfOther ? otherShare : 1);
    }
    return found;
  }

  /** A tool that says the same in many words isn't the better for it: the best of them counts. */
  #bestOf({ alternatives, compounds }: Concept): readonly number[] {
    const touched: number[] = [];
    for (const [{ documents, impacts }, nearness] of alternatives) {
      this.#raiseBest({ documents, impacts, nearness }, touched);
    }
    for (const compound of compounds) this.#raiseBest(compound, touched);
    return touched;
  }

  #raiseBest(
    { documents, impacts, nearness }: Pick<Compound, "documents" | "impacts" | "nearness">,
    touched: number[],
  ): void {
    const best = this.#best;
    for (let at = 0; at < documents.length; at += 1) {
      const number = documents[at] as number;
      if (this.#documents[number] === null) continue;
      const value = nearness * (impacts[at] as number);
      const before = best[number] as number;
      if (before === 0) touched.push(number);
      if (value > before) best[number] = value;
    }
  }

  /** What part of each tool's name was asked for: one that is called by more isn't what was meant. */
  #addNamed(concepts: readonly Concept[]): void {
    const weightOf = new Map<Term, number>();
    for (const { alternatives } of concepts) {
      for (const [term, weight] of alternatives) {
        if ((weightOf.get(term) ?? 0) < weight) weightOf.set(term, weight);
      }
    }
    const sums = this.#named;
    for (const [{ named, shares }, weight] of weightOf) {
      for (let at = 0; at < named.length; at += 1) {
        const number = named[at] as number;
        if (this.#documents[number] === null) continue;
        sums[number] = (sums[number] as number) + weight * (shares[at] as number);
      }
    }
    for (const { compounds } of concepts) {
      for (const compound of compounds) this.#addNamedCompound(compound, weightOf);
    }
  }

  /** As far as its words don't count already, each for itself. */
  #addNamedCompound(
    { terms, nearness, documents }: Compound,
    weightOf: ReadonlyMap<Term, number>,
  ): void {
    const sums = this.#named;
    for (const number of documents) {
      const shares = this.#documents[number]?.nameShares;
      if (shares === undefined) continue;
      for (const term of terms) {
        const more = Math.max(0, nearness - (weightOf.get(term) ?? 0));
        sums[number] = (sums[number] as number) + more * (shares.get(term.text) ?? 0);
      }
    }
  }

  #makeRoom(): void {
    if (this.#scores.length >= this.#documents.length) return;
    const size = this.#documents.length * 2;
    this.#scores = new Float64Array(size);
    this.#named = new Float64Array(size);
    this.#best = new Float64Array(size);
  }
}

/** Whether it is a server's name, and hardly anything else. */
function isSource({ text, sources, count }: Term): boolean {
  return sources > 0 && sources >= sourceShare * count && !pronouns.has(text);
}

/** Each term has its documents in the order of their numbers. */
function documentsWithAll(terms: readonly Term[]): Pick<Compound, "documents" | "impacts"> {
  let documents: readonly number[] = terms[0]?.documents ?? [];
  let impacts: readonly number[] = terms[0]?.impacts ?? [];
  for (const other of terms.slice(1)) {
    const both: number[] = [];
    const sums: number[] = [];
    let at = 0;
    for (const [index, number] of documents.entries()) {
      while ((other.documents[at] ?? Infinity) < number) at += 1;
      if (other.documents[at] !== number) continue;
      both.push(number);
      sums.push((impacts[index] as number) + (other.impacts[at] as number));
    }
    documents = both;
    impacts = sums;
  }
  return { documents, impacts: impacts.map((sum) => sum / terms.length) };
}

const exactName = 1_000_000;

function byCodePoints(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
