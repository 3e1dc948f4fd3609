/** Smaller contents are copied in next to no time. */
const minBytesWithRoom = 1024 * 1024;
const roomBytes = 64 * 1024;

/** Memory that holds the content of one read and nothing else. */
const untaken = new WeakSet<ArrayBufferLike>();

/**
 * Memory for the content of a file. That of a large one has some room after it, which costs nothing
 * until it is written to.
 */
export function memoryFor(bytes: number): Buffer {
  if (bytes < minBytesWithRoom) return Buffer.allocUnsafe(bytes);
  const memory = Buffer.allocUnsafeSlow(bytes + roomBytes);
  untaken.add(memory.buffer);
  return memory;
}

/**
 * The memory that a content which was just read lies in, from its first byte on and with the room
 * after it, for the one caller that changes it where it is instead of in a copy: a large file then
 * is in memory once, not twice. Once it was taken, `bytes` is whatever becomes of it.
 *
 * Null for every other content: small, not read by this package, or taken already.
 */
export function takeContentMemory(bytes: Uint8Array): Buffer | null {
  if (!untaken.delete(bytes.buffer)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset);
}
