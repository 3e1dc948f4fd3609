import { readBlock } from "./byte-source.ts";
import type { LineLimits, WindowLine } from "./line-collector.ts";
import { readLinesAt } from "./read-window.ts";
import type { TextBytes } from "./text-bytes.ts";

// Usually few lines are wanted, so blocks start small and grow until larger ones are no faster.
const FIRST_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 1024 * 1024;

/** Lines are read in groups, so that memory holds no more long lines than a result can show. */
const LINES_AT_ONCE = 250;

export interface LinesBefore {
  /** The start of the first line. */
  readonly start: number;
  /** The number of lines; fewer than asked for if the file is shorter. */
  readonly count: number;
}

/**
 * The last lines, in constant memory and without reading the lines before them. If not all of them
 * fit into the limits, the first ones are left out.
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
 * Goes back from a byte by up to `count` lines, reading only blocks from there towards the beginning.
 * Text between the last line ending and `end` counts as a line.
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
  // A line ending directly before `end` belongs to the last line.
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
 * The start of the first wanted line in the block; -1 if it is not in this block. Synchronous, because
 * a loop with `await` is not optimised.
 */
function passLinesBack(
  block: Buffer,
  search: { readonly lineEnd: number; readonly toFind: number; found: number; isFirst: boolean },
): number {
  const { lineEnd } = search;
  if (search.isFirst) {
    search.isFirst = false;
    // Without a final line ending, the unfinished last line counts as passed.
    if (block.at(-1) !== lineEnd) search.found = 1;
  }
  for (let before = block.length; ; ) {
    // A negative position would count from the end.
    const at = before < 1 ? -1 : block.lastIndexOf(lineEnd, before - 1);
    if (at < 0) return -1;
    search.found++;
    if (search.found === search.toFind) return at + 1;
    before = at;
  }
}
