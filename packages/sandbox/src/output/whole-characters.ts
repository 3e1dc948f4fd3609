import type { OutputStream } from "@toolwright/core/ports";
import { unfinishedBytes } from "./utf8-cut.ts";

const empty = Buffer.alloc(0);

/**
 * Puts the two streams of a program one after the other as they come, but holds back the first bytes of
 * a character until the rest is there: the other stream must not come in between.
 */
export class WholeCharacters {
  readonly #unfinished: Record<OutputStream, Buffer> = { stdout: empty, stderr: empty };

  /** What can be passed on by now. May share memory with the chunk. */
  push(chunk: Uint8Array, stream: OutputStream): Uint8Array {
    const before = this.#unfinished[stream];
    const bytes = before.length === 0 ? chunk : Buffer.concat([before, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    this.#unfinished[stream] = whole === bytes.length ? empty : Buffer.from(bytes.subarray(whole));
    return bytes.subarray(0, whole);
  }

  /** What is held back. */
  rest(): readonly Buffer[] {
    return [this.#unfinished.stdout, this.#unfinished.stderr];
  }

  /** Takes away what is held back. */
  flush(): Buffer {
    const rest = Buffer.concat(this.rest());
    this.#unfinished.stdout = empty;
    this.#unfinished.stderr = empty;
    return rest;
  }
}
