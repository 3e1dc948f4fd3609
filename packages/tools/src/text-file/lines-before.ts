import { type ByteSource, readBlock } from "./byte-source.ts";
import type { LineFormat } from "./line-format.ts";

// Most often few lines are wanted, so it begins small and grows to where more is no faster.
const FIRST_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 1024 * 1024;

export interface LinesBefore {
  /** Where the first of the lines begins. */
  readonly start: number;
  /** How many there are: fewer than asked for when the file begins before. */
  readonly count: number;
}

/**
 * Goes back from a byte by up to `count` lines, reading blocks from there towards the beginning and
 * nothing else. Text between the last line end and `end` counts as a line.
 */
export async function findLinesBefore(
  source: ByteSource,
  format: LineFormat,
  {
    end,
    count,
    blockBytes = FIRST_BLOCK_BYTES,
  }: { end: number; count: number; blockBytes?: number },
): Promise<LinesBefore> {
  const unit = format.lineEndBytes;
  let reached = end - ((end - format.start) % unit);
  if (count < 1 || reached <= format.start) return { start: reached, count: 0 };
  // The line end right before `end` ends the last of the lines.
  const search = { toFind: count + 1, found: 0, isFirst: true };
  let size = blockBytes;
  while (reached > format.start) {
    const from = Math.max(format.start, reached - size);
    const block = await readBlock(source, Buffer.allocUnsafe(reached - from), from);
    const at = passLinesBack(format, block, search);
    if (at >= 0) return { start: from + at, count };
    reached = from;
    size = Math.min(size * 4, MAX_BLOCK_BYTES);
  }
  return { start: format.start, count: search.found };
}

/**
 * Where in the block the first line wanted begins; -1 when it isn't in there. A plain synchronous
 * function, which is optimised where a loop that awaits is not.
 */
function passLinesBack(
  format: LineFormat,
  block: Buffer,
  search: { readonly toFind: number; found: number; isFirst: boolean },
): number {
  const unit = format.lineEndBytes;
  let before = block.length;
  if (search.isFirst) {
    search.isFirst = false;
    // Without a line end at the very end the last line is open, and one is passed already.
    if (format.findLineEndBefore(block, before) !== before - unit) search.found = 1;
  }
  for (;;) {
    const at = format.findLineEndBefore(block, before);
    if (at < 0) return -1;
    search.found++;
    if (search.found === search.toFind) return at + unit;
    before = at;
  }
}
