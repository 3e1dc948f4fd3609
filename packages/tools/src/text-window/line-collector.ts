import { sizeText } from "../numbers/number-text.ts";
import { betweenCharacters } from "./cut-line.ts";
import type { LineFormat } from "./line-format.ts";

/** Longer lines are cut. */
export const MAX_LINE_CHARACTERS = 2_000;

// No encoding needs more for a character; and one more, to see that there is more.
const MAX_LINE_BYTES = (MAX_LINE_CHARACTERS + 1) * 4;

export interface WindowLine {
  /** Without its line end; with a mark at its end when it was cut. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface LineCollector {
  readonly lines: readonly WindowLine[];
  /** There is no room for another line. */
  readonly isFull: boolean;
  /** Takes lines from byte `from` on: how many line ends were passed, and where it stopped. */
  take(block: Buffer, from: number): { readonly count: number; readonly end: number };
  /** At the end of the file: what came after the last line end is a line too. */
  finish(): void;
}

/** Collects decoded lines up to a number and a size, however they are spread over blocks. */
export function createLineCollector(
  format: LineFormat,
  limits: { readonly maxLines: number; readonly maxBytes: number },
): LineCollector {
  const lines: WindowLine[] = [];
  let isFull = false;
  let bytesLeft = limits.maxBytes;
  // Of a line that goes on over the end of a block.
  let pieces: Buffer[] = [];
  let kept = 0;
  let lineBytes = 0;

  const add = (line: WindowLine): void => {
    bytesLeft -= Buffer.byteLength(line.text) + 1;
    // The first line is shown in any case: it is cut, so it isn't much.
    if (bytesLeft < 0 && lines.length > 0) isFull = true;
    else lines.push(line);
    if (lines.length >= limits.maxLines) isFull = true;
  };

  const keep = (block: Buffer, from: number, to: number): void => {
    const end = Math.min(to, from + MAX_LINE_BYTES - kept);
    // The block's memory is used again for the next one.
    if (end > from) pieces.push(Buffer.from(block.subarray(from, end)));
    kept += Math.max(0, end - from);
    lineBytes += to - from;
  };

  const addKept = (): void => {
    add(lineOf(format, Buffer.concat(pieces), lineBytes));
    pieces = [];
    kept = 0;
    lineBytes = 0;
  };

  return {
    lines,
    get isFull() {
      return isFull;
    },
    take(block, from) {
      let at = from;
      let count = 0;
      while (!isFull) {
        const end = format.findLineEnd(block, at);
        if (end < 0) {
          keep(block, at, block.length);
          return { count, end: block.length };
        }
        if (lineBytes === 0) {
          add(lineOf(format, block.subarray(at, Math.min(end, at + MAX_LINE_BYTES)), end - at));
        } else {
          keep(block, at, end);
          addKept();
        }
        count++;
        at = end + format.lineEndBytes;
      }
      return { count, end: at };
    },
    finish() {
      if (!isFull && lineBytes > 0) addKept();
    },
  };
}

/** `bytes` are the line's, or its beginning when it has more, which `lineBytes` tells. */
function lineOf(format: LineFormat, bytes: Buffer, lineBytes: number): WindowLine {
  const decoded = format.decode(bytes);
  const isWhole = bytes.length === lineBytes;
  const text = isWhole && decoded.endsWith("\r") ? decoded.slice(0, -1) : decoded;
  if (isWhole && text.length <= MAX_LINE_CHARACTERS) return { text, isCut: false };
  const shown = text.slice(0, betweenCharacters(text, MAX_LINE_CHARACTERS));
  return { text: `${shown} … [line cut here: it has ${sizeText(lineBytes)}]`, isCut: true };
}
