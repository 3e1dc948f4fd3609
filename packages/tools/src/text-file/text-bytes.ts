import { type ByteSource, readBlock } from "./byte-source.ts";
import { countByte } from "./count-byte.ts";

/** Text in UTF-8, and the byte that separates its lines. */
export interface TextBytes {
  readonly source: ByteSource;
  /** The number of bytes of a byte order mark to skip. */
  readonly start: number;
  /** The byte that ends a line. A `\r` before a `\n` belongs to the line until it is decoded. */
  readonly lineEnd: number;
}

const BLOCK_BYTES = 1024 * 1024;

/** Lines of larger texts are not counted as an extra; counting this many bytes takes about 20 ms. */
export const MAX_BYTES_TO_COUNT = 64 * 1024 * 1024;

/** The number of lines of a text; null if it is too large. */
export async function countLines({ source, start, lineEnd }: TextBytes): Promise<number | null> {
  if (source.size > MAX_BYTES_TO_COUNT) return null;
  const buffer = source.whole ?? Buffer.allocUnsafe(Math.min(BLOCK_BYTES, source.size + 2));
  let count = 0;
  let isOpen = false;
  for (let position = start; ; ) {
    const block = await readBlock(source, buffer, position);
    if (block.length === 0) return count + (isOpen ? 1 : 0);
    count += countByte(block, lineEnd, 0, block.length);
    isOpen = block.at(-1) !== lineEnd;
    position += block.length;
  }
}
