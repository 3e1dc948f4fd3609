import { closeSync, fstatSync, lstatSync, openSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ContainedDirectory, Containment } from "./contained-directory.ts";
import { PathMoved, isGone } from "./failures.ts";
import { readFileFlags } from "./open-flags.ts";

/**
 * Containment for systems that can't work inside an open directory (macOS, Windows): paths are
 * checked right before and after use. A swap within that instant isn't noticed.
 */
export const checkedContainment: Containment = {
  placeOf: (realPath) => realPath,
  openDirectory: (_base, realPath) => openChecked(realPath),
  lookInto: (_base, realPath) => openChecked(realPath),

  openFile(_base, realPath) {
    const parent = openChecked(dirname(realPath));
    const path = parent.at(basename(realPath));
    const before = orMoved(() => lstatSync(path, { bigint: true }));
    const descriptor = orMoved(() => openSync(path, readFileFlags));
    const opened = fstatSync(descriptor, { bigint: true });
    if (before.dev === opened.dev && before.ino === opened.ino && parent.isInPlace()) {
      return descriptor;
    }
    closeSync(descriptor);
    throw new PathMoved();
  },

  openUnlinked: () => null,
};

function openChecked(realPath: string): ContainedDirectory {
  const directory = new CheckedDirectory(realPath);
  if (!directory.isInPlace()) throw new PathMoved();
  return directory;
}

class CheckedDirectory implements ContainedDirectory {
  readonly realPath: string;
  readonly here: string;
  readonly #device: bigint;
  readonly #inode: bigint;

  constructor(realPath: string) {
    this.realPath = realPath;
    this.here = realPath;
    const stats = orMoved(() => lstatSync(realPath, { bigint: true }));
    if (!stats.isDirectory()) throw new PathMoved();
    this.#device = stats.dev;
    this.#inode = stats.ino;
  }

  at(name: string): string {
    return join(this.realPath, name);
  }

  descend(name: string): ContainedDirectory {
    // No real path contains these names, and they would lead out.
    if (name === "." || name === "..") throw new PathMoved();
    if (!this.isInPlace()) throw new PathMoved();
    return openChecked(this.at(name));
  }

  isInPlace(): boolean {
    try {
      const stats = lstatSync(this.realPath, { bigint: true });
      const isSame = stats.dev === this.#device && stats.ino === this.#inode;
      return isSame && realpathSync.native(this.realPath) === this.realPath;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** Neither system needs this: the journals of APFS and NTFS order renames. */
  async sync(): Promise<void> {}

  close(): void {}
}

function orMoved<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (isGone(error)) throw new PathMoved(error);
    throw error;
  }
}
