import { countByte } from "../numbers/count-byte.ts";
import type { LineEnding } from "@toolwright/workspace";

const carriageReturn = 13;
const lineFeed = 10;

/** The line end that starts at `at`, as its length in bytes; 0 when there is none. */
export function lineEndLengthAt(content: Buffer, at: number): 0 | 1 | 2 {
  if (content[at] === lineFeed) return 1;
  if (content[at] !== carriageReturn) return 0;
  return content[at + 1] === lineFeed ? 2 : 1;
}

/** The position lies between the two bytes of one line end. */
export function splitsLineEnd(content: Buffer, at: number): boolean {
  return content[at] === lineFeed && content[at - 1] === carriageReturn;
}

/** Where the next line end starts at or after `from`; -1 when there is none. */
export function nextLineEnd(content: Buffer, from: number): number {
  const feed = content.indexOf(lineFeed, from);
  // Up to the line feed only: a file has no carriage return at all, or one close by.
  const before = feed < 0 ? content.subarray(from) : content.subarray(from, feed);
  const carriage = before.indexOf(carriageReturn);
  return carriage < 0 ? feed : from + carriage;
}

/**
 * The line end that new text at a place should have: the first one within the place, else the next
 * one after it, else the last one before it; null in a file of one line.
 */
export function lineEndingAround(content: Buffer, start: number, end: number): LineEnding | null {
  const next = nextLineEnd(content, start);
  if (next >= 0) return lineEndingAt(content, next);
  const last = Math.max(
    content.lastIndexOf(lineFeed, end),
    content.lastIndexOf(carriageReturn, end),
  );
  if (last < 0) return null;
  return lineEndingAt(content, splitsLineEnd(content, last) ? last - 1 : last);
}

function lineEndingAt(content: Buffer, at: number): LineEnding {
  if (content[at] === lineFeed) return "\n";
  return content[at + 1] === lineFeed ? "\r\n" : "\r";
}

/**
 * How many lines end before `end`, counted as lines are numbered: by line feeds, and by carriage
 * returns in a file that has no line feed.
 */
export function countLineEnds(content: Buffer, start: number, end: number): number {
  const mark = content.includes(lineFeed) ? lineFeed : carriageReturn;
  return countByte(content, mark, start, Math.min(end, content.length));
}

/**
 * Tells which line of a large content a position is in. It remembers where it counted last, so that
 * positions near each other cost one look at what is before them.
 */
export class LineNumbers {
  readonly #content: Buffer;
  #at = 0;
  #lineEnds = 0;

  constructor(content: Buffer) {
    this.#content = content;
  }

  /** 1-based. */
  at(position: number): number {
    this.#lineEnds +=
      position >= this.#at
        ? countLineEnds(this.#content, this.#at, position)
        : -countLineEnds(this.#content, position, this.#at);
    this.#at = position;
    return this.#lineEnds + 1;
  }
}
