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
  // Its real path: bash would say it in `$PWD`.
  directory = execFileSync("realpath", [mkdtempSync(join(tmpdir(), "shell-analysis-"))], {
    encoding: "utf8",
  }).trim();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Which of the scripts bash can't read, or reads with a warning. */
function rejectedByBash(scripts: readonly string[]): readonly string[] {
  return scripts.filter((script) => {
    const { status, stderr } = spawnSync("bash", [...bash, "-n", "-c", "--", script], {
      encoding: "utf8",
    });
    return status !== 0 || stderr.includes("warning");
  });
}

describe("against bash -n", () => {
  it("calls nothing complete that bash can't read, of the labelled commands", () => {
    const complete = loadCommands()
      .map(({ command }) => command)
      .filter((command) => analyze(command, { cwd: "/w", home }).complete);
    expect(complete.length).toBeGreaterThan(150);
    expect(rejectedByBash(complete)).toEqual([]);
  });

  it("calls nothing complete that bash can't read, of pieces thrown together", () => {
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
  it("makes the words that bash makes, whenever it calls them known", () => {
    const random = createRandom(7);
    const before = "x=val y='p q'";
    const known: { readonly word: string; readonly words: readonly string[] }[] = [];
    for (let count = 0; count < 4_000; count += 1) {
      const word = throwTogether(wordPieces, { random, most: 5, spaced: false });
      // Of a program that isn't known, every word must be.
      const { complete, commands } = analyze(`${before}\nfrob ${word}`, { cwd: directory, home });
      const [first, second] = commands;
      if (!complete || second !== undefined || first?.words[0] !== "frob") continue;
      // What a glob is shown as isn't what it becomes.
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
