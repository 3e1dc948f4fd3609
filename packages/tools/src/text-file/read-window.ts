import type { MaybePromise } from "@toolwright/core";
import { type ByteSource, readBlock } from "./byte-source.ts";
import { endsWithLineEnd, MAX_BYTES_TO_COUNT, passLines } from "./count-lines.ts";
import {
  createLineCollector,
  type LineCollector,
  type LineLimits,
  type WindowLine,
} from "./line-collector.ts";
import type { LineFormat } from "./line-format.ts";

// Larger blocks are no faster, smaller ones are: each costs a call.
const BLOCK_BYTES = 1024 * 1024;

export interface WindowRequest extends LineLimits {
  /** 1-based. */
  readonly firstLine: number;
  /** How much is read at a time; an even number, 1 MiB by default. */
  readonly blockBytes?: number;
}

export interface TextWindow {
  readonly lines: readonly WindowLine[];
  /** Null when what comes after the window is too much to count. */
  readonly totalLines: number | null;
  /** There are lines after the window. */
  readonly hasMore: boolean;
}

/**
 * The lines of a window into bytes of any size, in constant memory: the lines before it are passed
 * over block by block without decoding anything.
 *
 * Answers at once when the bytes are in memory. Without lines, the window lies after the end; `totalLines` then tells how many there are.
 */
export function readWindow(
  source: ByteSource,
  format: LineFormat,
  request: WindowRequest,
): MaybePromise<TextWindow> {
  const reading = new WindowReading(format, request);
  if (source.whole === undefined) return readBlocks(source, format.start, { reading, request });
  reading.take(source.whole.subarray(format.start), 0);
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
  readonly #format: LineFormat;
  readonly #firstLine: number;
  readonly #collector: LineCollector;
  #toPass: number;
  #lineEnds = 0;
  #isOpen = false;
  #isCounted = true;

  constructor(format: LineFormat, request: WindowRequest) {
    this.#format = format;
    this.#firstLine = request.firstLine;
    this.#toPass = request.firstLine - 1;
    this.#collector = createLineCollector(format, request);
  }

  /** True when the rest, of which there is so much after the block, needn't be read. */
  take(block: Buffer, bytesAfter: number): boolean {
    if (block.length === 0) return false;
    const format = this.#format;
    const collector = this.#collector;
    let at = 0;
    if (this.#toPass > 0) {
      const passed = passLines(format, block, this.#toPass);
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
      this.#lineEnds += format.countLineEnds(block.subarray(at));
    }
    this.#isOpen = !endsWithLineEnd(format, block);
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
