import { chooseWindows, type RepeatedError } from "@toolwright/core/internal";
import type { StoredOutput, OutputKeeper, OutputStream } from "@toolwright/core/ports";
import { ByteRing } from "./byte-ring.ts";
import { countLineFeeds } from "./count-lines.ts";
import { PlainBytes } from "./plain-bytes.ts";
import { plainText } from "./plain-text.ts";
import { StreamedWindows } from "./streamed-windows.ts";
import { strayBytes, unfinishedBytes } from "./utf8-cut.ts";
import { WholeCharacters } from "./whole-characters.ts";

export interface CaptureOptions {
  /** How much of the beginning and of the end is kept when the output exceeds both together. */
  readonly headBytes: number;
  readonly tailBytes: number;
  /**
   * How many bytes of lines around errors are shown as well when something is omitted. Default: 0, none.
   */
  readonly windowBytes?: number;
  /** Stores the whole output as plain text once something has to be omitted here. */
  readonly keep?: (() => OutputKeeper | undefined) | undefined;
  /** `strip`, the default: plain text (see `plainText`). `keep`: as written. */
  readonly escapes?: "strip" | "keep";
}

export interface CapturedOutput {
  /** Both streams in order of arrival, as UTF-8; a line states how much was omitted. */
  readonly text: string;
  /** The beginning; everything when nothing was omitted. */
  readonly head: string;
  /** The end; empty when nothing was omitted. */
  readonly tail: string;
  readonly totalBytes: number;
  /** Includes a last line without a newline. Null beyond 64 MiB, where counting stops. */
  readonly totalLines: number | null;
  /** 0 when nothing was omitted. */
  readonly omittedBytes: number;
  /** Lines around errors between head and tail, in order and not overlapping. */
  readonly windows: readonly CapturedWindow[];
  /** How many errors there are between head and tail; `windows` shows the first few. */
  readonly repeats: readonly RepeatedError[];
  /** How many lines end between head and tail; null when they were not counted. */
  readonly omittedLines: number | null;
}

export interface CapturedWindow {
  readonly text: string;
  /** The text as written. */
  readonly bytes: number;
  /** How many lines end between the previous shown part and this one, and how many end in it. */
  readonly linesBefore: number;
  readonly lines: number;
}

export interface OutputCapture {
  /** Copies what it keeps of the chunk before it settles; a promise delays the stream. */
  write(chunk: Uint8Array, stream: OutputStream): void | Promise<void>;
  /** The current result; more may be written afterwards. */
  result(): CapturedOutput;
  /**
   * Ends the output and resolves to where all of it is stored; null when that was not necessary or not
   * possible. Never rejects.
   */
  kept(): Promise<StoredOutput | null>;
  /** The full output is not needed after all. */
  discard(): Promise<void>;
}

/**
 * Keeps the head and the tail of a program's output in constant memory, `headBytes + tailBytes` for any
 * amount, with some lines around errors between them. Decodes nothing before `result` and cuts no character.
 */
export function captureOutput(options: CaptureOptions): OutputCapture {
  return new HeadAndTail(options);
}

const maxCountedBytes = 64 * 1024 * 1024;
const empty = Buffer.alloc(0);
/** The note between two parts. */
const noteBytes = 48;

class HeadAndTail implements OutputCapture {
  readonly #headBytes: number;
  readonly #windowBytes: number;
  readonly #show: (text: string) => string;
  readonly #keep: (() => OutputKeeper | undefined) | undefined;
  readonly #tail: ByteRing;
  #head: Buffer | null = null;
  #headLength = 0;
  #totalBytes = 0;
  /** Everything after the head, of which the tail keeps the end. */
  #afterHead = 0;
  #lineFeeds = 0;
  #endsLine = true;
  readonly #characters = new WholeCharacters();
  readonly #tailBytes: number;
  /** Set once something is omitted. */
  #windows: StreamedWindows | null = null;
  #keeper: OutputKeeper | undefined;
  readonly #plain = new PlainBytes();

  constructor({ headBytes, tailBytes, windowBytes = 0, keep, escapes = "strip" }: CaptureOptions) {
    this.#headBytes = headBytes;
    this.#tailBytes = tailBytes;
    this.#windowBytes = windowBytes;
    this.#keep = keep;
    this.#tail = new ByteRing(tailBytes);
    this.#show = escapes === "strip" ? plainText : (text) => text;
  }

  write(chunk: Uint8Array, stream: OutputStream): void | Promise<void> {
    if (chunk.length === 0) return undefined;
    const lineFeedsBefore = this.#lineFeeds;
    if (this.#totalBytes < maxCountedBytes) this.#lineFeeds += countLineFeeds(chunk);
    this.#totalBytes += chunk.length;
    this.#endsLine = chunk.at(-1) === 0x0a;
    return this.#append(this.#characters.push(chunk, stream), lineFeedsBefore);
  }

  #append(bytes: Uint8Array, lineFeedsBefore: number): void | Promise<void> {
    const room = this.#headBytes - this.#headLength;
    if (room > 0) {
      this.#head ??= Buffer.allocUnsafe(this.#headBytes);
      const part = bytes.subarray(0, room);
      this.#head.set(part, this.#headLength);
      this.#headLength += part.length;
    }
    if (bytes.length <= room) return undefined;
    const rest = bytes.subarray(room);
    const before = this.#afterHead;
    this.#afterHead += rest.length;
    if (this.#afterHead <= this.#tailBytes) {
      this.#tail.write(rest);
      return undefined;
    }
    const beginning = before <= this.#tailBytes ? this.#beginLeavingOut() : undefined;
    this.#tail.write(rest);
    if (this.#windows !== null) {
      const inHead = rest.length < bytes.length ? countLineFeeds(bytes.subarray(0, room)) : 0;
      this.#windows.push(rest, lineFeedsBefore + inHead);
    }
    if (this.#keeper === undefined) return undefined;
    return this.#keepAll([...(beginning ?? []), ...this.#plain.push(rest)]);
  }

  #keepAll(pieces: readonly Uint8Array[]): void | Promise<void> {
    let last: void | Promise<void> = undefined;
    for (const piece of pieces) {
      const write = (): void | Promise<void> => this.#keeper?.write(piece);
      last = last === undefined ? write() : last.then(write);
    }
    return last;
  }

  /** Begins to omit: the store gets everything kept so far. */
  #beginLeavingOut(): readonly Uint8Array[] {
    const head = this.#head?.subarray(0, this.#headLength) ?? empty;
    const tail = Buffer.from(this.#tail.read());
    if (this.#windowBytes > 0) {
      this.#windows = new StreamedWindows(this.#headLength);
      this.#windows.push(tail, countLineFeeds(head));
    }
    this.#keeper = this.#keep?.();
    return this.#keeper === undefined ? [] : this.#plain.push(Buffer.concat([head, tail]));
  }

  async kept(): Promise<StoredOutput | null> {
    const keeper = this.#keeper;
    if (keeper === undefined) return null;
    await this.#keepAll([...this.#plain.push(this.#characters.flush()), ...this.#plain.end()]);
    return keeper.end();
  }

  async discard(): Promise<void> {
    await this.#keeper?.discard();
  }

  result(): CapturedOutput {
    const head = this.#head?.subarray(0, this.#headLength) ?? empty;
    const tail = Buffer.concat([this.#tail.read(), ...this.#characters.rest()]);
    const counts = { totalBytes: this.#totalBytes, totalLines: this.#totalLines() };
    if (this.#afterHead <= this.#tailBytes) {
      const text = this.#decode(Buffer.concat([head, tail]));
      const nothing = { omittedBytes: 0, omittedLines: 0, windows: [], repeats: [] };
      return { text, head: text, tail: "", ...counts, ...nothing };
    }
    const keptHead = head.subarray(0, head.length - unfinishedBytes(head));
    const keptTail = tail.subarray(strayBytes(tail));
    const windows = this.#shownWindows(keptHead, this.#totalBytes - keptTail.length);
    const shown = windows.reduce((sum, { bytes }) => sum + bytes, 0);
    const omittedBytes = this.#totalBytes - keptHead.length - keptTail.length - shown;
    const parts = { head: this.#decode(keptHead), tail: this.#decode(keptTail), windows };
    return {
      text: withGap(parts, omittedBytes),
      ...parts,
      ...counts,
      omittedBytes,
      repeats: (this.#windows?.repeats() ?? []).map(({ line, count }) => ({
        line: this.#show(line),
        count,
      })),
      omittedLines: this.#omittedLines(keptHead, keptTail, windows),
    };
  }

  #shownWindows(head: Uint8Array, tailStart: number): readonly CapturedWindow[] {
    const found = (this.#windows?.found() ?? []).filter(({ end }) => end <= tailStart);
    const chosen = chooseWindows(found, this.#windowBytes, ({ bytes }) => bytes.length + noteBytes);
    let lineFeedsShown = countLineFeeds(head);
    let shownUpTo = head.length;
    return chosen
      .toSorted((a, b) => a.start - b.start)
      .flatMap(({ start, end, bytes, lineFeedsBefore }) => {
        if (end <= shownUpTo) return [];
        const overlap = Math.max(0, shownUpTo - start);
        const rest = bytes.subarray(overlap);
        const before = lineFeedsBefore + countLineFeeds(bytes.subarray(0, overlap));
        const lines = countLineFeeds(rest);
        const linesBefore = Math.max(0, before - lineFeedsShown);
        lineFeedsShown = before + lines;
        shownUpTo = end;
        return [{ text: this.#decode(rest), bytes: rest.length, linesBefore, lines }];
      });
  }

  #omittedLines(
    head: Uint8Array,
    tail: Uint8Array,
    windows: readonly CapturedWindow[],
  ): number | null {
    if (this.#totalBytes > maxCountedBytes) return null;
    const shown = windows.reduce((sum, { lines }) => sum + lines, 0);
    return Math.max(0, this.#lineFeeds - countLineFeeds(head) - countLineFeeds(tail) - shown);
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
  { head, tail, windows }: Pick<CapturedOutput, "head" | "tail" | "windows">,
  omittedBytes: number,
): string {
  const lineEnd = head === "" || head.endsWith("\n") ? "" : "\n";
  const between = windows.map(({ text }) => `${text.replace(/\n$/, "")}\n[…]\n`).join("");
  return `${head}${lineEnd}[… ${omittedBytes.toLocaleString("en")} bytes left out …]\n${between}${tail}`;
}
