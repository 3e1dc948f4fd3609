import type { OutputStream } from "@toolwright/core/ports";
import { unfinishedBytes } from "./utf8-cut.ts";

const empty = Buffer.alloc(0);

/**
 * Merges a program's two streams in order of arrival. Bytes of an incomplete character are held back until it
 * is complete, so that the other stream cannot split it.
 */
export class WholeCharacters {
  readonly #unfinished: Record<OutputStream, Buffer> = { stdout: empty, stderr: empty };

  /** The bytes that can be passed on. May share memory with the chunk. */
  push(chunk: Uint8Array, stream: OutputStream): Uint8Array {
    const before = this.#unfinished[stream];
    const bytes = before.length === 0 ? chunk : Buffer.concat([before, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    this.#unfinished[stream] = whole === bytes.length ? empty : Buffer.from(bytes.subarray(whole));
    return bytes.subarray(0, whole);
  }

  /** The bytes held back. */
  rest(): readonly Buffer[] {
    return [this.#unfinished.stdout, this.#unfinished.stderr];
  }

  /** Returns and clears the bytes held back. */
  flush(): Buffer {
    const rest = Buffer.concat(this.rest());
    this.#unfinished.stdout = empty;
    this.#unfinished.stderr = empty;
    return rest;
  }
}
