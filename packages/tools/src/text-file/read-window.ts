import type { MaybePromise } from "@toolwright/core/ports";
import { type ByteSource, readBlock } from "./byte-source.ts";
import { countByte } from "./count-byte.ts";
import { LineCollector, type LineLimits, type WindowLine } from "./line-collector.ts";
import { MAX_BYTES_TO_COUNT, type TextBytes } from "./text-bytes.ts";

// Larger blocks are no faster; smaller ones cost more calls.
const BLOCK_BYTES = 1024 * 1024;
/** For lines with a known position. */
const SMALL_BLOCK_BYTES = 64 * 1024;

export interface WindowRequest extends LineLimits {
  /** 1-based. */
  readonly firstLine: number;
  /** How much is read at a time. Default: 1 MiB. */
  readonly blockBytes?: number;
}

export interface TextWindow {
  readonly lines: readonly WindowLine[];
  /** Null if too much follows the window to count. */
  readonly totalLines: number | null;
  /** Whether lines follow the window. */
  readonly hasMore: boolean;
}

/**
 * The lines of a window into a text of any size, in constant memory. The lines before it are skipped
 * block by block without decoding.
 *
 * Returns synchronously if the bytes are in memory. Returns no lines for a window past the end;
 * `totalLines` then has their number.
 */
export function readWindow(text: TextBytes, request: WindowRequest): MaybePromise<TextWindow> {
  const { source, start, lineEnd } = text;
  const reading = new WindowReading(lineEnd, request);
  if (source.whole === undefined) return readBlocks(source, start, { reading, request });
  reading.take(source.whole.subarray(start), 0);
  return reading.window();
}

async function readBlocks(
  source: ByteSource,
  start: number,
  { reading, request }: { readonly reading: WindowReading; readonly request: WindowRequest },
): Promise<TextWindow> {
  const blockBytes = Math.min(request.blockBytes ?? BLOCK_BYTES, source.size + 2);
  const buffer = Buffer.allocUnsafe(blockBytes);
  let position = start;
  for (;;) {
    const read = readBlock(source, buffer, position);
    const block = Buffer.isBuffer(read) ? read : await read;
    position += block.length;
    const isEnough = reading.take(block, source.size - position);
    if (isEnough || block.length === 0) return reading.window();
  }
}

class WindowReading {
  readonly #lineEnd: number;
  readonly #firstLine: number;
  readonly #collector: LineCollector;
  #toPass: number;
  #lineEnds = 0;
  #isOpen = false;
  #isCounted = true;

  constructor(lineEnd: number, request: WindowRequest) {
    this.#lineEnd = lineEnd;
    this.#firstLine = request.firstLine;
    this.#toPass = request.firstLine - 1;
    this.#collector = new LineCollector(lineEnd, request);
  }

  /** Takes a block; returns whether the remaining `bytesAfter` bytes needn't be read. */
  take(block: Buffer, bytesAfter: number): boolean {
    if (block.length === 0) return false;
    const lineEnd = this.#lineEnd;
    const collector = this.#collector;
    let at = 0;
    if (this.#toPass > 0) {
      const passed = passLines(block, lineEnd, this.#toPass);
      this.#lineEnds += passed.count;
      this.#toPass -= passed.count;
      at = passed.end;
    }
    if (at < block.length && !collector.isFull) {
      const collected = collector.take(block, at);
      this.#lineEnds += collected.count;
      at = collected.end;
    }
    if (collector.isFull && at < block.length) {
      this.#isCounted = block.length - at + bytesAfter <= MAX_BYTES_TO_COUNT;
      if (!this.#isCounted) return true;
      this.#lineEnds += countByte(block, lineEnd, at, block.length);
    }
    this.#isOpen = block.at(-1) !== lineEnd;
    return false;
  }

  window(): TextWindow {
    const { lines } = this.#collector;
    if (!this.#isCounted) return { lines, totalLines: null, hasMore: true };
    if (this.#toPass === 0) this.#collector.finish();
    const totalLines = this.#lineEnds + (this.#isOpen ? 1 : 0);
    const shown = lines.length;
    const hasMore = shown > 0 && this.#firstLine - 1 + shown < totalLines;
    return { lines, totalLines, hasMore };
  }
}

/** Skips up to `count` line endings; `end` is the position after the last one. */
function passLines(
  block: Buffer,
  lineEnd: number,
  count: number,
): { readonly count: number; readonly end: number } {
  // Counting them all is many times as fast as finding them one by one.
  const all = countByte(block, lineEnd, 0, block.length);
  if (all < count) return { count: all, end: block.length };
  let end = 0;
  for (let passed = 0; passed < count; passed++) end = block.indexOf(lineEnd, end) + 1;
  return { count, end };
}

/** The lines from the start of a line up to `end`, within the limits. */
export async function readLinesAt(
  { source, lineEnd }: TextBytes,
  { start, end = source.size, ...limits }: LineLimits & { start: number; end?: number },
): Promise<readonly WindowLine[]> {
  const collector = new LineCollector(lineEnd, limits);
  const buffer = Buffer.allocUnsafe(Math.min(SMALL_BLOCK_BYTES, end - start + 2));
  let position = start;
  while (position < end && !collector.isFull) {
    const block = await readBlock(source, buffer, position);
    if (block.length === 0) break;
    collector.take(block.subarray(0, end - position), 0);
    position += block.length;
  }
  collector.finish();
  return collector.lines;
}
