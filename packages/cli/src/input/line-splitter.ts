/** One line of the input without its line end, or the size of a line that was too long to keep. */
export type InputLine =
  | { readonly bytes: Uint8Array; readonly isTooLong?: undefined }
  | { readonly isTooLong: true; readonly size: number; readonly bytes?: undefined };

const newline = 0x0a;
/** The byte order mark of UTF-8. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Splits chunks of bytes into lines, and drops a byte order mark before the first. A line longer than
 * `maxBytes` is counted but not kept, which bounds the memory.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #size = 0;
  #isFirst = true;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): readonly InputLine[] {
    const lines: InputLine[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The text after the last newline; null if there is none. */
  end(): InputLine | null {
    return this.#size === 0 ? null : this.#take();
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): InputLine {
    const [first = new Uint8Array(0)] = this.#parts;
    const bytes = this.#parts.length < 2 ? first : Buffer.concat(this.#parts);
    const line: InputLine =
      this.#size > this.#maxBytes
        ? { isTooLong: true, size: this.#size }
        : { bytes: this.#isFirst ? withoutMark(bytes) : bytes };
    this.#parts = [];
    this.#size = 0;
    this.#isFirst = false;
    return line;
  }
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const hasMark = byteOrderMark.every((byte, index) => bytes[index] === byte);
  return hasMark ? bytes.subarray(byteOrderMark.length) : bytes;
}
