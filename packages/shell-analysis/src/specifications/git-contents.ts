import type { Argument, GitListing } from "../specification/specification.ts";

/** How a command of git shows contents that git keeps, with the words before its options. */
export interface ShowsContents {
  readonly command: readonly string[];
  /**
   * - `differences`: unless its options say otherwise;
   * - `patches`: with an option for patches only;
   * - `trees`: of the trees among its operands;
   * - `objects`: of the objects that are its operands.
   */
  readonly by: "differences" | "patches" | "trees" | "objects";
}

/** An option with its value, or an operand, as it was given. */
export interface GivenWord {
  /** Absent for an operand. */
  readonly option?: string;
  readonly words: readonly Argument[];
  /** It stands behind `--`. */
  readonly isPath?: boolean;
  /** The first operand of a command that searches. */
  readonly isPattern?: boolean;
}

const patches =
  /^(?:-p|-u|--patch.*|-U|--unified|-c|--cc|-m|--diff-merges|--binary|-W|--function-context|--word-diff.*|--color-words|--check|-L|--textconv|-a|--text|--combined-all-paths)$/;

/** Names, numbers or nothing in place of patches. */
const noPatches =
  /^(?:--name-only|--name-status|--raw|--stat|--compact-summary|--numstat|--shortstat|--summary|--dirstat|--dirstat-by-file|-s|--no-patch|-q|--quiet)$/;

/** What changes only how a difference or a commit is shown; `-c` and `--cc` are told apart by `-m`. */
const display =
  /^(?:-p|-u|--patch.*|-U|--unified|-s|--no-patch|--raw|-z|--(?:no-)?indent-heuristic|--minimal|--patience|--histogram|--diff-algorithm|--anchored|--(?:no-)?compact-summary|--stat|--numstat|--shortstat|--cumulative|--summary|--dirstat|--dirstat-by-file|-X|--name-only|--name-status|--(?:no-)?color.*|--no-renames|-M|--find-renames|-C|--find-copies|-B|--break-rewrites|--(?:no-)?rename-empty|--find-copies-harder|-D|--irreversible-delete|--check|--(?:no-)?full-index|--binary|--(?:no-)?relative|-a|--text|--ignore-.*|-[bw]|-W|--(?:no-)?function-context|--exit-code|-q|--quiet|--no-ext-diff|--no-textconv|--(?:no-|default-|src-|dst-|line-)prefix|--ita-.*|--(?:no-)?abbrev|-c|--cc|-m|--combined-all-paths|--diff-merges|--no-diff-merges|-l|--inter-hunk-context|--word-diff.*|--ws-error-highlight|--submodule|--source|--decorate.*|--no-decorate|--clear-decorations|--log-size|--(?:no-)?abbrev-commit|--oneline|--(?:no-)?expand-tabs|--(?:no-)?notes|--show-notes|--(?:no-)?standard-notes|--relative-date|--date|--parents|--children|--left-right|--(?:no-)?graph|--show-linear-break|--pretty|--format|--(?:no-)?(?:use-)?mailmap)$/;

/** Everything that was ever committed here, or stashed. */
const everything: GitListing = { words: ["log", "--all", "--reflog", "-m", "--raw"] };

/**
 * The commands of git that list what a command shows the contents of; none where it shows none. Options that
 * choose are kept, as are those that aren't known here: what is listed is at least what is shown.
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
  // What a path names in a revision, or in the index, is judged by that path.
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
    // Patches go into folders by themselves.
    ...(first === "diff-tree" ? ["-m", "-r"] : []),
    "--raw",
    ...revisions.flatMap(textsOf),
    ...(given.some(({ isPath }) => isPath === true) ? ["--", ...paths.flatMap(textsOf)] : []),
  ];
  return [{ words }, ...objectsIn(revisions)];
}

const surelyCommit = /^(?:HEAD|@)(?:[~^]\d*)*$/;

/** Blobs have no names by which they could be judged: whether these are some is looked at. */
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
