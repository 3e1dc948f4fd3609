// Question: what does it cost to determine what a command line would do, before it runs?
// Workload: the labelled commands of packages/shell-analysis (harmless and hostile, as people and agents
// write them), and long inputs made of them.
// Baselines in the same run: parsing alone, with the same parser (unbash), and asking bash whether a command
// is valid at all (`bash -n`, which says nothing about its effects).
// Source of the goals: at most 100 microseconds for a typical command, 50 ms for 100 kB.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { analyze } from "@toolwright/shell-analysis";
import { type Contestant, describeMachine, goal, interleave, table } from "./support/measure.ts";

type Parse = (source: string) => { readonly commands: readonly unknown[] };

const options = { cwd: "/home/dev/app", home: "/home/dev" };
const ours = "analyze: commands and effects";
const commands = loadCommands();
const parse = await loadParser();
console.log(`Shell analysis, microseconds a command. ${describeMachine()}`);

checkSameStatements();
await compareCommands();
await compareLongInputs();

function loadCommands(): readonly string[] {
  const file = new URL("../packages/shell-analysis/src/fixtures/commands.jsonl", import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  // Arguments of bash cannot contain NUL.
  return lines
    .map((line) => (JSON.parse(line) as { readonly command: string }).command)
    .filter((command) => !command.includes("\0"));
}

/** The parser belongs to the package, so it is resolved from there. */
async function loadParser(): Promise<Parse> {
  const from = new URL("../packages/shell-analysis/package.json", import.meta.url);
  const path = createRequire(from).resolve("unbash");
  // Only the parse function is used, and only statements are counted.
  const loaded = (await import(pathToFileURL(path).href)) as { readonly parse: Parse };
  return loaded.parse;
}

/** If the analysis is complete, bash itself must accept the command. */
function checkSameStatements(): void {
  for (const command of commands) {
    if (!analyze(command, options).complete) continue;
    const { status } = spawnSync("bash", ["-n", "-c", "--", command]);
    if (status !== 0) throw new Error(`bash can't read what was understood: ${command}`);
  }
}

async function compareCommands(): Promise<void> {
  let found = 0;
  const each = (run: (command: string) => number): Contestant["run"] => {
    let next = 0;
    return (times) => {
      for (let count = 0; count < times; count += 1) {
        next = (next + 1) % commands.length;
        found += run(commands[next] ?? "");
      }
    };
  };
  const quick: readonly Contestant[] = [
    { name: ours, run: each((command) => analyze(command, options).effects.length) },
    { name: "unbash: the tree alone", run: each((command) => parse(command).commands.length) },
  ];
  const figures = new Map(await interleave(quick, { rounds: 15, times: commands.length * 10 }));
  const bash: Contestant = {
    name: "bash -n: valid or not",
    run: each((command) => Number(spawnSync("bash", ["-n", "-c", "--", command]).status === 0)),
  };
  for (const [name, spread] of await interleave([bash], { rounds: 5, times: 20 })) {
    figures.set(name, spread);
  }
  if (found === 0) throw new Error("Nothing was found.");
  const base = figures.get(ours)?.median ?? Number.NaN;
  console.log(
    table([
      ["what", "median", "middle half", "ratio"],
      ...Array.from(figures, ([name, { median, low, high }]) => [
        name,
        median.toFixed(2),
        `${low.toFixed(2)}-${high.toFixed(2)}`,
        `x${(median / base).toFixed(2)}`,
      ]),
    ]),
  );
  goal("a typical command", base, 100, "µs");
}

async function compareLongInputs(): Promise<void> {
  const inputs: readonly (readonly [string, string])[] = [
    ["simple commands", "cat src/a.ts; "],
    ["pipelines", "git log --oneline | grep -v 'fix' | head -5\n"],
    ["loops", 'for f in a b c; do echo "$f"; done\n'],
    ["open substitutions", "$("],
    ["open here-documents", "cat <<A <<B;"],
    ["open braces", "{a,"],
  ];
  console.log("\n100 kB, milliseconds");
  const rows: string[][] = [["of", "analyze", "unbash", "ratio"]];
  let worst = 0;
  for (const [name, piece] of inputs) {
    const source = piece.repeat(100_000 / piece.length);
    const figures = await interleave(
      [
        { name: "analyze", run: (times) => repeat(times, () => analyze(source, options)) },
        { name: "unbash", run: (times) => repeat(times, () => parse(source)) },
      ],
      { rounds: 5, times: 2 },
    );
    const [mine = 0, tree = 0] = Array.from(figures.values(), ({ median }) => median / 1_000);
    worst = Math.max(worst, mine);
    rows.push([name, mine.toFixed(1), tree.toFixed(1), `x${(mine / tree).toFixed(1)}`]);
  }
  console.log(table(rows));
  goal("the slowest 100 kB", worst, 50, "ms");
}

function repeat(times: number, work: () => unknown): void {
  for (let count = 0; count < times; count += 1) work();
}
