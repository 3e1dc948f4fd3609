// Question: what does a stage add to a call of `run_command true`?
// Workload: the whole call through a session, in a tree of 50,000 files and in one of 50; the commit is not part of it,
// because the command changes nothing.
// Baselines in the same run: the same call without a stage; `bwrap true` alone. The copy that a system without
// overlays makes instead is a third column.
// Source of the goal: at most 30 ms over the call without a stage, in a tree of any size.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openToolwright, type Toolwright } from "@toolwright/runtime";
import { describeMachine, goal, type Spread, spreadOf, table } from "./support/measure.ts";

const rounds = 25;
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-bench-stage-")));

function tree(name: string, files: number): string {
  const root = join(folder, name);
  for (let at = 0; at < files; at += 1) {
    const directory = join(root, `d${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `f${at}.ts`), `export const value${at} = ${at};\n`);
  }
  return root;
}

async function open(workspace: string, overlay = true): Promise<Toolwright> {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  return openToolwright({
    workspace,
    mode: "auto",
    environment: { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: join(folder, "state") },
    settings: { stage: { overlay } },
    projectSettings: false,
    approver: () => ({ outcome: "once" }),
    onNotice: () => {},
  });
}

async function timed({ session }: Toolwright, stage: boolean): Promise<number> {
  const began = performance.now();
  const call = { name: "run_command", input: { command: "true" } };
  const { status, content } = await session.call(call, { stage });
  if (status !== "ok") throw new Error(JSON.stringify(content));
  return performance.now() - began;
}

async function compare(toolwright: Toolwright, count: number): Promise<readonly [Spread, Spread]> {
  const [plain, staged]: [number[], number[]] = [[], []];
  for (let round = -3; round < count; round += 1) {
    const without = await timed(toolwright, false);
    const within = await timed(toolwright, true);
    if (round < 0) continue;
    plain.push(without);
    staged.push(within);
  }
  return [spreadOf(plain), spreadOf(staged)];
}

const rows: string[][] = [];
const over: number[] = [];
try {
  for (const [name, files, overlay] of [
    ["50 files", 50, true],
    ["50,000 files", 50_000, true],
    ["50 files, copied", 50, false],
  ] as const) {
    const toolwright = await open(tree(name, files), overlay);
    const [plain, staged] = await compare(toolwright, rounds);
    await toolwright.close();
    over.push(staged.median - plain.median);
    rows.push([
      name,
      `${plain.median.toFixed(1)} ms`,
      `${staged.median.toFixed(1)} ms`,
      `${(staged.median - plain.median).toFixed(1)} ms`,
      `x${(staged.median / plain.median).toFixed(2)}`,
    ]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(describeMachine());
console.log(table([["run_command true in", "without", "in a stage", "over", "ratio"], ...rows]));
goal("over the call without a stage, overlay of 50,000 files", over[1] ?? Number.NaN, 30, "ms");
