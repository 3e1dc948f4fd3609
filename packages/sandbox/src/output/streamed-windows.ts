import { ErrorScout, type ErrorWindow, type RepeatedError } from "@toolwright/core/internal";

/** Some lines around an error, as written. */
export interface FoundLines extends ErrorWindow {
  readonly bytes: Buffer;
  /** The number of newlines before it in the whole output. */
  readonly lineFeedsBefore: number;
}

/** Searching more would be noticeable; the end of the output is shown in any case. */
const maxScannedBytes = 64 * 1024 * 1024;
/** The size of a searched block. */
const blockBytes = 64 * 1024;
/** The context before and after an error. */
const contextBytes = 8 * 1024;
const maxWindowBytes = 4 * 1024;
const maxWindows = 200;
const maxSummaries = 8;

interface Piece {
  /** One character per byte. */
  readonly text: string;
  readonly lineFeedsBefore: number;
}

/**
 * Finds the lines around errors in output as it arrives, in bounded memory. It searches bytes as Latin-1, in
 * which the ASCII search terms are unchanged, and decodes only matches.
 */
export class StreamedWindows {
  readonly #scout = new ErrorScout();
  readonly #found: FoundLines[] = [];
  #pieces: Piece[] = [];
  /** The offset of the first part, and the offset up to which all was searched. */
  #piecesStart: number;
  #scannedUpTo: number;
  #length = 0;
  #scannedBytes = 0;

  /** `start`: the number of bytes written before. */
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

  /** In order; offsets count bytes of the whole output. */
  found(): readonly FoundLines[] {
    this.#scan(this.#length);
    return this.#found;
  }

  /** The number of all errors; `found` has the first few. */
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

  /** Of summary lines, the last ones count. */
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

  /** Drops everything but the context that later errors may need. */
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
