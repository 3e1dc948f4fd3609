import { describe, expect, it } from "vitest";
import { effectsOf, onlyLooks } from "../fixtures/effects-of.ts";

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

describe("pagers, editors and counters", () => {
  it.each(looking)("only looks at the workspace: %s", (command) => {
    expect(effectsOf(command).filter((line) => !/^(?:read|list) [^/]/.test(line))).toEqual([]);
  });

  it.each(Object.entries(effects))("says what %s does: %s", (command, expected) => {
    expect(effectsOf(command).join(", ")).toBe(expected);
  });

  it.each(asking)("doesn't pass for harmless: %s", (command) => {
    expect(onlyLooks(command)).toBe(false);
  });
});
