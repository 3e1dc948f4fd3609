import {
  type CommandFamily,
  type CommandShape,
  type Consequence,
  oneOf,
  type OptionUse,
  reaches,
  unknown,
} from "../specification/specification.ts";
import { gitHistory } from "./git-history.ts";
import { gitListing } from "./git-listing.ts";
import { changing, gitReferences } from "./git-references.ts";
import { reading } from "./git-words.ts";

/** Settings that only change the output. */
const harmlessSettings =
  /^(?:(?:color|advice|column)\.[\w.-]+=[\w ]*|core\.(?:quotepath|abbrev)=\w+|core\.pager=cat|(?:diff|status|log|blame)\.(?:noprefix|mnemonicprefix|renames|renamelimit|context|showuntrackedfiles|relativepaths|branch|short|date|decorate|abbrevcommit|follow|algorithm)=[\w-]+)$/i;

function setting(text: string): readonly Consequence[] {
  if (harmlessSettings.test(text)) return [];
  return [unknown(`has the setting ${text}, which may run a program`)];
}

/** Another repository: a URL, `user@host:path`, a remote's name or a path. */
export function repository(text: string): readonly Consequence[] {
  if (/^(?:https?|git|ssh|ftps?):\/\//i.test(text)) {
    return [{ type: "word", use: "url", word: { kind: "static", text } }];
  }
  if (/^[^/:]+:(?![:/])/.test(text) || /^[\w.-]+@[\w.-]+:/.test(text)) {
    return [{ type: "word", use: "host", word: { kind: "static", text } }];
  }
  if (/^[\w][\w./-]*$/.test(text) && !text.split("/").includes("..")) return [reaches("*")];
  return [unknown(`reaches the repository ${text}, which may run programs`)];
}

const textOptions = (names: string): Readonly<Record<string, OptionUse>> => ({ [names]: "text" });

const network: Readonly<Record<string, CommandShape>> = {
  "fetch pull": {
    specified: false,
    options: textOptions(
      "-o --server-option -j --jobs --depth --deepen --shallow-since --shallow-exclude --refmap",
    ),
    operands: { first: [repository], none: [reaches("*")] },
  },
  push: {
    specified: false,
    options: textOptions("-o --push-option --repo"),
    operands: { first: [repository], none: [reaches("*")] },
  },
  clone: {
    specified: false,
    options: textOptions(
      `-b --branch -o --origin --depth -j --jobs -c --config --shallow-since --shallow-exclude
      --filter --bundle-uri --server-option`,
    ),
    operands: { first: [repository, "write-tree"] },
  },
  "ls-remote": {
    specified: false,
    options: textOptions("--sort -o --server-option"),
    operands: { first: [repository], none: [reaches("*")] },
  },
  "fetch-pack send-pack request-pull send-email imap-send svn p4 lfs": {
    specified: false,
    effects: [reaches("*")],
  },
};

/** A new repository in the command's directory. Not `write-tree`: what else is put into it needs its own approval. */
const repositoryHere: Consequence = {
  type: "word",
  use: "write",
  word: { kind: "static", text: ".git" },
};

/** Source: git 2.39, `git help git`, and experiments. */
export const git: CommandFamily = [
  {
    names: "git",
    configuredByDirectory: true,
    flags: `--no-pager -P --no-optional-locks --no-replace-objects --literal-pathspecs
      --glob-pathspecs --noglob-pathspecs`,
    options: { "-c": setting, "-C": { value: "text", startsThere: true } },
    informs: "--version -v --help -h --exec-path --html-path --man-path --info-path",
    subcommands: {
      ...gitHistory,
      ...gitListing,
      ...gitReferences,
      ...network,
      archive: reading(
        {
          flags: "-v --verbose -l --list --worktree-attributes -0 -1 -2 -3 -4 -5 -6 -7 -8 -9",
          values: {
            "-o --output": "write",
            // Programs that settings name make other formats.
            "--format": oneOf("tar zip"),
            "--prefix --mtime": "text",
            "--add-file": "read",
          },
          operands: "revisions-and-paths",
        },
        { command: [], by: "trees" },
      ),
      // Unspecified, but these words certainly name changed files.
      "add stage": { specified: false, operands: { rest: "read" } },
      mv: { specified: false, operands: { rest: "move", last: "destination" } },
      rm: {
        specified: false,
        options: { "--cached": { operands: { rest: "text" } } },
        operands: { rest: "delete" },
      },
      clean: { specified: false },
      "format-patch": {
        specified: false,
        options: { "-o --output-directory": "write-tree", "--output": "write" },
      },
      apply: { specified: false, operands: { rest: "read" } },
      am: { specified: false },
      init: { specified: false, operands: { first: ["write-tree"], none: [repositoryHere] } },
      [`commit checkout switch restore reset merge rebase revert cherry-pick gc prune repack
        update-index update-ref write-tree read-tree commit-tree hash-object mktree mktag
        filter-branch fast-import fast-export replace rerere maintenance pack-refs
        pack-objects unpack-objects index-pack merge-file merge-tree mergetool difftool citool gui
        gitk instaweb daemon shell credential interpret-trailers mailsplit mailinfo hook
        verify-commit verify-tag`]: changing,
    },
  },
];
