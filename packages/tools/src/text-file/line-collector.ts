import { sizeText } from "../text/number-text.ts";
import { betweenCharacters } from "../text/cut-line.ts";
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
  return new Collector(format, limits);
}

class Collector implements LineCollector {
  readonly lines: WindowLine[] = [];
  isFull = false;
  readonly #format: LineFormat;
  readonly #maxLines: number;
  #bytesLeft: number;
  // Of a line that goes on over the end of a block.
  #pieces: Buffer[] = [];
  #kept = 0;
  #lineBytes = 0;

  constructor(format: LineFormat, { maxLines, maxBytes }: LineLimits) {
    this.#format = format;
    this.#maxLines = maxLines;
    this.#bytesLeft = maxBytes;
  }

  take(block: Buffer, from: number): { readonly count: number; readonly end: number } {
    const format = this.#format;
    const whole = this.#lineBytes === 0 ? this.#takeWhole(block, from) : null;
    let { count, end: at } = whole ?? { count: 0, end: from };
    while (this.#lineBytes === 0 && !this.isFull) {
      const run = this.#takeShortLines(block, at);
      at = run.end;
      count += run.count;
      // Each run leaves room for characters that grow, and the next one uses it.
      if (run.count < FEW_LINES) break;
    }
    while (!this.isFull) {
      const end = format.findLineEnd(block, at);
      if (end < 0) {
        this.#keep(block, at, block.length);
        return { count, end: block.length };
      }
      if (this.#lineBytes === 0) {
        this.#add(lineOf(format, block.subarray(at, Math.min(end, at + MAX_LINE_BYTES)), end - at));
      } else {
        this.#keep(block, at, end);
        this.#addKept();
      }
      count++;
      at = end + format.lineEndBytes;
    }
    return { count, end: at };
  }

  finish(): void {
    if (!this.isFull && this.#lineBytes > 0) this.#addKept();
  }

  #add(line: WindowLine): void {
    this.#bytesLeft -= Buffer.byteLength(line.text) + 1;
    // The first line is shown in any case: it is cut, so it isn't much.
    if (this.#bytesLeft < 0 && this.lines.length > 0) this.isFull = true;
    else this.lines.push(line);
    if (this.lines.length >= this.#maxLines) this.isFull = true;
  }

  #keep(block: Buffer, from: number, to: number): void {
    const end = Math.min(to, from + MAX_LINE_BYTES - this.#kept);
    // The block's memory is used again for the next one.
    if (end > from) this.#pieces.push(Buffer.from(block.subarray(from, end)));
    this.#kept += Math.max(0, end - from);
    this.#lineBytes += to - from;
  }

  #addKept(): void {
    this.#add(lineOf(this.#format, Buffer.concat(this.#pieces), this.#lineBytes));
    this.#pieces = [];
    this.#kept = 0;
    this.#lineBytes = 0;
  }

  /** A small text that fits with all its lines is decoded at once; its lines needn't be looked for. */
  #takeWhole(block: Buffer, from: number): { count: number; end: number } | null {
    const format = this.#format;
    const end = format.findLineEndBefore(block, block.length) + format.lineEndBytes;
    if (!format.isUtf8 || end <= from || end - from > this.#bytesLeft) return null;
    const text = format.decode(block.subarray(from, end));
    const texts = text.split(format.lineEndText);
    // What comes after the last line end is an empty piece.
    const count = texts.length - 1;
    const size = Buffer.byteLength(text);
    if (size > this.#bytesLeft || count > this.#maxLines - this.lines.length) return null;
    for (const line of texts) if (line.length > MAX_LINE_CHARACTERS) return null;
    const hasReturns = text.includes("\r");
    let returns = 0;
    for (let index = 0; index < count; index++) {
      const line = texts[index] ?? "";
      const shown = hasReturns ? withoutReturn(line) : line;
      returns += line.length - shown.length;
      this.lines.push({ text: shown, isCut: false });
    }
    this.#bytesLeft -= size - returns;
    this.isFull = this.lines.length >= this.#maxLines;
    return { count, end };
  }

  /**
   * Most lines are short: they are decoded together, which is several times as quick, up to the
   * first one that is not surely shown whole.
   */
  #takeShortLines(block: Buffer, from: number): { count: number; end: number } {
    const format = this.#format;
    const maxLines = this.#maxLines - this.lines.length;
    const run = shortLines(format, block, { from, maxLines, maxBytes: this.#bytesLeft });
    if (run.count === 0) return run;
    const texts = format.decode(block.subarray(from, run.end)).split(format.lineEndText);
    // What comes after the last line end is an empty piece; other numbers come from what isn't text.
    if (texts.length !== run.count + 1) return { count: 0, end: from };
    for (let index = 0; index < run.count && !this.isFull; index++) {
      this.#add({ text: withoutReturn(texts[index] ?? ""), isCut: false });
    }
    return run;
  }
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
