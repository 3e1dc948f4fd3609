import {
  type BigIntStats,
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
} from "node:fs";
import type { FileVersion } from "@toolwright/core/ports";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { readFileFlags } from "../access/open-flags.ts";
import {
  PathMoved,
  changed,
  isGone,
  isGoneText,
  kindOf,
  notAFile,
  systemCode,
} from "../access/failures.ts";
import { isVersion } from "../versions/file-versions.ts";
import { identityVersion, isRecent } from "../versions/stat-identity.ts";

export interface Expectation {
  readonly directory: ContainedDirectory;
  readonly name: string;
  readonly asked: string;
  /** The version that must be there; null for none. */
  readonly version: FileVersion | null;
}

/**
 * The facts of the file that a write would replace; null if nothing is there, as expected.
 *
 * Errors: `file-changed` for anything unexpected; `not-a-file`; `PathMoved` for a link, because a
 * real path never ends in one.
 */
export function expectFile(expectation: Expectation): BigIntStats | null {
  const { directory, name, asked, version } = expectation;
  const stats = statIn(directory, name);
  if (stats === null) {
    if (version === null) return null;
    throw changed(asked, isGoneText);
  }
  if (stats.isSymbolicLink()) throw new PathMoved();
  if (!stats.isFile()) throw notAFile(asked, kindOf(stats));
  if (version === null) {
    throw changed(asked, "already exists, and this change expects to create it. Read it first.");
  }
  if (!isFileVersion(directory, name, version)) throw changedSince(asked);
  return stats;
}

/** The same check at the last instant, but cheap: old, unchanged times prove the content. */
export function expectSameFile(expectation: Expectation, before: BigIntStats | null): void {
  const now = statIn(expectation.directory, expectation.name);
  const isUntouched =
    before !== null && now !== null && identityVersion(before) === identityVersion(now);
  if (isUntouched && !isRecent(before)) return;
  expectFile(expectation);
}

/**
 * Respects the user's choice to make a file read-only, although its directory would allow a rename.
 */
export function checkWritable(directory: ContainedDirectory, name: string): void {
  accessSync(directory.at(name), constants.W_OK);
}

export function statIn(directory: ContainedDirectory, name: string): BigIntStats | null {
  try {
    return lstatSync(directory.at(name), { bigint: true });
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function isFileVersion(directory: ContainedDirectory, name: string, version: FileVersion): boolean {
  const descriptor = openIn(directory, name);
  try {
    return fstatSync(descriptor).isFile() && isVersion(descriptor, version);
  } finally {
    closeSync(descriptor);
  }
}

function openIn(directory: ContainedDirectory, name: string): number {
  try {
    return openSync(directory.at(name), readFileFlags);
  } catch (error) {
    if (isGone(error)) throw new PathMoved(error);
    throw error;
  }
}

function changedSince(asked: string): Error {
  return changed(asked, "has changed since this change was prepared. Read it again.");
}
