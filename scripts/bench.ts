// `npm run bench [NAME …]`: runs the benchmarks, or the named ones, prints their tables, and writes their figures to
// bench/results.json. `npm run bench -- --peers` first installs what they are compared with, into bench/peers.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir } from "node:os";
import { join } from "node:path";
import { root, runTool } from "./repository.ts";

const peersFolder = join(root, "bench", "peers");
const resultsFile = join(root, "bench", "results.json");

/** A table or a goal, as `bench/support/measure.ts` records it. */
type Recorded = { readonly benchmark: string; readonly [field: string]: unknown };

const words = process.argv.slice(2);
const status = words.includes("--peers") ? await installPeers() : 0;
process.exitCode = status || (await runBenchmarks(words.filter((word) => word !== "--peers")));

async function installPeers(): Promise<number> {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  return (await runTool("npm", ["install", ...options], { cwd: peersFolder })).status;
}

async function runBenchmarks(names: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
  const file = join(folder, "figures.jsonl");
  process.env["TOOLWRIGHT_BENCH_RECORD"] = file;
  try {
    const ran = await runTool(process.execPath, ["scripts/programs.ts", "bench", ...names]);
    if (existsSync(file)) writeResults(readFileSync(file, "utf8"));
    return ran.status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces the figures of the benchmarks that ran; each keeps the circumstances of its own run. */
function writeResults(lines: string): void {
  const recorded = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
  const results = existsSync(resultsFile) ? readJson(resultsFile) : {};
  const circumstances = { date: new Date().toISOString(), ...machine(), peers: installedPeers() };
  for (const name of new Set(recorded.map(({ benchmark }) => benchmark))) {
    const figures = recorded
      .filter(({ benchmark }) => benchmark === name)
      .map(({ benchmark: _, ...rest }) => rest);
    results[name] = { ...circumstances, figures };
  }
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
  console.log(`The figures are in ${resultsFile}`);
}

function machine(): object {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const [first] = cpus();
  return {
    commit,
    node: process.version,
    processor: first?.model.trim(),
    cores: cpus().length,
    system: `${process.platform} ${release()}`,
  };
}

/** The versions of the peers that are installed. */
function installedPeers(): Record<string, string> {
  const { dependencies } = readJson(join(peersFolder, "package.json")) as {
    dependencies: Record<string, string>;
  };
  return Object.fromEntries(
    Object.keys(dependencies).flatMap((name) => {
      const path = join(peersFolder, "node_modules", name, "package.json");
      return existsSync(path) ? [[name, (readJson(path) as { version: string }).version]] : [];
    }),
  );
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
}
