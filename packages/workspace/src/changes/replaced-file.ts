import {
  type BigIntStats,
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
} from "node:fs";
import { join } from "node:path";
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
import { hashedVersion } from "../versions/hashed-version.ts";
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
    if (!fstatSync(descriptor).isFile()) return false;
    return isVersion(descriptor, version) || isInView(directory, name, { descriptor, version });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a view shows the same bytes as the root's own file, which has that version. The version of a large file
 * names its device, which differs in a view.
 */
function isInView(
  { realPath }: ContainedDirectory,
  name: string,
  { descriptor, version }: { readonly descriptor: number; readonly version: FileVersion },
): boolean {
  if (version.startsWith("sha256:")) return false;
  let original: number;
  try {
    original = openSync(join(realPath, name), readFileFlags);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
  try {
    return isVersion(original, version) && hashedVersion(original) === hashedVersion(descriptor);
  } finally {
    closeSync(original);
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
