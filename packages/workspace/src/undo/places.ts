import { basename, dirname } from "node:path";
import {
  baseOf,
  type ContainedDirectory,
  type Containment,
} from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";

/** Directories kept open at a time, so that a thousand files of one are opened once. */
const maxOpen = 128;

interface Opened {
  readonly directory: ContainedDirectory;
  users: number;
  isForgotten: boolean;
}

/** A directory that stays open until it is released. */
export interface HeldDirectory extends Disposable {
  readonly directory: ContainedDirectory;
}

export interface PlacesOptions {
  readonly containment: Containment;
  /** The root that holds a real path; null outside of all. */
  readonly rootOf: (realPath: string) => string | null;
}

/**
 * Reaches real paths through the directories that hold them, each opened without following a link,
 * whoever swaps them meanwhile. Paths outside the roots, too.
 */
export class Places {
  readonly #options: PlacesOptions;
  readonly #open = new Map<string, Opened>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  rootOf(realPath: string): string | null {
    return this.#options.rootOf(realPath);
  }

  /** The directory at this real path; null when there is none, or something else is there. */
  hold(realPath: string): HeldDirectory | null {
    const opened = this.#find(realPath);
    if (opened === null) return null;
    opened.users += 1;
    return {
      directory: opened.directory,
      [Symbol.dispose]() {
        opened.users -= 1;
        if (opened.users === 0 && opened.isForgotten) opened.directory.close();
      },
    };
  }

  /** Uses a name in its directory; null when there is no such directory. */
  at<T>(realPath: string, use: (directory: ContainedDirectory, name: string) => T): T | null {
    using held = this.hold(dirname(realPath));
    return held === null ? null : use(held.directory, basename(realPath));
  }

  isDirectory(realPath: string): boolean {
    return this.#find(realPath) !== null;
  }

  close(): void {
    for (const [path, opened] of this.#open) this.#forget(path, opened);
  }

  #find(realPath: string): Opened | null {
    const known = this.#open.get(realPath);
    if (known !== undefined) {
      if (known.directory.isInPlace()) return known;
      this.#forget(realPath, known);
    }
    const directory = this.#opened(realPath);
    if (directory === null) return null;
    for (const [path, oldest] of this.#open) {
      if (this.#open.size < maxOpen) break;
      this.#forget(path, oldest);
    }
    const opened = { directory, users: 0, isForgotten: false };
    this.#open.set(realPath, opened);
    return opened;
  }

  /** Who still uses it closes it. */
  #forget(path: string, opened: Opened): void {
    this.#open.delete(path);
    opened.isForgotten = true;
    if (opened.users === 0) opened.directory.close();
  }

  #opened(realPath: string): ContainedDirectory | null {
    try {
      const base = baseOf(this.#options.rootOf(realPath), realPath);
      return this.#options.containment.openDirectory(base, realPath);
    } catch (error) {
      if (error instanceof PathMoved || systemCode(error) === "ENAMETOOLONG") return null;
      throw error;
    }
  }
}
