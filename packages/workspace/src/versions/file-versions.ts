import { type BigIntStats, fstatSync } from "node:fs";
import type { FileContent, FileVersion } from "@toolwright/core/ports";
import { BoundedMap } from "./bounded-map.ts";
import { contentVersion, hashedVersion, versionOfRead } from "./hashed-version.ts";
import { readWhole } from "./read-whole.ts";
import { identityVersion, isRecent } from "./stat-identity.ts";

/** Files up to this size are always told apart by their content. */
export const maxAlwaysHashedBytes = 1024 * 1024;
/** What was just written and is larger isn't hashed: that would take as long as writing it. */
const maxHashedWriteBytes = 16 * 1024 * 1024;
/** Files over this size never are: hashing them would take longer than using them. */
const maxEverHashedBytes = 64 * 1024 * 1024;

/**
 * Versions of files: `sha256:<hex>` of the content for files up to 1 MiB, else
 * `stat:<dev>:<ino>:<size>:<mtimeNs>:<ctimeNs>`. A larger file (up to 64 MiB) that changed a moment
 * ago is told by its content, too, because its times can't be trusted yet. Whichever way it was
 * told it stays so, lest its version change by growing old.
 *
 * A write of more than 16 MiB is told by its times at once: what somebody writes into the same file
 * in the same tick of the clock (10 ms at most), at the same length, isn't told from it.
 */
export class FileVersions {
  readonly #toldByContent = new BoundedMap<string, true>(1000);
  readonly #toldByTimes = new BoundedMap<string, FileVersion>(1000);

  /** The whole of an open file, with the version of exactly these bytes. */
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
    // Of a file too large to hash that changed midway: a version that it doesn't have any more.
    if (bytes.byteLength > maxEverHashedBytes) return { bytes, version: identity };
    if (wasStill && isTimed) return { bytes, version: identity };
    this.#toldByContent.set(realPath, true);
    return { bytes, version: versionOfRead(bytes, { before, after, wasRecent }) };
  }

  /** Of an open file as it is now. */
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

  /** Of a file that was just written with these bytes and put at the path. */
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

/** Whether an open file is that version, in whichever way the version tells it. */
export function isVersion(descriptor: number, version: FileVersion): boolean {
  if (version.startsWith("sha256:")) return hashedVersion(descriptor) === version;
  return identityVersion(fstatSync(descriptor, { bigint: true })) === version;
}
