import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

const maxExcludeBytes = 256 * 1024;

/** Wins over every attribute that a repository gives its files: no byte is converted. */
const attributes = "* -text -eol -crlf -ident -filter -working-tree-encoding -diff -merge\n";

/** Makes our own git directory, if it isn't there yet, and sets what it leaves out. */
export function prepareGitFolder(gitDirectory: string, excludes: readonly string[]): void {
  for (const name of ["objects", "refs/heads", "info"]) {
    mkdirSync(join(gitDirectory, name), { recursive: true, mode: 0o700 });
  }
  const config = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";
  writeIfOther(join(gitDirectory, "HEAD"), "ref: refs/heads/none\n");
  writeIfOther(join(gitDirectory, "config"), config);
  writeIfOther(join(gitDirectory, "info", "attributes"), attributes);
  writeIfOther(join(gitDirectory, "info", "exclude"), excludes.join("\n"));
  // Ours alone under the lock that is held: a killed git left it.
  rmSync(join(gitDirectory, "index.lock"), { force: true });
}

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

export function readSmall(path: string): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > maxExcludeBytes) return "";
    return readFileSync(path, "utf8");
  } catch {
    // Whatever it is, there are no rules to be had from it.
    return "";
  }
}

function writeIfOther(path: string, text: string): void {
  if (readSmall(path) !== text) writeFileSync(path, text, { mode: 0o600 });
}
