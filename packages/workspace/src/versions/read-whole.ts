import { readSync } from "node:fs";

/** Thrown when a file exceeds the reader's limit; `bytes` is the size known so far. */
export class TooManyBytes extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`more than the limit: ${bytes} bytes`);
    this.name = "TooManyBytes";
    this.bytes = bytes;
  }
}

/**
 * All bytes of an open file, in one buffer without a copy. `size` is the expected size. A file that
 * has grown is read to its end; for one that shrank, the rest is returned.
 *
 * Errors: `TooManyBytes` above `maxBytes`.
 */
export function readWhole(descriptor: number, size: number, maxBytes: number): Uint8Array {
  if (size > maxBytes) throw new TooManyBytes(size);
  // One extra byte, so that a single read shows that nothing follows.
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.byteLength - length, length);
    length += count;
    if (length > maxBytes) throw new TooManyBytes(length);
    if (count === 0 || length === size) return buffer.subarray(0, length);
    if (length === buffer.byteLength) {
      const larger = Buffer.allocUnsafe(length * 2);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
  }
}
