import { type BigIntStats, fstatSync } from "node:fs";
import type { FileContent, FileVersion } from "@toolwright/core/ports";
import { BoundedMap } from "./bounded-map.ts";
import { contentVersion, hashedVersion, versionOfRead } from "./hashed-version.ts";
import { readWhole } from "./read-whole.ts";
import { identityVersion, isRecent } from "./stat-identity.ts";

/** Files up to this size are always identified by their content. */
export const maxAlwaysHashedBytes = 1024 * 1024;
/** Larger files aren't hashed after a write, because that would take as long as the write. */
const maxHashedWriteBytes = 16 * 1024 * 1024;
/** Larger files are never hashed, because that would take longer than using them. */
const maxEverHashedBytes = 64 * 1024 * 1024;

/**
 * Versions of files: `sha256:<hex>` of the content for files up to 1 MiB, otherwise
 * `stat:<dev>:<ino>:<size>:<mtimeNs>:<ctimeNs>`. A larger file (up to 64 MiB) that changed a moment
 * ago is also identified by its content, because its times can't be trusted yet. A file keeps its
 * kind of version, so that its version doesn't change merely because it gets older.
 *
 * A write of more than 16 MiB is identified by its times at once. If another process writes the
 * same file within the same clock tick (10 ms at most) and with the same length, the version
 * doesn't show that.
 */
export class FileVersions {
  readonly #toldByContent = new BoundedMap<string, true>(1000);
  readonly #toldByTimes = new BoundedMap<string, FileVersion>(1000);

  /** The content of an open file, with the version of exactly these bytes. */
  readContent(descriptor: number, realPath: string, size: number, maxBytes: number): FileContent {
    if (size <= maxAlwaysHashedBytes) {
      const bytes = readWhole(descriptor, size, maxBytes);
      if (bytes.byteLength <= maxAlwaysHashedBytes)
        return { bytes, version: contentVersion(bytes) };
    }
    const before = fstatSync(descriptor, { bigint: true });
    const wasRecent = isRecent(before);
    const isTimed = this.#isToldByTimes(realPath, before);
    const bytes = readWhole(descriptor, Number(before.size), maxBytes);
    const after = fstatSync(descriptor, { bigint: true });
    const identity = identityVersion(before);
    const wasStill = identity === identityVersion(after);
    // If a file too large to hash changed midway, this is a version that the file no longer has.
    if (bytes.byteLength > maxEverHashedBytes) return { bytes, version: identity };
    if (wasStill && isTimed) return { bytes, version: identity };
    this.#toldByContent.set(realPath, true);
    return { bytes, version: versionOfRead(bytes, { before, after, wasRecent }) };
  }

  /** The current version of an open file. */
  ofFile(descriptor: number, realPath: string): FileVersion {
    const stats = fstatSync(descriptor, { bigint: true });
    if (stats.size > maxAlwaysHashedBytes) {
      if (stats.size > maxEverHashedBytes || this.#isToldByTimes(realPath, stats)) {
        return identityVersion(stats);
      }
      this.#toldByContent.set(realPath, true);
    }
    return hashedVersion(descriptor);
  }

  /** The version of a file that was just written with these bytes and placed at the path. */
  ofWritten(descriptor: number, realPath: string, bytes: Uint8Array): FileVersion {
    if (bytes.byteLength > maxHashedWriteBytes) {
      const version = identityVersion(fstatSync(descriptor, { bigint: true }));
      this.#toldByContent.delete(realPath);
      this.#toldByTimes.set(realPath, version);
      return version;
    }
    if (bytes.byteLength > maxAlwaysHashedBytes) this.#toldByContent.set(realPath, true);
    return contentVersion(bytes);
  }

  #isToldByTimes(realPath: string, stats: BigIntStats): boolean {
    if (this.#toldByTimes.get(realPath) === identityVersion(stats)) return true;
    return !this.#toldByContent.has(realPath) && !isRecent(stats);
  }
}

/** Whether an open file has that version, of either kind. */
export function isVersion(descriptor: number, version: FileVersion): boolean {
  if (version.startsWith("sha256:")) return hashedVersion(descriptor) === version;
  return identityVersion(fstatSync(descriptor, { bigint: true })) === version;
}
