import { readBlock } from "./byte-source.ts";
import type { LineLimits, WindowLine } from "./line-collector.ts";
import { readLinesAt } from "./read-window.ts";
import type { TextBytes } from "./text-bytes.ts";

// Most often few lines are wanted, so it begins small and grows to where more is no faster.
const FIRST_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 1024 * 1024;

/** Read together, so that no more long lines are held than a result could show. */
const LINES_AT_ONCE = 250;

export interface LinesBefore {
  /** Where the first of the lines begins. */
  readonly start: number;
  /** How many there are: fewer than asked for when the file begins before. */
  readonly count: number;
}

/**
 * The last lines, in constant memory and without reading what comes before them. When not all of
 * them fit, the first of them are left out.
 */
export async function readTail(
  text: TextBytes,
  { maxLines, maxBytes, blockBytes }: LineLimits & { readonly blockBytes?: number },
): Promise<readonly WindowLine[]> {
  const lines: WindowLine[] = [];
  let bytesLeft = maxBytes;
  let end = text.source.size;
  while (lines.length < maxLines) {
    const { start, count } = await findLinesBefore(text, {
      end,
      count: Math.min(LINES_AT_ONCE, maxLines - lines.length),
      ...(blockBytes !== undefined && { blockBytes }),
    });
    if (count === 0) break;
    const limits = { maxLines: count, maxBytes: Number.POSITIVE_INFINITY };
    const read = await readLinesAt(text, { start, end, ...limits });
    for (const line of read.toReversed()) {
      bytesLeft -= Buffer.byteLength(line.text) + 1;
      if (bytesLeft < 0 && lines.length > 0) return lines.reverse();
      lines.push(line);
    }
    end = start;
  }
  return lines.reverse();
}

/**
 * Goes back from a byte by up to `count` lines, reading blocks from there towards the beginning and
 * nothing else. Text between the last line end and `end` counts as a line.
 */
export async function findLinesBefore(
  { source, start: beginning, lineEnd }: TextBytes,
  {
    end,
    count,
    blockBytes = FIRST_BLOCK_BYTES,
  }: { end: number; count: number; blockBytes?: number },
): Promise<LinesBefore> {
  let reached = end;
  if (count < 1 || reached <= beginning) return { start: reached, count: 0 };
  // The line end right before `end` ends the last of the lines.
  const search = { lineEnd, toFind: count + 1, found: 0, isFirst: true };
  let size = blockBytes;
  while (reached > beginning) {
    const from = Math.max(beginning, reached - size);
    const block = await readBlock(source, Buffer.allocUnsafe(reached - from), from);
    const at = passLinesBack(block, search);
    if (at >= 0) return { start: from + at, count };
    reached = from;
    size = Math.min(size * 4, MAX_BLOCK_BYTES);
  }
  return { start: beginning, count: search.found };
}

/**
 * Where in the block the first line wanted begins; -1 when it isn't in there. A plain synchronous
 * function, which is optimised where a loop that awaits is not.
 */
function passLinesBack(
  block: Buffer,
  search: { readonly lineEnd: number; readonly toFind: number; found: number; isFirst: boolean },
): number {
  const { lineEnd } = search;
  if (search.isFirst) {
    search.isFirst = false;
    // Without a line end at the very end the last line is open, and one is passed already.
    if (block.at(-1) !== lineEnd) search.found = 1;
  }
  for (let before = block.length; ; ) {
    // A negative position would be counted from the end.
    const at = before < 1 ? -1 : block.lastIndexOf(lineEnd, before - 1);
    if (at < 0) return -1;
    search.found++;
    if (search.found === search.toFind) return at + 1;
    before = at;
  }
}
