import { ErrorScout, type ErrorWindow, type RepeatedError } from "@toolwright/core/internal";

/** Some lines around an error, as they were written. */
export interface FoundLines extends ErrorWindow {
  readonly bytes: Buffer;
  /** Line feeds before it, in all that was written. */
  readonly lineFeedsBefore: number;
}

/** Looking through more would be felt; what the end of the output says is seen anyway. */
const maxScannedBytes = 64 * 1024 * 1024;
/** So much is looked through at once. */
const blockBytes = 64 * 1024;
/** Lines before and after an error that may be needed. */
const contextBytes = 8 * 1024;
const maxWindowBytes = 4 * 1024;
const maxWindows = 200;
const maxSummaries = 8;

interface Piece {
  /** One character a byte. */
  readonly text: string;
  readonly lineFeedsBefore: number;
}

/**
 * Finds the lines around errors in output while it comes, in bounded memory. Nothing is decoded but what
 * is found: a block's bytes are looked through as Latin-1, in which what is looked for is itself.
 */
export class StreamedWindows {
  readonly #scout = new ErrorScout();
  readonly #found: FoundLines[] = [];
  #pieces: Piece[] = [];
  /** Where the first piece begins, and up to where all was looked through. */
  #piecesStart: number;
  #scannedUpTo: number;
  #length = 0;
  #scannedBytes = 0;

  /** `start`: how much was written before, in bytes. */
  constructor(start: number) {
    this.#piecesStart = start;
    this.#scannedUpTo = start;
  }

  push(bytes: Uint8Array, lineFeedsBefore: number): void {
    if (this.#scannedBytes > maxScannedBytes || bytes.length === 0) return;
    const { buffer, byteOffset, length } = bytes;
    const text = Buffer.from(buffer, byteOffset, length).toString("latin1");
    this.#pieces.push({ text, lineFeedsBefore });
    this.#length += length;
    this.#scannedBytes += length;
    if (this.#piecesStart + this.#length - this.#scannedUpTo < blockBytes + contextBytes) return;
    this.#scan(this.#length - contextBytes);
    this.#forget();
  }

  /** In order; offsets count bytes from the beginning of all that was written. */
  found(): readonly FoundLines[] {
    this.#scan(this.#length);
    return this.#found;
  }

  /** The errors that `found` has the first few of. */
  repeats(): readonly RepeatedError[] {
    return this.#scout.repeats().map(({ line, count }) => ({
      line: Buffer.from(line, "latin1").toString("utf8"),
      count,
    }));
  }

  #scan(upTo: number): void {
    const text = this.#pieces.map((piece) => piece.text).join("");
    const hits = { start: Math.max(0, this.#scannedUpTo - this.#piecesStart), end: upTo };
    for (const window of this.#scout.find(text, { start: 0, end: text.length }, hits)) {
      this.#add(window, text);
    }
    this.#scannedUpTo = Math.max(this.#scannedUpTo, this.#piecesStart + upTo);
  }

  #add(window: ErrorWindow, text: string): void {
    if (this.#found.length >= maxWindows && !window.isSummary) return;
    if (window.isSummary) this.#dropFirstSummary();
    const end = Math.min(window.end, window.start + maxWindowBytes);
    this.#found.push({
      ...window,
      start: this.#piecesStart + window.start,
      end: this.#piecesStart + end,
      bytes: Buffer.from(text.slice(window.start, end), "latin1"),
      lineFeedsBefore: this.#lineFeedsBefore(window.start),
    });
  }

  /** Of those that sum up the last ones count. */
  #dropFirstSummary(): void {
    const summaries = this.#found.filter(({ isSummary }) => isSummary);
    const [first] = summaries;
    if (first === undefined || summaries.length < maxSummaries) return;
    this.#found.splice(this.#found.indexOf(first), 1);
  }

  #lineFeedsBefore(offset: number): number {
    let start = 0;
    for (const { text, lineFeedsBefore } of this.#pieces) {
      if (offset <= start + text.length) {
        return lineFeedsBefore + text.slice(0, offset - start).split("\n").length - 1;
      }
      start += text.length;
    }
    return 0;
  }

  /** All but what the next errors may need of what was before them. */
  #forget(): void {
    const from = this.#scannedUpTo - contextBytes - this.#piecesStart;
    let dropped = 0;
    let count = 0;
    for (const { text } of this.#pieces) {
      if (dropped + text.length > from) break;
      dropped += text.length;
      count += 1;
    }
    this.#pieces = this.#pieces.slice(count);
    this.#piecesStart += dropped;
    this.#length -= dropped;
  }
}
