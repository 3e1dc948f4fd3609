// Question: how long until a person sees something, and what does importing the library cost?
// Workload: whole processes, started one after the other, interleaved; the page cache is warm.
// Baseline: `node -e 0` of the same Node, in the same run.
// Source of the goals: --version 1.3 x, importing core 1.5 x, `call read_file` 3 x.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeMachine, goal, spreadOf, table } from "./support/measure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "packages/cli/bin/toolwright.cjs");
const core = new URL("../packages/core/dist/index.js", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "toolwright-start-"));
writeFileSync(join(folder, "README.md"), "# Sample\n");
// Journals calls here instead of in the user's journal.
const env = { ...process.env, XDG_STATE_HOME: join(folder, "state") };

const commands: readonly (readonly [string, readonly string[]])[] = [
  ["node -e 0", ["-e", "0"]],
  ["toolwright --version", [bin, "--version"]],
  [
    "import @toolwright/core",
    ["--input-type=module", "-e", `await import(${JSON.stringify(core)})`],
  ],
  ["toolwright call read_file", [bin, "call", "read_file", "path=README.md", "--json"]],
];

try {
  const figures = new Map(commands.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < 25; round += 1) {
    for (const [name, words] of commands) {
      const start = performance.now();
      const output = execFileSync(process.execPath, words, {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      const took = performance.now() - start;
      if (name.endsWith("read_file") && !output.includes("# Sample")) throw new Error(output);
      // The first rounds fill the caches, the compile cache among them.
      if (round >= 5) figures.get(name)?.push(took);
    }
  }
  const spreads = new Map(Array.from(figures, ([name, list]) => [name, spreadOf(list)]));
  const base = spreads.get("node -e 0")?.median ?? Number.NaN;
  const ratio = (name: string): number => (spreads.get(name)?.median ?? Number.NaN) / base;
  console.log(`Start-up, milliseconds. ${describeMachine()}\n`);
  console.log(
    table([
      ["what", "median", "middle half", "ratio"],
      ...Array.from(spreads, ([name, { median, low, high }]) => [
        name,
        median.toFixed(1),
        `${low.toFixed(1)}-${high.toFixed(1)}`,
        `x${ratio(name).toFixed(2)}`,
      ]),
    ]),
  );
  console.log();
  goal("toolwright --version", ratio("toolwright --version"), 1.3, "x");
  goal("import @toolwright/core", ratio("import @toolwright/core"), 1.5, "x");
  goal("toolwright call read_file", ratio("toolwright call read_file"), 3, "x");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
