import { countByte } from "./count-byte.ts";

/** How lines lie in bytes. */
export interface LineFormat {
  /** Bytes of a byte order mark to pass over. */
  readonly start: number;
  /** What a line end is decoded to. */
  readonly lineEndText: string;
  /** Bytes of a line end (`\n`; a `\r` before it belongs to the line until it is decoded). */
  readonly lineEndBytes: number;
  /** Where in the block the next line end begins; -1 when there is none. */
  findLineEnd(block: Buffer, from: number): number;
  /** Where in the block the last line end before byte `before` begins; -1 when there is none. */
  findLineEndBefore(block: Buffer, before: number): number;
  /** How many lines end in the block. */
  countLineEnds(block: Buffer): number;
  /** Where in the block these bytes, whole units of the encoding, begin next; -1 for nowhere. */
  findBytes(block: Buffer, bytes: Buffer, from: number): number;
  /**
   * Whether a character begins at `at`, where the bytes alone don't tell: in encodings in which the
   * second half of one character can look like another. `lineStart` may lie before the block.
   */
  startsCharacter?(block: Buffer, lineStart: number, at: number): boolean;
  /** Line ends in the bytes are line ends in the text, whatever is between them. */
  readonly isUtf8: boolean;
  /** Whole characters, without line end. Bytes that aren't any become U+FFFD. */
  decode(bytes: Buffer): string;
}

const lineFeed = 10;

const decodeUtf8 = (bytes: Buffer): string => bytes.toString("utf8");

/**
 * For UTF-8 and every other encoding in which the byte of a line end is nothing else.
 *
 * Shapes: `lineEnd` is the byte, a line feed by default; `decode` reads UTF-8 by default.
 */
export function singleByteLineEnds({
  decode = decodeUtf8,
  start = 0,
  lineEnd = lineFeed,
} = {}): LineFormat {
  return {
    start,
    lineEndText: String.fromCharCode(lineEnd),
    lineEndBytes: 1,
    findLineEnd: (block, from) => block.indexOf(lineEnd, from),
    // A negative position would be counted from the end.
    findLineEndBefore: (block, before) =>
      before < 1 ? -1 : block.lastIndexOf(lineEnd, before - 1),
    countLineEnds: (block) => countByte(block, lineEnd, 0, block.length),
    findBytes: (block, bytes, from) => block.indexOf(bytes, from),
    isUtf8: decode === decodeUtf8,
    decode,
  };
}

/** So far back it is looked where a character begins. */
const MAX_BYTES_BACK = 4_096;

/** For encodings from before Unicode, in which a character may take more than one byte. */
export function multiByteLineEnds(encoding: string, lineEnd: number): LineFormat {
  const decoder = new TextDecoder(encoding);
  const strict = new TextDecoder(encoding, { fatal: true });
  return {
    ...singleByteLineEnds({ decode: (bytes) => decoder.decode(bytes), lineEnd }),
    startsCharacter(block, lineStart, at) {
      if (lineStart < 0 || at - lineStart > MAX_BYTES_BACK) return true;
      try {
        strict.decode(block.subarray(lineStart, at));
        return true;
      } catch {
        // What is before it ends within a character.
        return false;
      }
    },
  };
}

/** For UTF-16; blocks must start at a whole unit. */
export function doubleByteLineEnds(isBigEndian: boolean, start: number): LineFormat {
  const lineEnd = Buffer.from(isBigEndian ? [0, lineFeed] : [lineFeed, 0]);
  const decoder = new TextDecoder(isBigEndian ? "utf-16be" : "utf-16le", { ignoreBOM: true });
  // Half of one unit and half of the next can look like what is looked for.
  const findBytes = (block: Buffer, bytes: Buffer, from: number): number => {
    let at = block.indexOf(bytes, from);
    while (at >= 0 && at % 2 === 1) at = block.indexOf(bytes, at + 1);
    return at;
  };
  return {
    start,
    lineEndText: "\n",
    lineEndBytes: 2,
    findLineEnd: (block, from) => findBytes(block, lineEnd, from),
    findLineEndBefore(block, before) {
      if (before < 2) return -1;
      let at = block.lastIndexOf(lineEnd, before - 2);
      while (at > 0 && at % 2 === 1) at = block.lastIndexOf(lineEnd, at - 1);
      return at;
    },
    countLineEnds(block) {
      let count = 0;
      for (let at = findBytes(block, lineEnd, 0); at >= 0; at = findBytes(block, lineEnd, at + 2)) {
        count++;
      }
      return count;
    },
    findBytes,
    isUtf8: false,
    decode: (bytes) => decoder.decode(bytes),
  };
}
