import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, fstatSync, openSync, readlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { isGone, kindOf, systemCode } from "../access/failures.ts";
import { readFileFlags } from "../access/open-flags.ts";
import { statIn } from "../changes/replaced-file.ts";
import type { BlobId, PathState } from "../journal/journal-store.ts";
import { readWhole, TooManyBytes } from "../versions/read-whole.ts";
import { identityVersion } from "../versions/stat-identity.ts";
import type { Places } from "./places.ts";

/** Larger files aren't kept. */
export const maxKeptFileBytes = 64 * 1024 * 1024;

const maxReads = 4;

export const absent: PathState = { kind: "absent" };

export interface ReadOptions {
  /** Keeps a content, or only computes its id. */
  readonly keep: (bytes: Uint8Array) => BlobId;
  readonly maxBytes?: number;
}

/** The id under which a content would be kept. */
export function blobIdOf(bytes: Uint8Array): BlobId {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The current state of a real path. A final link isn't followed; with a link anywhere before, the
 * path counts as absent. Files that can't be read or are too large have a reason instead of a
 * content.
 */
export function readState(places: Places, path: string, options: ReadOptions): PathState {
  return places.at(path, (directory, name) => stateIn(directory, name, options)) ?? absent;
}

/** The same for a name in an open directory. */
export function stateIn(
  directory: ContainedDirectory,
  name: string,
  options: ReadOptions,
): PathState {
  for (let reads = 1; ; reads++) {
    const stats = statIn(directory, name);
    if (stats === null) return absent;
    if (stats.isDirectory()) return { kind: "directory", mode: directoryMode(stats) };
    if (stats.isSymbolicLink()) {
      const target = linkTarget(directory, name);
      if (target !== null) return target;
    } else if (stats.isFile()) {
      const state = fileState(directory, name, stats, options, reads === maxReads);
      if (state !== null) return state;
    } else return special(stats);
    if (reads === maxReads) return { kind: "other" };
  }
}

/** Whether both states are certainly the same; contents that weren't kept never are. */
export function isSameState(a: PathState, b: PathState): boolean {
  if (a.kind === "file") {
    return b.kind === "file" && a.blob !== null && a.blob === b.blob && a.mode === b.mode;
  }
  if (a.kind === "directory") return b.kind === "directory" && a.mode === b.mode;
  if (a.kind === "link") return b.kind === "link" && a.target === b.target;
  if (a.kind === "other") {
    return b.kind === "other" && a.identity !== undefined && a.identity === b.identity;
  }
  return b.kind === "absent";
}

/** Null if the file has changed since the look at it. */
function fileState(
  directory: ContainedDirectory,
  name: string,
  stats: BigIntStats,
  { keep, maxBytes = maxKeptFileBytes }: ReadOptions,
  isLast: boolean,
): PathState | null {
  const facts = { kind: "file", size: Number(stats.size), mode: fileMode(stats) } as const;
  if (facts.size > maxBytes) return { ...facts, blob: null, reason: tooLargeReason(maxBytes) };
  let descriptor: number;
  try {
    descriptor = openSync(directory.at(name), readFileFlags);
  } catch (error) {
    if (isGone(error)) return null;
    const code = systemCode(error);
    if (code === null) throw error;
    return { ...facts, blob: null, reason: `it can't be read (${code})` };
  }
  try {
    const before = fstatSync(descriptor, { bigint: true });
    if (!before.isFile() || before.ino !== stats.ino) return null;
    const bytes = readWhole(descriptor, Number(before.size), maxBytes);
    const isStill =
      identityVersion(before) === identityVersion(fstatSync(descriptor, { bigint: true }));
    if (!isStill && !isLast) return null;
    if (!isStill) return { ...facts, blob: null, reason: "it kept changing while it was read" };
    return { ...facts, size: bytes.byteLength, mode: fileMode(before), blob: keep(bytes) };
  } catch (error) {
    if (error instanceof TooManyBytes) {
      return { ...facts, blob: null, reason: tooLargeReason(maxBytes) };
    }
    const code = systemCode(error);
    if (code === null) throw error;
    return { ...facts, blob: null, reason: `it can't be read (${code})` };
  } finally {
    closeSync(descriptor);
  }
}

/** A special file has no content, so it can be removed again but not recreated. */
function special(stats: BigIntStats): PathState {
  const identity = `${stats.dev}:${stats.ino}:${stats.mode}`;
  return { kind: "other", reason: `it is a ${kindOf(stats)}`, identity };
}

function linkTarget(directory: ContainedDirectory, name: string): PathState | null {
  try {
    const bytes = readlinkSync(directory.at(name), { encoding: "buffer" });
    if (isUtf8(bytes)) return { kind: "link", target: bytes.toString() };
    return { kind: "other", reason: "it is a link whose target isn't UTF-8" };
  } catch (error) {
    // The name now refers to something else.
    if (isGone(error) || systemCode(error) === "EINVAL") return null;
    throw error;
  }
}

function tooLargeReason(maxBytes: number): string {
  return `it is larger than ${maxBytes / 1024 / 1024} MiB, the limit for kept files`;
}

/** Without setuid and setgid, because whoever restores a file becomes its owner. */
function fileMode({ mode }: BigIntStats): number {
  return Number(mode) & 0o777;
}

function directoryMode({ mode }: BigIntStats): number {
  return Number(mode) & 0o3777;
}
