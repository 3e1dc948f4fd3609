import { type ByteSource, readBlock } from "./byte-source.ts";
import type { LineFormat } from "./line-format.ts";
import { createLineCollector, type WindowLine } from "./line-collector.ts";

// Larger blocks are no faster, smaller ones are: each costs a call.
const BLOCK_BYTES = 1024 * 1024;

/** What comes after the window is counted when it is no more than this: some 20 ms. */
const MAX_BYTES_TO_COUNT = 64 * 1024 * 1024;

export interface WindowRequest {
  /** 1-based. */
  readonly firstLine: number;
  readonly maxLines: number;
  /** Of all lines' text together, as UTF-8. */
  readonly maxBytes: number;
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
 * Without lines, the window lies after the end; `totalLines` then tells how many there are.
 */
export async function readWindow(
  source: ByteSource,
  format: LineFormat,
  request: WindowRequest,
): Promise<TextWindow> {
  const buffer = Buffer.allocUnsafe(Math.min(request.blockBytes ?? BLOCK_BYTES, source.size + 2));
  const collector = createLineCollector(format, request);
  let toPass = request.firstLine - 1;
  let lineEnds = 0;
  let endsWithLineEnd = true;
  let position = format.start;
  for (;;) {
    const block = await readBlock(source, buffer, position);
    if (block.length === 0) break;
    let at = 0;
    if (toPass > 0) {
      const passed = passLines(format, block, toPass);
      lineEnds += passed.count;
      toPass -= passed.count;
      at = toPass > 0 ? block.length : passed.end;
    }
    if (at < block.length && !collector.isFull) {
      const collected = collector.take(block, at);
      lineEnds += collected.count;
      at = collected.end;
    }
    if (collector.isFull && at < block.length) {
      if (source.size - position - at > MAX_BYTES_TO_COUNT) {
        return { lines: collector.lines, totalLines: null, hasMore: true };
      }
      lineEnds += passLines(format, block.subarray(at), Number.POSITIVE_INFINITY).count;
    }
    endsWithLineEnd = isLineEnd(format, block);
    position += block.length;
  }
  if (toPass === 0) collector.finish();
  const totalLines = lineEnds + (endsWithLineEnd ? 0 : 1);
  const shown = collector.lines.length;
  return {
    lines: collector.lines,
    totalLines,
    hasMore: shown > 0 && request.firstLine - 1 + shown < totalLines,
  };
}

/**
 * Passes over up to `count` line ends; `end` is the position after the last one.
 *
 * A plain synchronous function of its own: the same loop inside an async one is four times slower.
 */
function passLines(
  format: LineFormat,
  block: Buffer,
  count: number,
): { readonly count: number; readonly end: number } {
  let passed = 0;
  let end = 0;
  while (passed < count) {
    const at = format.findLineEnd(block, end);
    if (at < 0) break;
    end = at + format.lineEndBytes;
    passed++;
  }
  return { count: passed, end };
}

function isLineEnd(format: LineFormat, block: Buffer): boolean {
  const last = block.length - format.lineEndBytes;
  return last >= 0 && format.findLineEnd(block, last) === last;
}
