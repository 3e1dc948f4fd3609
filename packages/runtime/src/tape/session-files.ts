import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { createPolicy, type Effect, isPathEffect, type Policy } from "@toolwright/core";
import { isAtOrBelow, isOpenEnded } from "@toolwright/core/internal";
import { instructionFilesIn, type PathState, walkFiles } from "@toolwright/workspace/internal";
import { tapeLimits } from "./tape.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** The state of a path when the session began. */
export interface FileThen {
  readonly path: string;
  readonly state: PathState;
  /** The bytes of a file that the journal doesn't have. */
  readonly bytes?: Uint8Array;
  readonly omitted?: string;
  readonly modifiedAtMs?: number;
}

/** Collects the paths that calls need, and finds what was there when the session began. */
export class SessionFiles {
  readonly #roots: readonly string[];
  readonly #policy: Policy;
  readonly #paths = new Set<string>();
  readonly #trees = new Set<string>();

  constructor(roots: readonly string[], home: string) {
    this.#roots = roots;
    this.#policy = createPolicy({ layers: [], mode: "default", roots, home });
  }

  /** Adds what calls with these effects read and change. */
  need(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (isPathEffect(effect)) this.#needPath(effect);
      else if (isOpenEnded([effect])) {
        for (const root of this.#roots) this.#trees.add(root);
      }
    }
  }

  /**
   * The files in the order of their paths. `first` has the state of paths that have changed since the session began;
   * all others are as they are now.
   */
  async atStart(first: ReadonlyMap<string, PathState>): Promise<readonly FileThen[]> {
    const paths = new Set([...this.#paths, ...this.#inNeed(first.keys())]);
    for (const tree of this.#trees) await this.#walk(tree, paths);
    for (const root of this.#roots) {
      for (const name of [".git", ...instructionFilesIn(root)]) paths.add(join(root, name));
    }
    return [...paths].sort().flatMap((path) => {
      const state = first.get(path);
      const file = state === undefined ? fileNow(path) : { path, state };
      if (file === null || file.state.kind === "absent") return [];
      return [this.#isProtected(file) ? { ...file, omitted: "protected" } : file];
    });
  }

  #needPath(effect: Extract<Effect, { readonly path: string }>): void {
    const { path, realPath = path } = effect;
    const isTree = "recursive" in effect && effect.recursive === true;
    for (const each of [path, realPath]) {
      const root = this.#roots.find((one) => isAtOrBelow(each, one));
      if (root === undefined) continue;
      for (const link of linksAt(each, root)) this.#paths.add(link);
      if (each !== realPath) continue;
      if (isTree) this.#trees.add(each);
      else this.#paths.add(each);
      for (const child of childrenOf(each)) this.#paths.add(child);
    }
  }

  /** The changed paths that a call needs: itself, in a tree, or in a listed directory. */
  #inNeed(changed: Iterable<string>): readonly string[] {
    const isIn = (path: string): boolean =>
      this.#paths.has(path) ||
      this.#paths.has(dirname(path)) ||
      [...this.#trees].some((tree) => isAtOrBelow(path, tree));
    return [...changed].filter((path) => isIn(path));
  }

  async #walk(tree: string, paths: Set<string>): Promise<void> {
    if (lstatSync(tree, { throwIfNoEntry: false })?.isDirectory() !== true) {
      paths.add(tree);
      return;
    }
    const isFull = (): boolean => paths.size >= tapeLimits.maxFiles;
    await walkFiles(tree, {
      without: new Set([".git"]),
      heedsIgnoreFiles: true,
      maxDepth: null,
      isWanted: () => true,
      isOver: isFull,
      take: (directory, names) => {
        for (const name of names) paths.add(join(tree, directory, name));
        return !isFull();
      },
    });
    for (const child of childrenOf(tree)) paths.add(child);
  }

  /** A file that only a person may let a call read doesn't leave the machine. */
  #isProtected({ path, state }: FileThen): boolean {
    if (state.kind !== "file") return false;
    const effects: readonly Effect[] = [{ type: "read", path, realPath: path }];
    return this.#policy.decide({ effects, tool: "", agent: "main" }).decision !== "allow";
  }
}

/** The entries of a directory; empty if it is none. */
function childrenOf(path: string): readonly string[] {
  try {
    return readdirSync(path).map((name) => join(path, name));
  } catch {
    return [];
  }
}

/** The links on the way from a root to a path, itself included. */
function linksAt(path: string, root: string): readonly string[] {
  const found: string[] = [];
  for (let at = path; at !== root && at !== dirname(at); at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) found.push(at);
  }
  return found;
}

/** Null if nothing is there, or nothing that a tape can hold. */
function fileNow(path: string): FileThen | null {
  try {
    const stats = lstatSync(path);
    const mode = stats.mode & 0o7777;
    // A repository is only named: its history is no part of a session.
    if (basename(path) === ".git") return { path, state: { kind: "directory", mode: 0o755 } };
    if (stats.isDirectory()) return { path, state: { kind: "directory", mode } };
    if (stats.isSymbolicLink())
      return { path, state: { kind: "link", target: readlinkSync(path) } };
    if (!stats.isFile()) return { path, state: { kind: "other" } };
    const modifiedAtMs = Math.trunc(stats.mtimeMs);
    const file = { kind: "file", blob: null, size: stats.size, mode } as const;
    return stats.size > tapeLimits.maxFileBytes
      ? { path, state: file, omitted: "too large", modifiedAtMs }
      : { path, state: file, bytes: bytesOf(path), modifiedAtMs };
  } catch {
    // It was deleted meanwhile, or may not be read.
    return null;
  }
}

function bytesOf(path: string): Uint8Array {
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${basename(path)} is no file.`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
