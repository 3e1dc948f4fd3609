import { basename, dirname } from "node:path";
import type { WorkspaceParts } from "../access/call-access.ts";
import { baseOf, type ContainedDirectory } from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";

/** Limit for directories kept open, so that a thousand files in one directory open it once. */
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

/**
 * Reaches real paths through their directories, each opened without following links, even if
 * directories are swapped in the meantime. Paths outside the roots work as well.
 */
export class Places {
  readonly #parts: Pick<WorkspaceParts, "containment" | "resolver">;
  readonly #open = new Map<string, Opened>();

  constructor(parts: Pick<WorkspaceParts, "containment" | "resolver">) {
    this.#parts = parts;
  }

  /** The root that contains a real path; null outside all roots. */
  rootOf(realPath: string): string | null {
    return this.#parts.resolver.rootOf(realPath);
  }

  /** The directory at this real path; null if there is none, or something else is there. */
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

  /** Uses a name in its directory; null if there is no such directory. */
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

  /** A directory still in use is closed by its last user. */
  #forget(path: string, opened: Opened): void {
    this.#open.delete(path);
    opened.isForgotten = true;
    if (opened.users === 0) opened.directory.close();
  }

  #opened(realPath: string): ContainedDirectory | null {
    try {
      const base = baseOf(this.rootOf(realPath), realPath);
      return this.#parts.containment.openDirectory(base, realPath);
    } catch (error) {
      if (error instanceof PathMoved || systemCode(error) === "ENAMETOOLONG") return null;
      throw error;
    }
  }
}
