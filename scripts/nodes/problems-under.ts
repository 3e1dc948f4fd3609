import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../packages/cli/src/arguments/command-table.ts";
import { packageFolders, root } from "../repository.ts";
import { type SmokeStep, smokeSteps } from "./command-smoke.ts";

type Run = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/**
 * Tests everything installed in `project` under one Node, in a separate home and workspace.
 *
 * node: its path. problems: each with its command and output; empty if there are none.
 */
export async function problemsUnder(
  node: string,
  project: string,
): Promise<{ version: string; problems: string[] }> {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const home = join(project, "..", `home-${version}`);
  const work = makeWorkspace(home);
  const bin = join(project, "node_modules", "toolwright", "bin", "toolwright.cjs");
  const problems: string[] = [];
  const attempt = async (script: string, step: SmokeStep): Promise<void> => {
    const outcome = await runStep(node, script, step, { home, work });
    if (isAsExpected(outcome, step)) return;
    const { status, stdout, stderr } = outcome;
    problems.push(`${step.words.join(" ")}: exit ${status}\n${stdout}${stderr}`);
  };

  await attempt(join(project, "import-entries.mjs"), { words: exportedEntries() });
  const steps = smokeSteps(node, bin);
  for (const { name } of commands) {
    if (!(name in steps)) problems.push(`scripts/nodes/command-smoke.ts has no '${name}'.`);
  }
  for (const step of Object.values(steps).flat()) await attempt(bin, step);
  await attempt(join(project, "open-terminal.mjs"), { words: [bin] });
  return { version, problems };
}

function makeWorkspace(home: string): string {
  const work = join(home, "work");
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "README.md"), "first line\n");
  writeFileSync(join(work, "code.ts"), "export function f() {}\n");
  writeFileSync(join(work, "steps.json"), JSON.stringify({ steps: modelSteps }));
  writeFileSync(join(work, "claude.json"), '{"permissions":{"allow":["Bash(npm test)"]}}');
  spawnSync("git", ["init", "--quiet"], { cwd: work });
  return work;
}

const modelSteps = [
  { calls: [{ name: "read_file", input: { path: "README.md" } }] },
  { when: "first line", text: "It has one line." },
];

/** Every entry of every package, as it is imported: `@toolwright/profiles`. */
function exportedEntries(): string[] {
  return packageFolders().flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      name: string;
      exports: Record<string, unknown>;
    };
    return Object.keys(manifest.exports).map((entry) => `${manifest.name}${entry.slice(1)}`);
  });
}

function isAsExpected({ status, stdout, stderr }: Run, step: SmokeStep): boolean {
  const text = (step.status ?? 0) === 0 ? stdout : stderr;
  return (
    status === (step.status ?? 0) &&
    (step.shows?.test(text) ?? true) &&
    // Node's own warnings, such as for an experimental module.
    !stderr.includes("Warning:")
  );
}

function runStep(
  node: string,
  script: string,
  step: SmokeStep,
  { home, work }: { home: string; work: string },
): Promise<Run> {
  const child = spawn(node, [script, ...step.words], {
    cwd: work,
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_STATE_HOME: join(home, "state"),
      XDG_CACHE_HOME: join(home, "cache"),
      TERM: "xterm-256color",
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    if (step.stopAt?.test(stderr)) child.kill("SIGTERM");
  });
  child.stdin.end(step.stdin ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}
