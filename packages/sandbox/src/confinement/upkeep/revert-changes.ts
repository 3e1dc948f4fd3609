import {
  closeSync,
  constants,
  cpSync,
  fchmodSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { messageOf } from "@toolwright/core/internal";
import type { Reverted } from "@toolwright/core/ports";
import { isWithin, pathsBetween } from "../path-containment.ts";
import { isStockPart } from "./git-names.ts";
import {
  lookAtRoots,
  maxStateBytes,
  type ProtectedEntry,
  type ProtectedState,
  smallText,
  statsAt,
} from "./look-at-roots.ts";
import { type MovedUnit, movedUnits } from "./moved-units.ts";
import { inDirectory } from "./safe-directory.ts";

export interface RevertOptions {
  readonly roots: readonly string[];
  readonly before: ProtectedState;
  /** As for `lookAtRoots`. */
  readonly listedAt: (directory: string) => string;
  /** The content of the files in `before` that the sandbox does not mount, by path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Whether the sandbox itself kept a path unchanged. */
  readonly isHeld: (path: string) => boolean;
  /** Paths whose changes were all granted, including everything below. */
  readonly granted: readonly string[];
  /** Creates a directory for quarantined files. */
  readonly openQuarantine: () => string;
}

/** A kernel with 100 ticks per second keeps times to 10 ms; this leaves a margin. */
const unsettledMs = 100;

/**
 * Reverts changes of protected paths. New ones are moved to quarantine, changed and removed ones are
 * restored, and moved ones are moved back, creating directories if necessary. A path that went away with its
 * whole directory stays removed. Never throws.
 */
export function revertChanges(options: RevertOptions): readonly Reverted[] {
  return new Reverter(options, lookAtRoots(options.roots, options)).run();
}

class Reverter {
  readonly #options: RevertOptions;
  #after: ProtectedState;
  #quarantine: string | null = null;
  #moved = 0;

  constructor(options: RevertOptions, after: ProtectedState) {
    this.#options = options;
    this.#after = after;
  }

  run(): readonly Reverted[] {
    const { before, isHeld, roots, listedAt } = this.#options;
    const moved = movedUnits(before, this.#after).flatMap((unit) => this.#moveBack(unit) ?? []);
    if (moved.length > 0) this.#after = lookAtRoots(roots, { before, listedAt });
    const created = new Set<string>();
    for (const entry of this.#after.entries.values()) {
      const isNew = !before.entries.has(entry.path) && !entry.isUsual;
      if (isNew && !this.#isGranted(entry.path)) created.add(this.#outermostNew(entry));
      else if (isNew && this.#isPlanted(entry) && !isIn(created, entry.path))
        created.add(entry.path);
    }
    const found = Array.from(created, (path) => this.#takeAway(path));
    const byLength = [...before.entries.values()].toSorted((a, b) => a.path.length - b.path.length);
    const removed: string[] = [];
    for (const entry of byLength) {
      const now = this.#after.entries.get(entry.path);
      if (isHeld(entry.path) || this.#isGranted(entry.path)) continue;
      if (now === undefined ? entry.isUsual : now.isUsual || this.#isSame(entry, now)) continue;
      const record = this.#restore(entry, now);
      if (record === null || removed.some((path) => isWithin(entry.path, path))) continue;
      if (now === undefined) removed.push(entry.path);
      found.push(record);
    }
    return [...moved, ...found];
  }

  /**
   * The path that rules know it by: a git directory with another name is protected only through the `.git`
   * that leads to it.
   */
  #askedAs(path: string): string {
    const { repositories } = this.#options.before;
    const [, ledBy = path] =
      [...repositories, ...this.#after.repositories].find(
        ([directory, leading]) => !isWithin(directory, leading) && isWithin(path, directory),
      ) ?? [];
    return ledBy;
  }

  #isGranted(path: string): boolean {
    return this.#options.granted.some((place) => isWithin(path, place));
  }

  /**
   * Whether it is in a granted new repository, but no part of what git itself puts there. A grant of the whole
   * repository is for `git init`, not for hooks that another program adds.
   */
  #isPlanted({ path, kind }: ProtectedEntry): boolean {
    const { before, granted } = this.#options;
    const { repositories, units } = this.#after;
    const repository = [...repositories.keys()].findLast((each) => isWithin(path, each));
    if (repository === undefined || before.repositories.has(repository)) return false;
    const identity = units.get(repository);
    const isMoved = [...before.units.values()].some((each) => each === identity);
    const isNamed = granted.some(
      (place) => place !== repository && isWithin(place, repository) && isWithin(path, place),
    );
    if (isMoved || isNamed) return false;
    const names = path.slice(repository.length + 1).split(sep);
    return !isStockPart(names, kind, () => smallText(path, maxStateBytes));
  }

  /** The outermost new directory above it, unless something in it was granted. */
  #outermostNew({ path, top }: ProtectedEntry): string {
    const { before, granted } = this.#options;
    const repository = [...this.#after.repositories.keys()].find(
      (each) => isWithin(top, each) && !before.repositories.has(each),
    );
    const outermost = repository ?? top;
    const isKnown = (each: string): boolean =>
      before.entries.has(each) || granted.some((place) => isWithin(place, each));
    return [outermost, ...pathsBetween(outermost, path)].find((each) => !isKnown(each)) ?? path;
  }

  #isSame(was: ProtectedEntry, is: ProtectedEntry): boolean {
    if (was.kind !== is.kind) return false;
    if (was.kind === "directory") return true;
    if (was.kind === "link") return was.target === is.target;
    const isSettled = was.lookedAtMs - Number(was.stats.ctimeMs) > unsettledMs;
    const facts = ["dev", "ino", "size", "mode", "mtimeNs", "ctimeNs"] as const;
    if (isSettled && facts.every((fact) => was.stats[fact] === is.stats[fact])) return true;
    if (was.kind === "other") return was.stats.ino === is.stats.ino;
    const content = this.#options.contents.get(was.path);
    const mask = 0o777n;
    if (content === undefined || (was.stats.mode & mask) !== (is.stats.mode & mask)) return false;
    if (is.stats.size !== BigInt(content.byteLength)) return false;
    return readQuietly(is.path)?.equals(content) ?? false;
  }

  /** Null when the move was granted or cannot be reverted. */
  #moveBack({ from, to }: MovedUnit): Reverted | null {
    if (this.#isGranted(to)) return null;
    const made = this.#makeWayTo(from, to);
    const undoWay = (): void => {
      for (const directory of made.toReversed()) this.#inDirectoryOf(directory, removeEmpty);
    };
    if (this.#move(to, from) !== null) {
      undoWay();
      return null;
    }
    const isDirectory = statsAt(from)?.isDirectory() ?? false;
    return {
      path: to,
      movedFrom: from,
      askedAs: this.#askedAs(to),
      change: "created",
      isDirectory,
      putInPlace: () => {
        const problem = this.#move(from, to);
        if (problem === null) undoWay();
        return problem;
      },
    };
  }

  /** Creates the directories above a path, with the mode of the directory that it is in now. */
  #makeWayTo(path: string, now: string): readonly string[] {
    const root = this.#options.roots.find((each) => isWithin(path, each));
    if (root === undefined) return [];
    const mode = Number(statsAt(dirname(now))?.mode ?? 0o700n) & 0o777;
    return pathsBetween(root, dirname(path)).filter((directory) => {
      const make = (place: string): null => (mkdirSync(place, { mode }), null);
      return this.#inDirectoryOf(directory, make) === null;
    });
  }

  #move(from: string, to: string): string | null {
    return this.#inDirectoryOf(from, (source) =>
      this.#inDirectoryOf(to, (target) => {
        if (isThere(target)) return "Another file has its place now.";
        move(source, target);
        return null;
      }),
    );
  }

  #takeAway(path: string): Reverted {
    const isDirectory = statsAt(path)?.isDirectory() ?? false;
    const record = { path, askedAs: this.#askedAs(path), change: "created", isDirectory } as const;
    try {
      const kept = this.#moveAway(path);
      return {
        ...record,
        putInPlace: () =>
          this.#inDirectoryOf(path, (place) => {
            if (isThere(place)) return "Another file has its place now.";
            move(kept, place);
            return null;
          }),
      };
    } catch (thrown) {
      return { ...record, problem: messageOf(thrown), putInPlace: () => null };
    }
  }

  /** Null when its whole directory is gone. */
  #restore(was: ProtectedEntry, now: ProtectedEntry | undefined): Reverted | null {
    const { path } = was;
    const isDirectoryThere = this.#inDirectoryOf(was.top, () => null) === null;
    if (!isDirectoryThere) return null;
    const change = now === undefined ? ("deleted" as const) : ("changed" as const);
    const isDirectory = was.kind === "directory";
    const record = { path, askedAs: this.#askedAs(path), change, isDirectory };
    try {
      const kept = now === undefined ? null : this.#moveAway(path);
      const problem = this.#inDirectoryOf(path, (place) => this.#make(was, place));
      if (problem !== null) throw new Error(problem);
      const made = statsAt(path)?.ino;
      return {
        ...record,
        putInPlace: () =>
          this.#inDirectoryOf(path, (place) => {
            if (statsAt(place)?.ino !== made) return "It has changed since.";
            rmSync(place, { recursive: true, force: true });
            if (kept !== null) move(kept, place);
            return null;
          }),
      };
    } catch (thrown) {
      return { ...record, problem: messageOf(thrown), putInPlace: () => null };
    }
  }

  #make({ path, kind, target, stats }: ProtectedEntry, place: string): string | null {
    if (kind === "directory") {
      if (!isThere(place)) mkdirSync(place, { mode: Number(stats.mode) & 0o777 });
      return null;
    }
    if (kind === "link" && target !== null) {
      symlinkSync(target, place);
      return null;
    }
    const content = this.#options.contents.get(path);
    if (kind !== "file" || content === undefined) return "its earlier content is unknown";
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const file = openSync(place, flags, 0o600);
    try {
      for (let at = 0; at < content.byteLength; ) at += writeSync(file, content, at);
      fchmodSync(file, Number(stats.mode) & 0o777);
      futimesSync(file, Number(stats.atimeMs) / 1_000, Number(stats.mtimeMs) / 1_000);
    } finally {
      closeSync(file);
    }
    return null;
  }

  #moveAway(path: string): string {
    this.#quarantine ??= this.#options.openQuarantine();
    const kept = join(this.#quarantine, `${++this.#moved}`);
    const problem = this.#inDirectoryOf(path, (place) => {
      move(place, kept);
      return null;
    });
    if (problem !== null) throw new Error(problem);
    return kept;
  }

  /**
   * Runs `work` with a path that cannot be redirected; returns a sentence when that is impossible.
   */
  #inDirectoryOf(path: string, work: (place: string) => string | null): string | null {
    const directory = dirname(path);
    const root = this.#options.roots.find((each) => isWithin(directory, each));
    if (root === undefined) return "It is not in the workspace.";
    try {
      const done = inDirectory(root, directory, (safe) => ({
        problem: work(join(safe, basename(path))),
      }));
      return done === null ? "Its directory no longer exists." : done.problem;
    } catch (thrown) {
      return `It failed: ${messageOf(thrown)}.`;
    }
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
    const { isFIFO, isSocket } = kindsOf(from);
    // They have no content to keep.
    if (!isFIFO && !isSocket) {
      cpSync(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
    }
    rmSync(from, { recursive: true, force: true });
  }
}

function isIn(places: ReadonlySet<string>, path: string): boolean {
  return [...places].some((place) => isWithin(path, place));
}

function removeEmpty(directory: string): null {
  rmdirSync(directory);
  return null;
}

function kindsOf(path: string): { readonly isFIFO: boolean; readonly isSocket: boolean } {
  const stats = lstatSync(path);
  return { isFIFO: stats.isFIFO(), isSocket: stats.isSocket() };
}

function isThere(path: string): boolean {
  return statsAt(path) !== null;
}

/** Reads regular files only, so that a FIFO cannot block. */
export function readQuietly(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    return readFileSync(file);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
