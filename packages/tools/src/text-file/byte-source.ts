import type { MaybePromise } from "@toolwright/core/ports";

/** Bytes that can be read in pieces, such as an open file. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** Fills `buffer` from byte `position`; returns how many bytes were read, 0 at the end. */
  read(buffer: Uint8Array, position: number): MaybePromise<number>;
  /** All bytes, if they are already in memory; then nothing is copied. */
  readonly whole?: Buffer;
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    whole: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    read(buffer, position) {
      const piece = bytes.subarray(position, position + buffer.length);
      buffer.set(piece);
      return piece.length;
    },
  };
}

/**
 * Fills the buffer from a position on, unless the end comes first; a single read may return less. The
 * bytes are valid until the buffer is used again.
 */
export function readBlock(
  source: ByteSource,
  buffer: Buffer,
  position: number,
): MaybePromise<Buffer> {
  return source.whole === undefined
    ? fill(source, buffer, position)
    : source.whole.subarray(position, position + buffer.length);
}

async function fill(source: ByteSource, buffer: Buffer, position: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const count = await source.read(buffer.subarray(length), position + length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}
