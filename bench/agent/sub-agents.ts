import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentEvent, Model, ModelRequest } from "@toolwright/agent";
import { goal, spreadOf } from "../support/measure.ts";
import { callOf, finishOf, openBench, textOf } from "./bench-agent.ts";

const children = 50;
const childSteps = 20;
const latencyMs = 20;

const rounds = 5;

/** Compares many sub-agents at once with the longest of them and their own CPU time. */
export async function measureSubAgents(folder: string): Promise<void> {
  const longestMs = (childSteps + 1) * latencyMs;
  const figures: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) figures.push(await runChildren(folder));
  const wallMs = spreadOf(figures.map((each) => each.wallMs)).median;
  const cpuMs = spreadOf(figures.map((each) => each.cpuMs)).median;
  const ratios = figures.map((each) => each.wallMs / (1.5 * longestMs + each.cpuMs));
  console.log(
    `\n${children} sub-agents of ${childSteps} steps at once: wall ${wallMs.toFixed(0)} ms`,
  );
  console.log(`The model of one takes ${longestMs} ms, all CPU ${cpuMs.toFixed(0)} ms.\n`);
  goal("wall of 1.5 x the longest plus CPU", spreadOf(ratios).median, 1, "x");
}

interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function runChildren(folder: string): Promise<Figures> {
  const toolwright = await openBench(folder);
  const agent = await toolwright.agent({
    model: delegatingModel(),
    budgets: { maxSteps: 10 * children * childSteps },
  });
  const cpuBefore = process.cpuUsage();
  const waitedBefore = waitedMs();
  const startedAt = performance.now();
  const events: AgentEvent[] = [];
  const run = agent.run("Delegate.");
  for await (const event of run) events.push(event);
  const wallMs = performance.now() - startedAt - (waitedMs() - waitedBefore);
  const { user, system } = process.cpuUsage(cpuBefore);
  const { status, reason } = await run;
  if (status !== "done") throw new Error(`the run ended: ${reason}`);
  checkEvents(events);
  await toolwright.close();
  return { wallMs, cpuMs: (user + system) / 1_000 };
}

/** How long this process was kept waiting for a core by others, where the system tells. Source: Linux, sched-stats. */
function waitedMs(): number {
  const file = "/proc/self/schedstat";
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[1]) / 1_000_000 : 0;
}

/** Each event is there once and in order. */
function checkEvents(events: readonly AgentEvent[]): void {
  const wanted: Partial<Record<AgentEvent["type"], number>> = {
    "agent-start": children,
    "agent-end": children,
    "step-end": children * (childSteps + 1) + 2,
    "invocation-end": children * (childSteps + 1),
  };
  for (const [type, count] of Object.entries(wanted)) {
    const found = events.filter((event) => event.type === type).length;
    if (found !== count) throw new Error(`${found} events ${type} instead of ${count}`);
  }
  if (events.some(({ seq }, at) => seq !== at + 1)) throw new Error("the events are out of order");
}

/** Gives all tasks in one answer. Each sub-agent lists the folder in each step. */
function delegatingModel(): Model {
  return {
    id: "delegating",
    async *stream(request) {
      await sleep(latencyMs);
      const calls = callsFor(request);
      if (calls.length === 0) yield textOf("Done.");
      for (const [at, [name, input]] of calls.entries()) yield callOf(`call-${at}`, name, input);
      yield finishOf(calls.length === 0 ? "stop" : "tool-calls");
    },
  };
}

function callsFor({ messages }: ModelRequest): readonly (readonly [string, unknown])[] {
  const answers = messages.filter(({ role }) => role === "assistant").length;
  if (!JSON.stringify(messages[0]).includes("List the folder.")) {
    const task = ["delegate_task", { agent: "explore", task: "List the folder." }] as const;
    return answers === 0 ? Array.from({ length: children }, () => task) : [];
  }
  const list = ["list_directory", { path: ".", depth: (answers % 3) + 1 }] as const;
  return answers < childSteps ? [list] : [];
}
