import { sizeText } from "../text/number-text.ts";
import { betweenCharacters } from "../text/cut-line.ts";

/** Longer lines are cut. */
export const MAX_LINE_CHARACTERS = 2_000;

// A character has at most four bytes. The extra character shows that the line is longer.
const MAX_LINE_BYTES = (MAX_LINE_CHARACTERS + 1) * 4;

const CUT_MARK = " … [line cut here, full length: ";

export interface WindowLine {
  /** Without its line ending; ends in a mark if it was cut. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface LineLimits {
  readonly maxLines: number;
  /** The limit for all lines' text together, as UTF-8. */
  readonly maxBytes: number;
}

/** Collects decoded lines from blocks, up to a number and a size. */
export class LineCollector {
  readonly lines: WindowLine[] = [];
  /** Whether the limits leave no space for another line. */
  isFull = false;
  readonly #lineEnd: number;
  readonly #maxLines: number;
  #bytesLeft: number;
  // The pieces of a line that spans blocks.
  #pieces: Buffer[] = [];
  #kept = 0;
  #lineBytes = 0;

  constructor(lineEnd: number, { maxLines, maxBytes }: LineLimits) {
    this.#lineEnd = lineEnd;
    this.#maxLines = maxLines;
    this.#bytesLeft = maxBytes;
  }

  /** Takes lines from byte `from` on. Returns the number of line endings passed, and where it stopped. */
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

  /** Ends the file: text after the last line ending is also a line. */
  finish(): void {
    if (!this.isFull && this.#lineBytes > 0) this.#addKept();
  }

  #add(line: WindowLine): void {
    this.#bytesLeft -= Buffer.byteLength(line.text) + 1;
    // The first line is always shown, because its cut form is short.
    if (this.#bytesLeft < 0 && this.lines.length > 0) this.isFull = true;
    else this.lines.push(line);
    if (this.lines.length >= this.#maxLines) this.isFull = true;
  }

  #keep(block: Buffer, from: number, to: number): void {
    const end = Math.min(to, from + MAX_LINE_BYTES - this.#kept);
    // Copied, because the next block reuses the memory.
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
   * Most lines are short. Lines that are certainly shown whole are decoded together, which is several
   * times as fast.
   */
  #takeShortLines(block: Buffer, from: number): { count: number; end: number } {
    const { count, end } = this.#lineBytes === 0 ? this.#shortLines(block, from) : none;
    const text = block.toString("utf8", from, end);
    // Invalid UTF-8 grows when decoded.
    if (count === 0 || Buffer.byteLength(text) > end - from) return { count: 0, end: from };
    this.#bytesLeft -= end - from;
    // The piece after the last line ending is empty.
    for (const line of text.split(String.fromCharCode(this.#lineEnd)).slice(0, -1)) {
      const shown = withoutReturn(line);
      this.#bytesLeft += line.length - shown.length;
      this.lines.push({ text: shown, isCut: false });
    }
    this.isFull = this.lines.length >= this.#maxLines;
    return { count, end };
  }

  /** Lines from a byte on that are short and within the limits; `end` is after the last line ending. */
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

/** `bytes` is the line or its beginning; `lineBytes` is the whole line's length. */
function lineOf(bytes: Buffer, lineBytes: number): WindowLine {
  const decoded = bytes.toString("utf8");
  const isWhole = bytes.length === lineBytes;
  const text = isWhole ? withoutReturn(decoded) : decoded;
  if (isWhole && text.length <= MAX_LINE_CHARACTERS) return { text, isCut: false };
  const shown = text.slice(0, betweenCharacters(text, MAX_LINE_CHARACTERS));
  return { text: `${shown}${CUT_MARK}${sizeText(lineBytes)}]`, isCut: true };
}

/** The mark at the end of a cut line. */
export function cutMarkOf({ text }: WindowLine): string {
  return text.slice(text.lastIndexOf(CUT_MARK));
}
