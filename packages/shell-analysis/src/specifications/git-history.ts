import {
  type CommandShape,
  type Consequence,
  oneOf,
  reads,
  unknown,
} from "../specification/specification.ts";
import type { ShowsContents } from "./git-contents.ts";
import { type GitWords, reading } from "./git-words.ts";

/**
 * Commands that show history and differences: `log`, `show`, `diff`, `blame`, `grep` …
 *
 * Left out on purpose: `--output` and `--remerge-diff` (write), `--ext-diff`, `--textconv` and `--alternate-refs` (run
 * programs that the repository names), `range-diff` (starts a `git log` that does), `--submodule` (reads other
 * repositories), `--show-signature` (runs GPG), `--open-files-in-pager` (runs a pager), `--stdin`.
 * Source: git 2.39, `git help diff`, `git help log`, and experiments.
 */

/** `%G?` and similar formats start GPG, or a program that the repository names for it. */
function commitFormat(text: string): readonly Consequence[] {
  return /%[-+ ]?G/.test(text) ? [unknown("runs GPG for its format")] : [];
}

/** `10,20:src/a.ts` or `:function:src/a.ts`. */
function lineRange(text: string): readonly Consequence[] {
  const colon = text.lastIndexOf(":");
  return colon === -1 ? [] : [reads(text.slice(colon + 1))];
}

/** With other values git reads the submodule's state under the submodule's own settings. */
export const quietSubmodules = oneOf("all dirty");

const differences = {
  flags: `-p -u --patch -s --no-patch --raw --patch-with-raw --patch-with-stat --indent-heuristic
    --no-indent-heuristic --minimal --patience --histogram --compact-summary --no-compact-summary
    --numstat --shortstat --cumulative --summary -z --name-only --name-status --no-color
    --no-color-moved --no-color-moved-ws --no-renames --rename-empty --no-rename-empty --check
    --full-index --no-full-index --binary --find-copies-harder -D --irreversible-delete
    --pickaxe-all --pickaxe-regex -R --no-relative -a --text --ignore-cr-at-eol
    --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines -W
    --function-context --no-function-context --exit-code -q --quiet --no-ext-diff --no-textconv
    --no-prefix --default-prefix --ita-invisible-in-index --ita-visible-in-index --no-abbrev -t -r
    -c --cc --combined-all-paths --merge-base`,
  values: {
    "-l --inter-hunk-context": "number",
    "-S -G -I --ignore-matching-lines --anchored --diff-filter --ws-error-highlight": "text",
    "--word-diff-regex --src-prefix --dst-prefix --line-prefix --find-object": "text",
    "--diff-algorithm": oneOf("patience minimal histogram myers default"),
    "--color-moved-ws": "text",
  },
  attached: {
    // The next word is not their value: `git diff -U --output=x` writes.
    "-U --unified": "number",
    "--stat -M --find-renames -C --find-copies -B --break-rewrites --abbrev": "text",
    "-X --dirstat --dirstat-by-file --color --color-moved --word-diff --color-words": "text",
    "--relative": "text",
    "--ignore-submodules": quietSubmodules,
  },
} as const;

const commits = {
  flags: `--source --use-mailmap --no-use-mailmap --mailmap --no-mailmap --clear-decorations
    --no-decorate --follow --no-follow --full-diff --log-size -i --regexp-ignore-case --all-match
    --invert-grep --basic-regexp -E --extended-regexp -F --fixed-strings -P --perl-regexp
    --remove-empty --merges --no-merges --no-min-parents --no-max-parents --first-parent
    --exclude-first-parent-only --not --all --reflog --single-worktree
    --ignore-missing --bisect --cherry-mark --cherry-pick --left-only --right-only --cherry -g
    --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense
    --sparse --simplify-merges --date-order --author-date-order --topo-order --reverse --do-walk
    --abbrev-commit --no-abbrev-commit --oneline --no-expand-tabs --no-notes --standard-notes
    --no-standard-notes --relative-date --parents --children --left-right --graph --no-graph -m
    --no-diff-merges --root`,
  values: {
    "-n --max-count --skip --min-age --max-age": "number",
    "--since --after --until --before --since-as-filter --author --committer --grep": "text",
    "--grep-reflog --date --glob --exclude": "text",
    // `remerge` writes objects, and runs merge drivers.
    "--diff-merges": oneOf("off none on m separate first-parent 1 combined c dense-combined cc"),
  },
  attached: {
    "--decorate --branches --tags --remotes --ancestry-path --no-walk --expand-tabs": "text",
    "--notes --show-notes --show-linear-break --min-parents --max-parents": "text",
    "--pretty --format": commitFormat,
  },
} as const;

const log: GitWords = {
  flags: `${differences.flags} ${commits.flags}`,
  values: {
    ...differences.values,
    ...commits.values,
    "--decorate-refs --decorate-refs-exclude": "text",
    "-L": lineRange,
  },
  attached: { ...differences.attached, ...commits.attached },
  numericOption: true,
  operands: "revisions-and-paths",
};

const diff: GitWords = {
  ...differences,
  flags: `${differences.flags} --cached --staged --base --ours --theirs -0 -1 -2 -3`,
  filesOnDisk: "--no-index",
  operands: "revisions-and-paths",
};

const blame: GitWords = {
  flags: `--incremental -b --root --show-stats --progress --no-progress --score-debug -f --show-name
    -n --show-number -p --porcelain --line-porcelain -c -t -l -s -e --show-email -w --color-lines
    --color-by-age --minimal --no-minimal --first-parent --reverse`,
  values: {
    "-L --ignore-rev --since --date": "text",
    "--contents -S --ignore-revs-file": "read",
  },
  attached: { "-C -M --abbrev": "text" },
  clusters: true,
  operands: "revisions-and-paths",
};

const grep: GitWords = {
  flags: `--cached --no-untracked --exclude-standard -v --invert-match -i --ignore-case -w
    --word-regexp -a --text -I --no-textconv -r --recursive --no-recursive -E --extended-regexp -G
    --basic-regexp -F --fixed-strings -P --perl-regexp -n --line-number --no-line-number --column
    --no-column -h -H --full-name -l --files-with-matches --name-only -L --files-without-match -z
    --null -o --only-matching -c --count --no-color --break --no-break --heading --no-heading -p
    --show-function -W --function-context -q --quiet --all-match --and --or --not`,
  values: {
    "--max-depth -C --context -B --before-context -A --after-context --threads -m": "number",
    "--max-count": "number",
    "-e": "text",
    "-f": "read",
  },
  attached: { "--color": "text" },
  filesOnDisk: "--no-index --untracked --no-exclude-standard",
  patternOptions: "-e -f",
  clusters: true,
  numericOption: true,
  operands: "pattern-and-paths",
};

const shortlog: GitWords = {
  ...log,
  flags: `${commits.flags} -n --numbered -s --summary -e --email -c --committer`,
  values: {
    "--group --since --after --until --before --author --grep --date": "text",
    "--max-count --skip": "number",
  },
  attached: { ...commits.attached, "-w": "text" },
  clusters: true,
};

const revisionList: GitWords = {
  ...log,
  flags: `${commits.flags} --count --objects --objects-edge --objects-edge-aggressive
    --unpacked --header --object-names --no-object-names --quiet --timestamp --bisect-vars
    --bisect-all --no-commit-header --commit-header --no-abbrev --progress`,
  values: commits.values,
  attached: { ...commits.attached, "--disk-usage --abbrev": "text" },
};

const treeDifference: GitWords = {
  ...differences,
  flags: `${differences.flags} --no-commit-id -v --root --cached -m`,
  attached: { ...differences.attached, "--pretty": commitFormat },
  operands: "revisions-and-paths",
};

const showBranch: GitWords = {
  flags: `-a --all -r --remotes --no-color --list --no-name --current --sha1-name --merge-base
    --independent --topo-order --topics --sparse --date-order`,
  attached: { "--color --more -g --reflog": "text" },
  operands: "text",
};

/** By subcommand. */
export const historyWords: Readonly<Record<string, GitWords>> = {
  "log show whatchanged": log,
  diff,
  "blame annotate": blame,
  grep,
  shortlog,
  "rev-list": revisionList,
  "diff-tree diff-index diff-files": treeDifference,
  "show-branch": showBranch,
};

/** How commands show stored contents, by subcommand. */
const shown: Readonly<Record<string, ShowsContents["by"]>> = {
  diff: "differences",
  show: "differences",
  log: "patches",
  whatchanged: "patches",
  "diff-tree": "patches",
  "diff-index": "patches",
  "diff-files": "patches",
  grep: "trees",
};

/** The shape of a command with the options of `git log`. `command`: its words before the options. */
export function logShape(...command: readonly string[]): CommandShape {
  return reading(log, { command, by: "patches" });
}

/** The shape of a command with the options of `git diff`. */
export function diffShape(...command: readonly string[]): CommandShape {
  return reading(diff, { command, by: "differences" });
}

/** By subcommand. */
export const gitHistory: Readonly<Record<string, CommandShape>> = Object.fromEntries(
  Object.entries(historyWords).flatMap(([names, words]) =>
    names.split(" ").map((name) => {
      const by = shown[name];
      return [name, reading(words, by && { command: [name], by })];
    }),
  ),
);
