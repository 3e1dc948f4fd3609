import type { OutputStream } from "@toolwright/core";
import { ByteRing } from "./byte-ring.ts";
import { countLineFeeds } from "./count-lines.ts";
import { plainText } from "./plain-text.ts";
import { strayBytes, unfinishedBytes } from "./utf8-cut.ts";
import { WholeCharacters } from "./whole-characters.ts";

export interface CaptureOptions {
  /** Of the beginning, and of the end, that are kept when there is more than both hold. */
  readonly headBytes: number;
  readonly tailBytes: number;
  /** `strip`, the default, leaves plain text (see `plainText`); `keep` what was written. */
  readonly escapes?: "strip" | "keep";
}

export interface CapturedOutput {
  /** Both streams as they came, as UTF-8; where something was left out, a line says how much. */
  readonly text: string;
  /** The kept beginning; the whole when nothing was left out. */
  readonly head: string;
  /** The kept end; empty when nothing was left out. */
  readonly tail: string;
  readonly totalBytes: number;
  /** A last line without an end counts. Null beyond 64 MiB, up to where lines are counted. */
  readonly totalLines: number | null;
  /** 0 when all is there. */
  readonly omittedBytes: number;
}

export interface OutputCapture {
  /** Copies what it keeps of the chunk. */
  write(chunk: Uint8Array, stream: OutputStream): void;
  /** As it is now; more may be written after it. */
  result(): CapturedOutput;
}

/**
 * Keeps the head and the tail of a program's output in constant memory: `headBytes + tailBytes`,
 * however much is written. Nothing is decoded before `result`, and no character is cut.
 */
export function captureOutput(options: CaptureOptions): OutputCapture {
  return new HeadAndTail(options);
}

const maxCountedBytes = 64 * 1024 * 1024;
const empty = Buffer.alloc(0);

class HeadAndTail implements OutputCapture {
  readonly #headBytes: number;
  readonly #show: (text: string) => string;
  readonly #tail: ByteRing;
  #head: Buffer | null = null;
  #headLength = 0;
  #totalBytes = 0;
  /** What came after the head, of which the tail has the end. */
  #afterHead = 0;
  #lineFeeds = 0;
  #endsLine = true;
  readonly #characters = new WholeCharacters();
  readonly #tailBytes: number;

  constructor({ headBytes, tailBytes, escapes = "strip" }: CaptureOptions) {
    this.#headBytes = headBytes;
    this.#tailBytes = tailBytes;
    this.#tail = new ByteRing(tailBytes);
    this.#show = escapes === "strip" ? plainText : (text) => text;
  }

  write(chunk: Uint8Array, stream: OutputStream): void {
    if (chunk.length === 0) return;
    if (this.#totalBytes < maxCountedBytes) this.#lineFeeds += countLineFeeds(chunk);
    this.#totalBytes += chunk.length;
    this.#endsLine = chunk.at(-1) === 0x0a;
    this.#append(this.#characters.push(chunk, stream));
  }

  #append(bytes: Uint8Array): void {
    const room = this.#headBytes - this.#headLength;
    if (room > 0) {
      this.#head ??= Buffer.allocUnsafe(this.#headBytes);
      const part = bytes.subarray(0, room);
      this.#head.set(part, this.#headLength);
      this.#headLength += part.length;
    }
    if (bytes.length <= room) return;
    const rest = bytes.subarray(room);
    this.#afterHead += rest.length;
    this.#tail.write(rest);
  }

  result(): CapturedOutput {
    const head = this.#head?.subarray(0, this.#headLength) ?? empty;
    const tail = Buffer.concat([this.#tail.read(), ...this.#characters.rest()]);
    const counts = { totalBytes: this.#totalBytes, totalLines: this.#totalLines() };
    if (this.#afterHead <= this.#tailBytes) {
      const text = this.#decode(Buffer.concat([head, tail]));
      return { text, head: text, tail: "", ...counts, omittedBytes: 0 };
    }
    const keptHead = head.subarray(0, head.length - unfinishedBytes(head));
    const keptTail = tail.subarray(strayBytes(tail));
    const omittedBytes = this.#totalBytes - keptHead.length - keptTail.length;
    const parts = { head: this.#decode(keptHead), tail: this.#decode(keptTail) };
    return { text: withGap(parts, omittedBytes), ...parts, ...counts, omittedBytes };
  }

  #totalLines(): number | null {
    if (this.#totalBytes > maxCountedBytes) return null;
    return this.#lineFeeds + (this.#endsLine ? 0 : 1);
  }

  #decode(bytes: Buffer): string {
    return this.#show(bytes.toString("utf8"));
  }
}

function withGap(
  { head, tail }: Pick<CapturedOutput, "head" | "tail">,
  omittedBytes: number,
): string {
  const lineEnd = head === "" || head.endsWith("\n") ? "" : "\n";
  return `${head}${lineEnd}[… ${omittedBytes.toLocaleString("en")} bytes left out …]\n${tail}`;
}
