import { dirname } from "node:path";
import type { ContainedDirectory, Containment } from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";
import { type DirectoryChain, openExisting, openOrMake } from "../changes/directory-chain.ts";
import { statOf } from "../paths/link-walk.ts";
import type { Place } from "./step.ts";

type Directory = Pick<Place, "root" | "directory">;

/** The directories of one transaction, each opened once, and which of them were created. */
export class OpenDirectories {
  readonly #containment: Containment;
  readonly #chains = new Map<string, DirectoryChain>();

  constructor(containment: Containment) {
    this.#containment = containment;
  }

  get all(): readonly ContainedDirectory[] {
    return Array.from(this.#chains.values(), ({ directory }) => directory);
  }

  /** Null if it doesn't exist. Errors: `PathMoved`; the system's. */
  existing({ root, directory }: Directory): ContainedDirectory | null {
    const known = this.#chains.get(directory);
    if (known !== undefined) return known.directory;
    try {
      const place = { containment: this.#containment, root, realPath: directory };
      return this.#add(directory, openExisting(place));
    } catch (error) {
      if (error instanceof PathMoved && systemCode(error.cause) === "ENOENT") return null;
      throw error;
    }
  }

  /** A directory that was opened before. Errors: `PathMoved` otherwise. */
  opened({ directory }: Directory): ContainedDirectory {
    const known = this.#chains.get(directory);
    if (known === undefined) throw new PathMoved();
    return known.directory;
  }

  /** Opens a directory, creating missing parts. Errors: `PathMoved`; the system's. */
  made(place: Directory): ContainedDirectory {
    const { root, directory } = place;
    const known = this.#chains.get(directory);
    if (known !== undefined) return known.directory;
    return this.#add(
      directory,
      openOrMake({ containment: this.#containment, root, realPath: directory }),
    );
  }

  /** Removes the created directories that are empty. */
  undo(): void {
    for (const chain of [...this.#chains.values()].reverse()) chain.undo();
  }

  async sync(): Promise<void> {
    for (const chain of this.#chains.values()) await chain.sync();
  }

  close(): void {
    for (const chain of this.#chains.values()) chain.close();
    this.#chains.clear();
  }

  #add(directory: string, chain: DirectoryChain): ContainedDirectory {
    this.#chains.set(directory, chain);
    return chain.directory;
  }
}

/** The directories that would have to be created, parents first. */
export function missingDirectories(
  { placeOf }: Containment,
  places: readonly Directory[],
  asked: string,
): Directory[] {
  const missing = new Map<string, Directory>();
  for (const { root, directory } of places) {
    const above: Directory[] = [];
    for (let path = directory; !missing.has(path); path = dirname(path)) {
      if (statOf(placeOf(path), asked) !== null || path === dirname(path)) break;
      above.push({ root, directory: path });
    }
    for (const each of above.reverse()) missing.set(each.directory, each);
  }
  return [...missing.values()];
}
