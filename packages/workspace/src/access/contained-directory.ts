import type { Stats } from "node:fs";
import { sep } from "node:path";

/**
 * A directory held open, so that what is done in it happens in this very directory, whatever its
 * path is made to lead to meanwhile.
 */
export interface ContainedDirectory {
  readonly realPath: string;
  /** What to give to a system call to list the directory itself. */
  readonly here: string;
  /** What to give to a system call that means this name in the directory. No separator in it. */
  at(name: string): string;
  /** Opens a directory in it. A link of that name is `PathMoved`: real paths have none. */
  descend(name: string): ContainedDirectory;
  /** Whether the directory is still at its real path. */
  isInPlace(): boolean;
  /** Waits until changed names are on the disk, where the file system can promise it. */
  sync(): Promise<void>;
  close(): void;
}

/** A regular file open for reading; whoever asked for it closes the descriptor. */
export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/**
 * How real paths, links already followed, are opened without ending up elsewhere when somebody
 * replaces a part of them by a link midway. `base` is the root, or `/` for a path outside.
 *
 * Errors: `PathMoved` when what was resolved isn't there any more; the system's own otherwise.
 */
export interface Containment {
  /** Where a real path lies on the disk: elsewhere only in a view. */
  readonly placeOf: (realPath: string) => string;
  /** One directory after the other from the base, for changes. */
  openDirectory(base: string, realPath: string): ContainedDirectory;
  /** At once, then checked, for looking. */
  lookInto(base: string, realPath: string): ContainedDirectory;
  /** A descriptor for reading; doesn't wait for the other end of a FIFO. */
  openFile(base: string, realPath: string): number;
  /**
   * Opens a regular file for reading if no part of its absolute path is a link, which the opened
   * file itself proves. That spares resolving the path first. Null when it can't be done so.
   */
  openUnlinked(path: string): OpenedFile | null;
}

/** Where opening one directory after the other begins: the root, or that of the file system. */
export function baseOf(root: string | null, realPath: string): string {
  return root ?? realPath.slice(0, realPath.indexOf(sep) + 1);
}
