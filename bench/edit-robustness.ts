// Question: how often does an edit with a model's usual slips succeed, and how often is it wrong?
// Workload: real sources (this repository's and its packages' scripts, Markdown and JSON, and the system's C
// and Python files, if any), each with a correct edit and one slip of each kind. A seed gives every run on
// the same files the same cases.
// Baselines in the same run: replacing the first match, an exact match that must be unique, and
// gemini-cli-core if it is installed (`--peers`; on the first PEER_CASES).
// Goals: at least 95 % right, at most 2 % with only a white-space fault, at most 1 ms a case, nothing wrong,
// and at least 0.5 % of the cases for each strategy. "Wrong" is altered code, or an edit that had to be
// refused. Without a strategy, its cases are lost: a looser one finds hardly any of them.
// CASES sets the number of cases, SEED the seed; SHOW="wrong" or "missed:kind" prints some.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyEdit, strategies, type Strategy } from "@toolwright/tools/edit-engine";
import { makeBaseEdit } from "./edit-cases/base-edit.ts";
import { type EditCase, judge, type Verdict, verdicts } from "./edit-cases/edit-case.ts";
import { loadPeers } from "./edit-cases/peers.ts";
import { Random } from "./edit-cases/random.ts";
import { refusedKinds, slips } from "./edit-cases/slips.ts";
import { findSources } from "./edit-cases/sources.ts";
import { describeMachine, goal, table } from "./support/measure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const wantedCases = Number(process.env["CASES"] ?? 20_000);
const seed = Number(process.env["SEED"] ?? 20_260_807);
const shown = process.env["SHOW"] ?? "";
/** In per cent of all cases: a strategy that finds fewer is not worth its code. */
const minShare = 0.5;
const peerCases = Number(process.env["PEER_CASES"] ?? 3_000);

const folders = [
  "packages",
  "docs",
  "node_modules/zod/v4/core",
  "node_modules/ajv/lib",
  "node_modules/react-reconciler",
  "node_modules/diff",
  "node_modules/vitest",
  "node_modules/fast-check",
  "node_modules/vite",
  "node_modules/sharp",
  "node_modules/yoga-layout",
].map((folder) => join(root, folder));
const systemFolders = [
  "/usr/lib/python3",
  "/usr/lib/python3.11",
  "/usr/lib/python3.13",
  "/usr/lib/node_modules/npm/node_modules/node-gyp/gyp",
  "/usr/include",
];

interface Applied {
  readonly text: string | null;
  readonly strategy?: Strategy;
}

interface Engine {
  readonly name: string;
  readonly maxCases: number;
  readonly apply: (edit: EditCase) => Applied | Promise<Applied>;
}

interface NamedCase {
  readonly kind: string;
  readonly edit: EditCase;
}

type Counts = Record<Verdict, number>;
interface Tally {
  readonly kinds: Map<string, Counts>;
  /** By the strategy that found the position; `none` if nothing was changed. */
  readonly strategies: Map<string, Counts>;
  readonly cases: number;
  readonly milliseconds: number;
}

const { peers, leftOut } = await loadPeers();
const engines: readonly Engine[] = [
  { name: "first match", maxCases: wantedCases, apply: firstMatch },
  { name: "exact and unique", maxCases: wantedCases, apply: exactAndUnique },
  ...peers.map(({ name, apply }) => ({
    name,
    maxCases: peerCases,
    apply: async (edit: EditCase) => ({ text: await apply(edit) }),
  })),
  { name: "toolwright", maxCases: wantedCases, apply: toolwright },
];

const cases = makeCases();
console.log(`Edit robustness, ${cases.length} cases of ${Object.keys(slips).length} kinds`);
console.log(`(${refusedKinds.size} of them to be refused). ${describeMachine()}`);
for (const what of leftOut) console.log(`left out: ${what}`);
console.log();

const tallies = new Map<string, Tally>();
for (const engine of engines) tallies.set(engine.name, await run(engine));
printEngines();
const ours = tallies.get("toolwright");
if (ours !== undefined) report(ours);

function firstMatch({ file, oldText, newText }: EditCase): Applied {
  const at = file.indexOf(oldText);
  if (at === -1) return { text: null };
  return { text: file.slice(0, at) + newText + file.slice(at + oldText.length) };
}

function exactAndUnique(edit: EditCase): Applied {
  const { file, oldText } = edit;
  const at = file.indexOf(oldText);
  return file.includes(oldText, at + 1) ? { text: null } : firstMatch(edit);
}

function toolwright({ file, oldText, newText }: EditCase): Applied {
  const outcome = applyEdit(file, { oldText, newText });
  if ("failure" in outcome) return { text: null };
  return { text: outcome.text, strategy: outcome.receipt.strategy };
}

async function run({ name, maxCases, apply }: Engine): Promise<Tally> {
  const kinds = new Map<string, Counts>();
  const byStrategy = new Map<string, Counts>();
  const some = everySoMany(cases, maxCases);
  let milliseconds = 0;
  for (const { kind, edit } of some) {
    const start = performance.now();
    const { text, strategy = "none" } = await apply(edit);
    milliseconds += performance.now() - start;
    const verdict = judge(edit, text);
    count(kinds, kind, verdict);
    count(byStrategy, strategy, verdict);
    if (name === "toolwright" && [verdict, `${verdict}:${kind}`].includes(shown)) {
      console.log(JSON.stringify({ kind, strategy, ...edit, text }));
    }
  }
  return { kinds, strategies: byStrategy, cases: some.length, milliseconds };
}

function count(tally: Map<string, Counts>, name: string, verdict: Verdict): void {
  const counts = tally.get(name) ?? { right: 0, missed: 0, space: 0, wrong: 0 };
  counts[verdict] += 1;
  tally.set(name, counts);
}

function everySoMany<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, index) =>
    list.at(Math.floor((index * list.length) / max)),
  ).filter((item) => item !== undefined);
}

function sum(kinds: Iterable<Counts>): Counts {
  const all = { right: 0, missed: 0, space: 0, wrong: 0 };
  for (const counts of kinds) for (const verdict of verdicts) all[verdict] += counts[verdict];
  return all;
}

function printEngines(): void {
  const rows = Array.from(tallies, ([name, tally]) => {
    const all = sum(tally.kinds.values());
    const shares = verdicts.map((verdict) => `${((100 * all[verdict]) / tally.cases).toFixed(2)}%`);
    const time = (tally.milliseconds / tally.cases).toFixed(3);
    return [name, String(tally.cases), ...shares, time];
  });
  console.log(table([["engine", "cases", ...verdicts, "ms a case"], ...rows]));
}

function report({ kinds, strategies: found, cases: total, milliseconds }: Tally): void {
  console.log("\ntoolwright, by kind:");
  const rows = Array.from(kinds, ([kind, counts]) => [
    refusedKinds.has(kind) ? `refuse: ${kind}` : kind,
    String(verdicts.reduce((total, verdict) => total + counts[verdict], 0)),
    ...verdicts.map((verdict) => String(counts[verdict])),
  ]).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  console.log(table([["kind", "cases", ...verdicts], ...rows]));
  const shares = strategies.map((strategy) => {
    const { right, space, wrong } = found.get(strategy) ?? { right: 0, space: 0, wrong: 0 };
    return { strategy, right, space, wrong, share: (100 * right) / total };
  });
  console.log("\ntoolwright, by strategy:");
  const shareRows = shares.map(({ strategy, right, space, wrong, share }) => [
    strategy,
    String(right),
    `${share.toFixed(2)}%`,
    String(space),
    String(wrong),
  ]);
  console.log(table([["strategy", "right", "of all cases", "space", "wrong"], ...shareRows]));
  const all = sum(kinds.values());
  const rare = shares.filter(({ share }) => share < minShare).length;
  console.log();
  goal("not right", (100 * (total - all.right)) / total, 5, "%");
  goal("white space only", (100 * all.space) / total, 2, "%");
  goal("wrong", all.wrong, 0, "cases");
  goal(`found less than ${minShare} %`, rare, 0, "strategies");
  goal("time", milliseconds / total, 1, "ms a case");
}

function makeCases(): readonly NamedCase[] {
  const random = new Random(seed);
  const made: NamedCase[] = [];
  const { files, missing } = findSources([...folders, ...systemFolders], {
    script: 220,
    markdown: 60,
    json: 40,
    yaml: 20,
    python: 120,
    c: 80,
  });
  if (missing.length > 0) console.log(`no sources in ${missing.join(", ")}`);
  const order = files
    .map((file) => ({ file, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file);
  for (let round = 0; made.length < wantedCases && round < 200; round += 1) {
    for (const { path, language } of order) {
      const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
      const base = makeBaseEdit(text, language, random);
      if (base === null) continue;
      for (const [kind, slip] of Object.entries(slips)) {
        const edit = slip(base, random);
        if (edit !== null) made.push({ kind, edit });
      }
      if (made.length >= wantedCases) return made;
    }
  }
  return made;
}
