import { NoCheckpoint } from "./checkpoints.ts";

export interface IndexEntry {
  /** As its bytes, each a character: equal for equal names, and quick. */
  readonly name: string;
  /** Tells apart when the file's facts changed last. */
  readonly changedAt: number;
  /** A repository inside, of which git only knows a commit. */
  readonly isRepository: boolean;
}

/** Of a folder that git finds nothing in, for which it writes none: version 2, no entries. */
export const emptyIndex: Buffer = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");

const headerBytes = 12;
/** Of an entry before its name: times, facts, the object's SHA-1, flags. */
const factBytes = 62;
const nameLengthMask = 0xfff;
const extendedFlag = 0x4000;
const repositoryType = 0xe;

/**
 * Reads the entries of git's index, versions 2 and 3. It tells of each file when its mode changed
 * last, so that only those files have to be looked at for it.
 *
 * Source: gitformat-index(5).
 */
export function readIndex(bytes: Buffer): readonly IndexEntry[] {
  if (bytes.toString("latin1", 0, 4) !== "DIRC") throw unreadable();
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw unreadable();
  const entries: IndexEntry[] = [];
  let at = headerBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + factBytes > bytes.byteLength) throw unreadable();
    const flags = bytes.readUInt16BE(at + 60);
    const start = at + factBytes + (version === 3 && (flags & extendedFlag) !== 0 ? 2 : 0);
    const length = flags & nameLengthMask;
    const end = length < nameLengthMask ? start + length : bytes.indexOf(0, start);
    if (end < start || end > bytes.byteLength) throw unreadable();
    entries.push({
      name: bytes.toString("latin1", start, end),
      changedAt: bytes.readUInt32BE(at) * 1e9 + bytes.readUInt32BE(at + 4),
      isRepository: bytes.readUInt32BE(at + 24) >>> 12 === repositoryType,
    });
    // Padded with one to eight NULs.
    at += (end - at + 8) & ~7;
  }
  return entries;
}

function unreadable(): NoCheckpoint {
  return new NoCheckpoint("git's index of the workspace can't be read.");
}
