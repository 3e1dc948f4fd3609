import type { ByteSource } from "./byte-source.ts";
import type { LineLimits, WindowLine } from "./line-collector.ts";
import type { LineFormat } from "./line-format.ts";
import { findLinesBefore } from "./lines-before.ts";
import { readLinesAt } from "./read-lines-at.ts";

/** Read together, so that no more long lines are held than a result could show. */
const LINES_AT_ONCE = 250;

/**
 * The last lines, in constant memory and without reading what comes before them. When not all of
 * them fit, the first of them are left out.
 */
export async function readTail(
  source: ByteSource,
  format: LineFormat,
  { maxLines, maxBytes, blockBytes }: LineLimits & { readonly blockBytes?: number },
): Promise<readonly WindowLine[]> {
  const lines: WindowLine[] = [];
  let bytesLeft = maxBytes;
  let end = source.size;
  while (lines.length < maxLines) {
    const { start, count } = await findLinesBefore(source, format, {
      end,
      count: Math.min(LINES_AT_ONCE, maxLines - lines.length),
      ...(blockBytes !== undefined && { blockBytes }),
    });
    if (count === 0) break;
    const read = await readLinesAt(source, format, {
      start,
      end,
      maxLines: count,
      maxBytes: Number.POSITIVE_INFINITY,
    });
    for (const line of read.toReversed()) {
      bytesLeft -= Buffer.byteLength(line.text) + 1;
      if (bytesLeft < 0 && lines.length > 0) return lines.reverse();
      lines.push(line);
    }
    end = start;
  }
  return lines.reverse();
}
