import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { loadCommands } from "./fixtures/load-commands.ts";
import { createRandom, syntaxPieces, throwTogether, wordPieces } from "./fixtures/token-soup.ts";

const home = "/home/dev";
const bash = ["--noprofile", "--norc"];
let directory = "";

beforeAll(() => {
  // The real path, which bash has in `$PWD`.
  directory = execFileSync("realpath", [mkdtempSync(join(tmpdir(), "shell-analysis-"))], {
    encoding: "utf8",
  }).trim();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The scripts that bash can't read, or reads with a warning. */
function rejectedByBash(scripts: readonly string[]): readonly string[] {
  return scripts.filter((script) => {
    const { status, stderr } = spawnSync("bash", [...bash, "-n", "-c", "--", script], {
      encoding: "utf8",
    });
    return status !== 0 || stderr.includes("warning");
  });
}

describe("against bash -n", () => {
  it("is complete for no labelled command that bash can't read", () => {
    const complete = loadCommands()
      .map(({ command }) => command)
      .filter((command) => analyze(command, { cwd: "/w", home }).complete);
    expect(complete.length).toBeGreaterThan(150);
    expect(rejectedByBash(complete)).toEqual([]);
  });

  it("is complete for no random text that bash can't read", () => {
    const random = createRandom(20_261_122);
    const scripts = Array.from({ length: 2_500 }, () =>
      throwTogether(syntaxPieces, { random, most: 9, spaced: true }),
    );
    const complete = scripts.filter((script) => analyze(script, { cwd: "/w", home }).complete);
    expect(complete.length).toBeGreaterThan(200);
    expect(rejectedByBash(complete)).toEqual([]);
  });
});

describe("against bash", () => {
  it("makes the same words as bash when it calls them known", () => {
    const random = createRandom(7);
    const before = "x=val y='p q'";
    const known: { readonly word: string; readonly words: readonly string[] }[] = [];
    for (let count = 0; count < 4_000; count += 1) {
      const word = throwTogether(wordPieces, { random, most: 5, spaced: false });
      // Every word of an unspecified program must be known.
      const { complete, commands } = analyze(`${before}\nfrob ${word}`, { cwd: directory, home });
      const [first, second] = commands;
      if (!complete || second !== undefined || first?.words[0] !== "frob") continue;
      // The text of a glob differs from its matches.
      if (!/[*?[]/.test(word)) known.push({ word, words: first.words.slice(1) });
    }
    expect(known.length).toBeGreaterThan(500);
    const program = `show() { printf '%s\\0' "$#" "$@"; }
      ${before}
      while IFS= read -r -d '' word; do eval "show $word"; done`;
    const output = execFileSync("bash", [...bash, "-c", program], {
      cwd: directory,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      input: known.map(({ word }) => `${word}\0`).join(""),
      encoding: "utf8",
    });
    const fields = output.split("\0");
    const made = known.map(() => fields.splice(0, Number(fields.shift())));
    const wrong = known.flatMap(({ word, words }, index) =>
      JSON.stringify(words) === JSON.stringify(made[index])
        ? []
        : [{ word, words, bash: made[index] }],
    );
    expect(wrong).toEqual([]);
  });
});
