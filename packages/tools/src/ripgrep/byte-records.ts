const none = new Uint8Array(0);

/** A record that is longer is dropped as it comes, and counted. */
const MAX_RECORD_BYTES = 64 * 1024;

export interface ByteRecords {
  /** The records that the chunk completes, without their separator. */
  push(chunk: Uint8Array): readonly Buffer[];
  /** What came after the last separator. */
  rest(): Buffer;
}

/** Cuts a stream of bytes at each `separator` byte, wherever the chunks' borders are. */
export function createByteRecords(separator: number): ByteRecords {
  let pending: Uint8Array = none;
  return {
    push(chunk) {
      const bytes = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
      const records: Buffer[] = [];
      let from = 0;
      for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, from)) {
        records.push(bytes.subarray(from, at));
        from = at + 1;
      }
      // A path can't be that long: whatever it is, it isn't kept.
      pending = bytes.length - from > MAX_RECORD_BYTES ? none : bytes.subarray(from);
      return records;
    },
    rest: () => Buffer.from(pending),
  };
}
