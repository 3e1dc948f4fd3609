/** Keeps the last bytes written to it. */
export class ByteRing {
  readonly #size: number;
  #bytes: Buffer | null = null;
  /** The position of the next byte; once the ring is full, also of the oldest. */
  #at = 0;
  #isFull = false;

  constructor(size: number) {
    this.#size = size;
  }

  write(bytes: Uint8Array): void {
    if (this.#size === 0 || bytes.length === 0) return;
    this.#bytes ??= Buffer.allocUnsafe(this.#size);
    const kept = bytes.subarray(Math.max(0, bytes.length - this.#size));
    const untilEnd = this.#size - this.#at;
    this.#bytes.set(kept.subarray(0, untilEnd), this.#at);
    this.#bytes.set(kept.subarray(untilEnd), 0);
    this.#isFull ||= kept.length >= untilEnd;
    this.#at = (this.#at + kept.length) % this.#size;
  }

  /** The bytes in the order of arrival. */
  read(): Buffer {
    const bytes = this.#bytes;
    if (bytes === null) return Buffer.alloc(0);
    const newest = bytes.subarray(0, this.#at);
    return this.#isFull ? Buffer.concat([bytes.subarray(this.#at), newest]) : newest;
  }
}
