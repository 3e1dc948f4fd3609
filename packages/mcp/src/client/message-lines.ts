/** A line, or the ends of one that is too long. */
export type MessageLine =
  | { readonly kind: "line"; readonly text: string }
  /** Longer than the limit: only its beginning and end are kept. */
  | {
      readonly kind: "too-long";
      readonly bytes: number;
      readonly head: string;
      readonly tail: string;
    };

const newline = 0x0a;
/** Long enough to find the message's id at either end. */
const keptEnd = 512;

/**
 * Splits a stream of bytes into lines. A line longer than `maxBytes` is dropped; the stream continues.
 */
export class MessageLines {
  readonly #maxBytes: number;
  readonly #onLine: (line: MessageLine) => void;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #head = "";
  #tail: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number, onLine: (line: MessageLine) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    const wasTooLong = this.#bytes > this.#maxBytes;
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) {
      this.#chunks.push(part);
      return;
    }
    if (!wasTooLong) {
      this.#head = (this.#chunks[0] ?? part).subarray(0, keptEnd).toString("utf8");
      this.#tail = this.#chunks.at(-1)?.subarray(-keptEnd) ?? Buffer.alloc(0);
      this.#chunks = [];
    }
    this.#tail = Buffer.concat([this.#tail, part.subarray(-keptEnd)]).subarray(-keptEnd);
  }

  #finish(): void {
    const [bytes, chunks] = [this.#bytes, this.#chunks];
    this.#bytes = 0;
    this.#chunks = [];
    if (bytes > this.#maxBytes) {
      this.#onLine({
        kind: "too-long",
        bytes,
        head: this.#head,
        tail: this.#tail.toString("utf8"),
      });
      return;
    }
    const text = (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString("utf8") ?? "";
    if (text.trim() !== "") this.#onLine({ kind: "line", text });
  }
}
