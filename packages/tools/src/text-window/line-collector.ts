import { sizeText } from "../numbers/number-text.ts";
import { betweenCharacters } from "./cut-line.ts";
import type { LineFormat } from "./line-format.ts";

/** Longer lines are cut. */
export const MAX_LINE_CHARACTERS = 2_000;

// No encoding needs more for a character; and one more, to see that there is more.
const MAX_LINE_BYTES = (MAX_LINE_CHARACTERS + 1) * 4;

const CUT_MARK = " … [line cut here: it has ";

/** Fewer are as quick one by one. */
const FEW_LINES = 8;

export interface WindowLine {
  /** Without its line end; with a mark at its end when it was cut. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface LineLimits {
  readonly maxLines: number;
  /** Of all lines' text together, as UTF-8. */
  readonly maxBytes: number;
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
export function createLineCollector(format: LineFormat, limits: LineLimits): LineCollector {
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

  /** A small text that fits with all its lines is decoded at once; its lines needn't be looked for. */
  const takeWhole = (block: Buffer, from: number): { count: number; end: number } | null => {
    const end = format.findLineEndBefore(block, block.length) + format.lineEndBytes;
    if (!format.isUtf8 || end <= from || end - from > bytesLeft) return null;
    const text = format.decode(block.subarray(from, end));
    const texts = text.split(format.lineEndText);
    // What comes after the last line end is an empty piece.
    const count = texts.length - 1;
    const size = Buffer.byteLength(text);
    if (size > bytesLeft || count > limits.maxLines - lines.length) return null;
    const whole: WindowLine[] = [];
    let returns = 0;
    for (let index = 0; index < count; index++) {
      const line = texts[index] ?? "";
      if (line.length > MAX_LINE_CHARACTERS) return null;
      const shown = withoutReturn(line);
      returns += line.length - shown.length;
      whole.push({ text: shown, isCut: false });
    }
    for (const line of whole) lines.push(line);
    bytesLeft -= size - returns;
    isFull = lines.length >= limits.maxLines;
    return { count, end };
  };

  /**
   * Most lines are short: they are decoded together, which is several times as quick, up to the
   * first one that is not surely shown whole.
   */
  const takeShortLines = (block: Buffer, from: number): { count: number; end: number } => {
    const maxLines = limits.maxLines - lines.length;
    const run = shortLines(format, block, { from, maxLines, maxBytes: bytesLeft });
    if (run.count === 0) return run;
    const texts = format.decode(block.subarray(from, run.end)).split(format.lineEndText);
    // What comes after the last line end is an empty piece; other numbers come from what isn't text.
    if (texts.length !== run.count + 1) return { count: 0, end: from };
    for (let index = 0; index < run.count && !isFull; index++) {
      add({ text: withoutReturn(texts[index] ?? ""), isCut: false });
    }
    return run;
  };

  return {
    lines,
    get isFull() {
      return isFull;
    },
    take(block, from) {
      const whole = lineBytes === 0 ? takeWhole(block, from) : null;
      let { count, end: at } = whole ?? { count: 0, end: from };
      while (lineBytes === 0 && !isFull) {
        const run = takeShortLines(block, at);
        at = run.end;
        count += run.count;
        // Each run leaves room for characters that grow, and the next one uses it.
        if (run.count < FEW_LINES) break;
      }
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

/** Lines from a byte on that are short and within the limits; `end` is after the last line end. */
function shortLines(
  format: LineFormat,
  block: Buffer,
  { from, maxLines, maxBytes }: { from: number; maxLines: number; maxBytes: number },
): { count: number; end: number } {
  // No encoding takes more than three times as much as UTF-8.
  const most = Math.min(block.length, from + Math.floor(maxBytes / 3));
  let end = from;
  let count = 0;
  while (count < maxLines) {
    const at = format.findLineEnd(block, end);
    if (at < 0 || at - end > MAX_LINE_CHARACTERS || at >= most) break;
    end = at + format.lineEndBytes;
    count++;
  }
  return { count, end };
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

/** `bytes` are the line's, or its beginning when it has more, which `lineBytes` tells. */
function lineOf(format: LineFormat, bytes: Buffer, lineBytes: number): WindowLine {
  const decoded = format.decode(bytes);
  const isWhole = bytes.length === lineBytes;
  const text = isWhole ? withoutReturn(decoded) : decoded;
  if (isWhole && text.length <= MAX_LINE_CHARACTERS) return { text, isCut: false };
  const shown = text.slice(0, betweenCharacters(text, MAX_LINE_CHARACTERS));
  return { text: `${shown}${CUT_MARK}${sizeText(lineBytes)}]`, isCut: true };
}

/** What stands at the end of a line that was cut. */
export function cutMarkOf({ text }: WindowLine): string {
  return text.slice(text.lastIndexOf(CUT_MARK));
}
