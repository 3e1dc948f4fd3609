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

  /** The pieces of what is plain by now, in order; they may share memory with the bytes. */
  push(bytes: Uint8Array): readonly Uint8Array[] {
    const plain = isPlain(bytes);
    const lineEnd = bytes.lastIndexOf(0x0a) + 1;
    const unfinished = bytes.length - lineEnd + (lineEnd === 0 ? this.#heldBytes : 0);
    const upTo = unfinished > maxHeldBytes ? bytes.length : lineEnd;
    const lines = upTo === 0 ? [] : this.#finish(bytes.subarray(0, upTo), plain);
    if (upTo < bytes.length) {
      this.#held.push(Buffer.from(bytes.subarray(upTo)));
      this.#heldBytes += bytes.length - upTo;
      this.#heldIsPlain &&= plain;
    }
    return lines;
  }

  end(): readonly Uint8Array[] {
    return this.#finish(empty, true);
  }

  #finish(bytes: Uint8Array, plain: boolean): readonly Uint8Array[] {
    const held = this.#held;
    const nothingToRemove = plain && this.#heldIsPlain;
    this.#held = [];
    this.#heldBytes = 0;
    this.#heldIsPlain = true;
    // Nothing of a chunk is copied: copies of a flood pile up before they are collected.
    if (nothingToRemove) return [...held, bytes].filter(({ length }) => length > 0);
    const text = plainText(Buffer.concat([...held, bytes]).toString("utf8"));
    return text === "" ? [] : [Buffer.from(text)];
  }
}

/** Each of these looks goes through some 50 GB a second. */
function isPlain(bytes: Uint8Array): boolean {
  return (
    !bytes.includes(0x1b) && !bytes.includes(0x0d) && !bytes.includes(0x08) && !bytes.includes(0)
  );
}
