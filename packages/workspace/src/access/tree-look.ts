import { lstatSync } from "node:fs";
import { sep } from "node:path";
import type {
  IgnoreRules,
  ReadFilter,
  ResolvedPath,
  TreeLook,
  TreeWalk,
} from "@toolwright/core/ports";
import { baseOf, type ContainedDirectory, type Containment } from "./contained-directory.ts";
import {
  isAsRipgrepReads,
  isInRepository,
  levelAt,
  UncertainIgnoreFile,
} from "../tree/ignore-level.ts";
import { walkFiles } from "../tree/walk-files.ts";
import { isGone, PathMoved, systemCode } from "./failures.ts";

export interface TreeLookOptions {
  readonly directory: ResolvedPath;
  readonly containment: Containment;
  /** Whether a file at this real path may be read without approval. */
  readonly mayRead: ReadFilter;
  readonly isRevoked: () => boolean;
}

/**
 * Looks at files by path alone, as their finder named them. For a path through which a link may now
 * lead elsewhere, only the time of modification is revealed.
 */
export function createTreeLook({
  directory,
  containment,
  mayRead,
  isRevoked,
}: TreeLookOptions): TreeLook {
  const { realPath, root } = directory;
  const { placeOf } = containment;
  const base = baseOf(root, realPath);
  const prefix = realPath.endsWith(sep) ? realPath : realPath + sep;
  const fullPath =
    sep === "/"
      ? (path: string) => prefix + path
      : (path: string) => prefix + path.replaceAll("/", sep);
  return {
    readable: (paths) => (isRevoked() ? [] : paths.filter((path) => mayRead(fullPath(path)))),
    modifiedAtMs: (paths) =>
      paths.map((path) => (isRevoked() ? null : modifiedAtMs(placeOf(fullPath(path))))),
    ...(sep === "/" && {
      ignoreRules: () => ignoreRulesIn(placeOf(realPath)),
      walk: (request: TreeWalk) =>
        walkFiles(placeOf(realPath), {
          ...request,
          isOver: () => isRevoked() || request.isOver(),
          take(directory, names) {
            const place = directory === "" ? realPath : prefix + directory;
            const mayReadName =
              mayRead.inDirectory?.(place) ?? ((name: string) => mayRead(`${place}/${name}`));
            return request.take(directory, names.filter(mayReadName));
          },
        }),
    }),
    present(paths) {
      const found = new Set<string>();
      for (const [at, names] of namesByDirectory(paths)) {
        if (isRevoked()) return [];
        const place = at === "" ? realPath : fullPath(at);
        for (const name of filesIn(() => containment.lookInto(base, place), names)) {
          found.add(at === "" ? name : `${at}/${name}`);
        }
      }
      return paths.filter((path) => found.has(path));
    },
  };
}

function ignoreRulesIn(directory: string): IgnoreRules {
  try {
    const level = levelAt(directory);
    return { isInRepository: isInRepository(level), isAsRipgrepReads: isAsRipgrepReads(level) };
  } catch (error) {
    // ripgrep handles a file that can't be read here.
    if (error instanceof UncertainIgnoreFile)
      return { isInRepository: false, isAsRipgrepReads: true };
    throw error;
  }
}

function namesByDirectory(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const directories = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    const directory = slash === -1 ? "" : path.slice(0, slash);
    const names = directories.get(directory);
    if (names === undefined) directories.set(directory, [path.slice(slash + 1)]);
    else names.push(path.slice(slash + 1));
  }
  return directories;
}

/** None if the directory can't be opened, which is no error for a reader. */
function filesIn(open: () => ContainedDirectory, names: readonly string[]): readonly string[] {
  let directory: ContainedDirectory | null = null;
  try {
    const opened = open();
    directory = opened;
    return names.filter((name) => isRegularFile(opened.at(name)));
  } catch (error) {
    if (error instanceof PathMoved || systemCode(error) !== null) return [];
    throw error;
  } finally {
    directory?.close();
  }
}

function isRegularFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    if (systemCode(error) !== null) return false;
    throw error;
  }
}

function modifiedAtMs(path: string): number | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch (error) {
    if (isGone(error) || systemCode(error) === "EACCES") return null;
    throw error;
  }
}
