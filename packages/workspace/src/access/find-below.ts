import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { sep } from "node:path";
import { type FileBelow, listingPlace, nameIn, placeIn, type View } from "@toolwright/core/ports";
import { isMissing } from "../paths/is-missing.ts";
import { realPathOf } from "../paths/real-path.ts";

export interface FindOptions {
  /** Directories that stand for roots, by whose names everything is called. */
  readonly views?: readonly View[];
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
export function findBelow(
  start: string,
  { isWanted, maxEntries, views = [] }: FindOptions,
): FoundBelow {
  const paths: string[] = [];
  const waiting: string[] = [];
  let isWhole = true;
  let seen = 0;
  const visit = (path: string, entry: Pick<Dirent, "isDirectory" | "isSymbolicLink">): void => {
    if (entry.isDirectory()) waiting.push(path);
    else if (isWanted(entry.isSymbolicLink() ? linkAt(views, path) : fileAt(path)))
      paths.push(path);
  };
  try {
    const first = lstatSync(placeIn(views, start), { throwIfNoEntry: false });
    if (first !== undefined) visit(start, first);
  } catch {
    return { paths, isWhole: false };
  }
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(listingPlace(views, directory, isMissing), { withFileTypes: true });
    } catch (error) {
      // A removed directory has no files; the content of an unreadable one is unknown.
      isWhole &&= (error as NodeJS.ErrnoException).code === "ENOENT";
      continue;
    }
    seen += entries.length;
    if (seen > maxEntries) return { paths, isWhole: false };
    // Without `join`, which takes longer than everything else here.
    const prefix = directory.endsWith(sep) ? directory : directory + sep;
    for (const entry of entries) visit(prefix + entry.name, entry);
  }
  return { paths, isWhole };
}

function fileAt(path: string): FileBelow {
  return { path, realPath: path, leadsToDirectory: false };
}

/** A dangling link counts as its own target: nothing can be read through it. */
function linkAt(views: readonly View[], path: string): FileBelow {
  try {
    const place = realPathOf(placeIn(views, path));
    return {
      path,
      realPath: nameIn(views, place),
      leadsToDirectory: lstatSync(place).isDirectory(),
    };
  } catch {
    return fileAt(path);
  }
}
