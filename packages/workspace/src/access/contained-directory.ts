import type { Stats } from "node:fs";
import { sep } from "node:path";

/** A directory held open, so that operations affect it even if its path changes in the meantime. */
export interface ContainedDirectory {
  readonly realPath: string;
  /** The path for a system call that lists the directory. */
  readonly here: string;
  /** The path for a system call on this name in the directory. The name has no separator. */
  at(name: string): string;
  /** Opens a directory inside. A link of that name is `PathMoved`: real paths contain none. */
  descend(name: string): ContainedDirectory;
  /** Whether the directory is still at its real path. */
  isInPlace(): boolean;
  /** Waits until changed names are on the disk, if the file system can promise that. */
  sync(): Promise<void>;
  close(): void;
}

/** A regular file open for reading; the caller closes the descriptor. */
export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/**
 * Opens real paths, with links already resolved, safely even if part of a path is replaced by a
 * link in the meantime. `base` is the root, or `/` for a path outside.
 *
 * Errors: `PathMoved` if the resolved path no longer exists; otherwise the system's own.
 */
export interface Containment {
  /** Where a real path is on the disk; only in a view does it differ. */
  readonly placeOf: (realPath: string) => string;
  /** Opens one directory after the other from the base, for changes. */
  openDirectory(base: string, realPath: string): ContainedDirectory;
  /** Opens the directory at once and then checks it, for reading. */
  lookInto(base: string, realPath: string): ContainedDirectory;
  /** A descriptor for reading; doesn't wait for the other end of a FIFO. */
  openFile(base: string, realPath: string): number;
  /**
   * Opens a regular file for reading if no part of its absolute path is a link, which the opened
   * file itself proves. This saves resolving the path first. Null if this isn't possible.
   */
  openUnlinked(path: string): OpenedFile | null;
}

/** The first directory to open on the way to a path: the root, or the file system's root. */
export function baseOf(root: string | null, realPath: string): string {
  return root ?? realPath.slice(0, realPath.indexOf(sep) + 1);
}
