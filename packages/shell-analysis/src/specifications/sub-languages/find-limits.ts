import type { NameLimits } from "../../specification/specification.ts";

/** Reads an expression of find. Returns how many words a test takes after itself; null when it isn't a test. */
export type TestWords = (test: string) => number | null;

/**
 * The limits that an expression of find sets to the names for which it is true, by `-name` and by a `-not -path` for
 * all hidden names. `endsInAction`: an action follows the words, so only the last of the parts joined by `-o` counts.
 *
 * Returns null when the expression has other actions, or words that aren't known.
 */
export function limitsOf(
  words: readonly string[],
  takes: TestWords,
  endsInAction: boolean,
): NameLimits | null {
  const reader = new ExpressionReader(words, takes);
  const alternatives = reader.alternatives();
  if (alternatives === null || !reader.isAtEnd) return null;
  return either(endsInAction ? alternatives.slice(-1) : alternatives);
}

const maxDepth = 20;
const alternative = /^-o(?:r)?$/;
const negation = /^(?:!|-not)$/;

class ExpressionReader {
  readonly #words: readonly string[];
  readonly #takes: TestWords;
  #at = 0;
  #depth = 0;

  constructor(words: readonly string[], takes: TestWords) {
    this.#words = words;
    this.#takes = takes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#words.length;
  }

  /** Parts joined by `-o`. */
  alternatives(): NameLimits[] | null {
    const found: NameLimits[] = [];
    do {
      const part = this.#conjunction();
      if (part === null) return null;
      found.push(part);
    } while (this.#skip(alternative));
    return found;
  }

  #conjunction(): NameLimits | null {
    let limits: NameLimits = {};
    while (!this.isAtEnd && !/^(?:\)|-o|-or)$/.test(this.#next ?? "")) {
      if (this.#skip(/^-a(?:nd)?$/)) continue;
      const part = this.#part(this.#skip(negation));
      if (part === null) return null;
      limits = { ...part, ...limits };
    }
    return limits;
  }

  #part(isNegated: boolean): NameLimits | null {
    const word = this.#next ?? "";
    this.#at += 1;
    if (word === "(") return this.#group(isNegated);
    const taken = this.#takes(word);
    if (taken === null) return null;
    const value = this.#next ?? "";
    this.#at += taken;
    if (word === "-name" && !isNegated) return { names: [value] };
    const isHidden = /^-(?:path|wholename)$/.test(word) && /^\*\/\\?\.\*$/.test(value);
    return isHidden && isNegated ? { skipsHidden: true } : {};
  }

  #group(isNegated: boolean): NameLimits | null {
    if (this.#depth === maxDepth) return null;
    this.#depth += 1;
    const inside = this.alternatives();
    this.#depth -= 1;
    if (inside === null || !this.#skip(/^\)$/)) return null;
    return isNegated ? {} : either(inside);
  }

  get #next(): string | undefined {
    return this.#words[this.#at];
  }

  #skip(expected: RegExp): boolean {
    const isThere = expected.test(this.#next ?? "");
    if (isThere) this.#at += 1;
    return isThere;
  }
}

/** The limits that all of them ensure. */
function either(parts: readonly NameLimits[]): NameLimits {
  const names = parts.flatMap((part) => part.names ?? []);
  return {
    ...(parts.every((part) => part.names !== undefined) && { names }),
    ...(parts.every((part) => part.skipsHidden === true) && { skipsHidden: true as const }),
  };
}
