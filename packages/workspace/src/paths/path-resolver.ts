import { isUtf8 } from "node:buffer";
import { type Stats, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import { nameIn, placeIn, type ResolvedPath, type View } from "@toolwright/core/ports";
import {
  isGone,
  kernelPlace,
  leadsOutside,
  systemCode,
  systemFailure,
} from "../access/failures.ts";
import { containingRoot, isKernelPlace } from "./containment.ts";
import type { OutputPlaces } from "../output-store/output-places.ts";
import { followLinks, statOf } from "./link-walk.ts";
import { realPathOf } from "./real-path.ts";
import { requestedPath } from "./requested-path.ts";

/** A requested path, its target, and the target's facts at that moment. */
export interface FoundPath {
  readonly asked: string;
  readonly resolved: ResolvedPath;
  /** Facts of the real path, without following a final link; null if nothing exists. */
  readonly stats: Stats | null;
}

export interface PathResolverOptions {
  /** Real paths; none is inside another. */
  readonly roots: readonly string[];
  readonly cwd: string;
  /** The files of this workspace's outputs; without it, handles are plain paths. */
  readonly outputs?: OutputPlaces;
  readonly views?: readonly View[];
}

/** Resolves requested paths to real ones, and refuses paths that hide where they lead. */
export class PathResolver {
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly views: readonly View[];
  readonly #outputs: OutputPlaces | undefined;

  constructor({ roots, cwd, outputs, views = [] }: PathResolverOptions) {
    this.roots = roots;
    this.views = views;
    this.cwd = cwd;
    this.#outputs = outputs;
  }

  /**
   * Follows every link. A path *named* outside has `root: null`. So has the handle of a stored
   * output, which names one of our own files.
   *
   * Errors: those of `requestedPath` and `followLinks`; `path-outside-workspace` for a link inside
   * a root, dangling or not, that ends outside all roots.
   */
  resolve(asked: string): FoundPath {
    const output = this.storedOutput(asked);
    if (output !== null) return output;
    const path = this.requested(asked);
    const realPath = this.#realPath(path, asked);
    return this.#found(asked, path, realPath);
  }

  /** Follows every link except a final one, which is itself the target. */
  resolveEntry(asked: string): FoundPath {
    const output = this.storedOutput(asked);
    if (output !== null) return output;
    const path = this.requested(asked);
    const name = basename(path);
    if (name === "" || this.rootOf(path) === path) return this.resolve(asked);
    const realPath = join(this.#realPath(dirname(path), asked), name);
    return this.#found(asked, path, realPath);
  }

  /** The file of an output handle, whether or not it exists; null for any other path. */
  storedOutput(asked: string): FoundPath | null {
    const file = this.#outputs?.fileOf(asked) ?? null;
    if (file === null) return null;
    const stats = statOf(file, asked);
    // Only we create files there, and we create no links.
    const isOurs = stats !== null && stats.isFile() && stats.nlink === 1;
    const resolved: ResolvedPath = {
      path: file,
      realPath: file,
      displayPath: asked,
      root: null,
      linkCount: 1,
      storedOutput: asked,
      ...(isOurs && { isDirectory: false }),
    };
    return { asked, resolved, stats: isOurs ? stats : null };
  }

  /** The facts of a real path, without following a final link; null if nothing exists. */
  statOf(realPath: string, asked: string): Stats | null {
    return statOf(placeIn(this.views, realPath), asked);
  }

  /** The root that contains a real path; null outside all roots. */
  rootOf(realPath: string): string | null {
    return containingRoot(this.roots, realPath, sep);
  }

  /**
   * The absolute path, without following links.
   *
   * Errors: those of `requestedPath`; `path-outside-workspace` in /proc, /dev and /sys.
   */
  requested(asked: string): string {
    const path = requestedPath(asked, this.cwd, process.platform);
    if (isKernelPlace(path)) throw kernelPlace(asked);
    return path;
  }

  /** For a requested path that is known to contain no link. */
  describeUnlinked(asked: string, path: string, stats: Stats): FoundPath {
    return this.#describe(asked, path, path, stats);
  }

  #found(asked: string, path: string, realPath: string): FoundPath {
    if (isKernelPlace(realPath)) throw kernelPlace(asked);
    return this.#describe(asked, path, realPath, this.statOf(realPath, asked));
  }

  #describe(asked: string, path: string, realPath: string, stats: Stats | null): FoundPath {
    const root = this.rootOf(realPath);
    const linkCount = stats?.isFile() ? stats.nlink : 1;
    const displayPath = this.#displayPath(path, realPath, root);
    const resolved = {
      path,
      realPath,
      displayPath,
      root,
      linkCount,
      ...(stats !== null && { isDirectory: stats.isDirectory() }),
    };
    return { asked, resolved, stats };
  }

  #realPath(path: string, asked: string): string {
    // If the real path equals the path, no link was followed. Anything else (a link, a missing
    // file, a different letter case) is followed name by name.
    const place = placeIn(this.views, path);
    if (nativeRealPath(place, asked) === place) return path;
    const walk = followLinks(path, asked, this.views);
    const realPath =
      process.platform === "linux"
        ? walk.realPath
        : nameIn(this.views, canonical(placeIn(this.views, walk.realPath), asked));
    const isInside = this.rootOf(realPath) !== null;
    const cameFromInside = [path, ...walk.links].some((place) => this.rootOf(place) !== null);
    if (!isInside && cameFromInside) throw leadsOutside(asked);
    return realPath;
  }

  #displayPath(path: string, realPath: string, root: string | null): string {
    if (root === null) return path;
    const inside = this.rootOf(path) === root ? path : realPath;
    if (inside.length === root.length) return ".";
    const relative = inside.slice(root.endsWith(sep) ? root.length : root.length + 1);
    return process.platform === "win32" ? relative.replaceAll("\\", "/") : relative;
  }
}

/** Null if nothing exists, or if only the walk can resolve the path. */
function nativeRealPath(path: string, asked: string): string | null {
  try {
    const realPath = realPathOf(path);
    if (realPath.includes("\uFFFD")) refuseLossyName(path, asked);
    return realPath;
  } catch (error) {
    if (isGone(error) || systemCode(error) === "EACCES") return null;
    throw systemFailure(error, asked, "looked up");
  }
}

/** Node replaces bytes that aren't UTF-8, so such a name could refer to a different file. */
function refuseLossyName(path: string, asked: string): void {
  if (isUtf8(realpathSync.native(path, "buffer"))) return;
  throw new ToolError(
    "input-invalid",
    `${shownPath(asked)} leads to a name that is not UTF-8, so it can't be used.`,
  );
}

/** The existing part as the file system spells it: letter case, Unicode form, short names. */
function canonical(path: string, asked: string): string {
  const existing = nativeRealPath(path, asked);
  if (existing !== null) return existing;
  const parent = dirname(path);
  if (parent === path) return path;
  return join(canonical(parent, asked), path.slice(parent.length));
}
