import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Model } from "@toolwright/agent";
import { goal, spreadOf, table } from "../support/measure.ts";
import { callOf, finishOf, openBench, textOf } from "./bench-agent.ts";

const steps = 2_000;
const linesOfPart = 50;

interface Heap {
  readonly step: number;
  readonly megabytes: number;
  /** True for a measurement right after a compaction. */
  readonly isCompacted: boolean;
}

/** Measures steps and memory over a session that is compacted several times. */
export async function measureLongSession(folder: string): Promise<void> {
  writeFileSync(
    join(folder, "work", "long.txt"),
    Array.from({ length: steps + linesOfPart }, (_, at) => `${at}: a line of some fifty characters`)
      .map((line) => line.padEnd(50, "."))
      .join("\n"),
  );
  const toolwright = await openBench(folder);
  const agent = await toolwright.agent({
    model: readingModel(),
    budgets: { maxSteps: steps + 1 },
  });
  const collect = collector();
  const times: number[] = [];
  const compactionTimes: number[] = [];
  const heaps: Heap[] = [];
  const run = agent.run("Read all parts.");
  let startedAt = cpuMs();
  for await (const event of run) {
    if (event.type !== "step-end" && event.type !== "compaction") continue;
    const isCompacted = event.type === "compaction";
    (isCompacted ? compactionTimes : times).push(cpuMs() - startedAt);
    if (isCompacted || times.length % 25 === 0) {
      heaps.push({ step: times.length, megabytes: collect(), isCompacted });
    }
    startedAt = cpuMs();
  }
  const { status, reason } = await run;
  if (status !== "done" || times.length !== steps + 1) {
    throw new Error(`the run ended after ${times.length} steps: ${reason}`);
  }
  await toolwright.close();
  report({ times: times.slice(0, steps), compactionTimes, heaps });
}

interface Figures {
  /** CPU milliseconds of each step. */
  readonly times: readonly number[];
  readonly compactionTimes: readonly number[];
  readonly heaps: readonly Heap[];
}

function report({ times, compactionTimes, heaps }: Figures): void {
  const hundreds = Array.from({ length: steps / 100 }, (_, at) =>
    spreadOf(times.slice(at * 100, at * 100 + 100)),
  );
  const first = hundreds[0]?.median ?? Number.NaN;
  const slowest = Math.max(...hundreds.map(({ median }) => median));
  const slow = times.filter((time) => time > 2 * first).length;
  const compacted = heaps.filter(({ isCompacted }) => isCompacted);
  // The first steps load code.
  const before = heaps.filter(({ step }) => step >= 50 && step <= (compacted[0]?.step ?? 0));
  const latest = compacted.filter(({ step }) => step > steps / 2);
  console.log(`\nA session of ${steps} steps, ${compacted.length} compactions\n`);
  console.log(
    `${table([
      ["steps", "median CPU ms", "ratio", "heap MB"],
      ...hundreds.map(({ median }, at) => [
        `${at * 100 + 1}-${at * 100 + 100}`,
        median.toFixed(2),
        `x${(median / first).toFixed(2)}`,
        heaps.find(({ step }) => step === at * 100 + 100)?.megabytes.toFixed(1) ?? "",
      ]),
    ])}\n`,
  );
  console.log(`heap MB after each compaction: ${compacted.map(megabytesOf).join(", ")}`);
  console.log(`a compaction without its model: ${spreadOf(compactionTimes).median.toFixed(1)} ms`);
  console.log(`${slow} single steps took more than twice the first hundred's median\n`);
  goal("the slowest hundred of the first", slowest / first, 2, "x");
  goal("heap per 100 steps before the first compaction", growth(before), 1, "MB");
  goal("heap per 100 steps from compaction to compaction", growth(compacted), 1, "MB");
  // In the first half the logs of events fill, which have a limit in size.
  goal("the same in the second half", growth(latest), 0.2, "MB");
}

function megabytesOf({ megabytes }: Heap): string {
  return megabytes.toFixed(1);
}

/** Megabytes per 100 steps between the first and the last figure. */
function growth(heaps: readonly Heap[]): number {
  const [first, last] = [heaps[0], heaps.at(-1)];
  if (first === undefined || last === undefined || first === last) return 0;
  return ((last.megabytes - first.megabytes) / (last.step - first.step)) * 100;
}

/** Reads another part in each step, and summarises when it is asked to. It counts no tokens, so all is estimated. */
function readingModel(): Model {
  let step = 0;
  return {
    id: "reading",
    contextTokens: 200_000,
    async *stream({ tools }) {
      step += tools.length === 0 ? 0 : 1;
      if (tools.length === 0 || step > steps) {
        yield textOf("## Done\nRead many parts.");
        yield finishOf("stop");
        return;
      }
      const input = { path: "long.txt", offset: step, limit: linesOfPart };
      yield callOf(`call-${step}`, "read_file", input);
      yield finishOf("tool-calls");
    },
  };
}

/** The CPU time of this process: what other processes do doesn't count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns a function that collects all garbage and returns the megabytes that are left. */
function collector(): () => number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  return () => {
    collect();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
}
