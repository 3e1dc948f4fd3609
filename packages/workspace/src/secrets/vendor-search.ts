import { minTokenLength, type VendorPattern } from "./vendor-patterns.ts";

/** A token of a vendor's shape in a text. */
export interface TokenHit {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Limit for tokens; a stream holds back no more text than this. */
const maxTokenLength = 10_000;

/** Tokens with fewer different characters are stand-ins such as `xxxx` in a document. */
const minDistinctCharacters = 7;

/** The characters of tokens. */
const tokenClass = characterClass(/[\w.-]/);
/** Each token has a stretch of these characters that is `minTokenLength` long. */
const stretchClass = characterClass(/[\w-]/);
const wordClass = characterClass(/\w/);
const letterOrDigit = characterClass(/[A-Za-z\d]/);

/** Finds tokens of known shapes, examining about every fourth character of the text. */
export class VendorSearch {
  /** Patterns by the first two characters of their prefixes. */
  readonly #byStart = new Map<number, [string, VendorPattern][]>();
  readonly #starts = new Uint8Array(128 * 128);
  readonly #firsts = new Uint8Array(128);

  constructor(patterns: readonly VendorPattern[]) {
    for (const pattern of patterns) {
      for (const prefix of pattern.prefixes) {
        const key = startKey(prefix.charCodeAt(0), prefix.charCodeAt(1));
        this.#starts[key] = 1;
        this.#firsts[prefix.charCodeAt(0)] = 1;
        const list = this.#byStart.get(key);
        if (list === undefined) this.#byStart.set(key, [[prefix, pattern]]);
        else list.push([prefix, pattern]);
      }
    }
    for (const list of this.#byStart.values()) {
      // The longest prefix is the most precise.
      list.sort(([one], [other]) => other.length - one.length);
    }
  }

  /** The tokens that begin at or after `least`. */
  find(text: string, least = 0): readonly TokenHit[] {
    let hits: TokenHit[] | null = null;
    const { length } = text;
    let looked = 0;
    let at = minTokenLength - 1;
    while (at < length) {
      // From the possible end of such a stretch back to a character that isn't part of one.
      let from = at - minTokenLength + 1;
      let back = at;
      while (back >= from && stretchClass[text.charCodeAt(back)] === 1) back -= 1;
      if (back >= from) {
        at = back + minTokenLength;
        continue;
      }
      while (from > looked && tokenClass[text.charCodeAt(from - 1)] === 1) from -= 1;
      let end = at + 1;
      while (end < length && tokenClass[text.charCodeAt(end)] === 1) end += 1;
      const found = this.#inRun(text, from, end, least);
      if (found.length > 0) hits = hits === null ? found : [...hits, ...found];
      looked = end;
      at = end + minTokenLength;
    }
    return hits ?? none;
  }

  #inRun(text: string, from: number, end: number, least: number): TokenHit[] {
    const hits: TokenHit[] = [];
    for (let at = Math.max(from, least); at <= end - minTokenLength; at += 1) {
      // Escapes, such as a line end before the token, occur only at the beginning of a run.
      if (at > from + 5 && letterOrDigit[text.charCodeAt(at - 1)] === 1) continue;
      if (this.#starts[startKey(text.charCodeAt(at), text.charCodeAt(at + 1))] !== 1) continue;
      if (!isBoundary(text, at)) continue;
      const hit = this.#tokenAt(text, at);
      if (hit === null) continue;
      hits.push(hit);
      at = hit.end - 1;
    }
    return hits;
  }

  #tokenAt(text: string, at: number): TokenHit | null {
    const key = startKey(text.charCodeAt(at), text.charCodeAt(at + 1));
    for (const [prefix, pattern] of this.#byStart.get(key) ?? []) {
      if (!text.startsWith(prefix, at)) continue;
      const { shape } = pattern;
      shape.lastIndex = at;
      const [found] = shape.exec(text) ?? [];
      if (found === undefined || wordClass[text.charCodeAt(at + found.length)] === 1) continue;
      const body = found.slice(prefix.length);
      if (new Set(body).size < minDistinctCharacters || found.endsWith("EXAMPLE")) continue;
      if (pattern.isVague === true && !looksRandom(body)) continue;
      return { start: at, end: at + found.length, name: pattern.name };
    }
    return null;
  }

  /** The start of a token that may continue after the text's end; the length if there is none. */
  unfinishedFrom(text: string, begin = 0): number {
    const { length } = text;
    let from = length;
    const least = Math.max(begin, length - maxTokenLength);
    while (from > least && tokenClass[text.charCodeAt(from - 1)] === 1) from -= 1;
    for (let at = from; at < length; at += 1) {
      const first = text.charCodeAt(at);
      if (this.#firsts[first] === 1 && isBoundary(text, at) && this.#mayGoOn(text, at)) return at;
    }
    return length;
  }

  #mayGoOn(text: string, at: number): boolean {
    const end = text.slice(at, at + 32);
    if (end.length < 2) return true;
    const patterns = this.#byStart.get(startKey(end.charCodeAt(0), end.charCodeAt(1))) ?? [];
    return patterns.some(([prefix]) => end.startsWith(prefix) || prefix.startsWith(end));
  }
}

const none: readonly TokenHit[] = [];

function characterClass(member: RegExp): Uint8Array {
  // Covers all UTF-16 units, so that a lookup needs no comparison.
  const table = new Uint8Array(65_536);
  for (let code = 0; code < 128; code += 1) {
    if (member.test(String.fromCharCode(code))) table[code] = 1;
  }
  return table;
}

const startKey = (first: number, second: number): number =>
  first < 128 && second < 128 ? first * 128 + second : 0;

/** Whether no letter or digit precedes, except one of an escape: `\n`, `%3D`, `\u003d`. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || letterOrDigit[text.charCodeAt(at - 1)] !== 1) return true;
  return (
    text[at - 2] === "\\" ||
    text[at - 3] === "%" ||
    (text[at - 4] === "\\" && text[at - 3] === "x") ||
    (text[at - 6] === "\\" && text[at - 5] === "u")
  );
}

function looksRandom(body: string): boolean {
  const digits = body.replace(/\D+/g, "").length;
  return digits >= 5 || (digits >= 2 && /[A-Z]/.test(body) && /[a-z]/.test(body));
}
