// Question: what does a command cost that passes through a whole session: policy, analysis, sandbox, a job,
// its result?
// Workload: run_command of `true` in a small workspace, allowed without approval; without a sandbox, and
// sandboxed.
// Baselines in the same run: node's own spawn of `bash -c true` with pipes; the process host alone.
// Source of the goals: 1.3 x (aim 1.15) without a sandbox, 10 ms more with bubblewrap.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPolicy, createRegistry, createSession, type Session } from "@toolwright/core";
import {
  createSandboxFactory,
  createJobTable,
  createProcessHost,
  defaultSandbox,
} from "@toolwright/sandbox";
import { builtinTool } from "@toolwright/tools";
import { createEnvironment, openWorkspace } from "@toolwright/workspace";
import { describeMachine, goal, interleave, table } from "./support/measure.ts";

const runCommand = await builtinTool("run_command");

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-run-command-")));
const root = join(folder, "project");
const home = join(folder, "home");
for (const path of [join(root, "src"), home]) mkdirSync(path, { recursive: true });
writeFileSync(join(root, "package.json"), "{}");
writeFileSync(join(root, "src", "a.ts"), "export const a = 1;\n");

const environment = { ...process.env, HOME: home };
const processes = createProcessHost({ environment });
const jobs = createJobTable({ processes });
const backend = defaultSandbox(environment);

try {
  console.log(`run_command of true. ${describeMachine()}\n`);
  const available = await backend.available();
  const free = await open(false);
  const contestants = [
    { name: "spawn, bash -c true", run: repeat(plainSpawn) },
    { name: "host.start", run: repeat(supervised) },
    { name: "run_command", run: repeat(() => call(free)) },
  ];
  if (available.ok) {
    const confined = await open(true);
    contestants.push({ name: "run_command, confined", run: repeat(() => call(confined)) });
  }
  const figures = await interleave(contestants, { rounds: 40, times: 6 });
  const rows = Array.from(figures, ([name, { median, low, high }]) => [
    name,
    (median / 1_000).toFixed(2),
    `${(low / 1_000).toFixed(2)}-${(high / 1_000).toFixed(2)}`,
  ]);
  console.log(table([["milliseconds", "median", "middle half"], ...rows]));
  console.log();
  const [plain = Number.NaN, , ours = Number.NaN, confined] = Array.from(
    figures.values(),
    ({ median }) => median,
  );
  goal("run_command, against node's own spawn", ours / plain, 1.3, "x");
  if (confined !== undefined) goal("more when confined", (confined - ours) / 1_000, 10, "ms");
  if (!available.ok) console.log(`       confined: not measured. ${available.reason}`);
} finally {
  await jobs.close();
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
}

async function open(isConfined: boolean): Promise<Session> {
  const registry = createRegistry();
  await registry.register([runCommand]);
  const workspace = openWorkspace({ roots: [root], stateDirectory: join(folder, "state") });
  const sandboxFactory = createSandboxFactory({
    backend,
    wish: "required",
    workspace,
    home,
    environment,
    ownPaths: [join(folder, "state")],
    stateDirectory: join(folder, "state"),
  });
  return createSession({
    registry,
    workspace,
    processes,
    jobs,
    environment: createEnvironment(environment),
    ...(isConfined && { sandboxFactory }),
    policy: createPolicy({ mode: "default", roots: [root], home, layers: [] }),
  });
}

async function call(session: Session): Promise<void> {
  const outcome = await session.call({ name: "run_command", input: { command: "true" } });
  if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome.error));
}

async function plainSpawn(): Promise<void> {
  const child = spawn("bash", ["-c", "true"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, "close");
}

async function supervised(): Promise<void> {
  const running = await processes.start({
    program: "bash",
    arguments: ["--noprofile", "--norc", "-c", "--", "true"],
    cwd: root,
    onOutput() {},
  });
  const { exitCode } = await running.ended;
  if (exitCode !== 0) throw new Error(`exit status ${exitCode}`);
}

function repeat(work: () => Promise<void>): (times: number) => Promise<void> {
  return async (times) => {
    for (let count = 0; count < times; count += 1) await work();
  };
}
