/** A place in a text, from `start` up to `end`; `index` is the needle's index. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

/** The number of characters hashed at once. */
const blockLength = 3;

/**
 * Searches for many texts at once, by Wu and Manber's method. The last three characters of a window
 * limit how close the next needle can begin, so most characters of a text without needles are never
 * examined.
 *
 * Source: S. Wu, U. Manber, "A fast algorithm for multi-pattern searching", 1994.
 */
export class NeedleSearch {
  readonly #needles: readonly string[];
  readonly #window: number;
  /** Right shift that turns a hash into an index of the table. */
  readonly #bits: number;
  readonly #shifts: Uint8Array;
  readonly #candidates = new Map<number, number[]>();
  /** Needle indexes by first character, for the text's end. */
  readonly #byFirst = new Map<number, number[]>();
  readonly longest: number;

  constructor(needles: readonly string[]) {
    this.#needles = needles;
    this.#window = Math.min(64, ...needles.map(({ length }) => length));
    this.longest = Math.max(0, ...needles.map(({ length }) => length));
    if (needles.length > 0 && this.#window < blockLength) {
      throw new RangeError("A needle is too short to be looked for.");
    }
    const blocks = needles.length * (this.#window - blockLength + 1);
    this.#bits = 32 - Math.log2(tableSize(blocks));
    this.#shifts = new Uint8Array(needles.length === 0 ? 0 : 2 ** (32 - this.#bits)).fill(
      this.#window - blockLength + 1,
    );
    for (const [index, needle] of needles.entries()) this.#add(needle, index);
  }

  #add(needle: string, index: number): void {
    const last = this.#window - blockLength;
    for (let at = 0; at <= last; at += 1) {
      const hash = this.#hash(needle, at);
      const shift = last - at;
      if ((this.#shifts[hash] ?? 0) > shift) this.#shifts[hash] = shift;
      if (shift === 0) push(this.#candidates, hash, index);
    }
    push(this.#byFirst, needle.charCodeAt(0), index);
  }

  #hash(text: string, at: number): number {
    return (
      blockHash(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)) >>>
      this.#bits
    );
  }

  /** All places of all needles, including overlapping ones. */
  find(text: string): readonly Hit[] {
    const { length } = text;
    if (this.#needles.length === 0 || length < this.#window) return none;
    const shifts = this.#shifts;
    const bits = this.#bits;
    let hits: Hit[] | null = null;
    // The position of the window's last character.
    let at = this.#window - 1;
    while (at < length) {
      const hash =
        blockHash(text.charCodeAt(at - 2), text.charCodeAt(at - 1), text.charCodeAt(at)) >>> bits;
      const shift = shifts[hash] as number;
      if (shift !== 0) {
        at += shift;
        continue;
      }
      const start = at - this.#window + 1;
      for (const index of this.#candidates.get(hash) ?? []) {
        const needle = this.#needles[index] as string;
        if (text.startsWith(needle, start)) {
          hits ??= [];
          hits.push({ start, end: start + needle.length, index });
        }
      }
      at += 1;
    }
    return hits ?? none;
  }

  /** The start of the longest text end that begins a needle; the text's length if there is none. */
  unfinishedFrom(text: string, least = 0): number {
    const { length } = text;
    for (let at = Math.max(least, length - this.longest + 1); at < length; at += 1) {
      const candidates = this.#byFirst.get(text.charCodeAt(at));
      if (candidates === undefined) continue;
      const end = text.slice(at);
      for (const index of candidates) {
        const needle = this.#needles[index] as string;
        if (needle.length > end.length && needle.startsWith(end)) return at;
      }
    }
    return length;
  }
}

const none: readonly Hit[] = [];

function blockHash(first: number, second: number, third: number): number {
  // Source: D. Knuth's multiplicative hashing, whose upper bits are well distributed.
  return Math.imul((first << 14) ^ (second << 7) ^ third, 0x9e3779b1);
}

/** Sparse enough that a block of other text rarely collides with one of a needle. */
function tableSize(blocks: number): number {
  let size = 4_096;
  while (size < blocks * 16 && size < 131_072) size *= 2;
  return size;
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
