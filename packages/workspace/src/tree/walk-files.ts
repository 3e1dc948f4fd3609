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

/** After this others have their turn. */
const SLICE_MS = 4;

/**
 * Hands on every regular file below a directory, no link followed: in a repository those that git
 * lists, besides what it has although a rule ignores it. Looks by path, as `rg --files --hidden` does.
 *
 * Directories are read synchronously, in slices: a third of the processor's time that promises or
 * callbacks take, and so the sooner on a busy machine.
 *
 * False when it can't be sure to find all: a directory or an ignore file that can't be read, a name
 * that isn't UTF-8. Errors: what `take` throws.
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

/** Null when the directory is gone by now. */
function entriesOf(prefix: string, { directory }: Waiting): readonly Dirent[] | null {
  try {
    return readdirSync(prefix + directory, { withFileTypes: true });
  } catch (error) {
    if (isGone(error) && directory !== "") return null;
    throw new Unreadable("a directory couldn't be read", { cause: error });
  }
}

/** Null when a name may stand for bytes that are no UTF-8. */
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
    // Asked of what it can't tell, too: the name may stand for another.
    if (name.includes("\uFFFD")) return null;
    if (!isDirectory && !(entry.isFile() && isWanted(name))) continue;
    if (without.has(name)) continue;
    if (level !== null && isIgnored(level, place, name, isDirectory)) continue;
    if (!isDirectory) names.push(name);
    else directories.push({ directory: inside + name, depth: depth + 1, above: level });
  }
  // The last one is taken first. In order, so that who keeps the first few soon has them.
  directories.sort((a, b) => (a.directory < b.directory ? 1 : -1));
  return { names, directories };
}
