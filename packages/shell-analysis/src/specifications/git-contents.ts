import type { Argument, GitListing } from "../specification/specification.ts";

/** How a git command shows stored contents. `command`: its words before the options. */
export interface ShowsContents {
  readonly command: readonly string[];
  /**
   * - `differences`: shows them unless an option prevents it;
   * - `patches`: shows them only with an option for patches;
   * - `trees`: shows those of the trees among its operands;
   * - `objects`: shows those of its operands, which are objects.
   */
  readonly by: "differences" | "patches" | "trees" | "objects";
}

/** An option with its value, or an operand, as given. */
export interface GivenWord {
  /** Absent for an operand. */
  readonly option?: string;
  readonly words: readonly Argument[];
  /** Whether it comes after `--`. */
  readonly isPath?: boolean;
  /** Whether it is the first operand of a command that searches. */
  readonly isPattern?: boolean;
}

const patches =
  /^(?:-p|-u|--patch.*|-U|--unified|-c|--cc|-m|--diff-merges|--binary|-W|--function-context|--word-diff.*|--color-words|--check|-L|--textconv|-a|--text|--combined-all-paths)$/;

/** Options that show names, numbers or nothing in place of patches. */
const noPatches =
  /^(?:--name-only|--name-status|--raw|--stat|--compact-summary|--numstat|--shortstat|--summary|--dirstat|--dirstat-by-file|-s|--no-patch|-q|--quiet)$/;

/** Options that only change how a difference or a commit is shown. `-m` covers `-c` and `--cc`. */
const display =
  /^(?:-p|-u|--patch.*|-U|--unified|-s|--no-patch|--raw|-z|--(?:no-)?indent-heuristic|--minimal|--patience|--histogram|--diff-algorithm|--anchored|--(?:no-)?compact-summary|--stat|--numstat|--shortstat|--cumulative|--summary|--dirstat|--dirstat-by-file|-X|--name-only|--name-status|--(?:no-)?color.*|--no-renames|-M|--find-renames|-C|--find-copies|-B|--break-rewrites|--(?:no-)?rename-empty|--find-copies-harder|-D|--irreversible-delete|--check|--(?:no-)?full-index|--binary|--(?:no-)?relative|-a|--text|--ignore-.*|-[bw]|-W|--(?:no-)?function-context|--exit-code|-q|--quiet|--no-ext-diff|--no-textconv|--(?:no-|default-|src-|dst-|line-)prefix|--ita-.*|--(?:no-)?abbrev|-c|--cc|-m|--combined-all-paths|--diff-merges|--no-diff-merges|-l|--inter-hunk-context|--word-diff.*|--ws-error-highlight|--submodule|--source|--decorate.*|--no-decorate|--clear-decorations|--log-size|--(?:no-)?abbrev-commit|--oneline|--(?:no-)?expand-tabs|--(?:no-)?notes|--show-notes|--(?:no-)?standard-notes|--relative-date|--date|--parents|--children|--left-right|--(?:no-)?graph|--show-linear-break|--pretty|--format|--(?:no-)?(?:use-)?mailmap)$/;

/** Everything that was ever committed or stashed here. */
const everything: GitListing = { words: ["log", "--all", "--reflog", "-m", "--raw"] };

/**
 * The git commands that list the objects whose contents a command shows; none when it shows none. Options that
 * select objects are kept, as are unknown ones, so that the list covers at least everything shown.
 */
export function listingsOf(
  { command, by }: ShowsContents,
  given: readonly GivenWord[],
): readonly GitListing[] {
  const options = given.filter(({ option }) => option !== undefined);
  const operands = given.filter(
    ({ option, isPattern }) => option === undefined && isPattern !== true,
  );
  const isPatch = options.some(({ option = "" }) => patches.test(option));
  const isNames = options.some(({ option = "" }) => noPatches.test(option));
  if (by === "patches" && !isPatch) return [];
  if (by === "differences" && isNames && !isPatch) return [];
  if (options.some(({ option }) => option === "--no-index")) return [];
  const chosen = operands.filter(({ isPath }) => isPath !== true);
  if (by === "objects") return chosen.every(isStatic) ? objectsIn(chosen) : [everything];
  if (by === "trees") return treesIn(chosen, options);
  const kept = options.filter(({ option = "" }) => !display.test(option));
  if (![...kept, ...operands].every(isStatic)) return [everything];
  const lines = kept.find(({ option }) => option === "-L");
  if (lines !== undefined) return [everything];
  // A file in a revision or in the index is judged by its path.
  const revisions = chosen.filter(({ words }) => !/^.+:|^:(?![/(])/s.test(textOf(words[0])));
  const [first] = command;
  if (first === "diff" && revisions.length < chosen.length) return [];
  const isPathOnly = chosen.length > 0 && revisions.length === 0 && kept.length === 0;
  if (first === "show" && isPathOnly) return [];
  const paths = operands.filter(({ isPath }) => isPath === true);
  const merges = /^(?:log|show|whatchanged|reflog)$/.test(first ?? "") || command[1] === "list";
  const words = [
    ...command,
    ...kept.flatMap(textsOf),
    ...(merges ? ["-m"] : []),
    // Patches descend into folders by default; `--raw` doesn't.
    ...(first === "diff-tree" ? ["-m", "-r"] : []),
    "--raw",
    ...revisions.flatMap(textsOf),
    ...(given.some(({ isPath }) => isPath === true) ? ["--", ...paths.flatMap(textsOf)] : []),
  ];
  return [{ words }, ...objectsIn(revisions)];
}

const surelyCommit = /^(?:HEAD|@)(?:[~^]\d*)*$/;

/** The listing that tells which of these objects are blobs, since a blob has no name to be judged by. */
function objectsIn(operands: readonly GivenWord[]): readonly GitListing[] {
  const objects = operands
    .flatMap(({ words }) => textOf(words[0]).split(/\.{2,3}/))
    .map((text) => text.replace(/^\^/, ""))
    .filter((text) => text !== "" && !text.includes(":") && !surelyCommit.test(text));
  return objects.length === 0 ? [] : [{ words: [], objects }];
}

function treesIn(
  operands: readonly GivenWord[],
  options: readonly GivenWord[],
): readonly GitListing[] {
  if (!operands.every(isStatic)) return [everything];
  const isCached = options.some(({ option }) => option === "--cached");
  const index: readonly GitListing[] = isCached ? [{ words: ["ls-files", "-s", "-z"] }] : [];
  const trees = operands
    .map(({ words }) => textOf(words[0]))
    .filter((text) => !text.startsWith("-"));
  return [
    ...index,
    ...trees.map((tree) => ({ words: ["ls-tree", "-r", "-z", "--full-tree", tree] })),
  ];
}

function isStatic({ words }: GivenWord): boolean {
  return words.every(({ kind }) => kind === "static");
}

function textsOf({ words }: GivenWord): readonly string[] {
  return words.map(textOf);
}

function textOf(word: Argument | undefined): string {
  return word?.text ?? "";
}
