import {
  type BigIntStats,
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { realPathOf } from "../real-path.ts";
import { isProtectedFromCommands } from "@toolwright/core/internal";
import { areClaims, isPlaceholder } from "../bubblewrap/placeholder.ts";
import { isWithin } from "../path-containment.ts";
import {
  type EntryKind,
  type GitPart,
  gitPart,
  isHarmlessState,
  isUsualPointer,
} from "./git-names.ts";

/** A protected path. A protected directory's content has entries of its own. */
export interface ProtectedEntry {
  readonly path: string;
  readonly kind: EntryKind;
  readonly stats: BigIntStats;
  /** The target of a link; null for other kinds. */
  readonly target: string | null;
  /** The protected path that contains it, or itself. */
  readonly top: string;
  /** Whether ordinary git work creates, changes and removes it. */
  readonly isUsual: boolean;
  /** When it was examined, in milliseconds since 1970. */
  readonly lookedAtMs: number;
}

/** The protected paths of some roots at one moment, by names and facts only. */
export interface ProtectedState {
  readonly entries: ReadonlyMap<string, ProtectedEntry>;
  /** All git directories in the roots, each with the `.git` that leads to it. */
  readonly repositories: ReadonlyMap<string, string>;
  /** File identities of top-level protected paths and git directories, by path. */
  readonly units: ReadonlyMap<string, string>;
  /** Sockets and FIFOs: other processes may be connected to them. */
  readonly pipes: readonly string[];
  /** Directories that cannot be listed. */
  readonly unlisted: ReadonlySet<string>;
}

export interface LookOptions {
  readonly before?: ProtectedState;
  /** Where a directory is listed with the least work. */
  readonly listedAt?: (directory: string) => string;
}

/** Longer paths cannot be examined, so a directory of this length is protected as a whole. */
const maxPathLength = 3_500;
const maxPointerBytes = 4_096n;
export const maxStateBytes = 1_048_576n;

/**
 * Walks whole roots without following links. Never throws.
 *
 * Shapes: given an earlier state, a directory that could be listed then, or did not exist, is made listable
 * again. Otherwise a command could hide files in a directory that can be entered but not listed.
 */
export function lookAtRoots(
  roots: readonly string[],
  { before, listedAt = (directory) => directory }: LookOptions = {},
): ProtectedState {
  const look = new Looking(roots, before, listedAt);
  for (const root of roots) {
    if (!roots.some((other) => other !== root && isWithin(root, other))) look.lookInto(root);
  }
  return look;
}

class Looking implements ProtectedState {
  readonly entries = new Map<string, ProtectedEntry>();
  readonly repositories = new Map<string, string>();
  readonly units = new Map<string, string>();
  readonly pipes: string[] = [];
  readonly unlisted = new Set<string>();
  readonly #roots: readonly string[];
  readonly #before: ProtectedState | undefined;
  readonly #listedAt: (directory: string) => string;

  constructor(
    roots: readonly string[],
    before: ProtectedState | undefined,
    listedAt: (directory: string) => string,
  ) {
    this.#roots = roots;
    this.#before = before;
    this.#listedAt = listedAt;
  }

  #entriesIn(directory: string): readonly Dirent[] {
    const entries = entriesIn(this.#listedAt(directory));
    if (entries !== null) return entries;
    if (this.#before !== undefined && !this.#before.unlisted.has(directory)) {
      makeListable(directory);
      const now = entriesIn(directory);
      if (now !== null) return now;
    }
    this.unlisted.add(directory);
    return [];
  }

  lookInto(root: string): void {
    const waiting: { readonly path: string; readonly names: readonly string[] }[] = [
      { path: root, names: [] },
    ];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      // Without `join`, which takes longer than everything else here.
      const prefix = at.path === sep ? sep : at.path + sep;
      for (const entry of this.#entriesIn(at.path)) {
        const path = prefix + entry.name;
        if (entry.isSocket() || entry.isFIFO()) this.pipes.push(path);
        if (entry.name === ".git") this.#lookAtGit(path, entry);
        else if (
          isProtectedFromCommands(at.names, entry.name, entry.isDirectory()) ||
          path.length > maxPathLength
        ) {
          this.#take(path, path);
        } else if (entry.isDirectory()) {
          waiting.push({ path, names: [...at.names, entry.name] });
        }
      }
    }
  }

  #lookAtGit(path: string, entry: Dirent): void {
    if (entry.isDirectory())
      return isPlaceholder(path) ? undefined : this.#lookIntoRepository(path, path);
    const leadsTo = entry.isFile() ? repositoryOfFile(path) : realOrNull(path);
    if (leadsTo !== null && this.#roots.some((root) => isWithin(leadsTo, root))) {
      if (kindAt(leadsTo) === "directory") this.#lookIntoRepository(leadsTo, path);
      // It leads to the same configuration as its main repository.
      return this.#take(path, path, entry.isFile() && isWorktree(leadsTo));
    }
    this.#take(path, path);
  }

  #lookIntoRepository(directory: string, ledBy: string): void {
    if (this.repositories.has(directory)) return;
    this.repositories.set(directory, ledBy);
    const stats = statsAt(directory);
    if (stats !== null) this.units.set(directory, identityOf(stats));
    const waiting: { readonly path: string; readonly names: readonly string[] }[] = [
      { path: directory, names: [] },
    ];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entries = this.#entriesIn(at.path);
      // A running sandbox keeps it missing.
      if (areClaims(entries.map(({ name }) => name))) continue;
      for (const entry of entries) {
        const path = join(at.path, entry.name);
        const names = [...at.names, entry.name];
        if (entry.isSocket() || entry.isFIFO()) this.pipes.push(path);
        const part = gitPart(names, kindOf(entry));
        if (part === "open") waiting.push({ path, names });
        else if (part === "repositories") this.#lookForRepositories(path, ledBy);
        else if (part !== "ordinary") this.#take(path, path, isUsual(part, path, directory));
      }
    }
  }

  /** `modules` holds git directories at any depth, `worktrees` directly. */
  #lookForRepositories(directory: string, ledBy: string): void {
    for (const entry of this.#entriesIn(directory)) {
      const path = join(directory, entry.name);
      if (!entry.isDirectory()) this.#take(path, path);
      else if (kindAt(join(path, "HEAD")) === null) this.#lookForRepositories(path, ledBy);
      else this.#lookIntoRepository(path, ledBy);
    }
  }

  #take(path: string, top: string, isUsual = false): void {
    const lookedAtMs = Date.now();
    const stats = statsAt(path);
    if (stats === null) return;
    const kind = kindOf(stats);
    // It belongs to a running sandbox.
    if (kind === "directory" && isPlaceholder(path)) return;
    const target = kind === "link" ? targetOf(path) : null;
    if (path === top) this.units.set(path, identityOf(stats));
    this.entries.set(path, { path, kind, stats, target, top, isUsual, lookedAtMs });
    if (kind !== "directory" || path.length > maxPathLength) return;
    for (const entry of this.#entriesIn(path)) {
      if (entry.isSocket() || entry.isFIFO()) this.pipes.push(join(path, entry.name));
      this.#take(join(path, entry.name), top);
    }
  }
}

function isUsual(part: GitPart, path: string, repository: string): boolean {
  if (part === "pointer") {
    const text = smallText(path, maxPointerBytes);
    return isWorktree(repository) && text !== null && isUsualPointer(basename(path), text);
  }
  const text = part === "state" ? smallText(path, maxStateBytes) : null;
  return text !== null && isHarmlessState(path.slice(repository.length + 1).split(sep), text);
}

/** Whether it is `…/.git/worktrees/name`, whose `commondir` is checked like its other files. */
function isWorktree(directory: string): boolean {
  const parent = dirname(directory);
  return basename(parent) === "worktrees" && basename(dirname(parent)) === ".git";
}

/** The directory that a `.git` file leads to. */
function repositoryOfFile(path: string): string | null {
  const [, target] = /^gitdir: ([^\n\0]+)\n?$/.exec(smallText(path, maxPointerBytes) ?? "") ?? [];
  return target === undefined ? null : realOrNull(resolve(dirname(path), target));
}

export function smallText(path: string, maxBytes: bigint): string | null {
  const stats = statsAt(path);
  if (stats === null || !stats.isFile() || stats.size > maxBytes) return null;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Null when we may not list it; empty when it is gone. */
function entriesIn(directory: string): readonly Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EACCES" ? null : [];
  }
}

function makeListable(directory: string): void {
  try {
    const stats = statsAt(directory);
    if (stats?.isDirectory() === true) chmodSync(directory, Number(stats.mode & 0o7777n) | 0o700);
  } catch {
    // It belongs to another user, so no command of ours made it.
  }
}

export function statsAt(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Inode numbers are reused; with the time of birth they are unique. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`;
}

function kindAt(path: string): EntryKind | null {
  const stats = statsAt(path);
  return stats === null ? null : kindOf(stats);
}

function kindOf(entry: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

function realOrNull(path: string): string | null {
  try {
    return realPathOf(path);
  } catch {
    return null;
  }
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
