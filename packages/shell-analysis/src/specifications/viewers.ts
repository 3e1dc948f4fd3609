import {
  type CommandFamily,
  readsTree,
  type SubLanguage,
  unknown,
} from "../specification/specification.ts";
import { batCommand } from "./sub-languages/bat-command.ts";
import { fixed, uses } from "./sub-languages/given-words.ts";

/** cloc unpacks archives with other programs. */
const clocOperand: SubLanguage = (text) => [
  uses("read-tree", fixed(text)),
  ...(/\.(?:tar|tgz|tbz2?|txz|gz|bz2|xz|zip|jar|war|ear|whl|rpm|deb|Z|7z)$/i.test(text)
    ? [unknown("unpacks archives with other programs")]
    : []),
];

/** Pagers, editors, and programs that count lines of code. */
export const viewers: CommandFamily = [
  // Pagers take commands while they run, and start other programs.
  {
    names: "less more most",
    specified: false,
    operands: { rest: "read" },
    informs: "--help --version -V",
  },
  {
    names: "vim vi nvim view vimdiff nano pico emacs ed ex joe micro helix hx code subl",
    specified: false,
    operands: { rest: "read" },
    // Left out: -v, with which several editors start and write their history.
    informs: "--version",
  },
  { names: "zless zmore bzless bzmore xzless", specified: false, operands: { rest: "read" } },
  {
    names: "bat batcat",
    interpret: batCommand,
    informs: "-h --help -V --version --list-languages",
  },
  {
    names: "tokei",
    flags: "-C -f --compact --files --hidden --no-ignore --no-ignore-parent --no-ignore-vcs",
    options: { "-e --exclude -t --type -o --output -s --sort -c --columns": "text" },
    operands: { rest: "read-tree", none: [readsTree(".")] },
    informs: "-h --help -V --version -l --languages",
  },
  {
    names: "cloc",
    flags: "--quiet --json --csv --yaml --md --by-file --by-file-by-lang --hide-rate --sum-one",
    options: {
      "--exclude-dir --include-lang --exclude-lang --include-ext --exclude-ext": "text",
    },
    operands: { rest: clocOperand },
    informs: "--help --version --show-lang",
  },
  {
    names: "scc",
    flags: "--by-file --no-cocomo --no-complexity --no-duplicates -c -d --ci --wide -w",
    options: {
      "-f --format -s --sort -i --include-ext -x --exclude-ext -M --not-match": "text",
      "--exclude-dir": "text",
      "-o --output": "write",
    },
    operands: { rest: "read-tree", none: [readsTree(".")] },
    informs: "-h --help --version -l --languages",
  },
  {
    names: "hyperfine",
    specified: false,
    options: {
      "-w --warmup -r --runs -m --min-runs -M --max-runs -n --command-name --sort --style": "text",
      "-p --prepare -s --setup -c --cleanup": "script",
      "-S --shell": "text",
      "--export-json --export-markdown --export-csv --export-asciidoc --output": "write",
      "-i --ignore-failure -N --show-output": {},
    },
    operands: { rest: "script" },
    informs: "-h --help -V --version",
  },
];
