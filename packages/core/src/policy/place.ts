import { ConfigurationError } from "../errors.ts";
import { fold } from "./fold.ts";

/** Where patterns and paths stand: the workspace's roots and the person's home directory. */
export interface Place {
  readonly roots: readonly string[];
  readonly home: string | null;
  /** The roots' names, in the same order. */
  readonly rootNames: readonly (readonly string[])[];
  readonly foldedRootNames: readonly (readonly string[])[];
  readonly homeNames: readonly string[] | null;
}

export function createPlace(roots: readonly string[], home?: string): Place {
  const rootNames = roots.map((root) => absoluteNames(root));
  return {
    roots,
    home: home ?? null,
    rootNames,
    foldedRootNames: rootNames.map((names) => names.map(fold)),
    homeNames: home === undefined ? null : absoluteNames(home),
  };
}

/** Errors: ConfigurationError `policy-invalid` for a path that isn't absolute. */
export function absoluteNames(path: string): readonly string[] {
  const names = namesOf(path);
  if (names !== null) return names;
  throw new ConfigurationError(
    "policy-invalid",
    `A policy's directories are absolute paths; ${JSON.stringify(path)} isn't one.`,
  );
}

const drive = /^[A-Za-z]:(?=[\\/]|$)/;

/**
 * The names along an absolute path: `/src/a.ts` is `src`, `a.ts`. On Windows the drive is the
 * first (`C:`), of a network path the server (`//server`). Null when the path isn't absolute.
 */
export function namesOf(path: string): readonly string[] | null {
  if (path.charCodeAt(0) === 0x2f) {
    if (path.length === 1) return [];
    return path.includes("//") || path.endsWith("/")
      ? path.split("/").filter((name) => name !== "")
      : path.slice(1).split("/");
  }
  if (drive.test(path)) {
    const [first = "", ...names] = path.split(/[\\/]+/).filter((name) => name !== "");
    return [first.toUpperCase(), ...names];
  }
  if (!path.startsWith("\\\\")) return null;
  const [server = "", ...names] = path.split(/[\\/]+/).filter((name) => name !== "");
  return [`//${server}`, ...names];
}

/** Whether the names begin with all of the directory's. */
export function isWithin(names: readonly string[], directory: readonly string[]): boolean {
  if (names.length < directory.length) return false;
  for (let index = directory.length - 1; index >= 0; index -= 1) {
    if (names[index] !== directory[index]) return false;
  }
  return true;
}

/** How many names the innermost root has that contains these; -1 outside of all. */
export function depthInRoots(
  names: readonly string[],
  roots: readonly (readonly string[])[],
): number {
  let depth = -1;
  for (const root of roots) {
    if (root.length > depth && isWithin(names, root)) depth = root.length;
  }
  return depth;
}
