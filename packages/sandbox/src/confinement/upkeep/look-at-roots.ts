import {
  type BigIntStats,
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { isProtectedFromCommands } from "@toolwright/core/internal";
import { isPlaceholder } from "../bubblewrap/placeholder.ts";
import { isWithin } from "../path-containment.ts";
import {
  type EntryKind,
  type GitPart,
  gitPart,
  isHarmlessState,
  isUsualPointer,
} from "./git-names.ts";

/** Something protected, and everything in it has one of its own. */
export interface ProtectedEntry {
  readonly path: string;
  readonly kind: EntryKind;
  readonly stats: BigIntStats;
  /** Of a link. */
  readonly target: string | null;
  /** What is protected as a whole: itself, or a directory that it is in. */
  readonly top: string;
  /** What git itself writes so, and what leads nowhere else: it may come, change and go. */
  readonly isUsual: boolean;
  /** When it was looked at, in milliseconds since 1970. */
  readonly lookedAtMs: number;
}

/** What is protected in some roots at one moment, by names and facts alone. */
export interface Theme {
  readonly entries: ReadonlyMap<string, ProtectedEntry>;
  /** Git directories, wherever they are in the roots, and the `.git` that leads to each. */
  readonly repositories: ReadonlyMap<string, string>;
  /** Identities by path of what is protected as a whole, git directories included. */
  readonly units: ReadonlyMap<string, string>;
  /** Sockets and FIFOs: others may be at their other end. */
  readonly pipes: readonly string[];
  /** Directories that can't be listed. */
  readonly unlisted: ReadonlySet<string>;
}

/** What is deeper can't be named: nobody looks in there, so it is protected as a whole. */
const maxPathLength = 3_500;
const maxPointerBytes = 4_096n;
const maxStateBytes = 1_048_576n;

/**
 * Looks through whole roots. Links aren't followed. Never throws.
 *
 * Shapes: with an earlier look, a directory that could be listed then or wasn't there is made so again: who may
 * enter a directory without listing it finds in it what nobody sees.
 */
export function lookAtRoots(roots: readonly string[], before?: Theme): Theme {
  const look = new Looking(roots, before);
  for (const root of roots) {
    if (!roots.some((other) => other !== root && isWithin(root, other))) look.lookInto(root);
  }
  return look;
}

class Looking implements Theme {
  readonly entries = new Map<string, ProtectedEntry>();
  readonly repositories = new Map<string, string>();
  readonly units = new Map<string, string>();
  readonly pipes: string[] = [];
  readonly unlisted = new Set<string>();
  readonly #roots: readonly string[];
  readonly #before: Theme | undefined;

  constructor(roots: readonly string[], before: Theme | undefined) {
    this.#roots = roots;
    this.#before = before;
  }

  #entriesIn(directory: string): readonly Dirent[] {
    const entries = entriesIn(directory);
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
      for (const entry of this.#entriesIn(at.path)) {
        const path = join(at.path, entry.name);
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
      // It leads to the same configuration as the repository that it is a worktree of.
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
      for (const entry of this.#entriesIn(at.path)) {
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

  /** `modules` has git directories at any depth, `worktrees` some right in it. */
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
    // Of a sandbox that still runs.
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

/** `…/.git/worktrees/name`, whose `commondir` is looked at like its other files. */
function isWorktree(directory: string): boolean {
  const parent = dirname(directory);
  return basename(parent) === "worktrees" && basename(dirname(parent)) === ".git";
}

/** Where a `.git` file leads. */
function repositoryOfFile(path: string): string | null {
  const [, target] = /^gitdir: ([^\n\0]+)\n?$/.exec(smallText(path, maxPointerBytes) ?? "") ?? [];
  return target === undefined ? null : realOrNull(resolve(dirname(path), target));
}

function smallText(path: string, maxBytes: bigint): string | null {
  const stats = statsAt(path);
  if (stats === null || !stats.isFile() || stats.size > maxBytes) return null;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Null when it isn't for us to list; nothing is in one that is gone. */
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
    // Somebody else's, and so no command of ours made it.
  }
}

export function statsAt(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Numbers are given to new files again; with the time of birth they aren't. */
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
    return realpathSync(path);
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
