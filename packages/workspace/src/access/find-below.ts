import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileBelow } from "@toolwright/core/ports";
import { realPathOf } from "../paths/real-path.ts";

export interface FindOptions {
  readonly isWanted: (file: FileBelow) => boolean;
  readonly maxEntries: number;
}

export interface FoundBelow {
  readonly paths: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Finds the wanted files at or below a real path, by name alone: nothing is opened. Links aren't
 * followed. For a link, `isWanted` is asked about its target, because reading the link reads that,
 * and the link's own path is returned. Never throws.
 */
export function findBelow(start: string, { isWanted, maxEntries }: FindOptions): FoundBelow {
  const paths: string[] = [];
  const waiting: string[] = [];
  let isWhole = true;
  let seen = 0;
  const visit = (path: string, entry: Pick<Dirent, "isDirectory" | "isSymbolicLink">): void => {
    if (entry.isDirectory()) waiting.push(path);
    else if (isWanted(entry.isSymbolicLink() ? linkAt(path) : fileAt(path))) paths.push(path);
  };
  try {
    const first = lstatSync(start, { throwIfNoEntry: false });
    if (first !== undefined) visit(start, first);
  } catch {
    return { paths, isWhole: false };
  }
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(directory, { withFileTypes: true });
    } catch (error) {
      // A removed directory has no files; the content of an unreadable one is unknown.
      isWhole &&= (error as NodeJS.ErrnoException).code === "ENOENT";
      continue;
    }
    seen += entries.length;
    if (seen > maxEntries) return { paths, isWhole: false };
    for (const entry of entries) visit(join(directory, entry.name), entry);
  }
  return { paths, isWhole };
}

function fileAt(path: string): FileBelow {
  return { path, realPath: path, leadsToDirectory: false };
}

/** A dangling link counts as its own target: nothing can be read through it. */
function linkAt(path: string): FileBelow {
  try {
    const realPath = realPathOf(path);
    return { path, realPath, leadsToDirectory: lstatSync(realPath).isDirectory() };
  } catch {
    return fileAt(path);
  }
}
