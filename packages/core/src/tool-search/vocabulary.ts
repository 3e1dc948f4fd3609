/** What is known of one word of the index. */
export interface Term {
  readonly text: string;
  /** Documents that have it, by number, and how much it says about each; some may be gone. */
  readonly documents: number[];
  readonly impacts: number[];
  /** Documents that have it in their name, and what part of the name it is. */
  readonly named: number[];
  readonly shares: number[];
  /** How many of the documents are still there. */
  count: number;
  /** Of how many of those it is the server's name. */
  sources: number;
}

/** How near a word of the index is to one that was asked for; 1 is the word itself. */
export interface NearTerm {
  readonly term: Term;
  readonly nearness: number;
}

const maxNear = 24;

/** The words of an index, found exactly, by their beginning, or in spite of a slip of the finger. */
export class Vocabulary {
  readonly #terms = new Map<string, Term>();
  readonly #byTrigram = new Map<string, Term[]>();

  get(text: string): Term | undefined {
    const term = this.#terms.get(text);
    return term === undefined || term.count === 0 ? undefined : term;
  }

  add(text: string): Term {
    const known = this.#terms.get(text);
    if (known !== undefined) return known;
    const term: Term = {
      text,
      documents: [],
      impacts: [],
      named: [],
      shares: [],
      count: 0,
      sources: 0,
    };
    this.#terms.set(text, term);
    for (const trigram of trigramsOf(text)) {
      const holders = this.#byTrigram.get(trigram);
      if (holders === undefined) this.#byTrigram.set(trigram, [term]);
      else holders.push(term);
    }
    return term;
  }

  /** Words that begin with this one, the shortest first. */
  beginningWith(prefix: string): readonly NearTerm[] {
    if (prefix.length < 3) return [];
    return (this.#byTrigram.get(`^${prefix.slice(0, 2)}`) ?? [])
      .filter(
        ({ text, count }) => count > 0 && text.length > prefix.length && text.startsWith(prefix),
      )
      .map((term) => ({ term, nearness: prefix.length / term.text.length }))
      .sort(byNearness)
      .slice(0, maxNear);
  }

  /** Words that become this one by one slip, or by two when they are long. */
  misspelt(word: string): readonly NearTerm[] {
    if (word.length < 4) return [];
    const maxSlips = word.length < 8 ? 1 : 2;
    const shared = new Map<Term, number>();
    const trigrams = trigramsOf(word);
    for (const trigram of trigrams) {
      for (const term of this.#byTrigram.get(trigram) ?? []) {
        if (term.text.length < 4 || Math.abs(term.text.length - word.length) > maxSlips) continue;
        shared.set(term, (shared.get(term) ?? 0) + 1);
      }
    }
    // A slip changes three trigrams, two letters that changed places four.
    const enough = Math.max(1, trigrams.length - 4 * maxSlips);
    const near: NearTerm[] = [];
    for (const [term, count] of shared) {
      if (count < enough || term.count === 0) continue;
      const slips = slipsBetween(word, term.text, maxSlips);
      if (slips <= maxSlips) near.push({ term, nearness: 1 - slips / word.length });
    }
    return near.sort(byNearness).slice(0, maxNear);
  }

  /** Two words, in any of their forms, that make this one when they are written together. */
  partsOf(word: string, formOf: (part: string) => string): readonly [Term, Term] | null {
    for (let at = 3; at <= word.length - 3; at += 1) {
      const first = this.get(formOf(word.slice(0, at)));
      const second = first === undefined ? undefined : this.get(formOf(word.slice(at)));
      if (first !== undefined && second !== undefined) return [first, second];
    }
    return null;
  }
}

function byNearness(a: NearTerm, b: NearTerm): number {
  return b.nearness - a.nearness || (a.term.text < b.term.text ? -1 : 1);
}

/** With marks at both ends, so that beginnings and ends count. */
function trigramsOf(word: string): readonly string[] {
  const marked = `^${word}$`;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= marked.length; at += 1) trigrams.add(marked.slice(at, at + 3));
  return [...trigrams];
}

/**
 * Letters that are missing, added, other or changed places with their neighbour; `max + 1` for more than `max`.
 *
 * Source: the restricted edit distance of F. J. Damerau, "A technique for computer detection and correction of
 * spelling errors" (1964).
 */
function slipsBetween(one: string, other: string, max: number): number {
  let before: readonly number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let slips = Math.min(
        (last[column] ?? max) + 1,
        (current[column - 1] ?? max) + 1,
        (last[column - 1] ?? max) + (isSame ? 0 : 1),
      );
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        slips = Math.min(slips, (before[column - 2] ?? max) + 1);
      }
      current.push(slips);
    }
    if (Math.min(...current) > max) return max + 1;
    before = last;
    last = current;
  }
  return last[other.length] ?? max + 1;
}
