import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type JudgedRepository, unjudgedRepository } from "@toolwright/core/ports";
import { kindOfSetting } from "./harmless-settings.ts";
import { type GitSetting, parseGitConfig } from "./parse-git-config.ts";

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_LINE_BYTES = 8 * 1024;
const MAX_ENTRIES = 100_000;

/** Folders that a hardened git reads nothing from, and that often contain links or many files. */
const passedOver = new Set(["hooks", "modules", "lfs", "annex"]);

/**
 * Judges whether a hardened git, started in this directory (absolute), runs no program and reads no
 * file that only the repository chooses. Its settings must be on a list, its objects its own, and
 * it must not belong to another repository.
 *
 * Reads some ten files and the names of all others, and never starts git. Never throws: anything
 * unreadable is a doubt.
 *
 * Source: gitrepository-layout(5), and the discovery in git's `setup.c`.
 */
export function judgeRepository(directory: string): JudgedRepository {
  try {
    return judge(directory);
  } catch (error) {
    return unjudgedRepository(
      error instanceof Doubt ? error.message : "its repository can't be read",
    );
  }
}

class Doubt extends Error {
  override readonly name = "Doubt";
}

function judge(directory: string): JudgedRepository {
  const found = find(directory);
  if (found === null) return { top: null, doubt: null, emptied: [], fingerprint: "none" };
  const { top, gitDirectory, common } = found;
  for (const place of new Set([gitDirectory, common])) assertNoLinks(place);
  assertOwnObjects(join(common, "objects"));
  const texts = [textOf(join(common, "config"), MAX_CONFIG_BYTES) ?? ""];
  if (settingsIn(texts[0] ?? "").some(({ key }) => key === "extensions.worktreeconfig")) {
    texts.push(textOf(join(gitDirectory, "config.worktree"), MAX_CONFIG_BYTES) ?? "");
  }
  const settings = texts.flatMap(settingsIn);
  const emptied = new Set<string>();
  for (const setting of settings) {
    if (isOwnWorkTree(setting, found)) continue;
    const kind = namesLink(setting, top) ? "unknown" : kindOfSetting(setting);
    if (kind === "emptied") emptied.add(setting.key);
    if (kind === "unknown") {
      throw new Doubt(
        `its repository sets ${setting.key}, which may run a program or lead git elsewhere`,
      );
    }
  }
  const fingerprint = JSON.stringify([top, gitDirectory, common, ...texts]);
  return { top, doubt: null, emptied: [...emptied], fingerprint };
}

interface FoundRepository {
  readonly top: string;
  readonly gitDirectory: string;
  /** The directory of the files that all work trees share. */
  readonly common: string;
}

/** Searches upwards for a repository, as git does. */
function find(directory: string): FoundRepository | null {
  for (let at = directory; ; at = dirname(at)) {
    const path = join(at, ".git");
    const stats = statsOf(path);
    if (stats?.isDirectory() === true) return ownRepository(at, path);
    if (stats?.isFile() === true) return linkedRepository(at, path);
    if (stats !== undefined) throw new Doubt("its .git is a link or a special file");
    if (looksBare(at))
      throw new Doubt(`the folder '${basename(at)}' looks like a repository itself`);
    if (dirname(at) === at) return null;
  }
}

function ownRepository(top: string, gitDirectory: string): FoundRepository {
  const isDirectory = (name: string): boolean =>
    statsOf(join(gitDirectory, name))?.isDirectory() === true;
  const head = textOf(join(gitDirectory, "HEAD"), MAX_LINE_BYTES) ?? "";
  // Git would continue its search above an incomplete repository.
  if (
    !isDirectory("objects") ||
    !isDirectory("refs") ||
    !/^(?:ref: *refs\/|[\da-f]{40})/.test(head)
  ) {
    throw new Doubt("its .git isn't a complete repository");
  }
  if (statsOf(join(gitDirectory, "commondir")) !== undefined) {
    throw new Doubt("its .git leads to another repository (commondir)");
  }
  return { top, gitDirectory, common: gitDirectory };
}

/** A `.git` file may name any repository: only one that refers back to this work tree counts. */
function linkedRepository(top: string, path: string): FoundRepository {
  const named = /^gitdir: (.+?)\n*$/s.exec(textOf(path, MAX_LINE_BYTES) ?? "")?.[1];
  if (named === undefined) throw new Doubt("its .git file can't be parsed");
  const gitDirectory = resolve(top, named);
  const stranger = new Doubt("its .git names a repository that doesn't refer back to it");
  if (statsOf(gitDirectory)?.isDirectory() !== true) throw stranger;
  const commonPath = textOf(join(gitDirectory, "commondir"), MAX_LINE_BYTES);
  if (commonPath === null) {
    const settings = settingsIn(textOf(join(gitDirectory, "config"), MAX_CONFIG_BYTES) ?? "");
    const found = { top, gitDirectory, common: gitDirectory };
    if (!settings.some((setting) => isOwnWorkTree(setting, found))) throw stranger;
    return found;
  }
  const common = resolve(gitDirectory, commonPath.trimEnd());
  const knows = textOf(join(gitDirectory, "gitdir"), MAX_LINE_BYTES)?.trimEnd();
  const isWorkTree =
    dirname(gitDirectory) === join(common, "worktrees") &&
    knows !== undefined &&
    resolve(gitDirectory, knows) === path;
  if (!isWorkTree) throw stranger;
  return { top, gitDirectory, common };
}

/** A submodule's repository names its work tree. */
function isOwnWorkTree(
  { key, value }: GitSetting,
  { top, gitDirectory }: FoundRepository,
): boolean {
  return key === "core.worktree" && value !== null && resolve(gitDirectory, value) === top;
}

/** Whether the list of commits that `git blame` skips is a link. */
function namesLink({ key, value }: GitSetting, top: string): boolean {
  if (key !== "blame.ignorerevsfile" || value === null) return false;
  return statsOf(resolve(top, value))?.isSymbolicLink() === true;
}

/** Whether git would take the directory for a bare repository, checked out as a folder. */
function looksBare(directory: string): boolean {
  const has = (name: string): boolean => statsOf(join(directory, name)) !== undefined;
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

/** Objects of another repository would be shown as if they belonged to this one. */
function assertOwnObjects(objects: string): void {
  const alternates = statsOf(join(objects, "info/alternates"));
  if (alternates !== undefined && alternates.size > 0) {
    throw new Doubt("its repository uses the objects of another one");
  }
}

/**
 * Git follows links everywhere in its directory, and prints the content of some files there: the
 * log of a bisection, the remaining steps of a rebase, ignore patterns.
 */
function assertNoLinks(gitDirectory: string): void {
  const folders = [gitDirectory];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw new Doubt("its repository has too many files to check");
      if (folder === gitDirectory && passedOver.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        throw new Doubt(`its repository's ${path.slice(gitDirectory.length + 1)} is a link`);
      }
      if (entry.isDirectory()) folders.push(path);
    }
  }
}

function settingsIn(text: string): readonly GitSetting[] {
  const settings = parseGitConfig(text);
  if (settings === null) throw new Doubt("its repository's settings can't be parsed");
  return settings;
}

/** The file's text; null if it doesn't exist. */
function textOf(path: string, maxBytes: number): string | null {
  if (statsOf(path) === undefined) return null;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (stats.isFile() && stats.size <= maxBytes) return readFileSync(file, "utf8");
    throw new Doubt(`its repository's ${basename(path)} is too large or not a file`);
  } finally {
    closeSync(file);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file where a directory should be.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}
