import { sizeText } from "../text/number-text.ts";
import { betweenCharacters } from "../text/cut-line.ts";

/** Longer lines are cut. */
export const MAX_LINE_CHARACTERS = 2_000;

// A character needs no more; and one more, to see that there is more.
const MAX_LINE_BYTES = (MAX_LINE_CHARACTERS + 1) * 4;

const CUT_MARK = " … [line cut here: it has ";

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

/** Collects decoded lines up to a number and a size, however they are spread over blocks. */
export class LineCollector {
  readonly lines: WindowLine[] = [];
  /** There is no room for another line. */
  isFull = false;
  readonly #lineEnd: number;
  readonly #maxLines: number;
  #bytesLeft: number;
  // Of a line that goes on over the end of a block.
  #pieces: Buffer[] = [];
  #kept = 0;
  #lineBytes = 0;

  constructor(lineEnd: number, { maxLines, maxBytes }: LineLimits) {
    this.#lineEnd = lineEnd;
    this.#maxLines = maxLines;
    this.#bytesLeft = maxBytes;
  }

  /** Takes lines from byte `from` on: how many line ends were passed, and where it stopped. */
  take(block: Buffer, from: number): { readonly count: number; readonly end: number } {
    let { count, end: at } = this.#takeShortLines(block, from);
    while (!this.isFull) {
      const end = block.indexOf(this.#lineEnd, at);
      if (end < 0) {
        this.#keep(block, at, block.length);
        return { count, end: block.length };
      }
      if (this.#lineBytes === 0) {
        this.#add(lineOf(block.subarray(at, Math.min(end, at + MAX_LINE_BYTES)), end - at));
      } else {
        this.#keep(block, at, end);
        this.#addKept();
      }
      count++;
      at = end + 1;
    }
    return { count, end: at };
  }

  /** At the end of the file: what came after the last line end is a line too. */
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
    this.#add(lineOf(Buffer.concat(this.#pieces), this.#lineBytes));
    this.#pieces = [];
    this.#kept = 0;
    this.#lineBytes = 0;
  }

  /**
   * Most lines are short: those that surely are shown whole are decoded together, which is several
   * times as quick.
   */
  #takeShortLines(block: Buffer, from: number): { count: number; end: number } {
    const { count, end } = this.#lineBytes === 0 ? this.#shortLines(block, from) : none;
    const text = block.toString("utf8", from, end);
    // Bytes that aren't text grow.
    if (count === 0 || Buffer.byteLength(text) > end - from) return { count: 0, end: from };
    this.#bytesLeft -= end - from;
    // What comes after the last line end is an empty piece.
    for (const line of text.split(String.fromCharCode(this.#lineEnd)).slice(0, -1)) {
      const shown = withoutReturn(line);
      this.#bytesLeft += line.length - shown.length;
      this.lines.push({ text: shown, isCut: false });
    }
    this.isFull = this.lines.length >= this.#maxLines;
    return { count, end };
  }

  /** Lines from a byte on that are short and within the limits; `end` is after the last line end. */
  #shortLines(block: Buffer, from: number): { count: number; end: number } {
    const maxLines = this.#maxLines - this.lines.length;
    let end = from;
    let count = 0;
    while (count < maxLines) {
      const at = block.indexOf(this.#lineEnd, end);
      if (at < 0 || at - end > MAX_LINE_CHARACTERS || at - from >= this.#bytesLeft) break;
      end = at + 1;
      count++;
    }
    return { count, end };
  }
}

const none = { count: 0, end: 0 };

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

/** `bytes` are the line's, or its beginning when it has more, which `lineBytes` tells. */
function lineOf(bytes: Buffer, lineBytes: number): WindowLine {
  const decoded = bytes.toString("utf8");
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
