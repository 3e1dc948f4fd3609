/** How lines lie in bytes. */
export interface LineFormat {
  /** Bytes of a byte order mark to pass over. */
  readonly start: number;
  /** Bytes of a line end (`\n`; a `\r` before it belongs to the line until it is decoded). */
  readonly lineEndBytes: number;
  /** Where in the block the next line end begins; -1 when there is none. */
  findLineEnd(block: Buffer, from: number): number;
  /** Whole characters, without line end. Bytes that aren't any become U+FFFD. */
  decode(bytes: Buffer): string;
}

const lineFeed = 10;

/**
 * For UTF-8 and every other encoding in which the byte of a line end is nothing else.
 *
 * Shapes: `lineEnd` is the byte, a line feed by default; `decode` reads UTF-8 by default.
 */
export function singleByteLineEnds({
  decode = (bytes: Buffer): string => bytes.toString("utf8"),
  start = 0,
  lineEnd = lineFeed,
} = {}): LineFormat {
  return {
    start,
    lineEndBytes: 1,
    findLineEnd: (block, from) => block.indexOf(lineEnd, from),
    decode,
  };
}

/** For UTF-16; blocks must start at a whole unit. */
export function doubleByteLineEnds(isBigEndian: boolean, start: number): LineFormat {
  const lineEnd = Buffer.from(isBigEndian ? [0, lineFeed] : [lineFeed, 0]);
  const decoder = new TextDecoder(isBigEndian ? "utf-16be" : "utf-16le", { ignoreBOM: true });
  return {
    start,
    lineEndBytes: 2,
    findLineEnd(block, from) {
      let at = block.indexOf(lineEnd, from);
      // Half of one unit and half of the next can look like a line end.
      while (at >= 0 && at % 2 === 1) at = block.indexOf(lineEnd, at + 1);
      return at;
    },
    decode: (bytes) => decoder.decode(bytes),
  };
}
