import { ToolError } from "@toolwright/core";
import { isAtOrBelow } from "@toolwright/core/internal";
import type { ResolvedPath } from "@toolwright/core/ports";
import { join, type MemoryDisk, nameOf, parentOf } from "./memory-disk.ts";

const maxPathLength = 4095;
const maxNameBytes = 255;

/** Resolves paths on a disk in memory by the rules of the Workspace port. */
export class MemoryPaths {
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly #disk: MemoryDisk;

  constructor(disk: MemoryDisk, roots: readonly string[], cwd: string) {
    this.#disk = disk;
    this.roots = roots;
    this.cwd = cwd;
  }

  /** Follows every link. Errors: those of `Workspace.resolve`. */
  resolve(asked: string): ResolvedPath {
    const path = this.#requested(asked);
    return this.#resolved(asked, path, this.#realPath(asked, path));
  }

  /** Does not follow a link at the end. */
  resolveEntry(asked: string): ResolvedPath {
    const path = this.#requested(asked);
    if (path === "/" || this.roots.includes(path)) return this.resolve(asked);
    const realPath = join(this.#realPath(asked, parentOf(path)), nameOf(path));
    return this.#resolved(asked, path, realPath);
  }

  rootOf(path: string): string | null {
    return this.roots.find((root) => isAtOrBelow(path, root)) ?? null;
  }

  #requested(asked: string): string {
    const fault = faultOf(asked);
    if (fault !== null) {
      throw new ToolError("input-invalid", `The path ${JSON.stringify(asked)} ${fault}.`);
    }
    const path = normalised(asked.startsWith("/") ? asked : join(this.cwd, asked));
    const tooLong = path.split("/").some((name) => utf8Bytes(name) > maxNameBytes);
    if (!tooLong && path.length <= maxPathLength) return path;
    throw new ToolError("input-invalid", `The path '${asked.slice(0, 80)}…' is too long.`);
  }

  #realPath(asked: string, path: string): string {
    const { realPath, links } = this.#disk.follow(path);
    if (isKernelPlace(path) || isKernelPlace(realPath)) {
      throw new ToolError("path-outside-workspace", `'${asked}' leads to /proc, /dev or /sys.`);
    }
    const cameFromInside = [path, ...links].some((place) => this.rootOf(place) !== null);
    if (this.rootOf(realPath) === null && cameFromInside) {
      throw new ToolError(
        "path-outside-workspace",
        `'${asked}' is, or goes through, a link that leads outside the workspace.`,
      );
    }
    return realPath;
  }

  #resolved(asked: string, path: string, realPath: string): ResolvedPath {
    if (isKernelPlace(realPath)) {
      throw new ToolError("path-outside-workspace", `'${asked}' leads to /proc, /dev or /sys.`);
    }
    const root = this.rootOf(realPath);
    const node = this.#disk.at(realPath);
    return {
      path,
      realPath,
      displayPath: this.#displayPath(path, realPath, root),
      root,
      linkCount: node?.kind === "file" ? node.names : 1,
      ...(node !== null && { isDirectory: node.kind === "directory" }),
    };
  }

  #displayPath(path: string, realPath: string, root: string | null): string {
    if (root === null) return path;
    const inside = this.rootOf(path) === root ? path : realPath;
    return inside === root ? "." : inside.slice(root === "/" ? 1 : root.length + 1);
  }
}

function faultOf(asked: unknown): string | null {
  if (typeof asked !== "string") return "is not a string";
  if (asked === "") return "is empty";
  if (asked.includes("\0")) return "has a null character";
  if (!asked.isWellFormed()) return "has half of a surrogate pair";
  return asked.length > maxPathLength ? "is too long" : null;
}

/** Removes `.`, `..` and a final separator textually. */
export function normalised(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

function isKernelPlace(path: string): boolean {
  return /^\/(?:proc|dev|sys)(?:\/|$)/.test(path);
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
