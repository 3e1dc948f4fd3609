import { lstatSync } from "node:fs";
import { sep } from "node:path";
import type { ResolvedPath, TreeLook } from "@toolwright/core";
import { isGone, systemCode } from "./failures.ts";

export interface TreeLookOptions {
  readonly directory: ResolvedPath;
  /** Whether a file at this real path may be read unasked. */
  readonly mayRead: (realPath: string) => boolean;
  readonly isRevoked: () => boolean;
}

/**
 * Looks at files by their names alone, as whoever found them named them. Times of modification are
 * all that is told of a path that a link may have been put into meanwhile.
 */
export function createTreeLook({ directory, mayRead, isRevoked }: TreeLookOptions): TreeLook {
  const { realPath } = directory;
  const prefix = realPath.endsWith(sep) ? realPath : realPath + sep;
  const fullPath =
    sep === "/"
      ? (path: string) => prefix + path
      : (path: string) => prefix + path.replaceAll("/", sep);
  return {
    readable: (paths) => (isRevoked() ? [] : paths.filter((path) => mayRead(fullPath(path)))),
    modifiedAtMs: (paths) =>
      paths.map((path) => (isRevoked() ? null : modifiedAtMs(fullPath(path)))),
  };
}

function modifiedAtMs(path: string): number | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch (error) {
    if (isGone(error) || systemCode(error) === "EACCES") return null;
    throw error;
  }
}
