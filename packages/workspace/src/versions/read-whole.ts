import { readSync } from "node:fs";

/** The file has more bytes than the reader wanted; `bytes` is how many are known of. */
export class TooManyBytes extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`more than the limit: ${bytes} bytes`);
    this.name = "TooManyBytes";
    this.bytes = bytes;
  }
}

/**
 * All bytes of an open file, in one buffer without a copy. `size` is what is expected; a file that
 * grew meanwhile is read to its end, one that shrank gives what is left.
 *
 * Errors: `TooManyBytes` over `maxBytes`.
 */
export function readWhole(descriptor: number, size: number, maxBytes: number): Uint8Array {
  if (size > maxBytes) throw new TooManyBytes(size);
  // One byte more than expected, so that a single read shows that there is nothing after it.
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
