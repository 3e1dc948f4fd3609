import { type Dirent, lstatSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { isGone } from "../access/failures.ts";
import { type IgnoreFile, parseIgnoreFile } from "./ignore-file.ts";

/** Larger files make the walk uncertain; ripgrep reads them line by line. */
const MAX_BYTES = 262_144;

/** In order of precedence. */
const sources = [".rgignore", ".ignore", ".gitignore", ".git/info/exclude"] as const;
/** Files from this index on belong to git, and apply only within their repository. */
const firstOfGit = 2;
const names = new Set<string>([".rgignore", ".ignore", ".gitignore", ".git"]);

/** The ignore files of one directory and its ancestors. */
export interface IgnoreLevel {
  readonly above: IgnoreLevel | null;
  /** The absolute directory, with a trailing `/`. */
  readonly prefix: string;
  /** In the order of `sources`; null for a missing file. */
  readonly files: readonly (IgnoreFile | null)[];
  /** Whether a repository begins here. */
  readonly isRepository: boolean;
}

/** Thrown for an ignore file that can't be read: too large, a link, no permission. */
export class UncertainIgnoreFile extends Error {}

/** The rules of a directory (`place`, with a trailing `/`). Errors: `UncertainIgnoreFile`. */
export function levelOf(
  place: string,
  entries: readonly Dirent[],
  above: IgnoreLevel | null,
): IgnoreLevel | null {
  if (!entries.some(({ name }) => names.has(name))) return above;
  return readLevel(place, above);
}

/** The rules of a directory and of those above it. Errors: `UncertainIgnoreFile`. */
export function levelAt(directory: string): IgnoreLevel | null {
  return readLevel(directory === "/" ? "/" : `${directory}/`, levelsAbove(directory));
}

/** The rules of the directories above one. Errors: `UncertainIgnoreFile`. */
export function levelsAbove(directory: string): IgnoreLevel | null {
  if (directory === "" || directory === "/") return null;
  const above = dirname(directory);
  return readLevel(above === "/" ? above : `${above}/`, levelsAbove(above));
}

/** Whether a level, or one above it, belongs to a repository. */
export function isInRepository(level: IgnoreLevel | null): boolean {
  for (let each = level; each !== null; each = each.above) if (each.isRepository) return true;
  return false;
}

/** Whether ripgrep interprets all rules of a level and its ancestors as git does. */
export function isAsRipgrepReads(level: IgnoreLevel | null): boolean {
  for (let each = level; each !== null; each = each.above) {
    if (each.files.some((file) => file?.isAsRipgrepReads === false)) return false;
  }
  return true;
}

/**
 * Whether ignore files exclude the entry. `place` is its absolute directory, with a trailing `/`.
 */
export function isIgnored(
  level: IgnoreLevel | null,
  place: string,
  name: string,
  isDirectory: boolean,
): boolean {
  let best: boolean | null = null;
  let bestSource: number = sources.length;
  for (let each = level; each !== null; each = each.above) {
    const { prefix, files, isRepository } = each;
    for (let source = 0; source < bestSource; source += 1) {
      const file = files[source];
      if (file === null || file === undefined) continue;
      const verdict = file.verdict(name, () => place.slice(prefix.length) + name, isDirectory);
      if (verdict === null) continue;
      best = verdict;
      bestSource = source;
    }
    if (isRepository) bestSource = Math.min(bestSource, firstOfGit);
  }
  return best ?? false;
}

function readLevel(prefix: string, above: IgnoreLevel | null): IgnoreLevel | null {
  const files = sources.map((source) => readIgnoreFile(prefix + source));
  const isRepository = lstatSync(`${prefix}.git`, { throwIfNoEntry: false }) !== undefined;
  const saysNothing = !isRepository && files.every((file) => file === null);
  return saysNothing ? above : { above, prefix, files, isRepository };
}

function readIgnoreFile(path: string): IgnoreFile | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    // Links aren't followed, because their target may be anywhere.
    const isReadable = stats.isFile() && stats.size <= MAX_BYTES;
    const file = isReadable ? parseIgnoreFile(readFileSync(path, "utf8")) : null;
    if (file !== null) return file;
  } catch (error) {
    if (isGone(error)) return null;
    throw new UncertainIgnoreFile(path, { cause: error });
  }
  throw new UncertainIgnoreFile(path);
}
