import {
  type CommandFamily,
  followedTree,
  listsTree,
  oneOf,
  readsTree,
  unknown,
} from "../specification/specification.ts";
import { fdCommand } from "./sub-languages/fd-command.ts";
import { findExpression } from "./sub-languages/find-expression.ts";

const when = { value: oneOf("always never auto ansi"), optional: true };
const patternGiven = { first: [] };
const follows = unknown("follows links wherever they lead");
const followsWithR = "follows links wherever they lead with -R; -r doesn't";
const recursive = { rest: "read-tree", none: [readsTree(".")] } as const;

/** ripgrep skips hidden files unless a `.gitignore` of the project includes them, which a guard prevents. */
const visible = {
  rest: "read-visible",
  none: [{ type: "path", use: "read-visible", path: "." }],
} as const;

const grepFlags = `-a -b -c -E -F -G -h -H -i -I -l -L -n -o -P -q -s -T -u -U -v -w -x -y -z -Z
  --count --extended-regexp --fixed-strings --basic-regexp --files-with-matches
  --files-without-match --ignore-case --no-ignore-case --invert-match --line-number --no-filename
  --no-messages --only-matching --perl-regexp --quiet --silent --text --with-filename --word-regexp
  --line-regexp --null --null-data --byte-offset --line-buffered --initial-tab --binary
  --no-group-separator`;

/** Programs that search for text and files. */
export const search: CommandFamily = [
  {
    names: "grep egrep fgrep ggrep",
    flags: grepFlags,
    options: {
      "-A -B -C -m --after-context --before-context --context --max-count": "number",
      "--color --colour": when,
      "--exclude-dir --label --group-separator": "text",
      "--include": { value: "text", filters: "include" },
      "--exclude": { value: "text", filters: "exclude" },
      "--binary-files": oneOf("binary text without-match"),
      "-D --devices": oneOf("read skip"),
      "-d --directories": oneOf("read skip"),
      "--exclude-from": { value: "read", filters: "exclude" },
      "-e --regexp": { value: "text", operands: patternGiven },
      "-f --file": { value: "read", operands: patternGiven },
      "-r --recursive": { operands: recursive },
      "-R --dereference-recursive": {
        operands: { rest: followedTree(followsWithR), none: [unknown(followsWithR)] },
        prevails: true,
      },
    },
    numericOption: true,
    operands: { first: ["text"], rest: "read" },
    harmlessOptions: true,
    informs: "--help --version -V",
  },
  {
    // Left out: bzgrep and zstdgrep, which read options differently.
    names: "zgrep zegrep zfgrep xzgrep",
    flags: "-c -E -F -h -H -i -l -n -o -q -s -v -w -x",
    options: {
      "-A -B -C -m": "number",
      "-e": { value: "text", operands: patternGiven },
    },
    operands: { first: ["text"], rest: "read-packed" },
    informs: "--help --version",
  },
  {
    names: "rg",
    // Left out: -z, which runs decompressors.
    flags: `-a -b -F -h -H -i -I -n -N -o -p -P -q -s -S -U -v -w -x -0 --text
      --byte-offset --fixed-strings --no-fixed-strings --with-filename
      --no-filename --ignore-case --line-number
      --no-line-number --only-matching --pretty --pcre2 --no-pcre2 --quiet --case-sensitive
      --smart-case --multiline --multiline-dotall --invert-match --word-regexp
      --line-regexp --null --null-data --no-hidden --no-ignore --no-ignore-vcs
      --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-parent
      --no-ignore-messages --no-messages --heading --no-heading --column --no-column --crlf
      --stats --trim --vimgrep --passthru --glob-case-insensitive --one-file-system --block-buffered
      --line-buffered --no-config --no-mmap --mmap --no-unicode --debug --trace --sort-files
      --no-follow --include-zero --max-columns-preview --binary --no-require-git --no-pre
      --no-context-separator --ignore-file-case-insensitive --stop-on-nonmatch`,
    options: {
      "-A --after-context -B --before-context -C --context -m --max-count": "number",
      "-d --max-depth --maxdepth -M --max-columns -j --threads --max-filesize": "number",
      "--dfa-size-limit --regex-size-limit": "number",
      "-g --glob -t --type -T --type-not --type-add --type-clear": "text",
      "-r --replace -E --encoding --context-separator --path-separator": "text",
      "--field-match-separator --field-context-separator --colors": "text",
      "--hyperlink-format --pre-glob": "text",
      "--iglob": { value: "text", operands: recursive, prevails: true },
      "-. --hidden -u --unrestricted": { operands: recursive, prevails: true },
      "--color": oneOf("never auto always ansi"),
      "--engine": oneOf("default pcre2 auto"),
      "--sort --sortr": oneOf("none path modified accessed created"),
      "-e --regexp": { value: "text", operands: patternGiven },
      "-f --file": { value: "read", operands: patternGiven },
      "--ignore-file": "read",
      "--type-list": { operands: patternGiven },
      // The last of these options wins. With --files only names are read.
      "--files": { operands: { first: [], rest: "list-tree", none: [listsTree(".")] } },
      "-c --count --count-matches -l --files-with-matches --files-without-match --json": {
        operands: visible,
      },
      "-L --follow": {
        operands: { rest: followedTree("follows links wherever they lead"), none: [follows] },
        prevails: true,
      },
      "--pre --hostname-bin": "program",
    },
    operands: { first: ["text"], ...visible },
    informs: "--help --version -V",
  },
  {
    names: "ag",
    // Left out: --pager, which runs a program, and -z.
    flags: `-a -c -F -H -i -l -L -n -o -Q -r -s -S -t -u -U -v -w -0 --ackmate --all-types --break
      --nobreak --column --count --filename --nofilename --files-with-matches
      --files-without-matches --fixed-strings --group --nogroup --heading --noheading --hidden
      --ignore-case --literal --case-sensitive --smart-case --numbers --nonumbers
      --only-matching --silent --stats --vimgrep --word-regexp --invert-match --color --nocolor
      --norecurse --recurse --all-text`,
    options: {
      "-A --after -B --before -C --context -m --max-count --depth -W --width": "number",
      "-G --file-search-regex --ignore --ignore-dir": "text",
      "-p --path-to-ignore": "read",
      "-g": { value: "text", operands: patternGiven },
      "-f --follow": { effects: [follows] },
      "--pager": "program",
    },
    operands: { first: ["text"], ...recursive },
    informs: "--help --version -V --list-file-types",
  },
  // ack also takes options from files in the project.
  { names: "ack", specified: false, operands: { first: ["text"], rest: "read-tree" } },
  { names: "find gfind", interpret: findExpression, informs: "--help --version -help -version" },
  { names: "fd fdfind", interpret: fdCommand },
  {
    names: "locate mlocate plocate",
    flags: "-b -c -e -i -w -A -r -0 --basename --count --existing --ignore-case --wholename",
    options: { "-l -n --limit": "number", "--regex": { effects: [] }, "-d --database": "unknown" },
    operands: { rest: "text" },
    effects: [listsTree("/")],
    informs: "--help --version -V -S --statistics",
  },
];
