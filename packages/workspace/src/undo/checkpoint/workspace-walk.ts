import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { type BigIntStats, type Dirent, lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { systemCode } from "../../access/failures.ts";
import { identityVersion } from "../../versions/stat-identity.ts";
import { type IgnoreRules, isIgnoredBy, rulesIn } from "./ignore-rules.ts";
import { isGitDirectory, kindInGit } from "./repository.ts";

export interface WalkOptions {
  readonly root: string;
  readonly rules: IgnoreRules | null;
  /** Yields to other work now and then; throws when the walk takes too long. */
  readonly rest: () => Promise<void> | null;
  readonly onEntry: (entry: WalkedEntry) => void;
}

export interface WalkedEntry {
  readonly path: string;
  readonly stats: BigIntStats;
  readonly isIgnored: boolean;
}

/** A place that is only watched: changes are noticed, but the previous state isn't kept. */
export interface WatchedPlace {
  readonly stamp: string;
  /** Completes "… can't be undone: ". */
  readonly reason: string;
  /** Whether these are a repository's objects, which only matter if they are lost. */
  readonly isStore?: true;
}

export interface Walked {
  readonly watched: ReadonlyMap<string, WatchedPlace>;
  /** Directories that could not be listed. */
  readonly unlisted: ReadonlySet<string>;
}

/** Limits for ignored entries, below one directory and in total. */
const maxWatchedEach = 2_000;
const maxWatched = 5_000;

/**
 * Every file, link, directory and special file below the root, in no order. An ignored directory is
 * examined within limits, and git's objects not at all.
 *
 * Starts no program and reads no setting of a repository except its ignore rules.
 */
export async function walkWorkspace(options: WalkOptions): Promise<Walked> {
  const { root, rest, onEntry } = options;
  const watched = new Map<string, WatchedPlace>();
  const unlisted = new Set<string>();
  const budget = { left: maxWatched };
  const waiting: Waiting[] = [{ directory: root, above: options.rules, isInGit: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { directory, above, isInGit } = next;
    const entries = entriesOf(directory);
    if (entries === null) {
      unlisted.add(directory);
      continue;
    }
    if (entries === "gone") continue;
    const hasRules = !isInGit && entries.some(({ name }) => name === ".gitignore");
    const rules = hasRules ? rulesIn(directory, above) : above;
    const isGit = isInGit && isGitDirectory(directory, entries);
    for (const entry of entries) {
      const { name } = entry;
      const path = `${directory}${sep}${name}`;
      const resting = rest();
      if (resting !== null) await resting;
      if (name.includes("\uFFFD")) {
        watchOddNames(directory, watched);
        continue;
      }
      const kind = isInGit ? kindInGit(name, isGit) : "kept";
      if (kind === "passing") continue;
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) continue;
      const isDirectory = stats.isDirectory();
      if (kind === "objects") {
        // Objects are only added, so it only matters that the directory still exists.
        watched.set(path, {
          stamp: `${stats.dev}:${stats.ino}`,
          reason: "git's own objects aren't kept",
          isStore: true,
        });
        continue;
      }
      const isIgnored =
        !isInGit && name !== ".git" && isIgnoredBy(rules, directory, name, isDirectory);
      if (isIgnored && isDirectory) {
        watched.set(path, { stamp: stampOfTree(path, stats, budget), reason: ignoredReason });
        continue;
      }
      onEntry({ path, stats, isIgnored });
      if (isDirectory) {
        waiting.push({ directory: path, above: rules, isInGit: isInGit || name === ".git" });
      }
    }
  }
  return { watched, unlisted };
}

export const ignoredReason = "git ignores it";

interface Waiting {
  readonly directory: string;
  readonly above: IgnoreRules | null;
  readonly isInGit: boolean;
}

/** Null if the directory can't be listed, "gone" if it no longer exists. */
function entriesOf(directory: string): readonly Dirent[] | "gone" | null {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return "gone";
    if (code === null) throw error;
    return null;
  }
}

/** The entries of a directory; none if it is gone or can't be listed. */
export function entriesIn(directory: string): readonly Dirent[] {
  const entries = entriesOf(directory);
  return entries === null || entries === "gone" ? [] : entries;
}

/** A stamp of everything below, within the budget; otherwise of the directory alone. */
function stampOfTree(directory: string, stats: BigIntStats, budget: { left: number }): string {
  const own = `${stats.dev}:${stats.ino}:${stats.mode}`;
  const facts: string[] = [];
  const waiting = [directory];
  const most = Math.min(maxWatchedEach, budget.left);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = entriesIn(next);
    if (facts.length + entries.length > most) return `${own}:${stats.mtimeNs}`;
    for (const { name } of entries) {
      const path = join(next, name);
      const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (found === undefined) continue;
      if (found.isDirectory()) waiting.push(path);
      facts.push(`${path}:${found.isDirectory() ? "" : identityVersion(found)}:${found.mode}`);
    }
  }
  budget.left -= facts.length;
  return `${own}:${hash("sha256", facts.toSorted().join("\n"))}`;
}

/** Watches entries whose names aren't UTF-8, because no text leads to them. */
function watchOddNames(directory: string, watched: Map<string, WatchedPlace>): void {
  const place = Buffer.from(`${directory}${sep}`);
  for (const name of readdirSync(directory, { encoding: "buffer" })) {
    if (isUtf8(name)) continue;
    const stats = lstatSync(Buffer.concat([place, name]), { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    watched.set(`${directory}${sep}${shownBytes(name)}`, {
      stamp: `${identityVersion(stats)}:${stats.mode}`,
      reason: "its name isn't UTF-8",
    });
  }
}

/** The name as shells write it. */
function shownBytes(name: Buffer): string {
  return name
    .toString("latin1")
    .replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
