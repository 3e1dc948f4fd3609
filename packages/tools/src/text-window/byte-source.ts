import type { MaybePromise } from "@toolwright/core";

/** Bytes that can be read piece by piece; an open file is one. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** Fills `buffer` from byte `position`; returns how many bytes were read, 0 at the end. */
  read(buffer: Uint8Array, position: number): MaybePromise<number>;
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read(buffer, position) {
      const piece = bytes.subarray(position, position + buffer.length);
      buffer.set(piece);
      return piece.length;
    },
  };
}

/** Fills the whole buffer unless the end comes first: a single read may give less. */
export async function readBlock(
  source: ByteSource,
  buffer: Buffer,
  position: number,
): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const count = await source.read(buffer.subarray(length), position + length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}
