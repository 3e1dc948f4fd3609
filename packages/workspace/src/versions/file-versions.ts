import { createHash, hash } from "node:crypto";
import { type BigIntStats, fstatSync, readSync } from "node:fs";
import type { FileContent, FileVersion } from "@toolwright/core";
import { BoundedMap } from "./bounded-map.ts";
import { readWhole } from "./read-whole.ts";

/** Files up to this size are always told apart by their content. */
export const maxAlwaysHashedBytes = 1024 * 1024;
/** Files over this size never are: hashing them would take longer than using them. */
const maxEverHashedBytes = 64 * 1024 * 1024;
/** FAT keeps times to two seconds; within that a change may leave them as they were. */
const coarsestTimeMs = 2000n;
const blockBytes = 1024 * 1024;

/**
 * Versions of files: `sha256:<hex>` of the content for files up to 1 MiB, else
 * `stat:<dev>:<ino>:<size>:<mtimeNs>:<ctimeNs>`. A larger file (up to 64 MiB) that changed in the
 * last two seconds is told by its content, too, because its times can't be trusted yet; once told
 * so it stays so, lest its version change by growing old.
 */
export class FileVersions {
  readonly #toldByContent = new BoundedMap<string, true>(1000);

  /** The whole of an open file, with the version of exactly these bytes. */
  readContent(descriptor: number, realPath: string, size: number, maxBytes: number): FileContent {
    if (size <= maxAlwaysHashedBytes) {
      const bytes = readWhole(descriptor, size, maxBytes);
      if (bytes.byteLength <= maxAlwaysHashedBytes)
        return { bytes, version: contentVersion(bytes) };
    }
    const before = fstatSync(descriptor, { bigint: true });
    const bytes = readWhole(descriptor, Number(before.size), maxBytes);
    const after = fstatSync(descriptor, { bigint: true });
    const identity = identityVersion(before);
    const wasStill = identity === identityVersion(after);
    // Of a file too large to hash that changed midway: a version that it doesn't have any more.
    if (bytes.byteLength > maxEverHashedBytes) return { bytes, version: identity };
    if (wasStill && !this.#mustHash(realPath, after)) return { bytes, version: identity };
    this.#toldByContent.set(realPath, true);
    return { bytes, version: contentVersion(bytes) };
  }

  /** Of an open file as it is now. */
  ofFile(descriptor: number, realPath: string): FileVersion {
    const stats = fstatSync(descriptor, { bigint: true });
    if (stats.size > maxAlwaysHashedBytes) {
      if (stats.size > maxEverHashedBytes || !this.#mustHash(realPath, stats)) {
        return identityVersion(stats);
      }
      this.#toldByContent.set(realPath, true);
    }
    return hashedVersion(descriptor);
  }

  /** Of a file that was just written with these bytes and put at the path. */
  ofWritten(descriptor: number, realPath: string, bytes: Uint8Array): FileVersion {
    if (bytes.byteLength > maxEverHashedBytes) {
      return identityVersion(fstatSync(descriptor, { bigint: true }));
    }
    if (bytes.byteLength > maxAlwaysHashedBytes) this.#toldByContent.set(realPath, true);
    return contentVersion(bytes);
  }

  #mustHash(realPath: string, stats: BigIntStats): boolean {
    return isRecent(stats) || this.#toldByContent.has(realPath);
  }
}

/** Whether an open file is that version, in whichever way the version tells it. */
export function isVersion(descriptor: number, version: FileVersion): boolean {
  if (version.startsWith("sha256:")) return hashedVersion(descriptor) === version;
  return identityVersion(fstatSync(descriptor, { bigint: true })) === version;
}

/** What tells that a file wasn't touched since, provided that it wasn't recent then. */
export function identityVersion(stats: BigIntStats): FileVersion {
  return `stat:${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/** Whether the file changed so lately that another change might leave its times as they are. */
export function isRecent({ mtimeMs, ctimeMs }: BigIntStats): boolean {
  const since = BigInt(Date.now()) - coarsestTimeMs;
  return mtimeMs >= since || ctimeMs >= since;
}

function contentVersion(bytes: Uint8Array): FileVersion {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

/** In constant memory. */
function hashedVersion(descriptor: number): FileVersion {
  const sum = createHash("sha256");
  const block = Buffer.allocUnsafe(Math.min(blockBytes, fstatSync(descriptor).size + 1));
  for (let position = 0; ; ) {
    const count = readSync(descriptor, block, 0, block.byteLength, position);
    if (count === 0) return `sha256:${sum.digest("hex")}`;
    sum.update(block.subarray(0, count));
    position += count;
  }
}
