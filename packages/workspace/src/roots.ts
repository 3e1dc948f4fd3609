import { type Stats, realpathSync, statSync } from "node:fs";
import { parse, resolve, sep } from "node:path";
import { messageOf } from "@toolwright/core/internal";
import { nameIn, placeIn, type View } from "@toolwright/core/ports";
import { systemCode } from "./access/failures.ts";
import { WorkspaceError } from "./errors.ts";
import { isInside, isKernelPlace } from "./paths/containment.ts";
import { realPathOf } from "./paths/real-path.ts";

export interface RootsOptions {
  readonly roots: readonly string[];
  readonly home: string;
  /** Accepts `/`, the home directory and its ancestors. */
  readonly allowBroadRoots: boolean;
}

/**
 * The real paths of the roots, in order. A root inside another one is dropped.
 *
 * Errors: WorkspaceError `root-missing`, `root-not-directory`, `root-too-broad`, `root-invalid`.
 */
export function openRoots({ roots, home, allowBroadRoots }: RootsOptions): readonly string[] {
  if (roots.length === 0) {
    throw new WorkspaceError("root-invalid", "", "A workspace needs at least one root directory.");
  }
  const realHome = realPathOrSame(home);
  const real = roots.map((root) => realRoot(root));
  for (const root of real) if (!allowBroadRoots) checkNarrow(root, realHome);
  return [...new Set(real)].filter(
    (root) => !real.some((other) => other !== root && isInside(other, root, sep)),
  );
}

/** The real path of the directory that relative paths start from. Default: the first root. */
export function openCwd(
  cwd: string | undefined,
  roots: readonly string[],
  views: readonly View[] = [],
): string {
  const wanted = cwd ?? roots[0] ?? "";
  const found = look(placeIn(views, wanted), "cwd-invalid", "current directory");
  const { stats } = found;
  const realPath = nameIn(views, found.realPath);
  if (!stats.isDirectory()) {
    throw new WorkspaceError(
      "cwd-invalid",
      wanted,
      `The current directory ${wanted} is not a directory.`,
    );
  }
  if (roots.some((root) => isInside(root, realPath, sep))) return realPath;
  throw new WorkspaceError(
    "cwd-invalid",
    wanted,
    `The current directory ${realPath} is outside the workspace's roots (${roots.join(", ")}). ` +
      "Name a directory inside them, or add it as a root.",
  );
}

/**
 * The views of roots, as real paths. A view may neither contain nor be inside a root or another
 * view, because a path would then have two names.
 *
 * Errors: as `openRoots`; `root-invalid` for a view without a root, and for one that overlaps.
 */
export function openViews(
  views: Readonly<Record<string, string | Omit<View, "root">>>,
  roots: readonly string[],
): readonly View[] {
  const opened: View[] = [];
  for (const [named, given] of Object.entries(views)) {
    const root = realPathOrSame(named);
    const view = typeof given === "string" ? { directory: realRoot(given) } : given;
    const { directory } = view;
    const others = [...roots, ...opened.map((view) => view.directory)];
    const overlaps = others.some(
      (other) => isInside(other, directory, sep) || isInside(directory, other, sep),
    );
    const isAgain = opened.some((view) => view.root === root);
    if (!roots.includes(root) || isAgain || overlaps) {
      throw new WorkspaceError(
        "root-invalid",
        directory,
        `${directory} can't stand for ${root}: a view needs a root of the workspace, one view a root, ` +
          "and a directory apart from all roots and other views.",
      );
    }
    opened.push({ root, ...view });
  }
  return opened;
}

function realRoot(root: string): string {
  const { realPath, stats } = look(root, "root-missing", "workspace root");
  if (!stats.isDirectory()) {
    throw new WorkspaceError(
      "root-not-directory",
      realPath,
      `The workspace root ${realPath} is a file, not a directory. Name the directory it is in.`,
    );
  }
  if (isKernelPlace(realPath) || realPath.includes("\uFFFD")) {
    throw new WorkspaceError(
      "root-invalid",
      realPath,
      `${realPath} can't be a workspace root: it is in /proc, /dev or /sys, or its name isn't UTF-8.`,
    );
  }
  return realPath;
}

function look(
  path: string,
  missing: "root-missing" | "cwd-invalid",
  what: string,
): { realPath: string; stats: Stats } {
  if (path === "") {
    throw new WorkspaceError(missing, path, `The ${what} is an empty path. Name a directory.`);
  }
  const absolute = resolve(path);
  try {
    const realPath = realPathOf(absolute);
    return { realPath, stats: statSync(realPath) };
  } catch (cause) {
    const problem =
      systemCode(cause) === "ENOENT" ? "does not exist" : `can't be used: ${messageOf(cause)}`;
    throw new WorkspaceError(
      missing,
      absolute,
      `The ${what} ${absolute} ${problem}. Name an existing directory.`,
      cause,
    );
  }
}

function checkNarrow(root: string, home: string): void {
  if (root !== parse(root).root && !isInside(root, home, sep)) return;
  const what =
    root === home
      ? "your home directory"
      : "the root of a file system or above your home directory";
  throw new WorkspaceError(
    "root-too-broad",
    root,
    `${root} is ${what}, which is too broad for a workspace. Name a project's directory, or allow ` +
      "broad roots explicitly.",
  );
}

function realPathOrSame(path: string): string {
  try {
    return realpathSync.native(resolve(path));
  } catch (error) {
    // A home directory that doesn't exist contains nothing, but its ancestors are still too broad.
    if (systemCode(error) === null) throw error;
    return resolve(path);
  }
}
