import { describeCommands } from "../fixtures/describe-commands.ts";

const looking = [
  "bat --paging=never README.md",
  "bat -pp README.md",
  "tokei",
  "cloc src",
  "scc src",
  "less --version",
  "vim --version",
];

const effects: Readonly<Record<string, string>> = {
  "less a.txt": "read a.txt, run less",
  "more a.txt": "read a.txt, run more",
  "vim a.txt": "read a.txt, run vim",
  "vim -v": "run vim",
  "view -v": "run view",
  "ed -v": "run ed",
  "nano a.txt": "read a.txt, run nano",
  "ed a.txt": "read a.txt, run ed",
  "emacs a": "read a, run emacs",
  "hyperfine 'rm -rf x'": "delete x, run hyperfine",
  "scc -o out": "read **, write out",
};

const asking = [
  "bat README.md",
  "bat --pager=sh README.md",
  "cloc a.zip",
  "scc --format-multi json:out",
];

describeCommands("pagers, editors and counters", { looking, effects, asking });
