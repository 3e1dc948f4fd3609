import {
  type CommandFamily,
  oneOf,
  reads,
  type SubLanguage,
  unknown,
} from "../specification/specification.ts";
import { fileOrOptions } from "./sub-languages/archive-commands.ts";

const takesList = {
  value: "read",
  effects: [unknown("takes the files that a list names")],
} as const;
/** An encoding. When it contains a slash, as `ASCII//TRANSLIT` does, GNU looks for a file of that name. */
const encoding: SubLanguage = (text) => (text.includes("/") ? [reads(text)] : []);
const filter = { rest: "read" } as const;
const gnu = "--help --version";

/** Programs that read text and print it changed, counted, cut or sorted. */
export const textFilters: CommandFamily = [
  {
    names: "cat tac",
    flags: `-A -b -e -E -n -s -t -T -u -v -r --show-all --number-nonblank --show-ends --number
      --squeeze-blank --show-tabs --show-nonprinting --before --regex`,
    options: { "--separator": "text" },
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "head",
    flags: "-q -v -z --quiet --silent --verbose --zero-terminated",
    options: { "-n --lines -c --bytes": "number" },
    numericOption: true,
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "tail",
    flags: "-f -F -q -r -v -z --retry --quiet --silent --verbose --zero-terminated",
    options: {
      "-n --lines -c --bytes -s --sleep-interval --pid --max-unchanged-stats": "number",
      "--follow": { value: oneOf("name descriptor"), optional: true },
    },
    numericOption: true,
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "nl",
    flags: "-p --no-renumber",
    options: {
      "-b --body-numbering -d --section-delimiter -f --footer-numbering": "text",
      "-h --header-numbering -n --number-format -s --number-separator": "text",
      "-i --line-increment -l --join-blank-lines -v --starting-line-number": "number",
      "-w --number-width": "number",
    },
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "od",
    flags: "-a -b -c -d -f -i -l -o -s -v -x --output-duplicates",
    options: {
      "-A --address-radix -t --format --endian": "text",
      "-j --skip-bytes -N --read-bytes -S": "number",
      "-w --width --strings": { value: "number", optional: true },
    },
    operands: filter,
    informs: gnu,
  },
  {
    names: "hexdump hd",
    flags: `-b -c -C -d -o -x -v --one-byte-octal --one-byte-char --canonical
      --two-bytes-decimal --two-bytes-octal --two-bytes-hex --no-squeezing`,
    options: {
      "-e --format": "text",
      "-f --format-file": "read",
      "-n --length -s --skip": "number",
      "-L --color": { value: oneOf("auto always never"), optional: true },
    },
    operands: filter,
    informs: "-h --help -V --version",
  },
  {
    names: "xxd",
    oneDash: true,
    // The word after the first operand is its output, even when it begins with a dash.
    stopsAtOperand: true,
    flags: "-a -b -C -d -e -E -i -p -ps -plain -postscript -r -revert -u",
    options: {
      "-c -cols -g -groupsize -l -len -n -name -o -s -seek": "text",
      "-R": oneOf("auto always never"),
    },
    // The second operand is its output.
    operands: { first: ["read", "output"] },
    informs: "-h -help -v -version",
  },
  {
    names: "strings",
    flags: "-a -f -w -o --all --print-file-name --include-all-whitespace",
    options: {
      "-n --bytes": "number",
      "-t --radix": oneOf("o d x"),
      "-e --encoding": oneOf("s S b l B L"),
      "-U --unicode -s --output-separator": "text",
    },
    operands: { rest: fileOrOptions },
    numericOption: true,
    informs: "-h --help -v -V --version",
  },
  {
    names: "wc",
    flags: "-c -l -m -w -L --bytes --chars --lines --words --max-line-length",
    options: { "--files0-from": takesList, "--total": oneOf("auto always only never") },
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "sort",
    flags: `-b -c -C -d -f -g -h -i -m -M -n -r -R -s -u -V -z --ignore-leading-blanks
      --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort
      --ignore-nonprinting --merge --month-sort --numeric-sort --random-sort --reverse --stable
      --unique --version-sort --zero-terminated --debug`,
    options: {
      "-k --key -t --field-separator -S --buffer-size --batch-size --parallel": "text",
      "--sort": oneOf("general-numeric human-numeric month numeric random version"),
      "--check": { value: oneOf("quiet silent diagnose-first"), optional: true },
      "-o --output": "output",
      "-T --temporary-directory": "write-tree",
      "--compress-program": "program",
      "--random-source": "read",
      "--files0-from": takesList,
    },
    operands: filter,
    informs: gnu,
  },
  {
    names: "uniq",
    flags: "-c -d -D -i -u -z --count --repeated --ignore-case --unique --zero-terminated",
    options: {
      "-f --skip-fields -s --skip-chars -w --check-chars": "number",
      "--all-repeated": { value: oneOf("none prepend separate"), optional: true },
      "--group": { value: oneOf("separate prepend append both"), optional: true },
    },
    numericOption: true,
    // The second operand is its output.
    operands: { first: ["read", "output"] },
    informs: gnu,
  },
  {
    names: "cut",
    flags: "-n -s -z --complement --only-delimited --zero-terminated",
    options: {
      "-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter": "text",
    },
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "paste",
    flags: "-s -z --serial --zero-terminated",
    options: { "-d --delimiters": "text" },
    operands: filter,
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "join",
    flags: "-i -z --ignore-case --check-order --nocheck-order --header --zero-terminated",
    options: { "-a -e -j -o -t -v -1 -2": "text" },
    operands: { first: ["read", "read"] },
    informs: gnu,
  },
  {
    names: "comm",
    flags: "-1 -2 -3 -z --check-order --nocheck-order --total --zero-terminated",
    options: { "--output-delimiter": "text" },
    operands: { first: ["read", "read"] },
    informs: gnu,
  },
  {
    names: "tr",
    flags: "-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1",
    operands: { first: ["text", "text"] },
    informs: gnu,
  },
  {
    names: "fold",
    flags: "-b -s --bytes --spaces",
    options: { "-w --width": "number" },
    numericOption: true,
    operands: filter,
    informs: gnu,
  },
  {
    names: "fmt",
    flags: "-c -s -t -u --crown-margin --split-only --tagged-paragraph --uniform-spacing",
    // Left out: -p, which is a flag in BSD.
    options: { "--prefix": "text", "-w --width -g --goal": "number" },
    numericOption: true,
    operands: filter,
    informs: gnu,
  },
  {
    names: "expand unexpand",
    flags: "-i -a --initial --all --first-only",
    options: { "-t --tabs": "text" },
    numericOption: true,
    operands: filter,
    informs: gnu,
  },
  { names: "rev", operands: filter, informs: "-h --help -V --version" },
  {
    names: "column",
    flags: `-t -d -L -J -x -n -e --table --table-noheadings --table-header-repeat --keep-empty-lines
      --json --fillrows`,
    options: {
      "-N --table-columns -O --table-order -E --table-noextreme -H --table-hide": "text",
      "-R --table-right -T --table-truncate -W --table-wrap -r --tree -i --tree-id": "text",
      "-p --tree-parent -o --output-separator -s --separator --table-name": "text",
      "-c --output-width -l --table-columns-limit": "number",
    },
    operands: filter,
    informs: "-h --help -V --version",
  },
  {
    names: "pr",
    flags: `-a -c -d -F -f -J -m -r -t -T -v --across --show-control-chars --double-space
      --form-feed --join-lines --merge --no-file-warnings --omit-header --omit-pagination
      --show-nonprinting`,
    options: {
      "-h --header -D --date-format": "text",
      "-l --length -N --first-line-number -o --indent -w --width -W --page-width": "number",
      "--columns": "number",
    },
    numericOption: true,
    operands: filter,
    informs: gnu,
  },
  {
    names: "ptx",
    flags: `-A -f -r -R --auto-reference --ignore-case --references --right-side-refs`,
    options: {
      "-b --break-file -i --ignore-file -o --only-file": "read",
      "-w --width -g --gap-size": "number",
      "-F --flag-truncation -M --macro-name -S --sentence-regexp -W --word-regexp": "text",
    },
    operands: filter,
    informs: gnu,
  },
  {
    names: "shuf",
    flags: "-r -z --repeat --zero-terminated",
    options: {
      "-e --echo": { operands: { first: [], rest: "text" } },
      "-i --input-range": "text",
      "-n --head-count": "number",
      "-o --output": "output",
      "--random-source": "read",
    },
    operands: { first: ["read"] },
    informs: gnu,
  },
  { names: "tsort", operands: { first: ["read"] }, informs: gnu },
  {
    names: "numfmt",
    flags: "-z --debug --grouping --zero-terminated",
    options: {
      "-d --delimiter --field --format --from --from-unit --invalid --padding --round": "text",
      "--suffix --to --to-unit": "text",
      "--header": { value: "number", optional: true },
    },
    numericOption: true,
    operands: { rest: "text" },
    informs: gnu,
  },
  {
    names: "iconv",
    flags: "-c -l -s --list --silent --verbose",
    options: { "-f --from-code -t --to-code": encoding, "-o --output": "output" },
    operands: filter,
    informs: "--help --usage -V --version",
  },
  {
    names: "bc",
    flags: "-l -q -s -w --mathlib --quiet --standard --warn",
    operands: filter,
    informs: "-h --help -v --version",
  },
  // `!` in the language of dc starts a shell.
  { names: "dc", specified: false, operands: { rest: "read" }, informs: gnu },
];
