// Question: how long does a map of a large directory take, cold and warm?
// Workload: 5,000 source files (FILES=1000 for fewer), the first ones by path of this repository's node_modules,
// copied to a directory of their own. Calls pass through a whole session of the library, as a model's do. Cold: a
// new process and nothing stored. Warm: everything is stored; in a new process, and again in the same one. The start
// of a process and of its session is not counted.
// Baseline in the same run: universal-ctags, which finds definitions in the same files, but no references; where it
// isn't installed, TypeScript's parser, which only parses.
// Source of the goals: the project's plan.
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openToolwright } from "toolwright";
import ts from "typescript";
import { describeMachine, goal, type Spread, spreadOf, table } from "./support/measure.ts";

const rounds = 5;
const count = Number(process.env.FILES ?? 5_000);
const modules = join(import.meta.dirname, "..", "node_modules");
const endings = /\.(?:[cm]?[jt]s|tsx|jsx|py|c|h|cc|css)$/;
const maxBytes = 200_000;

/** How long the calls took in one process, and the processor time of the first one, in milliseconds. */
interface Times {
  readonly first: number;
  readonly firstCpu: number;
  readonly again: number;
  readonly afterEdit: number;
}

if (process.argv[2] === "once") console.log(JSON.stringify(await callInSession()));
else compare();

/** One process: the same map twice, and once more after one file changed. */
async function callInSession(): Promise<Times> {
  const [, , , workspace = "", home = ""] = process.argv;
  rmSync(join(workspace, "added.ts"), { force: true });
  const toolwright = await openToolwright({
    workspace,
    settings: false,
    environment: { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state") },
    mode: "accept-edits",
  });
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<number> => {
    const start = performance.now();
    const outcome = await toolwright.session.call({ name, input });
    if (outcome.status !== "ok") throw new Error(`${name}: ${outcome.error?.message}`);
    return performance.now() - start;
  };
  const before = process.cpuUsage();
  const first = await call("outline", {});
  const { user, system } = process.cpuUsage(before);
  const again = await call("outline", {});
  await call("write_file", { path: "added.ts", content: `export const now = ${Date.now()};\n` });
  const afterEdit = await call("outline", {});
  await toolwright.close();
  return { first, firstCpu: (user + system) / 1_000, again, afterEdit };
}

function compare(): void {
  const tree = makeTree();
  const home = mkdtempSync(join(tmpdir(), "toolwright-outline-"));
  console.log(`A map of ${count} files. ${describeMachine()}\n`);
  const cold: Times[] = [];
  const warm: Times[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(join(home, "state"), { recursive: true, force: true });
    cold.push(once(tree, home));
    warm.push(once(tree, home));
    baseline.push(runBaseline(tree));
  }
  rmSync(home, { recursive: true, force: true });
  const of = (times: readonly Times[], name: keyof Times): Spread =>
    spreadOf(times.map((each) => each[name]));
  const figures: readonly (readonly [string, Spread])[] = [
    ["outline, cold", of(cold, "first")],
    ["  processor time of all threads", of(cold, "firstCpu")],
    ["outline, warm, new process", of(warm, "first")],
    ["  processor time of all threads", of(warm, "firstCpu")],
    ["outline, warm, same process", of(warm, "again")],
    ["outline, warm, one file changed", of(warm, "afterEdit")],
    [hasCtags() ? "universal-ctags" : "TypeScript's parser", spreadOf(baseline)],
  ];
  console.log(table([["milliseconds", "median", "middle half"], ...figures.map(row)]));
  console.log("");
  goal("cold", of(cold, "first").median, 3_000, "ms");
  goal("warm, new process", of(warm, "first").median, 300, "ms");
  goal("warm, same process", of(warm, "again").median, 300, "ms");
}

function row([name, { median, low, high }]: readonly [string, Spread]): readonly string[] {
  return [name, median.toFixed(0), `${low.toFixed(0)} to ${high.toFixed(0)}`];
}

function once(tree: string, home: string): Times {
  const file = import.meta.filename;
  const words = ["--conditions=source", file, "once", tree, home];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" })) as Times;
}

function hasCtags(): boolean {
  return (
    spawnSync("ctags", ["--version"], { encoding: "utf8" }).stdout?.includes("Universal") === true
  );
}

function runBaseline(tree: string): number {
  const start = performance.now();
  if (hasCtags()) {
    const words = ["-R", "--quiet", "--fields=+ne", "-f", "/dev/null", tree];
    execFileSync("ctags", words, { stdio: "ignore" });
  } else {
    for (const path of sourcesIn(tree)) {
      ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
    }
  }
  return performance.now() - start;
}

/** Makes the tree unless an earlier run has. Returns its directory. */
function makeTree(): string {
  const directory = join(tmpdir(), `toolwright-outline-tree-${count}`);
  if (existsSync(directory)) return directory;
  const unfinished = `${directory}-${process.pid}`;
  const chosen = sourcesIn(modules).slice(0, count);
  if (chosen.length < count) throw new Error(`There are only ${chosen.length} source files.`);
  for (const path of chosen) {
    // No folder of the copy may be called node_modules, which a map leaves out.
    const target = join(
      unfinished,
      path.slice(modules.length).replaceAll("node_modules", "modules"),
    );
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(path, target);
  }
  renameSync(unfinished, directory);
  return directory;
}

function sourcesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).size <= maxBytes)
    .sort();
}
