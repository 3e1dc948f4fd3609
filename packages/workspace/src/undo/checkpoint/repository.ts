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

/** The top of the repository that the directory is in; the directory itself without one. */
export function workTreeOf(root: string): string {
  for (let directory = root; ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return root;
  }
}

/** The rules of a repository's own list of what it ignores, which is no file of its tree. */
export function ownExcludes(workTree: string): string {
  const git = join(workTree, ".git");
  const stats = lstatSync(git, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return "";
  const directory = stats.isDirectory() ? git : linkedDirectory(workTree, readSmall(git));
  return directory === null ? "" : readSmall(join(directory, "info", "exclude"));
}

/** Of a work tree that was added to a repository, or a submodule: `.git` is a file that names it. */
function linkedDirectory(workTree: string, text: string): string | null {
  const [, named] = /^gitdir: (.+)$/m.exec(text) ?? [];
  if (named === undefined) return null;
  const directory = resolve(workTree, named.trim());
  const common = readSmall(join(directory, "commondir")).trim();
  return common === "" ? directory : resolve(directory, common);
}

/** Follows links, as people keep their settings behind some. Windows has no such flag. */
const followingFlags = readFileFlags & ~(constants.O_NOFOLLOW ?? 0);

/** A small regular file; empty for anything else, a FIFO among them. */
export function readSmall(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, followingFlags);
  } catch {
    // Whatever it is, it holds no rules.
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
 * What of a git directory is no part of its state: objects, which are only ever added, and what a
 * running git leaves for as long as it runs.
 */
export function isLeftOutOfGit(name: string, isGit: boolean): "kept" | "objects" | "passing" {
  if (isGit && (name === "objects" || name === "lfs" || name === "annex")) return "objects";
  if (name.endsWith(".lock") || (isGit && /^(?:gc\.pid|fsmonitor--daemon.*)$/.test(name))) {
    return "passing";
  }
  return "kept";
}
