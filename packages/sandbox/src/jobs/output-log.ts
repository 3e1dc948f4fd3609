import type { OutputStream } from "@toolwright/core/ports";
import { ByteRing } from "../output/byte-ring.ts";
import { strayBytes, unfinishedBytes } from "../output/utf8-cut.ts";
import { WholeCharacters } from "../output/whole-characters.ts";

export interface OutputLogOptions {
  /** How much is kept of the beginning and of the end. */
  readonly headBytes: number;
  readonly tailBytes: number;
}

export interface LogPart {
  readonly bytes: Buffer;
  /** The offset of the next read. */
  readonly nextOffset: number;
  /** Requested bytes that are no longer kept, between the beginning and the end. */
  readonly droppedBytes: number;
  /** Kept bytes after `nextOffset`. */
  readonly remainingBytes: number;
}

/**
 * A program's output by offset, in bounded memory: its beginning and end are kept. Offsets count bytes of
 * both streams in order of arrival, from 0.
 */
export class OutputLog {
  readonly #headBytes: number;
  readonly #tailBytes: number;
  readonly #characters = new WholeCharacters();
  readonly #head: Buffer[] = [];
  readonly #tail: ByteRing;
  #headLength = 0;
  #totalBytes = 0;

  constructor({ headBytes, tailBytes }: OutputLogOptions) {
    this.#headBytes = headBytes;
    this.#tailBytes = tailBytes;
    this.#tail = new ByteRing(tailBytes);
  }

  /** Counts complete characters only, as far as known. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  write(chunk: Uint8Array, stream: OutputStream): void {
    this.#append(this.#characters.push(chunk, stream));
  }

  /** Ends the output; held-back bytes of incomplete characters become part of it. */
  end(): void {
    this.#append(this.#characters.flush());
  }

  #append(bytes: Uint8Array): void {
    this.#totalBytes += bytes.length;
    const part = bytes.subarray(0, this.#headBytes - this.#headLength);
    if (part.length > 0) this.#head.push(Buffer.from(part));
    this.#headLength += part.length;
    this.#tail.write(bytes.subarray(part.length));
  }

  /** Reads from an offset on, at most this many bytes (at least 4), cut between characters. */
  read(offset: number, maxBytes: number): LogPart {
    const from = Math.min(Math.max(0, Math.trunc(offset) || 0), this.#totalBytes);
    const tailStart = Math.max(this.#headLength, this.#totalBytes - this.#tailBytes);
    if (from < this.#headLength) {
      const head = Buffer.concat(this.#head).subarray(from);
      // The head may end within a character whose rest was dropped.
      const isContinued = tailStart === this.#headLength;
      if (!isContinued || head.length >= maxBytes) {
        return this.#part(from, cutAtCharacter(head.subarray(0, maxBytes)), 0);
      }
      const bytes = Buffer.concat([head, this.#tail.read()]).subarray(0, maxBytes);
      return this.#part(from, cutAtCharacter(bytes), 0);
    }
    const start = Math.max(from, tailStart);
    const kept = this.#tail.read().subarray(start - tailStart);
    // The tail may begin within a character whose start was dropped.
    const stray = start > from ? strayBytes(kept) : 0;
    const bytes = cutAtCharacter(kept.subarray(stray, stray + maxBytes));
    return this.#part(start + stray, bytes, start + stray - from);
  }

  #part(start: number, bytes: Buffer, droppedBytes: number): LogPart {
    const nextOffset = start + bytes.length;
    const tailStart = Math.max(this.#headLength, this.#totalBytes - this.#tailBytes);
    const inHead = Math.max(0, this.#headLength - nextOffset);
    const inTail = this.#totalBytes - Math.max(nextOffset, tailStart);
    return { bytes, nextOffset, droppedBytes, remainingBytes: inHead + inTail };
  }
}

/** Cuts incomplete characters, unless nothing would be left, as with binary data. */
function cutAtCharacter(bytes: Buffer): Buffer {
  const whole = bytes.length - unfinishedBytes(bytes);
  return whole === 0 ? bytes : bytes.subarray(0, whole);
}
