import { type ByteSource, readBlock } from "./byte-source.ts";
import { createLineCollector, type LineLimits, type WindowLine } from "./line-collector.ts";
import type { LineFormat } from "./line-format.ts";

const BLOCK_BYTES = 64 * 1024;

/** The lines from a byte on where a line begins, up to `end` and as far as the limits let. */
export async function readLinesAt(
  source: ByteSource,
  format: LineFormat,
  { start, end = source.size, ...limits }: LineLimits & { start: number; end?: number },
): Promise<readonly WindowLine[]> {
  const collector = createLineCollector(format, limits);
  const buffer = Buffer.allocUnsafe(Math.max(2, Math.min(BLOCK_BYTES, end - start + 2)));
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
