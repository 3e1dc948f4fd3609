import { hash } from "node:crypto";

const headerBytes = 12;
/** The size of an entry before its name: times, facts, the object's SHA-1, flags. */
const factBytes = 62;
/** Offsets in an entry; everything before `modeAt` only caches facts of the file. */
const modeAt = 24;
const objectAt = 40;
const flagsAt = 60;
const nameLengthMask = 0xfff;
const extendedFlag = 0x4000;
const checksumBytes = 20;
/** Extensions that git derives from the rest. */
const derived = new Set(["TREE", "UNTR", "FSMN", "EOIE", "IEOT"]);

/** Whether both describe the same content to commit; false if one can't be parsed. */
export function isSameIndex(a: Buffer, b: Buffer): boolean {
  if (a.equals(b)) return true;
  const was = meaningOf(a);
  return was !== null && was === meaningOf(b);
}

/**
 * A digest of names, modes, objects and flags, without the file times that git caches.
 *
 * Source: gitformat-index(5).
 */
function meaningOf(bytes: Buffer): string | null {
  if (bytes.byteLength < headerBytes + checksumBytes || text(bytes, 0) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const parts: Buffer[] = [];
  const end = bytes.byteLength - checksumBytes;
  let at = headerBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + factBytes > end) return null;
    const next = nextEntry(bytes, at, version);
    if (next === null || next > end) return null;
    parts.push(bytes.subarray(at + modeAt, at + modeAt + 4), bytes.subarray(at + objectAt, next));
    at = next;
  }
  while (at < end) {
    if (at + 8 > end) return null;
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    if (next > end) return null;
    if (!derived.has(text(bytes, at))) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return hash("sha256", Buffer.concat(parts));
}

function nextEntry(bytes: Buffer, at: number, version: number): number | null {
  const flags = bytes.readUInt16BE(at + flagsAt);
  const start = at + factBytes + (version > 2 && (flags & extendedFlag) !== 0 ? 2 : 0);
  const length = flags & nameLengthMask;
  const isShort = version < 4 && length < nameLengthMask;
  const end = isShort ? start + length : bytes.indexOf(0, start);
  if (end < start) return null;
  // Padded with one to eight NULs, except in version 4.
  return version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
}

function text(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}
