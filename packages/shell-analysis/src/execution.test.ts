import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { randomScript } from "./fixtures/random-script.ts";
import { createRandom } from "./fixtures/token-soup.ts";

let directory = "";
let cwd = "";

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "shell-execution-")));
  cwd = join(directory, "work");
  for (const one of [".", "one", "two", "one/two", "two/one", "one/one", "two/two"]) {
    mkdirSync(join(cwd, one), { recursive: true });
  }
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Prints the words it runs with, also in shells that a script starts.
const frob = `frob() { printf '%s\\0' "$#" "$@" >&9; }; export -f frob; sh() { command bash "$@"; }`;

/** The commands that the script really runs. */
function execute(script: string): readonly (readonly string[])[] {
  const { output } = spawnSync("bash", ["--noprofile", "--norc", "-c", `${frob}\n${script}`], {
    cwd,
    env: { HOME: "/home/dev", PATH: "/usr/bin:/bin" },
    stdio: [
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      "pipe",
    ],
    timeout: 5_000,
    encoding: "utf8",
  });
  const fields = (output[9] ?? "").split("\0");
  const executed: (readonly string[])[] = [];
  while (fields.length > 1) {
    executed.push(["frob", ...fields.splice(0, Number(fields.shift()))]);
  }
  return executed;
}

describe("every command that a script really runs", () => {
  it("was found with exactly these words when the analysis is complete", () => {
    const random = createRandom(20_261_122);
    let compared = 0;
    const missed: unknown[] = [];
    for (let count = 0; count < 1_500; count += 1) {
      const script = `x=a\ny=b\n${randomScript(random)}`;
      const { complete, commands } = analyze(script, {
        cwd,
        home: "/home/dev",
        isPlainDirectory: () => true,
      });
      if (!complete || !script.includes("frob")) continue;
      const found = new Set(commands.map(({ words }) => JSON.stringify(words)));
      for (const words of execute(script)) {
        compared += 1;
        if (!found.has(JSON.stringify(words))) missed.push({ script, words });
      }
    }
    expect(missed).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });
});
