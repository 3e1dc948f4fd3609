// Question: what does a program over tools cost beside the calls that it makes, how long does an isolate take to
// start, and how many tokens does a program save?
// Workload: 100 read_file calls in a program and by `callAll`; a program that returns at once; twenty tasks of
// several steps (programs/tasks.ts) in an agent with the scripted model, which answers with single calls, one in
// each step, or finds run_program by a search and writes a program.
// Tokens: four bytes each (`estimateTokens`) of every request's messages, system prompt and tools, and of every answer.
// No prompt cache is assumed for the whole; the second ratio counts each message once, as a perfect cache would.
// Baseline in the same run: the same calls by `callAll`; the same tasks by single calls. All answers are checked to be the same.
// Source of the goals: at most 1.3 x callAll, at most 15 ms, at most 0.3 of the tokens.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel, type ScriptedStep } from "@toolwright/agent/testing";
import type { Outcome } from "@toolwright/core";
import { estimateTokens } from "@toolwright/core/internal";
import { openToolwright, type Toolwright } from "@toolwright/runtime";
import { type Call, type Task, tasks, writeRepository } from "./programs/tasks.ts";
import {
  type Contestant,
  describeMachine,
  goal,
  interleave,
  spreadOf,
  table,
} from "./support/measure.ts";

const files = 100;
const folder = mkdtempSync(join(tmpdir(), "toolwright-programs-"));
for (const name of ["STATE", "CONFIG", "DATA", "CACHE"])
  process.env[`XDG_${name}_HOME`] = join(folder, name);
process.env["HOME"] = join(folder, "home");
mkdirSync(process.env["HOME"]);
try {
  console.log(`Programs over tools. ${describeMachine()}\n`);
  await measureCalls();
  await measureTokens();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function open(name: string): Promise<Toolwright> {
  const workspace = join(folder, name);
  mkdirSync(workspace, { recursive: true });
  return openToolwright({ workspace, mode: "accept-edits", settings: false });
}

function valueOf({ structured, error }: Outcome): unknown {
  if (error !== null) throw new Error(error.message);
  return (structured as { readonly value: unknown }).value;
}

async function measureCalls(): Promise<void> {
  const toolwright = await open("calls");
  const { session } = toolwright;
  const paths = Array.from({ length: files }, (_, at) => `file-${at}.txt`);
  for (const [at, path] of paths.entries()) {
    writeFileSync(join(folder, "calls", path), `line ${at}\n`.repeat(1 + (at % 40)));
  }
  const calls = paths.map((path) => ({ name: "read_file", input: { path } }));
  const linesByCalls = async (): Promise<number> => {
    const outcomes = await session.callAll(calls);
    return outcomes.reduce(
      (sum, { structured }) => sum + (structured as { totalLines: number }).totalLines,
      0,
    );
  };
  const code = `const paths = Array.from({ length: ${files} }, (_, at) => "file-" + at + ".txt");
const read = await Promise.all(paths.map((path) => tools.read_file({ path })));
return read.reduce((sum, { totalLines }) => sum + totalLines, 0);`;
  const program = (text: string): Promise<unknown> =>
    session.call({ name: "run_program", input: { code: text } }).outcome.then(valueOf);
  if ((await program(code)) !== (await linesByCalls())) throw new Error("The answers differ.");
  const contestant = (name: string, run: () => Promise<unknown>): Contestant => ({
    name,
    async run(times) {
      for (let i = 0; i < times; i += 1) await run();
    },
  });
  const figures = await interleave(
    [contestant("callAll", linesByCalls), contestant("a program", () => program(code))],
    { rounds: 15, times: 4 },
  );
  const [byCalls = Number.NaN, byProgram = Number.NaN] = ["callAll", "a program"].map(
    (name) => figures.get(name)?.median,
  );
  const starts: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    const start = performance.now();
    await program("return 1");
    starts.push(performance.now() - start);
  }
  console.log(
    `${files} reads by callAll ${(byCalls / 1_000).toFixed(1)} ms, in a program ${(byProgram / 1_000).toFixed(1)} ms`,
  );
  goal("100 read_file calls in a program", byProgram / byCalls, 1.3, "x callAll");
  goal("a program that returns at once, warm", spreadOf(starts).median, 15, "ms");
  await toolwright.close();
}

interface Spent {
  /** The tokens of all requests and answers. */
  all: number;
  /** The tokens of each message, counted once. */
  once: number;
}

async function measureTokens(): Promise<void> {
  const rows = [["task", "single calls", "a program", "ratio"]];
  const totals = { calls: { all: 0, once: 0 }, program: { all: 0, once: 0 } };
  for (const task of tasks) {
    const byCalls = await solve(task, "calls");
    const byProgram = await solve(task, "program");
    if (JSON.stringify(byCalls.answer) !== JSON.stringify(byProgram.answer)) {
      throw new Error(
        `'${task.task}': ${String(byCalls.answer)} by calls, ${String(byProgram.answer)} by a program`,
      );
    }
    for (const kind of ["all", "once"] as const) {
      totals.calls[kind] += byCalls.spent[kind];
      totals.program[kind] += byProgram.spent[kind];
    }
    const ratio = byProgram.spent.all / byCalls.spent.all;
    rows.push([
      task.task,
      ...[byCalls, byProgram].map(({ spent }) => String(spent.all)),
      ratio.toFixed(2),
    ]);
  }
  console.log(`\nTokens of each task\n${table(rows)}\n`);
  goal("tokens with programs", totals.program.all / totals.calls.all, 0.3, "x single calls");
  console.log(
    `each message counted once: ${(totals.program.once / totals.calls.once).toFixed(2)} x single calls`,
  );
}

async function solve(
  task: Task,
  way: "calls" | "program",
): Promise<{ answer: unknown; spent: Spent }> {
  writeRepository(join(folder, "tasks"));
  const toolwright = await open("tasks");
  const made: readonly Call[] =
    way === "calls"
      ? task.calls
      : [
          { name: "search_tools", input: { query: "run program" } },
          { name: "call_tool", input: { name: "run_program", input: { code: task.program } } },
        ];
  const steps: ScriptedStep[] = [...made.map((call) => ({ calls: [call] })), { text: "Done." }];
  const spent: Spent = { all: 0, once: 0 };
  const size = (value: unknown): number => estimateTokens(JSON.stringify(value));
  const model = scriptedModel(steps, {
    onRequest: ({ system, tools, messages }) => {
      spent.all += size(system) + size(tools) + size(messages);
      spent.once = size(system) + size(tools) + size(messages);
    },
  });
  const outcomes: Outcome[] = [];
  const agent = await toolwright.agent({ model });
  const run = agent.run(task.task);
  for await (const event of run) {
    const isOwn =
      event.type === "invocation-end" &&
      made.some((call) => call.name === event.outcome.tool || event.outcome.tool === "run_program");
    if (event.type === "invocation-end" && isOwn) outcomes.push(event.outcome);
  }
  const { status } = await run;
  if (status !== "done") throw new Error(`'${task.task}' by ${way}: ${status}`);
  // Each answer is part of the next request; the last one is not.
  spent.all += size("Done.");
  await toolwright.close();
  const failed = outcomes.find(({ error }) => error !== null);
  if (failed !== undefined) throw new Error(failed.error?.message);
  const texts = outcomes.map(({ content }) =>
    content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
  );
  const last = outcomes.find(({ tool }) => tool === "run_program");
  return { answer: last === undefined ? task.conclude(texts) : valueOf(last), spent };
}
