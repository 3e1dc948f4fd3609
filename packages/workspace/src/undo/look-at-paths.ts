import { type BigIntStats, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";
import { statIn } from "../changes/replaced-file.ts";
import type { PathState } from "../journal/journal-store.ts";
import { identityVersion } from "../versions/stat-identity.ts";
import { absent, maxKeptFileBytes, type ReadOptions, stateIn } from "./path-state.ts";
import type { Places } from "./places.ts";
import type { WatchedPath } from "./watched-paths.ts";

export interface LookLimits {
  /** Limit for files and directories below the watched paths of a call. */
  readonly maxEntries: number;
  /** Limit for the contents together. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
}

export const defaultLookLimits: LookLimits = {
  maxEntries: 20_000,
  maxBytes: 512 * 1024 * 1024,
  maxFileBytes: maxKeptFileBytes,
};

/** The states of the watched paths and of the paths below them. */
export interface Looked {
  readonly states: ReadonlyMap<string, PathState>;
  /** For files whose content isn't kept: a stamp that changes when the file is touched. */
  readonly stamps: ReadonlyMap<string, string>;
  /** Watched paths that could not be examined completely, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Thrown when a directory can't be kept. Completes "… can't be undone: ". */
class CannotKeep extends Error {}

/** Reads and keeps everything at the paths. A directory that exceeds a limit becomes `other`. */
export function lookAtPaths(
  places: Places,
  watched: readonly WatchedPath[],
  { keep, limits }: { readonly keep: ReadOptions["keep"]; readonly limits: LookLimits },
): Looked {
  const states = new Map<string, PathState>();
  const unknown = new Map<string, string>();
  const stamps = new Map<string, string>();
  const count = new Count(limits);
  for (const each of watched) {
    const below = new Map<string, PathState>();
    try {
      visit(places, each, count, (directory, name, path, stats) => {
        const state = stateIn(directory, name, { keep, maxBytes: limits.maxFileBytes });
        below.set(path, state);
        if (state.kind !== "file") return 0;
        if (state.blob === null) stamps.set(path, identityVersion(stats));
        return state.blob === null ? 0 : state.size;
      });
      if (!below.has(each.path)) below.set(each.path, absent);
      for (const [path, state] of below) states.set(path, state);
    } catch (error) {
      if (!(error instanceof CannotKeep)) throw error;
      unknown.set(each.path, error.message);
      states.set(each.path, { kind: "other" });
    }
  }
  return { states, stamps, unknown };
}

/** Reasons why some of the paths couldn't be kept, one sentence each. Reads no contents. */
export function limitsAgainst(
  places: Places,
  watched: readonly WatchedPath[],
  limits: LookLimits,
  shown: (path: string) => string,
): readonly string[] {
  const count = new Count(limits);
  const reasons: string[] = [];
  for (const each of watched) {
    try {
      visit(places, each, count, (_directory, _name, path, stats) => {
        const size = stats.isFile() ? Number(stats.size) : 0;
        if (size > limits.maxFileBytes) {
          reasons.push(
            `${shown(path)} is ${mebibytes(size)}, and files larger than ${mebibytes(limits.maxFileBytes)} aren't kept.`,
          );
          return 0;
        }
        return size;
      });
    } catch (error) {
      if (!(error instanceof CannotKeep)) throw error;
      reasons.push(`${shown(each.path)} can't be undone: ${error.message}.`);
    }
  }
  return reasons;
}

class Count {
  readonly #limits: LookLimits;
  #entries = 0;
  #bytes = 0;

  constructor(limits: LookLimits) {
    this.#limits = limits;
  }

  entry(): void {
    this.#entries += 1;
    if (this.#entries <= this.#limits.maxEntries) return;
    throw new CannotKeep(`it contains more than ${this.#limits.maxEntries} files and directories`);
  }

  bytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes <= this.#limits.maxBytes) return;
    throw new CannotKeep(`it contains more than ${mebibytes(this.#limits.maxBytes)}`);
  }
}

type Visitor = (
  directory: ContainedDirectory,
  name: string,
  path: string,
  stats: BigIntStats,
) => number;

function visit(
  places: Places,
  { path, isDeep, skipsGit }: WatchedPath,
  count: Count,
  take: Visitor,
): void {
  places.at(path, (directory, name) => {
    visitIn({ directory, name, path }, { isDeep, skipsGit }, count, take);
  });
}

function visitIn(
  {
    directory,
    name,
    path,
  }: { readonly directory: ContainedDirectory; readonly name: string; readonly path: string },
  how: Pick<WatchedPath, "isDeep" | "skipsGit">,
  count: Count,
  take: Visitor,
): void {
  const stats = statIn(directory, name);
  if (stats === null) {
    if (name.includes("\uFFFD")) throw new CannotKeep("it contains a name that isn't UTF-8");
    return;
  }
  count.entry();
  count.bytes(take(directory, name, path, stats));
  if (!how.isDeep || !stats.isDirectory()) return;
  let below: ContainedDirectory;
  try {
    below = directory.descend(name);
  } catch (error) {
    // The directory is gone, or is now a link.
    if (error instanceof PathMoved) return;
    throw cannotLook(error, name);
  }
  try {
    for (const inside of namesIn(below, name)) {
      if (how.skipsGit && inside === ".git") continue;
      visitIn({ directory: below, name: inside, path: join(path, inside) }, how, count, take);
    }
  } finally {
    below.close();
  }
}

function namesIn(directory: ContainedDirectory, name: string): readonly string[] {
  try {
    return readdirSync(directory.here);
  } catch (error) {
    throw cannotLook(error, name);
  }
}

function cannotLook(error: unknown, name: string): unknown {
  const code = systemCode(error);
  return code === null ? error : new CannotKeep(`'${name}' can't be listed (${code})`);
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`;
}
