import { hash } from "node:crypto";
import { type BigIntStats, closeSync, openSync } from "node:fs";
import type { FileVersion } from "@toolwright/core/ports";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { PathMoved, isGone } from "../access/failures.ts";
import { readFileFlags } from "../access/open-flags.ts";
import { statIn } from "../changes/replaced-file.ts";
import { isVersion } from "../versions/file-versions.ts";

/**
 * Identifies a file whatever other file has its name by now: the untouched file itself, or at least
 * the same bytes. Numbers are decimal text, for JSON.
 */
export interface FileIdentity {
  readonly inode: string;
  readonly size: string;
  readonly modifiedAtNs: string;
  /** `sha256:…`; null for a file too large to hash. */
  readonly content: FileVersion | null;
}

export function identityOf(stats: BigIntStats, version: FileVersion | null): FileIdentity {
  return {
    inode: String(stats.ino),
    size: String(stats.size),
    modifiedAtNs: String(stats.mtimeNs),
    content: version?.startsWith("sha256:") === true ? version : null,
  };
}

/** Larger files are identified without their content: hashing would take longer than writing. */
const maxHashedBytes = 64 * 1024 * 1024;

/** The version of bytes to be written; null if there are too many. */
export function contentOf(bytes: Uint8Array | null): FileVersion | null {
  if (bytes === null || bytes.byteLength > maxHashedBytes) return null;
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

/** Whether the name refers to that file. Device numbers don't count: they change on reboot. */
export function isFile(
  directory: ContainedDirectory,
  name: string,
  identity: FileIdentity,
): boolean {
  const stats = statIn(directory, name);
  if (stats === null || !stats.isFile() || String(stats.size) !== identity.size) return false;
  if (isUntouched(stats, identity)) return true;
  return identity.content !== null && hasContent(directory, name, identity.content);
}

/** Whether it is the same file, and its content hasn't been written since. */
function isUntouched(stats: BigIntStats, identity: FileIdentity): boolean {
  return (
    String(stats.ino) === identity.inode &&
    String(stats.size) === identity.size &&
    String(stats.mtimeNs) === identity.modifiedAtNs
  );
}

function hasContent(directory: ContainedDirectory, name: string, content: FileVersion): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(directory.at(name), readFileFlags);
  } catch (error) {
    if (isGone(error)) throw new PathMoved(error);
    throw error;
  }
  try {
    return isVersion(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
}
