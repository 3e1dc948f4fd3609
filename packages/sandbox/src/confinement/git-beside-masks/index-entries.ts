import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";

/** An entry of git's index. */
export interface IndexEntry {
  /** Relative to the top of the work tree, as bytes in Latin-1. */
  readonly name: string;
  /** The id of git's content, in hexadecimal. */
  readonly id: string;
  readonly isExecutable: boolean;
  /** The file's size when git last looked; 0 also when git has to look again. */
  readonly size: number;
  /** Where the entry begins. */
  readonly at: number;
}

const headerBytes = 12;
/** Times, facts and size, before the id. */
const factBytes = 40;
const nameLengthMask = 0xfff;
const extendedFlag = 0x4000;

/**
 * Selected entries of git's index, versions 2 to 4. Null for another version, a split index or a damaged one.
 *
 * Source: gitformat-index(5).
 */
export function entriesOf(
  index: Buffer,
  isWanted: (name: string) => boolean,
): readonly IndexEntry[] | null {
  const idBytes = idBytesOf(index);
  if (idBytes === null || isSplit(index)) return null;
  const version = index.readUInt32BE(4);
  const found: IndexEntry[] = [];
  let at = headerBytes;
  let name = "";
  try {
    for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
      const flagsAt = at + factBytes + idBytes;
      const flags = index.readUInt16BE(flagsAt);
      let start = flagsAt + 2 + ((flags & extendedFlag) === 0 ? 0 : 2);
      let prefix = "";
      if (version === 4) {
        const [dropped, next] = variableNumber(index, start);
        prefix = name.slice(0, name.length - dropped);
        start = next;
      }
      const length = flags & nameLengthMask;
      const end =
        version === 4 || length === nameLengthMask ? index.indexOf(0, start) : start + length;
      if (end < start || end > index.length) return null;
      name = prefix + index.toString("latin1", start, end);
      if (isWanted(name)) {
        const id = index.toString("hex", at + factBytes, flagsAt);
        const mode = index.readUInt32BE(at + 24);
        // Links and submodules need no stand-in.
        if (mode >>> 12 === regularType) {
          const size = index.readUInt32BE(at + 36);
          found.push({ name, id, isExecutable: (mode & 0o100) !== 0, size, at });
        }
      }
      // Padded with one to eight NULs; version 4 has exactly one.
      at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
    }
  } catch {
    return null;
  }
  return found;
}

const regularType = 0x8;

/**
 * The index with these facts as the last known state of the files. Git treats a file with matching facts as
 * unchanged and reads others again. Null when nothing differs.
 */
export function withFacts(
  index: Buffer,
  facts: ReadonlyMap<IndexEntry, BigIntStats>,
): Buffer | null {
  const changed = Buffer.from(index);
  for (const [{ at }, stats] of facts) {
    const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stats;
    const second = 1_000_000_000n;
    const words = [
      ctimeNs / second,
      ctimeNs % second,
      mtimeNs / second,
      mtimeNs % second,
      dev,
      ino,
    ];
    words.forEach((word, place) =>
      changed.writeUInt32BE(Number(word & 0xffffffffn), at + 4 * place),
    );
    [uid, gid, size].forEach((word, place) =>
      changed.writeUInt32BE(Number(word & 0xffffffffn), at + 28 + 4 * place),
    );
  }
  if (changed.equals(index)) return null;
  const idBytes = idBytesOf(index) ?? 0;
  const end = index.length - idBytes;
  // All zeros if git was configured to skip the checksum.
  if (index.subarray(end).some((byte) => byte !== 0)) {
    hashOf(changed.subarray(0, end), idBytes).copy(changed, end);
  }
  return changed;
}

/** Git's name for a file's content. */
export function blobId(content: Uint8Array, idLength: number): string {
  const header = Buffer.from(`blob ${content.byteLength}\0`);
  return hashOf(Buffer.concat([header, content]), idLength / 2).toString("hex");
}

function hashOf(bytes: Uint8Array, length: number): Buffer {
  return createHash(length === 32 ? "sha256" : "sha1")
    .update(bytes)
    .digest();
}

/** Detected by the checksum at the end. Without a checksum, SHA-1 is assumed. */
function idBytesOf(index: Buffer): 20 | 32 | null {
  if (index.length < headerBytes + 20 || index.toString("latin1", 0, 4) !== "DIRC") return null;
  if (![2, 3, 4].includes(index.readUInt32BE(4))) return null;
  for (const length of [20, 32] as const) {
    const end = index.length - length;
    if (hashOf(index.subarray(0, end), length).equals(index.subarray(end))) return length;
  }
  return index.subarray(-20).every((byte) => byte === 0) ? 20 : null;
}

/** A split index has its other entries in a shared file. */
function isSplit(index: Buffer): boolean {
  return index.includes("link\0\0", headerBytes, "latin1");
}

function variableNumber(bytes: Buffer, start: number): readonly [value: number, next: number] {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return [value, at];
}
