// Question: what do search_text and find_files cost on top of ripgrep, and how do they compare with the
// libraries that agents use to find files?
// Workload: a generated tree of 100,000 files (FILES=20000 for a smaller one; seeded, kept in the temporary
// directory) and this repository's own node_modules. Calls pass through a whole session, as a model's do.
// Each file finder runs in a separate process, so that none collects another's garbage.
// Baselines in the same run: raw `rg -n` started with Node's spawn, its output read and dropped; tinyglobby;
// glob, with and without modification times.
// Source of the goals: the project's plan, after measurements on the Linux source (78,579 files).
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createProcessHost } from "@toolwright/sandbox";
import { rgPath } from "@vscode/ripgrep";
import { countFound, finderNames, startFinder } from "./search-tree/finders.ts";
import { openSearchSession, type SearchSession } from "./search-tree/search-session.ts";
import {
  commonWord,
  makeTree,
  missingWord,
  mixedCaseWord,
  rareWord,
} from "./search-tree/make-tree.ts";
import {
  type Contestant,
  describeMachine,
  goal,
  interleave,
  type Spread,
  table,
} from "./support/measure.ts";

const rounds = 7;
const seed = 7;
const files = Number(process.env.FILES ?? 100_000);
/** On smaller trees, starting a process takes longer than the measured work. */
const treeGoal = 80_000;
/** The files that search_text searches, so that both search and find the same. */
const rawOptions = ["-n", "--hidden", "--no-require-git", "--glob=!.git", "--glob=!node_modules"];

type Figures = ReadonlyMap<string, Spread>;

const tree = makeTree({ files, seed });
const modules = join(import.meta.dirname, "..", "node_modules");
console.log(`Search, milliseconds a search. ${describeMachine()}\n`);

await measureStart();
await inSession(tree, async (session) => {
  const name = `${files.toLocaleString("en-US")} files`;
  await measureSearches(name, session, {
    "a literal": [rareWord],
    "an alternation": [`${rareWord}|releaseLease|heart[a-z]+`],
    "ignoring case": [mixedCaseWord, "--ignore-case"],
    "no match": [missingWord],
  });
  await measureHuge(name, session);
  await measureFinding(name, session, "**/*.ts");
  await measureFinding(name, session, "**");
  await measureFinding(name, session, "src/**/*.{c,h}");
});
await inSession(modules, async (session) => {
  await measureSearches("node_modules", session, {
    "a literal": ["createRequire"],
    "an alternation": ["createRequire|realpathSync|lstatSync"],
    "ignoring case": ["deprecationwarning", "--ignore-case"],
    "no match": [missingWord],
  });
  await measureHuge("node_modules", session);
  await measureFinding("node_modules", session, "**/*.js");
});

async function inSession(
  directory: string,
  measure: (session: SearchSession) => Promise<void>,
): Promise<void> {
  const session = await openSearchSession(directory);
  try {
    await measure(session);
  } finally {
    await session.close();
  }
}

/**
 * How long the process host takes to start a program and see its end, compared with Node's own spawn.
 */
async function measureStart(): Promise<void> {
  const host = createProcessHost();
  const request = {
    program: rgPath,
    arguments: ["--version"],
    cwd: "/",
    onOutput: () => undefined,
  };
  const figures = await interleave(
    [
      each("spawn of Node", async () => {
        const child = spawn(rgPath, ["--version"], { cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
        for (const stream of [child.stdout, child.stderr]) stream.resume();
        await once(child, "close");
      }),
      each("process host", async () => {
        await (await host.start(request)).ended;
      }),
    ],
    { rounds: 15, times: 20 },
  );
  await host.close();
  report("starting a program", figures, "spawn of Node");
  goal("the process host", ratio(figures, "process host", "spawn of Node"), 1.15, "× spawn");
}

async function measureSearches(
  where: string,
  session: SearchSession,
  searches: Readonly<Record<string, readonly [pattern: string, ...options: string[]]>>,
): Promise<void> {
  for (const [what, [pattern, ...options]] of Object.entries(searches)) {
    const theirs = countLines(await raw([...rawOptions, ...options, pattern, "./"], session.root));
    const input = { pattern, ignore_case: options.includes("--ignore-case") };
    const ours = await session.total("search_text", input);
    if (theirs !== ours) throw new Error(`${where}, ${what}: rg ${theirs} lines, ours ${ours}.`);
    const figures = await interleave(
      [
        each("rg -n", async () => {
          await raw([...rawOptions, ...options, pattern, "./"], session.root);
        }),
        each("search_text", () => session.call("search_text", input)),
      ],
      { rounds, times: 1 },
    );
    report(`${where}: ${what}, ${theirs} lines`, figures, "rg -n");
    const allowed = 1.15 * ms(figures, "rg -n") + 10;
    goal(`${what}, over 1.15 × rg -n + 10 ms`, ms(figures, "search_text") / allowed, 1, "×");
  }
}

async function measureHuge(where: string, session: SearchSession): Promise<void> {
  const figures = await interleave(
    [
      each("rg -n, all of it", async () => {
        await raw([...rawOptions, commonWord, "./"], session.root);
      }),
      each("search_text", () => session.call("search_text", { pattern: commonWord })),
    ],
    { rounds, times: 1 },
  );
  report(`${where}: a huge number of matches`, figures, "rg -n, all of it");
  const share = 100 * ratio(figures, "search_text", "rg -n, all of it");
  if (where !== "node_modules" && files >= treeGoal)
    goal("stopping at the cap", share, 5, "% of the full run");
}

async function measureFinding(
  where: string,
  session: SearchSession,
  pattern: string,
): Promise<void> {
  const counts = await Promise.all(
    (["tinyglobby", "glob", "find_files"] as const).map((name) =>
      countFound(name, session.root, pattern),
    ),
  );
  // Except for ignore files and links, which only find_files respects, all find the same.
  const isSame = where === "node_modules" || new Set(counts).size === 1;
  if (!isSame) throw new Error(`${where}, ${pattern}: ${counts.join(", ")} files.`);
  const processes = finderNames.map((name) => startFinder(name, session.root));
  const figures = await interleave(
    processes.map(({ name, find }) => each(name, () => find(pattern))),
    { rounds, times: 1 },
  );
  for (const { end } of processes) end();
  report(`${where}: ${pattern}, ${counts.join(", ")} files`, figures, "tinyglobby");
  if (files < treeGoal || where === "node_modules") return;
  goal("find_files", ratio(figures, "find_files", "tinyglobby"), 1, "× tinyglobby");
  goal("find_files", ratio(figures, "find_files", "glob"), 0.5, "× glob");
  const newest = ratio(figures, "find_files, newest first", "glob, newest first");
  goal("newest first", newest, 0.65, "× glob with stat");
}

function each(name: string, run: () => Promise<void>): Contestant {
  return {
    name,
    async run(times) {
      for (let index = 0; index < times; index += 1) await run();
    },
  };
}

/** Runs ripgrep as plainly as Node can, and returns its output. */
async function raw(options: readonly string[], cwd: string): Promise<Buffer> {
  const child: ChildProcess = spawn(rgPath, ["--no-config", ...options], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return Buffer.concat(chunks);
}

function countLines(output: Buffer): number {
  let lines = 0;
  for (let at = output.indexOf(10); at >= 0; at = output.indexOf(10, at + 1)) lines += 1;
  return lines;
}

function ms(figures: Figures, name: string): number {
  return (figures.get(name)?.median ?? Number.NaN) / 1_000;
}

function ratio(figures: Figures, name: string, base: string): number {
  return ms(figures, name) / ms(figures, base);
}

function report(title: string, figures: Figures, base: string): void {
  console.log(`\n${title}`);
  console.log(
    table([
      ["what", "median", "middle half", "ratio"],
      ...Array.from(figures, ([name, { low, high }]) => [
        name,
        ms(figures, name).toFixed(1),
        `${(low / 1_000).toFixed(1)}-${(high / 1_000).toFixed(1)}`,
        `x${ratio(figures, name, base).toFixed(2)}`,
      ]),
    ]),
  );
}
