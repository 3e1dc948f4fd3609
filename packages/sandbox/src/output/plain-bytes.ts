import { plainText } from "./plain-text.ts";

/** Longer lines are made plain in parts. */
const maxHeldBytes = 256 * 1024;
const empty = Buffer.alloc(0);

/**
 * Makes output plain while it comes, as `plainText` does: line by line. What has nothing to remove is
 * passed on as it is, without a copy.
 */
export class PlainBytes {
  /** The beginning of a line that isn't plain. */
  #held: Buffer = empty;

  /** May share memory with the bytes. */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#held.length === 0 && isPlain(bytes)) return bytes;
    const all = Buffer.concat([this.#held, bytes]);
    const lineEnd = all.lastIndexOf(0x0a) + 1;
    const upTo = all.length - lineEnd > maxHeldBytes ? all.length : lineEnd;
    this.#held = Buffer.from(all.subarray(upTo));
    return made(all.subarray(0, upTo));
  }

  end(): Uint8Array {
    const held = this.#held;
    this.#held = empty;
    return made(held);
  }
}

function made(bytes: Buffer): Uint8Array {
  return bytes.length === 0 ? empty : Buffer.from(plainText(bytes.toString("utf8")));
}

/** Each of these looks goes through some 50 GB a second. */
function isPlain(bytes: Uint8Array): boolean {
  return (
    !bytes.includes(0x1b) && !bytes.includes(0x0d) && !bytes.includes(0x08) && !bytes.includes(0)
  );
}
