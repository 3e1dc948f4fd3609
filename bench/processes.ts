// Question: what does supervising a command cost: its start, much output, a sandbox, and ending very many at
// once?
// Workload: `true` in bash without start-up files; 1 GiB of text lines (PROCESSES_GB makes it smaller)
// captured with head, tail and lines around errors, and also saved by the workspace's store; 200 background
// commands with a child each, every fifth of which ignores SIGTERM.
// Baselines in the same run: node's own spawn of `bash -c true` with pipes, and execa if it is installed
// (`--peers`); node's spawn of the same program with its bytes counted.
// Source of the goals: start 1.3 x (aim 1.15), 10 ms more with bubblewrap, output 1.4 x and 3.1 x when saved,
// 48 MiB more memory, 200 commands ended within 2 s.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessHost } from "@toolwright/core";
import type { ProcessRequest } from "@toolwright/core/ports";
import {
  captureOutput,
  createBubblewrap,
  createJobTable,
  createProcessHost,
} from "@toolwright/sandbox";
import { createOutputStore } from "@toolwright/workspace";
import { describeMachine, goal, interleave, table } from "./support/measure.ts";
import { importPeer } from "./support/peers.ts";

const gigabytes = Number(process.env["PROCESSES_GB"] ?? 1);
const mebibyte = 1_048_576;
const bytes = Math.round(gigabytes * 1_024) * mebibyte;
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-processes-")));
const flood = ["-c", `yes 'a line of output, about as long as they are' | head -c ${bytes}`];

/** Captures as `run_command` does, with the lines around errors. */
const limits = { headBytes: 30_000, tailBytes: 30_000, windowBytes: 12_000 };

/** The command line's grace period. */
const killGraceMs = 1_500;

const host = createProcessHost({ killGraceMs });
try {
  console.log(`Processes. ${describeMachine()}\n`);
  // Runs first, because a start costs more the more memory the forking process has.
  await measureStarts();
  await measureOutput();
  await measureEnds();
} finally {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureStarts(): Promise<void> {
  const available = await createBubblewrap().available();
  const shell = ["--noprofile", "--norc", "-c", "--", "true"];
  const sandbox = { writablePaths: [folder], hiddenPaths: [process.env["HOME"] ?? "/root"] };
  const contestants = [
    { name: "spawn, bash -c true", run: repeat(() => plainSpawn("bash", ["-c", "true"])) },
    { name: "host.start", run: repeat(() => supervised("bash", shell)) },
  ];
  if (available.ok) {
    contestants.push({
      name: "host.start, bubblewrap",
      run: repeat(() =>
        supervised("bash", shell, {
          sandbox: {
            ...sandbox,
            readOnlyPaths: [".git/hooks", ".git/config", ".vscode", ".mcp.json"].map((path) =>
              join(folder, path),
            ),
            network: "off",
          },
        }),
      ),
    });
  }
  const execa = await execaSpawn();
  if (execa !== undefined) contestants.push({ name: "execa", run: repeat(execa) });
  const figures = await interleave(contestants, { rounds: 15, times: 15 });
  print("true, milliseconds", figures, 1_000);
  const [plain = Number.NaN, ours = Number.NaN] = medians(figures);
  const confined = figures.get("host.start, bubblewrap")?.median;
  goal("a start, against node's own", ours / plain, 1.3, "x");
  if (confined !== undefined) goal("more with bubblewrap", (confined - ours) / 1_000, 10, "ms");
  if (!available.ok) console.log(`       bubblewrap: not measured. ${available.reason}`);
  console.log();
}

async function execaSpawn(): Promise<(() => Promise<void>) | undefined> {
  interface Execa {
    execa(program: string, words: readonly string[]): Promise<{ readonly exitCode: number }>;
  }
  const module = await importPeer<Execa>("execa");
  return (
    module &&
    (async () => {
      const { exitCode } = await module.execa("bash", ["-c", "true"]);
      if (exitCode !== 0) throw new Error(`execa: exit status ${exitCode}`);
    })
  );
}

async function measureOutput(): Promise<void> {
  await supervised("bash", ["-c", "true"]);
  const before = process.memoryUsage.rss();
  await captured();
  await stored();
  const peak = process.resourceUsage().maxRSS * 1_024;
  const figures = await interleave(
    [
      { name: "spawn, bytes counted", run: repeat(counted) },
      { name: "captured", run: repeat(captured) },
      { name: "captured and stored", run: repeat(stored) },
    ],
    { rounds: 3, times: 1 },
  );
  print(`${gigabytes} GiB of output, seconds`, figures, 1_000_000);
  const [plain = Number.NaN, ours = Number.NaN, toFile = Number.NaN] = medians(figures);
  goal("output, against counting its bytes", ours / plain, 1.4, "x");
  goal("output, stored in a file", toFile / plain, 3.1, "x");
  goal("memory over what the process had", (peak - before) / mebibyte, 48, "MiB");
  console.log();
}

async function counted(): Promise<void> {
  const child = spawn("bash", flood, { stdio: ["ignore", "pipe", "pipe"] });
  let count = 0;
  child.stdout.on("data", (chunk: Buffer) => (count += chunk.length));
  child.stderr.resume();
  await once(child, "close");
  check(count, "counted");
}

async function captured(): Promise<void> {
  const output = captureOutput(limits);
  await supervised("bash", flood, {
    reclaimsChunks: true,
    onOutput: (chunk, stream) => output.write(chunk, stream),
  });
  check(output.result().totalBytes, "captured");
}

async function stored(): Promise<void> {
  const store = createOutputStore({
    stateDirectory: folder,
    cwd: folder,
    maxOutputBytes: bytes,
    maxTotalBytes: 3 * bytes,
  });
  const output = captureOutput({
    ...limits,
    keep: () => store.open({ sessionId: "bench", callId: "1" }),
  });
  await supervised("bash", flood, {
    reclaimsChunks: true,
    onOutput: (chunk, stream) => output.write(chunk, stream),
  });
  const kept = await output.kept();
  check(kept?.handle == null ? -1 : kept.keptBytes, "stored");
  rmSync(join(folder, "outputs"), { recursive: true });
}

function check(count: number, what: string): void {
  if (count !== bytes) throw new Error(`${what}: ${count} bytes instead of ${bytes}`);
}

async function measureEnds(): Promise<void> {
  for (const [ending, script] of [
    ["all end when asked", "sleep 1000 & wait"],
    ["every fifth must be forced", 'trap "" TERM; sleep 1000 & wait; wait'],
  ] as const) {
    const crowd: ProcessHost = createProcessHost({ killGraceMs });
    const jobs = createJobTable({ processes: crowd, maxRunning: 200 });
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const command = index % 5 === 0 ? script : "sleep 1000 & wait";
        const words = ["--noprofile", "--norc", "-c", `echo ready; ${command}`];
        return jobs.start(
          { title: command, program: "bash", arguments: words, cwd: folder },
          "background",
        );
      }),
    );
    await Promise.all(all.map((job) => job.waitFor({ pattern: "ready" }, { timeoutMs: 30_000 })));
    const start = performance.now();
    await jobs.close();
    await crowd.close();
    const seconds = (performance.now() - start) / 1_000;
    if (all.some(({ processId }) => isThere(processId))) throw new Error("one is still there");
    goal(`200 background commands, ${ending}`, seconds, 2, "s");
  }
}

function isThere(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

async function plainSpawn(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, "close");
}

async function supervised(
  program: string,
  words: readonly string[],
  request: Partial<ProcessRequest> = {},
): Promise<void> {
  const onOutput = (): void => {};
  const running = await host.start({
    program,
    arguments: words,
    cwd: folder,
    onOutput,
    ...request,
  });
  const { exitCode } = await running.ended;
  if (exitCode !== 0) throw new Error(`exit status ${exitCode}`);
}

function repeat(work: () => Promise<void>): (times: number) => Promise<void> {
  return async (times) => {
    for (let count = 0; count < times; count += 1) await work();
  };
}

type Figures = Awaited<ReturnType<typeof interleave>>;

function medians(figures: Figures): number[] {
  return Array.from(figures.values(), ({ median }) => median);
}

function print(title: string, figures: Figures, unit: number): void {
  const rows = Array.from(figures, ([name, { median, low, high }]) => [
    name,
    (median / unit).toFixed(2),
    `${(low / unit).toFixed(2)}-${(high / unit).toFixed(2)}`,
  ]);
  console.log(table([[title, "median", "middle half"], ...rows]));
  console.log();
}
