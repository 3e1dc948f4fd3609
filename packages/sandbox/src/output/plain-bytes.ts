import { plainText } from "./plain-text.ts";

/** Longer lines are processed in parts. */
const maxHeldBytes = 256 * 1024;
const empty = Buffer.alloc(0);

/**
 * Applies `plainText` to output as it arrives, line by line, because later text may overwrite earlier text of
 * a line. Lines without anything to remove pass unchanged.
 */
export class PlainBytes {
  /** The beginning of a line, in parts. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #heldIsPlain = true;

  /** The finished parts, in order; they may share memory with the input. */
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
    // Copies nothing of a chunk: in a flood, copies pile up before they are collected.
    if (nothingToRemove) return [...held, bytes].filter(({ length }) => length > 0);
    const text = plainText(Buffer.concat([...held, bytes]).toString("utf8"));
    return text === "" ? [] : [Buffer.from(text)];
  }
}

/** Each of these searches runs at about 50 GB/s. */
function isPlain(bytes: Uint8Array): boolean {
  return (
    !bytes.includes(0x1b) && !bytes.includes(0x0d) && !bytes.includes(0x08) && !bytes.includes(0)
  );
}
