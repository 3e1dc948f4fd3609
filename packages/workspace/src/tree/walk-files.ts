import { type Dirent, readdirSync } from "node:fs";
import { promisify } from "node:util";
import type { TreeWalk } from "@toolwright/core/ports";
import { isGone } from "../access/failures.ts";
import {
  type IgnoreLevel,
  isIgnored,
  levelOf,
  levelsAbove,
  UncertainIgnoreFile,
} from "./ignore-level.ts";

const immediate = promisify(setImmediate);

/** After this time, other work gets its turn. */
const SLICE_MS = 4;

/**
 * Passes on every regular file below a directory without following links. In a repository, these
 * are the files that git lists, without tracked files that a rule ignores. Works by path, like
 * `rg --files --hidden`.
 *
 * Directories are read synchronously, in slices: this takes a third of the processor time of
 * promises or callbacks, and so finishes sooner on a busy machine.
 *
 * Returns false if it may have missed files: a directory or an ignore file can't be read, or a name
 * isn't UTF-8. Errors: those of `take`.
 */
export async function walkFiles(start: string, request: TreeWalk): Promise<boolean> {
  const { heedsIgnoreFiles, maxDepth, isOver } = request;
  const prefix = start.endsWith("/") ? start : `${start}/`;
  try {
    const above = heedsIgnoreFiles ? levelsAbove(prefix.slice(0, -1)) : null;
    const waiting: Waiting[] = [{ directory: "", depth: 1, above }];
    let sliceEnd = performance.now() + SLICE_MS;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (performance.now() > sliceEnd) {
        await immediate();
        sliceEnd = performance.now() + SLICE_MS;
      }
      if (isOver()) return true;
      const entries = entriesOf(prefix, next);
      if (entries === null) continue;
      const files = look(prefix, next, entries, request);
      if (files === null) return false;
      if (maxDepth === null || next.depth < maxDepth) waiting.push(...files.directories);
      if (files.names.length === 0) continue;
      const goesOn = request.take(next.directory, files.names);
      if (!(typeof goesOn === "boolean" ? goesOn : await goesOn)) return true;
    }
    return true;
  } catch (error) {
    if (error instanceof UncertainIgnoreFile || error instanceof Unreadable) return false;
    throw error;
  }
}

interface Waiting {
  /** Relative to the start. */
  readonly directory: string;
  readonly depth: number;
  readonly above: IgnoreLevel | null;
}

interface Looked {
  readonly names: string[];
  readonly directories: Waiting[];
}

class Unreadable extends Error {}

/** Null if the directory no longer exists. */
function entriesOf(prefix: string, { directory }: Waiting): readonly Dirent[] | null {
  try {
    return readdirSync(prefix + directory, { withFileTypes: true });
  } catch (error) {
    if (isGone(error) && directory !== "") return null;
    throw new Unreadable("a directory couldn't be read", { cause: error });
  }
}

/** Null if a name may contain bytes that aren't UTF-8. */
function look(
  prefix: string,
  { directory, depth, above }: Waiting,
  entries: readonly Dirent[],
  { without, heedsIgnoreFiles, isWanted }: TreeWalk,
): Looked | null {
  const inside = directory === "" ? "" : `${directory}/`;
  const place = prefix + inside;
  const level = heedsIgnoreFiles ? levelOf(place, entries, above) : null;
  const names: string[] = [];
  const directories: Waiting[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isDirectory = entry.isDirectory();
    // Checked for unwanted entries as well: the name may stand for another one.
    if (name.includes("\uFFFD")) return null;
    if (!isDirectory && !(entry.isFile() && isWanted(name))) continue;
    if (without.has(name)) continue;
    if (level !== null && isIgnored(level, place, name, isDirectory)) continue;
    if (!isDirectory) names.push(name);
    else directories.push({ directory: inside + name, depth: depth + 1, above: level });
  }
  // The last directory is taken first. Sorted, so that a reader who keeps the first few files has
  // them soon.
  directories.sort((a, b) => (a.directory < b.directory ? 1 : -1));
  return { names, directories };
}
