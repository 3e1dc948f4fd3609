import { createHash, hash } from "node:crypto";
import { type BigIntStats, fstatSync, readSync } from "node:fs";
import type { FileVersion } from "@toolwright/core/ports";
import { BoundedMap } from "./bounded-map.ts";
import { identityVersion, isRecent } from "./stat-identity.ts";

/** Hashing a smaller file is faster than looking up whether it was hashed before. */
const minRememberedBytes = 256n * 1024n;
const blockBytes = 1024 * 1024;

/**
 * Content versions by the identity of the file. Shared by all workspaces: an identity that wasn't
 * recent when it was read never gets different content.
 */
const contentOf = new BoundedMap<FileVersion, FileVersion>(1000);

export function contentVersion(bytes: Uint8Array): FileVersion {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

/** The content version of an open file, in constant memory. */
export function hashedVersion(descriptor: number): FileVersion {
  const before = fstatSync(descriptor, { bigint: true });
  if (before.size < minRememberedBytes) return hashOf(descriptor, Number(before.size));
  const known = contentOf.get(identityVersion(before));
  if (known !== undefined) return known;
  const settled = !isRecent(before);
  const version = hashOf(descriptor, Number(before.size));
  if (settled) rememberContent(before, fstatSync(descriptor, { bigint: true }), version);
  return version;
}

/**
 * The version of bytes just read from a file. `before` and `after` are its facts around the read;
 * `wasRecent`: whether it was recent before the read.
 */
export function versionOfRead(
  bytes: Uint8Array,
  { before, after, wasRecent }: { before: BigIntStats; after: BigIntStats; wasRecent: boolean },
): FileVersion {
  const isSame = identityVersion(before) === identityVersion(after);
  const known = isSame ? contentOf.get(identityVersion(before)) : undefined;
  if (known !== undefined) return known;
  const version = contentVersion(bytes);
  if (!wasRecent) rememberContent(before, after, version);
  return version;
}

function rememberContent(before: BigIntStats, after: BigIntStats, version: FileVersion): void {
  const identity = identityVersion(before);
  if (identity === identityVersion(after)) contentOf.set(identity, version);
}

function hashOf(descriptor: number, size: number): FileVersion {
  const sum = createHash("sha256");
  const block = Buffer.allocUnsafe(Math.min(blockBytes, size + 1));
  for (let position = 0; ; ) {
    const count = readSync(descriptor, block, 0, block.byteLength, position);
    if (count === 0) return `sha256:${sum.digest("hex")}`;
    sum.update(block.subarray(0, count));
    position += count;
  }
}
