// Question: what does undo cost?
// Workload: a checkpoint of 20,000 files of 1.3 kB in 1,000 directories, before and after a command that
// changes one of them; a session's undo of 1,000 changed files; the data stored around a call that writes one
// file of 4 kB.
// Baselines in the same run: `git add -A && git write-tree` of the repository itself, which is not an option
// (it runs the repository's filters and changes its index); `git restore .` of 1,000 files, which flushes
// nothing to the disk and does not recover when interrupted.
// Source of the goals: at most 150 ms for a warm checkpoint of 20,000 files, at most 2 s for an undo of
// 1,000.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPolicy, createRegistry, createSession, type Effect } from "@toolwright/core";
import { builtinTool } from "@toolwright/tools";
import { createEnvironment, openJournal, openWorkspace } from "@toolwright/workspace";
import { createCheckpoints, createSnapshots, createUndo } from "@toolwright/workspace/undo";
import { describeMachine, goal, type Spread, spreadOf, table } from "./support/measure.ts";

const writeFile = await builtinTool("write_file");

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-undo-")));
const environment = { PATH: process.env["PATH"], HOME: join(folder, "home") };

interface Bench {
  readonly root: string;
  readonly stateDirectory: string;
}

function bench(name: string, directories: number, filesEach: number, content: string): Bench {
  const root = join(folder, name);
  for (let directory = 0; directory < directories; directory += 1) {
    const path = join(root, `d${directory % 40}`, `e${directory}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < filesEach; file += 1)
      writeFileSync(join(path, `f${file}.ts`), content);
  }
  git(root, "init", "-q");
  git(root, "add", "-A");
  return { root, stateDirectory: join(folder, `${name}-state`) };
}

function git(cwd: string, ...words: readonly string[]): void {
  execFileSync("git", words, { cwd, env: environment, stdio: ["ignore", "ignore", "inherit"] });
}

async function milliseconds(rounds: number, run: (round: number) => unknown): Promise<Spread> {
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await run(round);
    figures.push(performance.now() - start);
  }
  return spreadOf(figures);
}

const rows: string[][] = [["what", "median", "middle half"]];
function row(what: string, { median, low, high }: Spread): number {
  rows.push([what, `${median.toFixed(1)} ms`, `${low.toFixed(1)}-${high.toFixed(1)}`]);
  return median;
}

try {
  mkdirSync(join(folder, "home"));
  const checkpoint = await measureCheckpoint();
  const undo = await measureUndo();
  await measureCall();
  console.log(`Undo, milliseconds. ${describeMachine()}\n`);
  console.log(`${table(rows)}\n`);
  goal("a warm checkpoint of 20,000 files", checkpoint, 150, "ms");
  goal("an undo of 1,000 files", undo, 2_000, "ms");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureCheckpoint(): Promise<number> {
  const { root, stateDirectory } = bench("tree", 1_000, 20, "export const a = 1;\n".repeat(65));
  const workspace = openWorkspace({ roots: [root], stateDirectory });
  const store = openJournal({ stateDirectory, workspace: root });
  const checkpoints = createCheckpoints({
    store,
    workspace,
    stateDirectory,
    environment: createEnvironment(environment),
  });
  row("first checkpoint, 20,000 files", await milliseconds(1, () => checkpoints.take()));
  const path = join(root, "d1/e1/f1.ts");
  const before = await checkpoints.take();
  writeFileSync(path, "changed\n");
  if (typeof before === "string") throw new Error(before);
  const { changes } = await before.changes(null);
  if (changes.length !== 1) throw new Error(`${changes.length} changes instead of one`);
  const figures: Record<"ours" | "git" | "difference", number[]> = {
    ours: [],
    git: [],
    difference: [],
  };
  for (let round = 0; round < 15; round += 1) {
    let mark = before;
    figures.ours.push(
      (await milliseconds(1, async () => (mark = (await checkpoints.take()) as typeof before)))
        .median,
    );
    writeFileSync(path, `changed ${round}\n`);
    figures.difference.push((await milliseconds(1, () => mark.changes(null))).median);
    const own = await milliseconds(1, () => {
      git(root, "add", "-A");
      git(root, "write-tree");
    });
    figures.git.push(own.median);
  }
  const ours = row("warm checkpoint before a command", spreadOf(figures.ours));
  row("checkpoint and difference after it, one file changed", spreadOf(figures.difference));
  row("git add -A && git write-tree, the repository's own", spreadOf(figures.git));
  store.close();
  return ours;
}

async function measureUndo(): Promise<number> {
  const { root, stateDirectory } = bench("session", 50, 20, "before\n".repeat(200));
  const workspace = openWorkspace({ roots: [root], stateDirectory });
  const store = openJournal({ stateDirectory, workspace: root });
  const registry = createRegistry();
  await registry.register([writeFile]);
  const session = await createSession({
    registry,
    workspace,
    policy: createPolicy({ layers: [], mode: "accept-edits", roots: workspace.roots }),
    journal: store,
    snapshots: createSnapshots({ store, workspace }),
  });
  const names = Array.from(
    { length: 1_000 },
    (_, index) => `d${(index % 50) % 40}/e${index % 50}/n${index}.ts`,
  );
  for (const path of names) {
    const outcome = await session.call({
      name: "write_file",
      input: { path, content: "after\n".repeat(200) },
    });
    if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome.error));
  }
  const undo = createUndo({ store, workspace, stateDirectory });
  const figures = { undo: [] as number[], redo: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    const target = { type: "session", sessionId: session.id } as const;
    figures.undo.push((await milliseconds(1, () => undo.undo(target))).median);
    figures.redo.push((await milliseconds(1, () => undo.redo())).median);
  }
  if (!readFileSync(join(root, names[0] ?? ""), "utf8").startsWith("after"))
    throw new Error("lost");
  const taken = row("undo of 1,000 new files of a session", spreadOf(figures.undo));
  const again = row("redo of them, each flushed to the disk", spreadOf(figures.redo));
  row(
    "git restore of 1,000 files, nothing flushed",
    await milliseconds(3, () => {
      for (let directory = 0; directory < 50; directory += 1) {
        for (let file = 0; file < 20; file += 1) {
          writeFileSync(join(root, `d${directory % 40}/e${directory}/f${file}.ts`), "other\n");
        }
      }
      git(root, "restore", ".");
    }),
  );
  await session.close();
  store.close();
  return Math.max(taken, again);
}

async function measureCall(): Promise<void> {
  const { root, stateDirectory } = bench("call", 1, 1, "x".repeat(4_096));
  const workspace = openWorkspace({ roots: [root], stateDirectory });
  const store = openJournal({ stateDirectory, workspace: root });
  const snapshots = createSnapshots({ store, workspace });
  const path = join(root, "d0/e0/f0.ts");
  const effects: readonly Effect[] = [{ type: "write", path, realPath: path }];
  const reads: readonly Effect[] = [{ type: "read", path, realPath: path }];
  const intent = {
    sessionId: "s",
    turn: 1,
    tool: "write_file",
    agent: "main",
    input: {},
    effects,
    decision: { decision: "allow", mode: "accept-edits", proof: [] },
    approvals: [],
  } as const;
  let count = 0;
  const spread = await milliseconds(300, async () => {
    const callId = `call-${++count}`;
    store.recordIntent({ ...intent, callId, startedAtMs: Date.now() });
    const snapshot = await snapshots.take({ sessionId: "s", callId, effects });
    writeFileSync(path, `${count}`.repeat(500));
    await snapshot?.finish();
  });
  row("intent, write of 4 kB and both versions kept", spread);
  const none = await milliseconds(1, () => {
    for (let call = 0; call < 1_000; call += 1) {
      void snapshots.take({ sessionId: "s", callId: "c", effects: reads });
    }
  });
  rows.push(["a call that only reads", `${((none.median * 1_000) / 1_000).toFixed(2)} µs`, ""]);
  store.close();
}
