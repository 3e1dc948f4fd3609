import { closeSync, fstatSync, fsync, lstatSync, openSync, readlinkSync } from "node:fs";
import { posix } from "node:path";
import { promisify } from "node:util";
import { placeOutside, type View } from "@toolwright/core/ports";
import type { ContainedDirectory, Containment } from "./contained-directory.ts";
import { PathMoved, isGone, systemCode } from "./failures.ts";
import { directoryFlags, passedDirectoryFlags, readFileFlags } from "./open-flags.ts";

const flushed = promisify(fsync);

/** The path by which this process reaches a file, for the path that the kernel reports. */
type Reached = (reported: string) => string;

/**
 * Containment by Linux's `/proc/self/fd`: names are looked up in the open directory itself, not at
 * its path, and the kernel reports where an open file really is.
 */
export const descriptorContainment: Containment = containmentBy((reported) => reported);

/** The same for views in another mount namespace, whose paths there are what the kernel reports. */
export function descriptorContainmentIn(views: readonly View[]): Containment {
  return containmentBy((reported) => placeOutside(views, reported));
}

function containmentBy(reached: Reached): Containment {
  const placeOf = (descriptor: number): string => reached(reportedPlace(descriptor));
  return {
    placeOf: (realPath) => realPath,

    openDirectory(base, realPath) {
      let directory = openChecked(base, reached);
      for (const name of realPath.slice(base.length).split("/")) {
        if (name === "") continue;
        const parent = directory;
        try {
          directory = parent.descend(name);
        } finally {
          parent.close();
        }
      }
      return directory;
    },

    lookInto(base, realPath) {
      const descriptor = openOrMoved(realPath, directoryFlags);
      if (placeOf(descriptor) === realPath)
        return new DescriptorDirectory(descriptor, realPath, reached);
      closeSync(descriptor);
      return this.openDirectory(base, realPath);
    },

    openFile(base, realPath) {
      const descriptor = openOrMoved(realPath, readFileFlags);
      if (placeOf(descriptor) === realPath) return descriptor;
      closeSync(descriptor);
      const parent = this.openDirectory(base, posix.dirname(realPath));
      try {
        return openOrMoved(parent.at(posix.basename(realPath)), readFileFlags);
      } finally {
        parent.close();
      }
    },

    openUnlinked(path) {
      // A replacement character could stand for any byte, so the kernel's answer proves nothing.
      if (path.includes("\uFFFD")) return null;
      const descriptor = openRegular(path);
      if (descriptor === null) return null;
      if (placeOf(descriptor) === path) {
        const stats = fstatSync(descriptor);
        if (stats.isFile()) return { descriptor, stats };
      }
      closeSync(descriptor);
      return null;
    },
  };
}

/** Checked before opening, because opening a FIFO or a device has effects. */
function openRegular(path: string): number | null {
  try {
    const isRegular = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
    return isRegular ? openSync(path, readFileFlags) : null;
  } catch (error) {
    // Resolving the path first will find the same problem and explain it better.
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** Whether the location of an open directory can be determined: `/proc` is mounted and agrees. */
export function canContainByDescriptor(root: string, views: readonly View[] = []): boolean {
  try {
    openChecked(root, (reported) => placeOutside(views, reported)).close();
    return true;
  } catch {
    // For any reason: the caller then uses the other containment, which doesn't need `/proc`.
    return false;
  }
}

/** The base is opened by its whole path, so the kernel is asked where it led. */
function openChecked(path: string, reached: Reached): ContainedDirectory {
  const descriptor = openDirectoryDescriptor(path);
  const directory = new DescriptorDirectory(descriptor, path, reached);
  if (directory.isInPlace()) return directory;
  directory.close();
  throw new PathMoved();
}

class DescriptorDirectory implements ContainedDirectory {
  readonly realPath: string;
  readonly here: string;
  readonly #descriptor: number;
  readonly #reached: Reached;

  constructor(descriptor: number, realPath: string, reached: Reached) {
    this.#descriptor = descriptor;
    this.#reached = reached;
    this.realPath = realPath;
    this.here = `/proc/self/fd/${descriptor}`;
  }

  at(name: string): string {
    return `${this.here}/${name}`;
  }

  descend(name: string): ContainedDirectory {
    // No real path contains these names, and they would lead out.
    if (name === "." || name === "..") throw new PathMoved();
    const descriptor = openDirectoryDescriptor(this.at(name));
    return new DescriptorDirectory(descriptor, posix.join(this.realPath, name), this.#reached);
  }

  isInPlace(): boolean {
    return this.#reached(reportedPlace(this.#descriptor)) === this.realPath;
  }

  async sync(): Promise<void> {
    try {
      await flushed(this.#descriptor);
    } catch (error) {
      // An O_PATH descriptor, or a file system that doesn't sync directories.
      const code = systemCode(error);
      if (code !== "EBADF" && code !== "EINVAL" && code !== "ENOTSUP") throw error;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function openDirectoryDescriptor(path: string): number {
  try {
    return openOrMoved(path, directoryFlags);
  } catch (error) {
    if (systemCode(error) !== "EACCES") throw error;
    return openOrMoved(path, passedDirectoryFlags);
  }
}

function openOrMoved(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (isGone(error)) throw new PathMoved(error);
    throw error;
  }
}

/** The current path of an open file; ends in " (deleted)" if it has no name any more. */
function reportedPlace(descriptor: number): string {
  return readlinkSync(`/proc/self/fd/${descriptor}`);
}
