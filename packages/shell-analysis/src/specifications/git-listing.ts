import {
  type CommandShape,
  type Consequence,
  oneOf,
  type OptionUse,
  reaches,
  unknown,
} from "../specification/specification.ts";
import { listingsOf } from "./git-contents.ts";
import { quietSubmodules } from "./git-history.ts";
import { change, changes, changing } from "./git-references.ts";
import { reading, revisionOrPath } from "./git-words.ts";

/** Commands that show files, objects and settings of a repository. Source: git 2.39, `git NAME -h`. */

// Left out: `-v`, which shows differences and has no option that stops the programs settings name for them.
const status = reading({
  flags: `-s --short -b --branch --no-branch --show-stash --ahead-behind
    --no-ahead-behind --long -z --null --no-renames --renames --no-column`,
  attached: {
    "--porcelain -u --untracked-files --ignored": "text",
    "--ignore-submodules": quietSubmodules,
  },
  clusters: true,
  operands: "revisions-and-paths",
});

const filesInIndex = reading({
  flags: `-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k
    --killed --directory --no-empty-directory --empty-directory --eol -u --unmerged --resolve-undo
    --exclude-standard --full-name --error-unmatch --debug --deduplicate --sparse`,
  values: {
    "-x --exclude --format --with-tree": "text",
    "-X --exclude-from": "read",
  },
  attached: { "--abbrev": "number" },
  clusters: true,
  harmlessOptions: true,
  operands: "names",
});

const filesInTree = reading({
  flags: `-d -r -t -z -l --long --name-only --name-status --object-only --full-name --full-tree`,
  values: { "--format": "text" },
  attached: { "--abbrev": "number" },
  clusters: true,
  harmlessOptions: true,
  operands: "names",
});

const remote: CommandShape = {
  flags: "-v --verbose",
  noSubcommand: {},
  subcommands: {
    show: {
      options: { "-n": { operands: { rest: "text", none: [] } } },
      // With a name it contacts the remote; without one it doesn't.
      operands: { rest: () => [reaches("*")] },
    },
    "get-url": { flags: "--push --all", operands: { first: ["text"] } },
    "update prune": { specified: false, effects: [reaches("*")] },
    "add rename remove rm set-head set-branches set-url": changing,
  },
  informs: "-h",
};

/** The name of a setting, whose value may be a secret. */
function settingName(text: string): readonly Consequence[] {
  // Newer versions have subcommands in its place: `git config edit`.
  if (!text.includes(".")) return [unknown(`has ${text} in place of a setting's name`)];
  return /token|secret|passw|extraheader|cookie|credential|helper|key$|^url\./i.test(text)
    ? [unknown(`shows the setting ${text}, which may hold a secret`)]
    : [];
}

/** A pattern anchored at the beginning of settings, none of which is a secret. */
function settingPattern(text: string): readonly Consequence[] {
  const groups =
    /^\^(?:alias|branch|color|core|diff|init|log|merge|pull|push|rebase|status)\\?\.[^|]*$/;
  return groups.test(text) ? [] : [unknown(`shows all settings that match ${text}`)];
}

const all: OptionUse = { effects: [unknown("shows all settings, including the user's own")] };

const config: CommandShape = {
  flags: `--local --worktree -z --null --name-only --show-origin --show-scope --no-includes
    --bool --int --bool-or-int --bool-or-str --path --expiry-date`,
  options: {
    "--get --get-all": { operands: { first: [settingName, "text"] } },
    "--get-regexp": { operands: { first: [settingPattern] } },
    "-l --list": all,
    "--get-color --get-colorbool": { operands: { first: ["text", "text"] } },
    "-t --type --default": "text",
    "-f --file": "read",
    [`--add --replace-all --unset --unset-all --rename-section --remove-section -e --edit
      --global --system`]: changes,
  },
  // Two operands are a name and its new value.
  operands: { first: [settingName], rest: change },
  informs: "-h",
};

/** A page of the manual. A word with a slash would be a file. */
function manualPage(text: string): readonly Consequence[] {
  return /^[a-z][a-z-]*$/.test(text) ? [] : [unknown(`shows the help of ${text}`)];
}

const object: CommandShape = {
  flags: "-e -p -t -s --allow-unknown-type --use-mailmap --no-use-mailmap --mailmap --no-mailmap",
  options: { "--batch-check": { value: "text", optional: true }, "--batch-all-objects": {} },
  operands: { rest: objectContents },
  informs: "-h",
};

/** `git cat-file -p ID`: the object's name is unknown. */
function objectContents(text: string): readonly Consequence[] {
  const given = [{ words: [{ kind: "static", text }] }] as const;
  const listings = listingsOf({ command: [], by: "objects" }, given);
  return [...revisionOrPath(text), { type: "contents", listings }];
}

const pathFacts: CommandShape = {
  flags: `-q --quiet -v --verbose -n --non-matching --no-index -a --all --cached -z --stdin`,
  operands: { rest: "text" },
  harmlessOptions: true,
  informs: "-h",
};

/** By subcommand. */
export const gitListing: Readonly<Record<string, CommandShape>> = {
  status,
  "ls-files": filesInIndex,
  "ls-tree": filesInTree,
  remote,
  config,
  "cat-file": object,
  "check-ignore check-attr": pathFacts,
  // It only resolves words, whatever they are.
  "rev-parse": { harmlessWords: true, interpret: () => [] },
  "count-objects": { flags: "-v --verbose -H --human-readable", informs: "-h" },
  var: {
    operands: {
      first: [
        oneOf("GIT_AUTHOR_IDENT GIT_COMMITTER_IDENT GIT_EDITOR GIT_PAGER GIT_DEFAULT_BRANCH"),
      ],
    },
    informs: "-h",
  },
  worktree: {
    subcommands: {
      list: { flags: "-v --verbose --porcelain -z" },
      "add lock move prune remove repair unlock": changing,
    },
    informs: "-h",
  },
  // Even to list submodules it starts git in each, under the settings of each.
  submodule: { specified: false, informs: "-h" },
  bisect: {
    subcommands: {
      "log help": {},
      terms: { flags: "--term-good --term-bad --term-old --term-new" },
      "start bad good new old skip next reset visualize view replay run": changing,
    },
  },
  "sparse-checkout": {
    subcommands: { list: {}, "init set add reapply disable check-rules": changing },
  },
  bundle: {
    subcommands: {
      verify: { flags: "-q --quiet", operands: { first: ["read"] } },
      "list-heads": { operands: { first: ["read"], rest: "text" } },
      create: { specified: false, operands: { first: ["write"], rest: "text" } },
      unbundle: changing,
    },
    informs: "-h",
  },
  fsck: {
    flags: `-v --verbose --unreachable --dangling --no-dangling --tags --root --cache --reflogs
      --no-reflogs --full --no-full --connectivity-only --strict --progress --no-progress
      --name-objects`,
    operands: { rest: "text" },
    informs: "-h",
  },
  "check-mailmap": { flags: "--stdin", operands: { rest: "text" }, informs: "-h" },
  "patch-id": { flags: "--stable --unstable --verbatim", informs: "-h" },
  stripspace: { flags: "-s --strip-comments -c --comment-lines", informs: "-h" },
  "check-ref-format": {
    flags: "--normalize --allow-onelevel --no-allow-onelevel --refspec-pattern",
    options: { "--branch": "text" },
    operands: { rest: "text" },
  },
  version: { flags: "--build-options", informs: "-h" },
  help: {
    flags: "-a --all -g --guides -c --config -m --man --no-external-commands --no-aliases",
    operands: { first: [manualPage] },
  },
};
