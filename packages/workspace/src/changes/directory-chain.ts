import { mkdirSync, rmdirSync } from "node:fs";
import { sep } from "node:path";
import {
  type ContainedDirectory,
  type Containment,
  baseOf,
} from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";

interface MadeDirectory {
  readonly parent: ContainedDirectory;
  readonly name: string;
}

/**
 * A directory opened for a change, with those above it that had to be made. Until it is closed
 * they can be taken away again.
 */
export class DirectoryChain {
  readonly #open: ContainedDirectory[];
  readonly #made: MadeDirectory[] = [];

  constructor(base: ContainedDirectory) {
    this.#open = [base];
  }

  get directory(): ContainedDirectory {
    // There is always the base.
    return this.#open.at(-1) as ContainedDirectory;
  }

  /** Goes on to a directory in it, which is made when it is missing. */
  enter(name: string): void {
    const parent = this.directory;
    const existing = descendIfThere(parent, name);
    if (existing !== null) {
      this.#open.push(existing);
      return;
    }
    if (makeUnlessThere(parent, name)) this.#made.push({ parent, name });
    this.#open.push(parent.descend(name));
  }

  /** Whether any directory had to be made. */
  get isNew(): boolean {
    return this.#made.length > 0;
  }

  /** Takes away what was made, as long as nobody put something into it. */
  undo(): void {
    for (const { parent, name } of this.#made.toReversed()) {
      try {
        rmdirSync(parent.at(name));
      } catch (error) {
        if (systemCode(error) === null) throw error;
        return;
      }
    }
  }

  async sync(): Promise<void> {
    await this.directory.sync();
    for (const { parent } of this.#made.toReversed()) await parent.sync();
  }

  close(): void {
    for (const directory of this.#open.splice(0)) directory.close();
  }
}

export interface DirectoryPlace {
  readonly containment: Containment;
  /** The root that holds it; null for a path outside. */
  readonly root: string | null;
  readonly realPath: string;
}

/** Opens an existing directory. Errors: `PathMoved`; the system's. */
export function openExisting({ containment, root, realPath }: DirectoryPlace): DirectoryChain {
  return new DirectoryChain(containment.openDirectory(baseOf(root, realPath), realPath));
}

/** Opens a directory, making what is missing of it. Errors: `PathMoved`; the system's. */
export function openOrMake({ containment, root, realPath }: DirectoryPlace): DirectoryChain {
  const base = baseOf(root, realPath);
  const chain = new DirectoryChain(containment.openDirectory(base, base));
  try {
    for (const name of realPath.slice(base.length).split(sep)) if (name !== "") chain.enter(name);
    return chain;
  } catch (error) {
    chain.undo();
    chain.close();
    throw error;
  }
}

function descendIfThere(parent: ContainedDirectory, name: string): ContainedDirectory | null {
  try {
    return parent.descend(name);
  } catch (error) {
    if (error instanceof PathMoved && systemCode(error.cause) === "ENOENT") return null;
    throw error;
  }
}

/** False when somebody else was quicker. */
function makeUnlessThere(parent: ContainedDirectory, name: string): boolean {
  try {
    mkdirSync(parent.at(name));
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    if (systemCode(error) === "ENOENT") throw new PathMoved(error);
    throw error;
  }
}
