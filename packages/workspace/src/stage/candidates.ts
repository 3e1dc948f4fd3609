import { type BigIntStats, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isGone, systemCode } from "../access/failures.ts";
import { identityVersion } from "../versions/stat-identity.ts";

/** The places of one root in a stage. */
export interface StagedRoot {
  /** The root's real path, by which its files are named. */
  readonly root: string;
  /** The stage's view of it. */
  readonly view: string;
  /** For an overlay: the directory with what was written. */
  readonly upper?: string;
  /** For a copy: the files as they were when they were copied, by their paths from the view. */
  readonly copied?: ReadonlyMap<string, string>;
}

/** A path that may have changed, from its root; an `obstacle` says why it couldn't be looked at. */
export interface Candidate {
  readonly path: string;
  readonly obstacle?: string;
}

/** The paths that may have changed in a root's stage. Parents come first. */
export function candidatesIn(root: StagedRoot): Iterable<Candidate> {
  return root.upper === undefined ? ofCopy(root, "") : ofOverlay(root, root.upper, "");
}

/**
 * An overlay writes every changed file to the upper directory, and every directory on the way to it. So only these
 * directories are looked at. What is missing in the view, and only that, counts as deleted: the marks that the file
 * system leaves for it are its own business.
 */
function* ofOverlay(root: StagedRoot, upper: string, below: string): Iterable<Candidate> {
  const written = list(join(upper, below));
  if (typeof written === "string") return yield { path: below, obstacle: written };
  const shown = new Set(listOrNone(join(root.view, below)));
  const originals = listOrNone(join(root.root, below));
  for (const name of written) {
    const path = join(below, name);
    if (name.includes("\uFFFD")) {
      yield { path, obstacle: notUtf8 };
      continue;
    }
    yield { path };
    const isDirectory = isDirectoryAt(join(root.view, path));
    if (isDirectory) yield* ofOverlay(root, upper, path);
    else yield* originalsBelow(join(root.root, path), path);
  }
  const seen = new Set(written);
  for (const name of originals) {
    if (seen.has(name) || shown.has(name)) continue;
    yield { path: join(below, name) };
    yield* originalsBelow(join(root.root, below, name), join(below, name));
  }
}

/** Everything below an original directory that is gone. */
function* originalsBelow(place: string, path: string): Iterable<Candidate> {
  if (!isDirectoryAt(place)) return;
  for (const name of listOrNone(place)) {
    yield { path: join(path, name) };
    yield* originalsBelow(join(place, name), join(path, name));
  }
}

/** Everything in the copy that isn't as it was copied, then what is gone from it. */
function* ofCopy({ view, copied = new Map() }: StagedRoot, below: string): Iterable<Candidate> {
  const seen = new Set<string>();
  yield* changedIn(view, copied, below, seen);
  for (const path of copied.keys()) if (!seen.has(path)) yield { path };
}

function* changedIn(
  view: string,
  copied: ReadonlyMap<string, string>,
  below: string,
  seen: Set<string>,
): Iterable<Candidate> {
  const names = list(join(view, below));
  if (typeof names === "string") return yield { path: below, obstacle: names };
  for (const name of names) {
    const path = join(below, name);
    seen.add(path);
    if (name.includes("\uFFFD")) {
      yield { path, obstacle: notUtf8 };
      continue;
    }
    const stats = statOf(join(view, path));
    if (stats === null) continue;
    if (copied.get(path) !== stampOf(stats)) yield { path };
    if (stats.isDirectory()) yield* changedIn(view, copied, path, seen);
  }
}

const notUtf8 = "has a name that isn't UTF-8";

/** For a directory without its times, which change with every entry. */
export function stampOf(stats: BigIntStats): string {
  return stats.isDirectory()
    ? `directory:${stats.mode}`
    : `${stats.mode}:${identityVersion(stats)}`;
}

/** The names in a directory, or why they can't be listed. */
function list(directory: string): readonly string[] | string {
  try {
    return readdirSync(directory);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return isGone(error) ? [] : `can't be listed (${code})`;
  }
}

function listOrNone(directory: string): readonly string[] {
  const names = list(directory);
  return typeof names === "string" ? [] : names;
}

function isDirectoryAt(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
