import { plainText } from "./plain-text.ts";

/** Longer lines are made plain in parts. */
const maxHeldBytes = 256 * 1024;
const empty = Buffer.alloc(0);

/**
 * Makes output plain while it comes, as `plainText` does: line by line, as what comes later in a line
 * may be written over what came before. Lines with nothing to remove are passed on as they are.
 */
export class PlainBytes {
  /** The beginning of a line, in pieces. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #heldIsPlain = true;

  /** May share memory with the bytes. */
  push(bytes: Uint8Array): Uint8Array {
    const plain = isPlain(bytes);
    const lineEnd = bytes.lastIndexOf(0x0a) + 1;
    const unfinished = bytes.length - lineEnd + (lineEnd === 0 ? this.#heldBytes : 0);
    const upTo = unfinished > maxHeldBytes ? bytes.length : lineEnd;
    const lines = upTo === 0 ? empty : this.#finish(bytes.subarray(0, upTo), plain);
    if (upTo < bytes.length) {
      this.#held.push(Buffer.from(bytes.subarray(upTo)));
      this.#heldBytes += bytes.length - upTo;
      this.#heldIsPlain &&= plain;
    }
    return lines;
  }

  end(): Uint8Array {
    return this.#finish(empty, true);
  }

  #finish(bytes: Uint8Array, plain: boolean): Uint8Array {
    const nothingToRemove = plain && this.#heldIsPlain;
    const all = this.#heldBytes === 0 ? bytes : Buffer.concat([...this.#held, bytes]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#heldIsPlain = true;
    return nothingToRemove ? all : Buffer.from(plainText(Buffer.from(all).toString("utf8")));
  }
}

/** Each of these looks goes through some 50 GB a second. */
function isPlain(bytes: Uint8Array): boolean {
  return (
    !bytes.includes(0x1b) && !bytes.includes(0x0d) && !bytes.includes(0x08) && !bytes.includes(0)
  );
}
