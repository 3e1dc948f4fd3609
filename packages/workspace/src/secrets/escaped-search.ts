import {
  afterBackslashes,
  afterCommonEntity,
  afterQuotes,
  commonEntityAt,
  endsLiteral,
  endsNoEscape,
  isBehindCommonEntity,
  isBesideEscapes,
  isDigit,
  isDropped,
  isEntity,
  isInLongEscapes,
  isLongEscape,
  isOpen,
  isQuote,
  isQuoting,
  lineNumber,
  mostUnits,
  unitAt,
} from "./escape-marks.ts";
import { NeedleSearch } from "./needle-search.ts";
import { hexDigit, mayBeIgnorable, openEscapeFrom, unescaped, type Unescaped } from "./unescape.ts";

/** A place in a text where a quoted value appears; `index` is the value's index. */
export interface EscapedHit {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

/** Shorter values, once unquoted, would match in ordinary text. */
const leastLength = 8;
/** The length of the character groups by which values are recognised. */
const gramLength = 4;
/** Most stretches of a text are ASCII, which engines detect quickly. */
const stretch = 4_096;
const maxRemembered = 1_000_000;
/** Space for eight characters after an escape, most of them escaped as well. */
const windowLength = 32;
/** The longest visible part of an escape whose end is missing. */
const longestPart = 9;
/** The longest form of one character of a value, quoted twice. */
const longestEscape = 16;

/**
 * Finds values however they are quoted. The text is unquoted around each escape that may belong to
 * a value, and searched there for the unquoted values. Text without escapes costs almost nothing:
 * each kind of escape is searched for separately, which is what engines do fastest.
 */
export class EscapedSearch {
  /** The value's index, by needle. */
  readonly #indexes: readonly number[];
  readonly #search: NeedleSearch;
  /** Units that appear in some value. */
  readonly #units = new Uint8Array(65_536);
  /** Units that aren't ASCII and belong to a value that can also be written differently. */
  readonly #odd = new Uint8Array(65_536);
  /** Letters that are followed by a combining mark in some value. */
  readonly #bases = new Set<number>();
  readonly #grams: Uint8Array;
  readonly #marks: readonly string[];
  #lastText = "";
  #lastSuspects: readonly number[] = none;

  /** `index` of a hit is the index in `values`. */
  constructor(values: readonly string[]) {
    // Forms of one value that differ only in quoting are equal when unquoted.
    const byNeedle = new Map<string, number>();
    for (const [index, value] of values.entries()) {
      const { text } = unescaped(value);
      if (text.length >= leastLength && !byNeedle.has(text)) byNeedle.set(text, index);
    }
    const needles = [...byNeedle.keys()];
    this.#indexes = [...byNeedle.values()];
    this.#search = new NeedleSearch(needles);
    const size = needles.reduce((sum, { length }) => sum + length, 0);
    this.#grams = new Uint8Array(size < 8_192 ? 2 ** 17 : 2 ** 20);
    for (const needle of needles) this.#learn(needle);
    this.#marks = [
      "\\",
      "%",
      "&",
      ...(values.some((value) => value.includes("'")) ? ["''", `'"'`] : []),
      ...(values.some((value) => value.includes('"')) ? ['""', `"'"`] : []),
      ...(needles.some((needle) => needle.includes(" ")) ? ["\n"] : []),
    ];
  }

  #learn(needle: string): void {
    for (let at = 0; at < needle.length; at += 1) {
      this.#units[needle.charCodeAt(at)] = 1;
      if (at + gramLength <= needle.length) this.#grams[this.#slot(gramOf(needle, at))] = 1;
      this.#learnComposed(needle, at);
    }
  }

  #slot(hash: number): number {
    return (hash >>> 8) & (this.#grams.length - 1);
  }

  #has(one: number, two: number, three: number, four: number): boolean {
    return this.#grams[this.#slot(gramHash(one, two, three, four))] === 1;
  }

  /** Learns a letter with its marks as one unit, if there is one. */
  #learnComposed(needle: string, at: number): void {
    if (needle.charCodeAt(at) >= 0x80) this.#odd[needle.charCodeAt(at)] = 1;
    if (needle.charCodeAt(at + 1) >= 0x300) this.#bases.add(needle.charCodeAt(at));
    for (let size = 2; size <= 3 && at + size <= needle.length; size += 1) {
      if (needle.charCodeAt(at + size - 1) < 0x80) return;
      const composed = needle.slice(at, at + size).normalize("NFC");
      if (composed.length === 1) this.#odd[composed.charCodeAt(0)] = 1;
    }
  }

  /** All places, in no order; values that aren't quoted may be among them. */
  find(text: string): readonly EscapedHit[] {
    if (this.#indexes.length === 0) return none;
    let hits: EscapedHit[] | null = null;
    let done = 0;
    for (const at of this.#suspectsIn(text)) {
      if (at < done) continue;
      const from = this.#startBefore(at, 0);
      const to = Math.min(text.length, at + 2 * longestEscape * this.#search.longest);
      const plain = unescaped(text, from, to);
      for (const { start, end, index } of this.#search.find(plain.text)) {
        const place = placeOf(plain, start, end);
        hits ??= [];
        hits.push({ ...place, index: this.#indexes[index] as number });
      }
      // A value may continue after the unquoted part, so the next search begins there.
      const left = plain.text.length - this.#search.longest;
      done = to === text.length ? to : Math.max(at + 1, plain.starts[Math.max(0, left)] ?? to);
    }
    return hits ?? none;
  }

  /** Where a quoted value may begin at the text's end; the text's length if none does. */
  unfinishedFrom(text: string, least: number): number {
    const { length } = text;
    if (this.#indexes.length === 0) return length;
    const { longest } = this.#search;
    const from = Math.max(least, length - longestEscape * longest);
    const cut = Math.max(from, openEscapeFrom(text));
    const suspect = this.#suspectsIn(text).find((at) => at >= from) ?? cut;
    // A combining mark that comes next may change the last letter.
    const isBase = suspect === length && this.#bases.has(text.charCodeAt(length - 1));
    if (suspect === length && !isBase) return length;
    const first = isBase ? length - longest : Math.min(suspect, cut);
    const plain = unescaped(text, this.#startBefore(first, from), length, "open");
    return plain.starts[this.#search.unfinishedFrom(plain.text)] ?? plain.end;
  }

  /**
   * The start of a value that an escape may belong to; quoted text before it is found on its own.
   */
  #startBefore(at: number, least: number): number {
    return Math.max(least, at - 2 * this.#search.longest);
  }

  #suspectsIn(text: string): readonly number[] {
    // A stream asks for the unfinished part first, then for the hits.
    if (text !== this.#lastText) {
      this.#lastSuspects = this.#suspects(text);
      this.#lastText = text.length > maxRemembered ? "" : text;
    }
    return this.#lastSuspects;
  }

  /** The positions of escapes that may belong to a value, in order. */
  #suspects(text: string): readonly number[] {
    let found: number[] | null = null;
    for (const mark of this.#marks) {
      let at = text.indexOf(mark);
      while (at !== -1) {
        const next = mark === "\\" ? afterBackslashes(text, at) : at + mark.length;
        if (this.#mayBelong(text, at)) {
          found ??= [];
          for (let place = at; place < next; place += mark.length) found.push(place);
        }
        at = text.indexOf(mark, next);
      }
    }
    found = this.#withOdd(text, found);
    return found === null ? none : found.sort((one, other) => one - other);
  }

  /** Adds invisible characters, and letters that can be composed differently. */
  #withOdd(text: string, suspects: number[] | null): number[] | null {
    let found = suspects;
    for (let from = 0; from < text.length; from += stretch) {
      const part = text.slice(from, from + stretch);
      if (Buffer.byteLength(part) === part.length) continue;
      for (let at = 0; at < part.length; at += 1) {
        const code = part.charCodeAt(at);
        if (code > 0x7f && this.#isOdd(code) && this.#isLikely(text, from + at)) {
          (found ??= []).push(from + at);
        }
      }
    }
    return found;
  }

  /** A cheap first check: the escaped character and its neighbours. */
  #mayBelong(text: string, at: number): boolean {
    switch (text.charCodeAt(at)) {
      case 0x5c:
        return this.#mayBeEscaped(text, at);
      case 0x25:
        return this.#mayBePercent(text, at);
      case 0x26:
        return isEntity(text, at) && this.#mayBeEntity(text, at);
      case 0x0a:
        return this.#mayBeFolded(text, at);
      default:
        return this.#joins(text, at, afterQuotes(text, at));
    }
  }

  #mayBeEscaped(text: string, at: number): boolean {
    const next = afterBackslashes(text, at);
    const code = text.charCodeAt(next);
    if (next >= text.length) return this.#isLikely(text, at);
    if (isQuote(code)) return this.#joins(text, at, afterQuotes(text, next));
    if (isLongEscape[code] === 1) {
      const unit = code === 0x75 ? unitAt(text, next + 1) : -1;
      return (unit === -1 || this.#isKnown(unit)) && this.#isLikely(text, at);
    }
    // A line continuation, as JSON writes it.
    if (code === 0x6e && next - at === 3) return this.#isLikely(text, at);
    const isSpace = code === 0x6e || code === 0x72 || code === 0x74;
    return this.#isAmong(text, at, next + 1, isSpace ? 0x20 : code);
  }

  #mayBePercent(text: string, at: number): boolean {
    const high = hexDigit(text.charCodeAt(at + 1));
    const low = hexDigit(text.charCodeAt(at + 2));
    if (high === -1 || low === -1) {
      return text.charCodeAt(at + 1) === 0x75 && this.#isLikely(text, at);
    }
    const code = high * 16 + low;
    return isQuoting(code) ? this.#isLikely(text, at) : this.#isAmong(text, at, at + 3, code);
  }

  #mayBeEntity(text: string, at: number): boolean {
    const code = commonEntityAt(text, at);
    const isLeftAlone = code === undefined || isQuoting(code);
    return (isLeftAlone || this.#units[code] === 1) && this.#isLikely(text, at);
  }

  #mayBeFolded(text: string, at: number): boolean {
    const before = text.charCodeAt(at - 1) === 0x0d ? at - 1 : at;
    let next = at + 1;
    while (text.charCodeAt(next) <= 0x20) next += 1;
    if (isDigit(text.charCodeAt(next))) {
      next += lineNumber.exec(text.slice(next, next + 12))?.[0].length ?? 0;
    }
    return this.#isAmong(text, before, next, 0x20);
  }

  /** Whether some value has the unit, or a letter that it is part of. */
  #isKnown(code: number): boolean {
    return this.#units[code] === 1 || this.#isOdd(code) || isQuoting(code);
  }

  #isOdd(code: number): boolean {
    return this.#odd[code] === 1 || mayBeIgnorable(code);
  }

  /**
   * Whether some value has the character after the three before it, or before the three after it.
   * The text before the first escape of a value isn't quoted, so one of the two groups is plain.
   */
  #isAmong(text: string, at: number, next: number, code: number): boolean {
    if (this.#units[code] !== 1) return false;
    const b3 = text.charCodeAt(at - 3);
    const b2 = text.charCodeAt(at - 2);
    const b1 = text.charCodeAt(at - 1);
    const a1 = text.charCodeAt(next);
    const a2 = text.charCodeAt(next + 1);
    const a3 = text.charCodeAt(next + 2);
    const mayBe =
      this.#has(b3, b2, b1, code) ||
      this.#has(code, a1, a2, a3) ||
      isDropped(b1) ||
      isDropped(b2) ||
      isDropped(b3) ||
      isOpen(a1) ||
      isOpen(a2) ||
      isOpen(a3);
    return mayBe && this.#isLikely(text, at);
  }

  /** Whether some value has the surrounding characters side by side, without the dropped ones. */
  #joins(text: string, at: number, next: number): boolean {
    if (at === 0 || next >= text.length) return false;
    const b2 = text.charCodeAt(at - 2);
    const b1 = text.charCodeAt(at - 1);
    const a1 = text.charCodeAt(next);
    const a2 = text.charCodeAt(next + 1);
    const mayBe =
      this.#has(b2, b1, a1, a2) ||
      this.#has(b1, a1, a2, text.charCodeAt(next + 2)) ||
      this.#has(text.charCodeAt(at - 3), b2, b1, a1) ||
      isDropped(b1) ||
      isDropped(b2) ||
      isOpen(a1) ||
      isOpen(a2);
    return mayBe && this.#isLikely(text, at);
  }

  /**
   * A second check, unquoted: whether eight characters in a row may belong to a value. Every value
   * has that many around each of its characters.
   */
  #isLikely(text: string, at: number): boolean {
    if (!this.#hasSpace(text, at)) return false;
    const from = Math.max(0, at - leastLength);
    const to = Math.min(text.length, at + windowLength);
    const { text: plain, ends } = unescaped(text, from, to);
    const sure = to === text.length ? to : to - longestPart;
    let place = 0;
    while (place < ends.length && (ends[place] as number) <= at) place += 1;
    let row = 0;
    const last = Math.min(place + gramLength, ends.length);
    for (let start = Math.max(0, place - leastLength + 1); start <= last; start += 1) {
      // Text beyond the window is unknown, and so is an escape that its end cuts.
      const isKnown = (ends[start + gramLength - 1] ?? Number.POSITIVE_INFINITY) <= sure;
      row = isKnown && this.#grams[this.#slot(gramOf(plain, start))] !== 1 ? 0 : row + 1;
      if (row > leastLength - gramLength) return true;
      if (!isKnown && row > 0) return true;
    }
    return false;
  }

  /**
   * Whether a value has enough space around its first escape, between characters that no value has.
   * Another entity before it would be the first escape.
   */
  #hasSpace(text: string, at: number): boolean {
    let room = 0;
    let from = at;
    while (from > 0 && room < leastLength && !this.#isBarrier(text, from - 1)) {
      if (text.charCodeAt(from - 1) === 0x3b && isBehindCommonEntity(text, from)) break;
      from -= 1;
      room += mostUnits(text.charCodeAt(from));
    }
    let to = at;
    while (to < text.length && room < leastLength) {
      if (this.#isBarrier(text, to)) return false;
      const code = text.charCodeAt(to);
      room += mostUnits(code);
      to = code === 0x26 ? afterCommonEntity(text, to) : to + 1;
    }
    return true;
  }

  /** Whether the character belongs to no escape and to no value. */
  #isBarrier(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x0a) {
      // White space is dropped after a line continuation.
      return this.#units[0x20] !== 1 && endsNoEscape[text.charCodeAt(at - 1)] === 1;
    }
    if (this.#units[code] === 1) return false;
    return (
      isBesideEscapes[code] === 1 ||
      (isInLongEscapes(code) && endsLiteral[text.charCodeAt(at - 1)] === 1)
    );
  }
}

const none: readonly never[] = [];

function placeOf(plain: Unescaped, start: number, end: number) {
  return { start: plain.starts[start] as number, end: plain.ends[end - 1] as number };
}

function gramOf(text: string, at: number): number {
  return gramHash(
    text.charCodeAt(at),
    text.charCodeAt(at + 1),
    text.charCodeAt(at + 2),
    text.charCodeAt(at + 3),
  );
}

function gramHash(one: number, two: number, three: number, four: number): number {
  const mixed = Math.imul((one << 7) ^ two, 0x85ebca6b) ^ ((three << 7) ^ four);
  return Math.imul(mixed, 0x9e3779b1);
}
