import { closeSync, constants, openSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * Runs `work` in a directory below a root, by a path that nobody can redirect meanwhile: no name in it may be
 * a link. Returns null when it does not exist.
 */
export function inDirectory<T>(
  root: string,
  path: string,
  work: (directory: string) => T,
): T | null {
  if (process.platform !== "linux") return work(path);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const names = path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== "");
  let descriptor: number;
  try {
    descriptor = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return null;
  }
  try {
    for (const name of names) {
      let next: number;
      try {
        next = openSync(join(placeOf(descriptor), name), flags);
      } catch {
        return null;
      }
      closeSync(descriptor);
      descriptor = next;
    }
    return work(placeOf(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function placeOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}
