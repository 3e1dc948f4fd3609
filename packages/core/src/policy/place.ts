import { ConfigurationError } from "../errors.ts";
import { namesFrom, namesOf, slash } from "./path-names.ts";
import { spellPath } from "./spelling.ts";

/** The directories that patterns refer to: the workspace's roots and the person's home directory. */
export interface Place {
  readonly roots: readonly string[];
  /** The names along each root, in the same order. */
  readonly rootNames: readonly (readonly string[])[];
  /** The names of all roots in every spelling that deny and ask rules match. */
  readonly foldedRoots: readonly (readonly string[])[];
  readonly homeNames: readonly string[] | null;
  readonly foldedHomes: readonly (readonly string[])[];
}

/** Errors: ConfigurationError `policy-invalid` for a path that isn't absolute. */
export function createPlace(roots: readonly string[], home?: string): Place {
  return {
    roots,
    rootNames: roots.map(absoluteNames),
    foldedRoots: roots.flatMap(foldedDirectory),
    homeNames: home === undefined ? null : absoluteNames(home),
    foldedHomes: home === undefined ? [] : foldedDirectory(home),
  };
}

/** An absolute directory's names in every spelling. Errors: like `createPlace`. */
export function foldedDirectory(path: string): readonly (readonly string[])[] {
  return spellPath(path, absoluteNames(path)).map(({ folded }) => folded);
}

function absoluteNames(path: string): readonly string[] {
  const names = namesOf(path);
  if (names !== null) return names;
  throw new ConfigurationError(
    "policy-invalid",
    `A policy's directories must be absolute paths; ${JSON.stringify(path)} isn't one.`,
  );
}

/** Like `namesOf`, but reuses the names of the root that contains the path. */
export function namesAt(path: string, place: Place): readonly string[] | null {
  for (let index = 0; index < place.roots.length; index += 1) {
    const root = place.roots[index] ?? "";
    if (path.charCodeAt(root.length) === slash && path.startsWith(root)) {
      return namesFrom(path, root.length + 1, [...(place.rootNames[index] ?? [])]);
    }
  }
  return namesOf(path);
}
