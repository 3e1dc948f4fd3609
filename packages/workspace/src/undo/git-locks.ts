import { closeSync, fstatSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import { isGone, systemCode } from "../access/failures.ts";
import { newFileFlags, readFileFlags } from "../access/open-flags.ts";
import type { Places } from "./places.ts";
import type { Restoration } from "./restoration.ts";

/** Distinguishes our locks from git's own, which contain the text to be written. */
const ownMark = "held by an undo of toolwright\n";

/** The files that git locks before it changes them. */
const lockedNames = new Set(["HEAD", "index", "packed-refs", "config"]);

/**
 * The names of the locks that git takes for changing these paths. They include the index of each
 * repository, so that git doesn't change its work tree in the meantime.
 */
export function gitLocksFor(restorations: readonly Restoration[]): readonly string[] {
  const locks = new Set<string>();
  for (const { path } of restorations) {
    const [directory] = /^.*[/\\]\.git(?=[/\\])/.exec(path) ?? [];
    if (directory === undefined) continue;
    locks.add(join(directory, "index.lock"));
    const inside = path.slice(directory.length + 1);
    if (lockedNames.has(inside) || inside.startsWith(`refs${sep}`)) locks.add(`${path}.lock`);
  }
  // A directory that will be removed can't contain a lock.
  const going = new Set(
    restorations.filter(({ to }) => to.kind !== "directory").map(({ path }) => path),
  );
  return [...locks].filter((lock) => !going.has(dirname(lock))).toSorted();
}

/**
 * Takes git's own locks, so that git doesn't work in the repositories until they are released.
 * Errors: ToolError `file-changed` if git is running there.
 */
export function holdGitLocks(places: Places, locks: readonly string[]): Disposable {
  const held: string[] = [];
  const release = (): void => {
    for (const lock of held.splice(0)) {
      try {
        places.at(lock, (directory, name) => unlinkSync(directory.at(name)));
      } catch (error) {
        if (!isGone(error) && systemCode(error) === null) throw error;
      }
    }
  };
  try {
    for (const lock of locks) if (lockIn(places, lock)) held.push(lock);
  } catch (error) {
    release();
    throw error;
  }
  return { [Symbol.dispose]: release };
}

/** Removes the locks of an undo whose process has ended. */
export function removeLeftLocks(places: Places, locks: readonly string[]): void {
  for (const lock of locks) {
    try {
      places.at(lock, (directory, name) => {
        if (isOurs(directory.at(name))) unlinkSync(directory.at(name));
      });
    } catch (error) {
      if (!isGone(error) && systemCode(error) === null) throw error;
    }
  }
}

function isOurs(path: string): boolean {
  const descriptor = openSync(path, readFileFlags);
  try {
    const stats = fstatSync(descriptor);
    return (
      stats.isFile() &&
      stats.size === ownMark.length &&
      readFileSync(descriptor, "utf8") === ownMark
    );
  } finally {
    closeSync(descriptor);
  }
}

/** False if the directory doesn't exist yet: then git has nothing to change. */
function lockIn(places: Places, lock: string): boolean {
  try {
    const isMade = places.at(lock, (directory, name) => {
      const descriptor = openSync(directory.at(name), newFileFlags, 0o666);
      try {
        writeSync(descriptor, ownMark);
      } finally {
        closeSync(descriptor);
      }
      return true;
    });
    return isMade ?? false;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw new ToolError(
      "file-changed",
      `git is running in this repository ('${lock}' exists), so nothing was undone. Wait until it ends, then ` +
        "undo again. If no git is running, delete that file.",
      { details: { path: lock } },
    );
  }
}
