import { dirname } from "node:path";
import { type Effect, ToolError } from "@toolwright/core";
import { isPathChange } from "@toolwright/core/internal";
import type { PathResolver } from "../paths/path-resolver.ts";
import type { Places } from "./places.ts";

/** A path that a call may change. */
export interface WatchedPath {
  /** Absolute, and real except for its last segment. */
  readonly path: string;
  /** Whether everything below it, if it is a directory, is watched as well. */
  readonly isDeep: boolean;
  /**
   * Whether `.git` directories below it are skipped: a command's repository keeps its own history.
   */
  readonly skipsGit: boolean;
}

/**
 * The paths that the effects write or delete, with the directories that would be created for them.
 */
export function watchedPaths(
  effects: readonly Effect[],
  resolver: PathResolver,
  places: Places,
): readonly WatchedPath[] {
  const watched = new Map<string, WatchedPath>();
  const watch = (path: string, isDeep: boolean, skipsGit: boolean): void => {
    const known = watched.get(path);
    watched.set(path, {
      path,
      isDeep: isDeep || known?.isDeep === true,
      skipsGit: skipsGit && known?.skipsGit !== false,
    });
  };
  for (const effect of effects) {
    if (!isPathChange(effect)) continue;
    const isDeep = effect.type === "delete" ? effect.isDirectory !== false : !!effect.recursive;
    for (const path of placesOf(effect, resolver)) {
      // A path that doesn't exist yet becomes a new directory, and everything in it belongs to the
      // call.
      const skipsGit = effect.type === "write" && places.isDirectory(path);
      if (isDeep && skipsGit && isInGit(path)) continue;
      watch(path, isDeep, skipsGit);
      for (const missing of missingAbove(places, path)) watch(missing, false, true);
    }
  }
  return [...watched.values()];
}

/** Whether a command's effects reach into a repository's own directory. */
export function touchesGit(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      isPathChange(effect) &&
      isInGit(effect.realPath ?? effect.path) &&
      (effect.type === "delete" || effect.recursive === true),
  );
}

/** The .git directories that the effects reach into. */
export function gitDirectoriesOf(effects: readonly Effect[]): readonly WatchedPath[] {
  return effects.flatMap((effect): WatchedPath[] => {
    if (!isPathChange(effect)) return [];
    const [path] = /^.*?[/\\]\.git(?=[/\\]|$)/.exec(effect.realPath ?? effect.path) ?? [];
    return path === undefined ? [] : [{ path, isDeep: true, skipsGit: false }];
  });
}

export function isInGit(path: string): boolean {
  return /[/\\]\.git(?:[/\\]|$)/.test(path);
}

/** The real path and, for a path that ends in a link, the link itself. */
function placesOf(
  { path, realPath }: { readonly path: string; readonly realPath?: string },
  resolver: PathResolver,
): ReadonlySet<string> {
  const found = new Set<string>(realPath === undefined ? [] : [realPath]);
  if (realPath === path) return found;
  try {
    found.add(resolver.resolveEntry(path).resolved.realPath);
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
  }
  return found;
}

function missingAbove(places: Places, path: string): readonly string[] {
  const missing: string[] = [];
  for (let directory = dirname(path); directory !== dirname(directory); ) {
    if (places.isDirectory(directory)) break;
    missing.push(directory);
    directory = dirname(directory);
  }
  return missing;
}
