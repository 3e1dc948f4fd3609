import { ToolError } from "@toolwright/core";
import type { FixtureEntry } from "../fixture-files.ts";

export interface MemoryFile {
  readonly kind: "file";
  /** Never changed in place: open files keep the content that they opened. */
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly modifiedAtMs: number;
  /** The number of its hard links. */
  names: number;
}

interface MemoryDirectory {
  readonly kind: "directory";
  readonly entries: Map<string, MemoryNode>;
  readonly modifiedAtMs: number;
}

interface MemoryLink {
  readonly kind: "link";
  readonly target: string;
  readonly modifiedAtMs: number;
}

interface MemoryOther {
  readonly kind: "other";
  readonly modifiedAtMs: number;
}

export type MemoryNode = MemoryFile | MemoryDirectory | MemoryLink | MemoryOther;

/** Linux follows this many links before ELOOP. */
const maxLinks = 40;

/** A file tree in memory. Paths are absolute, normalised and use `/`. */
export class MemoryDisk {
  readonly #top: MemoryDirectory;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.#top = this.#emptyDirectory();
  }

  /** The node at a path; the last link is not followed. Null when there is none. */
  at(path: string): MemoryNode | null {
    let node: MemoryNode = this.#top;
    for (const name of namesOf(path)) {
      const next: MemoryNode | undefined =
        node.kind === "directory" ? node.entries.get(name) : undefined;
      if (next === undefined) return null;
      node = next;
    }
    return node;
  }

  /**
   * Follows all links; a dangling one resolves to its target's path. `links` are the paths of the links
   * followed.
   *
   * Errors: `not-a-file` for a circle of links.
   */
  follow(path: string): { readonly realPath: string; readonly links: readonly string[] } {
    let reached = "/";
    const links: string[] = [];
    const ahead = namesOf(path).reverse();
    for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
      if (name === "" || name === ".") continue;
      if (name === "..") {
        reached = parentOf(reached);
        continue;
      }
      const next = join(reached, name);
      const node = this.at(next);
      if (node?.kind !== "link") {
        reached = next;
        continue;
      }
      links.push(next);
      if (links.length > maxLinks) {
        throw new ToolError("not-a-file", `'${path}' is part of a circle of links.`);
      }
      if (node.target.startsWith("/")) reached = "/";
      ahead.push(...node.target.split("/").reverse());
    }
    return { realPath: reached, links };
  }

  /** Creates or replaces a node, with its missing parents. */
  put(path: string, entry: FixtureEntry, mode = 0o644): void {
    this.remove(path);
    this.#set(path, this.#nodeOf(entry, mode));
  }

  /** Returns false when the path exists. */
  makeDirectory(path: string): boolean {
    if (this.at(path) !== null) return false;
    this.#set(path, this.#emptyDirectory());
    return true;
  }

  /** Puts the same node at another path; links are not followed. */
  rename(from: string, to: string): void {
    const node = this.at(from);
    if (node === null) return;
    this.#parent(from).entries.delete(nameOf(from));
    this.#set(to, node);
  }

  remove(path: string): void {
    const node = this.at(path);
    if (node === null) return;
    if (node.kind === "file") node.names -= 1;
    this.#parent(path).entries.delete(nameOf(path));
  }

  /** All paths below, parents first. */
  below(path: string): readonly string[] {
    const node = this.at(path);
    if (node?.kind !== "directory") return [];
    return Array.from(node.entries.keys()).flatMap((name) => [
      join(path, name),
      ...this.below(join(path, name)),
    ]);
  }

  #nodeOf(entry: FixtureEntry, mode: number): MemoryNode {
    const modifiedAtMs = this.#now();
    if (typeof entry === "string" || entry instanceof Uint8Array) {
      const bytes = typeof entry === "string" ? new TextEncoder().encode(entry) : entry.slice();
      return { kind: "file", bytes, mode, modifiedAtMs, names: 1 };
    }
    if ("link" in entry) return { kind: "link", target: entry.link, modifiedAtMs };
    if ("hardLink" in entry) return this.#anotherName(entry.hardLink);
    return entry.kind === "directory" ? this.#emptyDirectory() : { kind: "other", modifiedAtMs };
  }

  #anotherName(path: string): MemoryFile {
    const file = this.at(path);
    if (file?.kind !== "file") throw new Error(`There is no file ${path} to link to.`);
    file.names += 1;
    return file;
  }

  #emptyDirectory(): MemoryDirectory {
    return { kind: "directory", entries: new Map(), modifiedAtMs: this.#now() };
  }

  #set(path: string, node: MemoryNode): void {
    this.#parent(path).entries.set(nameOf(path), node);
  }

  #parent(path: string): MemoryDirectory {
    let directory = this.#top;
    for (const name of namesOf(parentOf(path))) {
      const next = directory.entries.get(name) ?? this.#emptyDirectory();
      if (next.kind !== "directory") throw new Error(`${name} in ${path} is not a directory.`);
      directory.entries.set(name, next);
      directory = next;
    }
    return directory;
  }
}

/** The parent directory; `/` for `/` itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

export function join(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}
