/**
 * What of a git directory's content ordinary work writes, by its names below that directory.
 *
 * - `ordinary`: it and all below it, and nothing there leads git to other configuration or programs.
 * - `open`: a directory with both.
 * - `repositories`: a directory that has git directories of worktrees or submodules.
 * - `pointer`, `state`: ordinary with the content that git itself writes.
 * - `protected`: everything else, so also what a later git may add.
 *
 * Source: gitrepository-layout(5).
 */
export type GitPart = "ordinary" | "open" | "repositories" | "pointer" | "state" | "protected";

export type EntryKind = "file" | "directory" | "link" | "other";

/** Data: what is in these is named after what it holds, or read as text that runs nothing. */
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
  // Git follows links when it writes: one in place of a log would have it write anywhere.
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

/** What git writes into a worktree's own directory to name the repository that it belongs to. */
export function isUsualPointer(name: string, text: string): boolean {
  return name === "commondir" ? text.trim() === "../.." : /^[^\n\0]+\n?$/.test(text);
}

/** Strategies are programs: any other name is one of the PATH, and one with slashes a file of the work tree. */
const strategy = "(?:ort|recursive|resolve|octopus|ours|subtree)";
const usualStrategy = new RegExp(`^\\t(?:strategy-option = .*|strategy = ${strategy})$`);
const applyOption =
  "'(?:-[pC]\\d+|--whitespace=[\\w-]+|--ignore-(?:space-change|whitespace)|--reject|--(?:directory|exclude|include)=[^']*)'";

/**
 * Files from which git takes commands and options when a person continues a rebase, a cherry-pick or `git am`, and
 * which contents run no program and write no file of their author's choice.
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

/** A line as git itself writes it, of a file that is read as configuration. */
function isHarmlessOption(line: string): boolean {
  return !/strategy/i.test(line) || usualStrategy.test(line);
}

/** Whether such a file, by its path in the git directory, leads to nothing but ordinary work. */
export function isHarmlessState(names: readonly string[], text: string): boolean {
  return harmlessState.get(names.join("/"))?.(text) ?? false;
}
