// Question: what does reading cost: a window in a large file, its end, a keyword in it, and many small files
// through the command line?
// Workload: a text file of 2 GB with lines of 60 to 260 bytes (FILES_GB makes it smaller), 2,000 lines at
// line 5,000,000 or at its middle; 10,000 reads of files of 1.6 kB (FILES_CALLS) through the built
// `toolwright call --stdin`, in one process, each outcome written before the next line is read.
// Baselines in the same run: `tail -n +A | head -n N`, `tail -n`, `grep -n -m 1 -F`, node's own readFileSync,
// and a safe read: synchronous checks of the same file's real path, kind and open identity, and its bytes.
// Source of the goals: window 1.6 x tail and 64 MiB more memory; small reads 150 µs each on a machine where a
// safe read takes 13 µs, so 11.5 safe reads on any machine.
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPolicy, createRegistry, createSession, type Session } from "@toolwright/core";
import { builtinTool } from "@toolwright/tools";
import { openWorkspace } from "@toolwright/workspace";
import { describeMachine, goal, interleave, spreadOf, table } from "./support/measure.ts";

const readFile = await builtinTool("read_file");

const gigabytes = Number(process.env["FILES_GB"] ?? 2);
const calls = Number(process.env["FILES_CALLS"] ?? 10_000);
const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const mebibyte = 1_048_576;
/** The parameters of a separate process whose memory is measured. */
const memoryOf = process.argv[2] === "memory-of" ? process.argv[3] : undefined;
const folder = memoryOf ?? realpathSync(mkdtempSync(join(tmpdir(), "toolwright-files-")));

if (memoryOf === undefined) await measure();
else await printMemory(Number(process.argv[4]));

async function measure(): Promise<void> {
  try {
    await measureAll();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(): Promise<void> {
  console.log(`Reading files. ${describeMachine()}\n`);
  // Runs first, because the system then writes the large file to the disk for a while.
  measureSmallReads();
  console.log();
  const lineCount = writeLargeFile(join(folder, "large.txt"), gigabytes * 1e9);
  const session = await openBenchSession(folder);
  await measureLargeFile(session, lineCount);
  await session.close();
}

/** Reads in every manner several times, and prints the memory growth in bytes. */
async function printMemory(first: number): Promise<void> {
  const session = await openBenchSession(folder);
  const path = "large.txt";
  writeFileSync(join(folder, "small.txt"), "one\n");
  await read(session, { path: "small.txt" });
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 5; round += 1) {
    await read(session, { path, offset: first, limit: 2_000 });
    await read(session, { path, from_end: 100 });
    await read(session, { path, around: { keyword: "needle", lines_before: 0, lines_after: 0 } });
  }
  console.log(process.resourceUsage().maxRSS * 1_024 - before);
  await session.close();
}

/** Returns the number of lines. No two lines are equal, and one near the end has "needle". */
function writeLargeFile(path: string, size: number): number {
  const words = "the quick brown fox jumps over the lazy dog and runs away again ".repeat(4);
  const file = openSync(path, "w");
  let written = 0;
  let line = 0;
  while (written < size) {
    const lines: string[] = [];
    for (let i = 0; i < 5_000; i += 1) {
      line += 1;
      lines.push(`${line} ${words.slice(0, 50 + ((line * 7_919) % 200))}`);
    }
    written += writeSync(file, `${lines.join("\n")}\n`);
  }
  writeSync(file, "needle\nlast line\n");
  closeSync(file);
  return line + 2;
}

async function openBenchSession(root: string): Promise<Session> {
  const registry = createRegistry();
  await registry.register([readFile]);
  const workspace = openWorkspace({ roots: [root] });
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
  return createSession({ registry, policy, workspace });
}

async function measureLargeFile(session: Session, lineCount: number): Promise<void> {
  const first = Math.min(5_000_000, Math.floor(lineCount / 2));
  const path = "large.txt";
  // A result holds some 500 of 2,000 lines, so both sides are asked for those.
  const shown = await read(session, { path, offset: first, limit: 2_000 });
  const limit = shown.split("\n\n")[0]?.split("\n").length ?? 0;
  const window = `tail -n +${first} large.txt | head -n ${limit}`;
  checkSame(shown, shell(window), "the window");
  checkSame(
    await read(session, { path, from_end: 100 }),
    shell("tail -n 100 large.txt"),
    "the end",
  );
  const around = { keyword: "needle", lines_before: 0, lines_after: 0 };
  checkSame(await read(session, { path, around }), "needle\n", "the keyword");

  const figures = await interleave(
    [
      { name: window, run: repeat(() => void shell(window)) },
      {
        name: `read_file, ${limit} lines at ${first}`,
        run: repeat(() => read(session, { path, offset: first, limit: 2_000 })),
      },
      { name: "tail -n 100", run: repeat(() => void shell("tail -n 100 large.txt")) },
      {
        name: "read_file, from_end 100",
        run: repeat(() => read(session, { path, from_end: 100 })),
      },
      {
        name: "grep -n -m 1 -F",
        run: repeat(() => void shell("grep -n -m 1 -F needle large.txt")),
      },
      { name: "read_file, around a keyword", run: repeat(() => read(session, { path, around })) },
    ],
    { rounds: 7, times: 1 },
  );
  const memory = execFileSync(
    process.execPath,
    [...process.execArgv, import.meta.filename, "memory-of", folder, String(first)],
    { encoding: "utf8" },
  );
  const rows = Array.from(figures, ([name, { median, low, high }]) => [
    name,
    (median / 1_000).toFixed(1),
    `${(low / 1_000).toFixed(1)}-${(high / 1_000).toFixed(1)}`,
  ]);
  console.log(table([[`${gigabytes} GB, milliseconds`, "median", "middle half"], ...rows]));
  console.log();
  const medians = Array.from(figures.values(), ({ median }) => median);
  const ratio = (ours: number, theirs: number): number =>
    (medians[ours] ?? Number.NaN) / (medians[theirs] ?? Number.NaN);
  goal("a window far into the file, against tail | head", ratio(1, 0), 1.6, "x");
  console.log(
    `       its end, against tail: ${ratio(3, 2).toFixed(2)} x (with the process's start)`,
  );
  console.log(`       a keyword, with line numbers, against grep: ${ratio(5, 4).toFixed(2)} x`);
  goal("memory over what the process had", Number(memory) / mebibyte, 64, "MiB");
  console.log();
}

function repeat(work: () => unknown): (times: number) => Promise<void> {
  return async (times) => {
    for (let i = 0; i < times; i += 1) await work();
  };
}

async function read(session: Session, input: object): Promise<string> {
  const outcome = await session.call({ name: "read_file", input });
  const [part] = outcome.content;
  if (outcome.status !== "ok" || part?.type !== "text") throw new Error(JSON.stringify(outcome));
  return part.text;
}

function shell(command: string): string {
  return execFileSync("sh", ["-c", command], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * mebibyte,
  });
}

/** Our result without numbers and notes equals the system programs' output. */
function checkSame(ours: string, theirs: string, what: string): void {
  const lines = (ours.split("\n\n")[0] ?? "").split("\n");
  const text = lines.map((line) => line.slice(line.indexOf("\t") + 1)).join("\n");
  if (`${text}\n` !== theirs) throw new Error(`${what} differs: ${ours.slice(0, 200)}`);
}

function measureSmallReads(): void {
  const source = "export const answer = 42; // a line\n".repeat(45);
  const names = Array.from({ length: 100 }, (_, index) => `f${index}.ts`);
  for (const name of names) writeFileSync(join(folder, name), source);
  const nameOf = (index: number): string => names[index % names.length] ?? "";
  const input = Array.from({ length: calls }, (_, index) =>
    JSON.stringify({ tool: "read_file", input: { path: nameOf(index) } }),
  ).join("\n");
  const answersPath = join(folder, "answers.jsonl");
  const ours: number[] = [];
  const plain: number[] = [];
  const safe: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    // Into a file, because a pipe's reader would use the same cores.
    const answers = openSync(answersPath, "w");
    const { status } = spawnSync(process.execPath, [bin, "call", "--stdin"], {
      cwd: folder,
      input: `${input}\n`,
      stdio: ["pipe", answers, "inherit"],
      env: { ...process.env, XDG_STATE_HOME: join(folder, "state") },
    });
    closeSync(answers);
    ours.push(((performance.now() - start) * 1_000) / calls);
    if (round === 0) checkOutcomes(status, readFileSync(answersPath, "utf8"));
    const plainStart = performance.now();
    let length = 0;
    for (let i = 0; i < calls; i += 1)
      length += readFileSync(join(folder, nameOf(i)), "utf8").length;
    plain.push(((performance.now() - plainStart) * 1_000) / calls);
    const safeStart = performance.now();
    for (let i = 0; i < calls; i += 1) length += safeRead(join(folder, nameOf(i))).length;
    safe.push(((performance.now() - safeStart) * 1_000) / calls);
    if (length !== 2 * calls * source.length) throw new Error("the plain reads differ");
  }
  const rows = [
    ["readFileSync, in this process", spreadOf(plain)],
    ["a safe read, in this process", spreadOf(safe)],
    ["toolwright call --stdin, start-up included", spreadOf(ours)],
  ] as const;
  console.log(
    table([
      [`${calls} reads of ${source.length} bytes, µs each`, "median", "middle half"],
      ...rows.map(([name, { median, low, high }]) => [
        name,
        median.toFixed(1),
        `${low.toFixed(1)}-${high.toFixed(1)}`,
      ]),
    ]),
  );
  console.log();
  const reads = spreadOf(ours).median / spreadOf(safe).median;
  goal("a small read through call --stdin, in safe reads", reads, 11.5, "x");
}

function safeRead(path: string): string {
  if (realpathSync.native(path) !== path || !lstatSync(path).isFile()) throw new Error("moved");
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (readlinkSync(`/proc/self/fd/${file}`) !== path) throw new Error("moved");
    const bytes = Buffer.allocUnsafe(fstatSync(file).size);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

function checkOutcomes(status: number | null, output: string): void {
  const lines = output.trimEnd().split("\n");
  if (status !== 0 || lines.length !== calls) throw new Error(output.slice(0, 1_000));
  for (const line of lines) {
    const outcome = JSON.parse(line) as { readonly status: string };
    if (outcome.status !== "ok") throw new Error(line);
  }
}
