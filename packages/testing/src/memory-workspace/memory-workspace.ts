import type { Workspace } from "@toolwright/core";
import type { FileBelow, FileVersion, ResolvedPath } from "@toolwright/core/ports";
import type { FixtureEntry, FixtureFiles } from "../fixture-files.ts";
import { judgeInMemory, MemoryAccess, versionOf } from "./memory-access.ts";
import { join, MemoryDisk } from "./memory-disk.ts";
import { MemoryPaths, normalised } from "./memory-paths.ts";

export interface MemoryWorkspaceOptions {
  /** Absolute, with `/`. Default: `/workspace`. */
  readonly roots?: readonly string[];
  /** Default: the first root. */
  readonly cwd?: string;
  /** The initial content, by absolute path or relative to the first root. */
  readonly files?: FixtureFiles;
  /** Milliseconds since the epoch, for files' times. Default: 0. */
  readonly now?: () => number;
}

/** A Workspace on a disk in memory, and access to the same disk as another program. */
export interface MemoryWorkspace extends Workspace {
  /** Writes as another program would, replacing what exists. */
  put(path: string, entry: FixtureEntry): void;
  /** Removes a path with everything below. */
  drop(path: string): void;
  /** A file's content as text; undefined if there is no file. */
  text(path: string): string | undefined;
  /** The sorted absolute paths of everything but directories. */
  paths(): readonly string[];
}

/**
 * The Workspace port in memory, for tests of tools and hosts. It has links, read tracking, versions, permits,
 * revocation and atomic replacement as on a disk. Paths are POSIX paths on any system.
 */
export function createMemoryWorkspace({
  roots = ["/workspace"],
  files = {},
  now = () => 0,
  ...options
}: MemoryWorkspaceOptions = {}): MemoryWorkspace {
  const disk = new MemoryDisk(now);
  const first = roots[0] ?? "/";
  const cwd = options.cwd ?? first;
  const at = (path: string): string => normalised(path.startsWith("/") ? path : join(first, path));
  for (const root of roots) disk.makeDirectory(normalised(root));
  for (const [path, entry] of Object.entries(files)) put(path, entry);
  const paths = new MemoryPaths(disk, roots.map(normalised), normalised(cwd));

  function put(path: string, entry: FixtureEntry): void {
    drop(at(path));
    const isName = typeof entry === "object" && "hardLink" in entry;
    disk.put(at(path), isName ? { hardLink: at(entry.hardLink) } : entry);
  }

  function drop(path: string): void {
    for (const below of disk.below(path).toReversed()) disk.remove(below);
    disk.remove(path);
  }

  /** A dangling link resolves to itself, so reading it fails. */
  function fileAt(path: string): FileBelow {
    try {
      const { realPath } = disk.follow(path);
      const node = disk.at(realPath);
      if (node !== null) return { path, realPath, leadsToDirectory: node.kind === "directory" };
    } catch {
      // A circle of links.
    }
    return { path, realPath: path, leadsToDirectory: false };
  }

  return {
    roots: paths.roots,
    cwd: paths.cwd,
    resolve: (path) => paths.resolve(path),
    judgeRepository: judgeInMemory,
    version({ realPath }: ResolvedPath): FileVersion | null {
      const node = disk.at(realPath);
      return node?.kind === "file" ? versionOf(node) : null;
    },
    findBelow(directory, { isWanted, maxEntries }) {
      const all = [directory, ...disk.below(directory)].filter((path) => disk.at(path) !== null);
      if (all.length > maxEntries) return { paths: [], isWhole: false };
      const found = all.filter((path) => disk.at(path)?.kind !== "directory");
      return { paths: found.filter((path) => isWanted(fileAt(path))), isWhole: true };
    },
    openSession() {
      const knowledge = { versions: new Map(), contents: new Map() };
      let isClosed = false;
      return {
        openCall: (rights) =>
          new MemoryAccess(disk, paths, knowledge, {
            ...rights,
            isRevoked: () => isClosed || rights.isRevoked(),
          }),
        close() {
          isClosed = true;
        },
      };
    },
    put,
    drop: (path) => drop(at(path)),
    text(path) {
      const node = disk.at(at(path));
      return node?.kind === "file" ? new TextDecoder().decode(node.bytes) : undefined;
    },
    paths: () =>
      disk
        .below("/")
        .filter((path) => disk.at(path)?.kind !== "directory")
        .sort(),
  };
}
