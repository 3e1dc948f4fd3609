const newline = 0x0a;

/**
 * The line feeds in some bytes, at one speed however short the lines are: four bytes at a time,
 * about three times as quick as one by one, and as `indexOf` is only for long lines.
 *
 * Source: H. S. Warren, Hacker's Delight, section 6-1, the exact test for zero bytes in a word.
 */
export function countLineFeeds(bytes: Uint8Array): number {
  const before = -bytes.byteOffset & 3;
  if (bytes.length < before + 4) return countOneByOne(bytes, 0, bytes.length);
  const words = new Int32Array(
    bytes.buffer,
    bytes.byteOffset + before,
    (bytes.length - before) >> 2,
  );
  let count = countOneByOne(bytes, 0, before);
  for (let index = 0; index < words.length; ) {
    // One counter in each byte of the sum: they overflow after 255 words.
    const end = Math.min(words.length, index + 255);
    let sums = 0;
    for (; index < end; index++) {
      const word = (words[index] ?? 0) ^ 0x0a0a0a0a;
      sums += ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f) >>> 7;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  return count + countOneByOne(bytes, before + words.length * 4, bytes.length);
}

function countOneByOne(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) if (bytes[index] === newline) count++;
  return count;
}
