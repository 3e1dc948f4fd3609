import { mkdirSync, rmdirSync } from "node:fs";
import { sep } from "node:path";
import {
  type ContainedDirectory,
  type Containment,
  baseOf,
} from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";
import type { FoundPath } from "../paths/path-resolver.ts";
import type { ChangeContext } from "./change-context.ts";

interface MadeDirectory {
  readonly parent: ContainedDirectory;
  readonly name: string;
}

/**
 * A directory opened for a change, together with the ancestors that had to be created. Until it is
 * closed, the created directories can be removed again.
 */
export class DirectoryChain {
  readonly #open: ContainedDirectory[];
  readonly #made: MadeDirectory[] = [];

  constructor(base: ContainedDirectory) {
    this.#open = [base];
  }

  get directory(): ContainedDirectory {
    // The base is always there.
    return this.#open.at(-1) as ContainedDirectory;
  }

  /** Descends into a directory, which is created if missing. */
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

  /** Whether any directory had to be created. */
  get isNew(): boolean {
    return this.#made.length > 0;
  }

  /** Removes the created directories, unless something has been put into them. */
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
  /** The root that contains it; null for a path outside. */
  readonly root: string | null;
  readonly realPath: string;
}

/** Opens an existing directory. Errors: `PathMoved`; the system's. */
export function openExisting({ containment, root, realPath }: DirectoryPlace): DirectoryChain {
  return new DirectoryChain(containment.openDirectory(baseOf(root, realPath), realPath));
}

/** Opens a directory, creating missing parts. Errors: `PathMoved`; the system's. */
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

/** Creates the directory and its parents; false if it exists. Errors: `PathMoved`; system errors. */
export async function makeDirectory(context: ChangeContext, found: FoundPath): Promise<boolean> {
  const { root, realPath } = found.resolved;
  const chain = openOrMake({ containment: context.containment, root, realPath });
  try {
    if (chain.isNew) await chain.sync();
    return chain.isNew;
  } finally {
    chain.close();
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

/** False if another process created it first. */
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
