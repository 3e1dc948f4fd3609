import { type ByteSource, readBlock } from "./byte-source.ts";
import { endsWithLineEnd, MAX_BYTES_TO_COUNT, passLines } from "./count-lines.ts";
import { createLineCollector, type LineLimits, type WindowLine } from "./line-collector.ts";
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
 * Without lines, the window lies after the end; `totalLines` then tells how many there are.
 */
export async function readWindow(
  source: ByteSource,
  format: LineFormat,
  request: WindowRequest,
): Promise<TextWindow> {
  const blockBytes = Math.min(request.blockBytes ?? BLOCK_BYTES, source.size + 2);
  const buffer = source.whole ?? Buffer.allocUnsafe(blockBytes);
  const collector = createLineCollector(format, request);
  let toPass = request.firstLine - 1;
  let lineEnds = 0;
  let isOpen = false;
  let position = format.start;
  for (;;) {
    const read = readBlock(source, buffer, position);
    const block = Buffer.isBuffer(read) ? read : await read;
    if (block.length === 0) break;
    let at = 0;
    if (toPass > 0) {
      const passed = passLines(format, block, toPass);
      lineEnds += passed.count;
      toPass -= passed.count;
      at = passed.end;
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
      lineEnds += format.countLineEnds(block.subarray(at));
    }
    isOpen = !endsWithLineEnd(format, block);
    position += block.length;
    if (source.whole !== undefined && position >= source.whole.length) break;
  }
  if (toPass === 0) collector.finish();
  const totalLines = lineEnds + (isOpen ? 1 : 0);
  const shown = collector.lines.length;
  return {
    lines: collector.lines,
    totalLines,
    hasMore: shown > 0 && request.firstLine - 1 + shown < totalLines,
  };
}
