// `npm run sessions`: does anything leak, hang or break when many sessions work for long?
//
// Opens 50 sessions on copies of a real tree, four at a time, and makes random calls of all tools in them: in every
// mode, with and without stages and an MCP server, with a person who answers at random, elsewhere or not at all, with
// cancellations. After each session its changes are undone, and nothing may be left: no process, no temporary file, no
// open entry of the journal, no difference in the tree. Where two sessions edit the same files at once, the journal must
// know every change. At the end neither memory nor open files may have grown.
//
//     npm run sessions -- --minutes 10 --seed 7
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { descendants, openFiles } from "./traces.ts";
import { runRivals, runSession, type SessionReport } from "./run-session.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    sessions: { type: "string", default: "50" },
  },
});
const count = Number(values.sessions);
const seed = Number(values.seed);
const atOnce = 4;
/** So often two sessions share a workspace. */
const rivalsEvery = 5;
const sessionMs = (Number(values.minutes) * 60_000 * atOnce) / count;
/** Memory and files of the first sessions are code and caches. */
const warmUp = Math.min(10, Math.floor(count / 3));

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-sessions-")));
process.env["TMPDIR"] = join(folder, "tmp");
mkdirSync(process.env["TMPDIR"]);
const faults: string[] = [];
process.on("unhandledRejection", (reason) => faults.push(`unhandled: ${String(reason)}`));

interface Sample {
  readonly heapMb: number;
  readonly files: number;
}
const samples: Sample[] = [];
const totals = { calls: 0, changes: 0, undone: 0, outcomes: {} as Record<string, number> };

try {
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => runLane(lane)));
  for (const process of descendants()) faults.push(`a process is left: ${process}`);
  // Caches close their files when nobody has used them for a second.
  await delay(2_000);
  // The filter of system calls is made once for the whole process.
  for (const file of openFiles().filter((name) => name.startsWith(join(folder, "session-"))))
    faults.push(`a file is still open: ${file}`);
  judgeGrowth();
  report();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs every fourth session, one after the other. */
async function runLane(lane: number): Promise<void> {
  for (let number = lane; number < count; number += atOnce) {
    const work = join(folder, `session-${number}`);
    mkdirSync(work);
    const run = number % rivalsEvery === 0 ? runRivals : runSession;
    const ran = await run({ folder: work, seed: seed * 1_000 + number, forMs: sessionMs });
    add(ran, number);
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
    samples.push(sample());
  }
}

function add({ faults: found, calls, changes, undone, outcomes }: SessionReport, number: number) {
  faults.push(...found.map((fault) => `session ${number}: ${fault}`));
  totals.calls += calls;
  totals.changes += changes;
  totals.undone += undone;
  for (const [outcome, times] of Object.entries(outcomes))
    totals.outcomes[outcome] = (totals.outcomes[outcome] ?? 0) + times;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sample(): Sample {
  (globalThis as { gc?: () => void }).gc?.();
  return { heapMb: process.memoryUsage().heapUsed / 1_048_576, files: openFiles().length };
}

/** Compares the least figures after the warm-up with those at the end: other lanes' sessions are open meanwhile. */
function judgeGrowth(): void {
  const settled = samples.slice(warmUp);
  const third = Math.max(1, Math.floor(settled.length / 3));
  const least = (list: readonly Sample[], of: (each: Sample) => number): number =>
    Math.min(...list.map(of));
  const [early, late] = [settled.slice(0, third), settled.slice(-third)];
  const heap = [early, late].map((list) => least(list, (each) => each.heapMb));
  const files = [early, late].map((list) => least(list, (each) => each.files));
  say(`heap: ${heap.map((each) => each.toFixed(1)).join(" -> ")} MB`);
  say(`open files: ${files.join(" -> ")}`);
  const [heapBefore = 0, heapAfter = 0] = heap;
  const [filesBefore = 0, filesAfter = 0] = files;
  if (heapAfter > heapBefore * 1.2 + 10) faults.push("the heap has grown");
  if (filesAfter > filesBefore + 10) faults.push("open files have become more");
}

function report(): void {
  const outcomes = Object.entries(totals.outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, times]) => `${outcome} ${times}`)
    .join(", ");
  say(`${count} sessions, ${totals.calls} calls: ${outcomes}`);
  say(`${totals.changes} calls changed something; ${totals.undone} sessions were undone whole`);
  for (const fault of faults.slice(0, 50)) say(`FAULT ${fault}`);
  say(`Seed ${seed}: ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
