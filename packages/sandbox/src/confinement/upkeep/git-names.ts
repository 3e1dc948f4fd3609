/**
 * The kinds of paths in a git directory, by how ordinary work uses them.
 *
 * - `ordinary`: written by ordinary work; nothing below leads git to other configuration or programs.
 * - `open`: a directory with ordinary and protected parts.
 * - `repositories`: a directory that holds git directories of worktrees or submodules.
 * - `pointer`, `state`: ordinary if the content is what git itself writes.
 * - `protected`: everything else, including additions by later versions of git.
 *
 * Source: gitrepository-layout(5).
 */
export type GitPart = "ordinary" | "open" | "repositories" | "pointer" | "state" | "protected";

export type EntryKind = "file" | "directory" | "link" | "other";

/** Data files: named after their content, or read as text that runs nothing. */
const ordinaryFile =
  /^(?:HEAD|(?:ORIG|FETCH|MERGE|REBASE|CHERRY_PICK|REVERT|BISECT)_HEAD|MERGE_(?:MSG|MODE|RR|AUTOSTASH)|AUTO_MERGE|SQUASH_MSG|(?:COMMIT|TAG|NOTES)_EDITMSG|BISECT_[A-Z_]+|packed-refs(?:\.new)?|shallow|index(?:\.[\w.-]+)?|sharedindex[.\w]*|next-index-\d+|gc\.(?:pid|log)|locked)(?:\.lock)?$/;
const openDirectories = new Set([
  "info",
  "logs",
  "objects",
  "rebase-apply",
  "rebase-merge",
  "refs",
  "rr-cache",
  "sequencer",
]);

export function gitPart(names: readonly string[], kind: EntryKind): GitPart {
  // Git writes through links, so a link in place of a log would let it write anywhere.
  if (kind === "link" || kind === "other") return "protected";
  const isDirectory = kind === "directory";
  const [top = "", second = ""] = names;
  if (names.length === 1) {
    if (!isDirectory) {
      if (top === "commondir" || top === "gitdir") return "pointer";
      return ordinaryFile.test(top) ? "ordinary" : "protected";
    }
    if (openDirectories.has(top)) return "open";
    if (top === "modules" || top === "worktrees") return "repositories";
    return top === "lfs" ? "ordinary" : "protected";
  }
  switch (top) {
    case "info":
      return !isDirectory && /^refs(?:[._]\w+)?$/.test(second) ? "ordinary" : "protected";
    case "objects":
      if (isDirectory) return second === "info" || second === "pack" ? "open" : "ordinary";
      return second === "info" && /alternates/.test(names[2] ?? "") ? "protected" : "ordinary";
    default:
      if (!isDirectory && harmlessState.has(`${top}/${second}`)) return "state";
      return isDirectory ? "open" : "ordinary";
  }
}

/** Whether a worktree's pointer file has the content that git itself writes. */
export function isUsualPointer(name: string, text: string): boolean {
  return name === "commondir" ? text.trim() === "../.." : /^[^\n\0]+\n?$/.test(text);
}

/**
 * Strategies are programs: other names are looked up on the PATH, and those with slashes are files of the
 * work tree.
 */
const strategy = "(?:ort|recursive|resolve|octopus|ours|subtree)";
const usualStrategy = new RegExp(`^\\t(?:strategy-option = .*|strategy = ${strategy})$`);
const applyOption =
  "'(?:-[pC]\\d+|--whitespace=[\\w-]+|--ignore-(?:space-change|whitespace)|--reject|--(?:directory|exclude|include)=[^']*)'";

/**
 * Files from which git takes commands and options when a person continues a rebase, cherry-pick or `git am`.
 * Each has a test for content that runs no program and writes no file of the author's choice.
 */
const harmlessState: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["rebase-merge/git-rebase-todo", (text) => !/^\s*(?:exec|x)\b/m.test(text)],
  ["rebase-merge/strategy", matches(`${strategy}\\n?`)],
  ["rebase-apply/strategy", matches(`${strategy}\\n?`)],
  ["rebase-apply/apply-opt", matches(`\\s*(?:${applyOption}\\s*)*`)],
  ["sequencer/opts", (text) => text.split("\n").every(isHarmlessOption)],
]);

function matches(whole: string): (text: string) => boolean {
  const pattern = new RegExp(`^(?:${whole})$`);
  return (text) => pattern.test(text);
}

/** Whether a line of an options file is one that git itself writes. */
function isHarmlessOption(line: string): boolean {
  return !/strategy/i.test(line) || usualStrategy.test(line);
}

/** Whether a state file is harmless, by its path in the git directory. */
export function isHarmlessState(names: readonly string[], text: string): boolean {
  return harmlessState.get(names.join("/"))?.(text) ?? false;
}

const stockFile = /^(?:description|info\/exclude|hooks\/[\w-]+\.sample)$/;
const stockDirectory = /^(?:hooks|branches)$/;
const stockSection = /^\[(?:core|extensions|submodule|(?:remote|branch|submodule) "[^"\\\r]*")\]$/;
const stockSetting =
  /^\s+(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|objectformat|refstorage|partialclone|url|fetch|tagopt|promisor|partialclonefilter|remote|merge|rebase|active) = .*$/i;

/**
 * Whether `git init` or `git clone` puts this into a repository, and nothing runs because of it. `text` reads a
 * file's content.
 */
export function isStockPart(
  names: readonly string[],
  kind: EntryKind,
  text: () => string | null,
): boolean {
  const path = names.join("/");
  if (kind === "directory") return stockDirectory.test(path);
  if (kind !== "file") return false;
  if (path !== "config") return stockFile.test(path);
  const lines = text()?.split("\n") ?? ["unreadable"];
  return lines.every((line) => line === "" || stockSection.test(line) || stockSetting.test(line));
}
