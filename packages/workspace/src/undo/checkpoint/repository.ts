import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readFileFlags } from "../../access/open-flags.ts";

const maxExcludeBytes = 256 * 1024;

/** The top of the repository that contains the directory; without one, the directory itself. */
export function workTreeOf(root: string): string {
  for (let directory = root; ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return root;
  }
}

/** The repository's own ignore rules, in `.git/info/exclude`. */
export function ownExcludes(workTree: string): string {
  const git = join(workTree, ".git");
  const stats = lstatSync(git, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return "";
  const directory = stats.isDirectory() ? git : linkedDirectory(workTree, readSmall(git));
  return directory === null ? "" : readSmall(join(directory, "info", "exclude"));
}

/** The git directory named by a `.git` file, as in a linked work tree or a submodule. */
function linkedDirectory(workTree: string, text: string): string | null {
  const [, named] = /^gitdir: (.+)$/m.exec(text) ?? [];
  if (named === undefined) return null;
  const directory = resolve(workTree, named.trim());
  const common = readSmall(join(directory, "commondir")).trim();
  return common === "" ? directory : resolve(directory, common);
}

/** Follows links, because people keep settings behind links. Windows has no O_NOFOLLOW. */
const followingFlags = readFileFlags & ~(constants.O_NOFOLLOW ?? 0);

/** The text of a small regular file; empty for anything else, such as a FIFO. */
export function readSmall(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, followingFlags);
  } catch {
    // Anything unreadable has no rules.
    return "";
  }
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= maxExcludeBytes ? readFileSync(descriptor, "utf8") : "";
  } catch {
    return "";
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a directory inside `.git` is the directory of a repository: its own or a submodule's. */
export function isGitDirectory(directory: string, entries: readonly Dirent[]): boolean {
  return (
    /[/\\]\.git$|[/\\]\.git[/\\](?:.*[/\\])?modules[/\\]/.test(directory) &&
    entries.some(({ name }) => name === "HEAD")
  );
}

/**
 * Classifies an entry of a git directory: `kept` is part of its state, `objects` are only ever
 * added, and `passing` entries exist only while git runs.
 */
export function kindInGit(name: string, isGit: boolean): "kept" | "objects" | "passing" {
  if (isGit && (name === "objects" || name === "lfs" || name === "annex")) return "objects";
  if (name.endsWith(".lock") || (isGit && /^(?:gc\.pid|fsmonitor--daemon.*)$/.test(name))) {
    return "passing";
  }
  return "kept";
}
