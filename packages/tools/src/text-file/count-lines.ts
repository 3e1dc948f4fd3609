import { type ByteSource, readBlock } from "./byte-source.ts";
import type { LineFormat } from "./line-format.ts";

const BLOCK_BYTES = 1024 * 1024;

/** More than this isn't counted beside what was asked for: it takes some 20 ms. */
export const MAX_BYTES_TO_COUNT = 64 * 1024 * 1024;

/** All lines of a text; null when it is too large to count them in passing. */
export async function countLines(source: ByteSource, format: LineFormat): Promise<number | null> {
  if (source.size > MAX_BYTES_TO_COUNT) return null;
  const blockBytes = Math.min(BLOCK_BYTES, source.size + 2);
  const buffer = source.whole ?? Buffer.allocUnsafe(blockBytes);
  let count = 0;
  let isOpen = false;
  for (let position = format.start; ; ) {
    const block = await readBlock(source, buffer, position);
    if (block.length === 0) return count + (isOpen ? 1 : 0);
    count += format.countLineEnds(block);
    isOpen = !endsWithLineEnd(format, block);
    position += block.length;
  }
}

/** Passes over up to `count` line ends; `end` is the position after the last one. */
export function passLines(
  format: LineFormat,
  block: Buffer,
  count: number,
): { readonly count: number; readonly end: number } {
  // Counting them all is many times as quick as looking for one after the other.
  const all = format.countLineEnds(block);
  if (all < count) return { count: all, end: block.length };
  let end = 0;
  for (let passed = 0; passed < count; passed++) {
    end = format.findLineEnd(block, end) + format.lineEndBytes;
  }
  return { count, end };
}

export function endsWithLineEnd(format: LineFormat, block: Buffer): boolean {
  const last = block.length - format.lineEndBytes;
  return last >= 0 && format.findLineEnd(block, last) === last;
}
