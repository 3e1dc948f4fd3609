// `npm test`: builds what changed, runs the tests, and says what could not be tested here.
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { build } from "./build.ts";
import { root } from "./repository.ts";

/** Programs that some tests drive, and the system package that holds each. */
const programs = [
  { program: "bwrap", systemPackage: "bubblewrap" },
  { program: "git", systemPackage: "git" },
  { program: "tmux", systemPackage: "tmux" },
];

/** Longer than any test is silent. */
const stallMs = 180_000;

type Report = { readonly numPendingTests: number; readonly numTodoTests: number };

const problem = await build();
if (problem !== "") {
  process.stderr.write(`${problem.trimEnd()}\nThe build failed, so nothing was tested.\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await test(process.argv.slice(2));
}

async function test(words: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-test-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const status = await runUnstalled(["run", ...reporters, ...words]);
    console.log(`Skipped tests: ${skippedTests(report)}. ${missingPrograms()}`.trimEnd());
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A test has its own time limit, but the runner itself has been seen to wait for ever for a worker that
 * waits for it. Then it is ended and everything is run again, once.
 */
async function runUnstalled(words: readonly string[]): Promise<number> {
  for (let run = 1; ; run += 1) {
    const status = await runVitest(words);
    if (status !== null) return status;
    console.log(`The test runner said nothing for ${stallMs / 60_000} minutes and was ended.`);
    if (run === 2) return 1;
    console.log("Everything is run again.");
  }
}

/** Resolves to its exit status; null when it stalled. */
function runVitest(words: readonly string[]): Promise<number | null> {
  const runner = spawn("vitest", words, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  const end = (): void => {
    try {
      if (runner.pid !== undefined) process.kill(-runner.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  return new Promise((resolve, reject) => {
    let stall: NodeJS.Timeout | undefined;
    const settle = (result: () => void): void => {
      clearTimeout(stall);
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupt);
      result();
    };
    const interrupt = (): void => {
      end();
      settle(() => resolve(130));
    };
    const noteLife = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        end();
        settle(() => resolve(null));
      }, stallMs);
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
    runner.stdout.on("data", (chunk: Buffer) => {
      noteLife();
      process.stdout.write(chunk);
    });
    runner.stderr.on("data", (chunk: Buffer) => {
      noteLife();
      process.stderr.write(chunk);
    });
    runner.on("error", (error) => settle(() => reject(error)));
    runner.on("close", (status) => settle(() => resolve(status ?? 1)));
    noteLife();
  });
}

function skippedTests(report: string): number {
  try {
    const { numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
    return numPendingTests + numTodoTests;
  } catch {
    // Without a report vitest has already said why.
    return 0;
  }
}

function missingPrograms(): string {
  if (process.platform !== "linux") return "";
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return "";
  const names = missing.map(({ systemPackage }) => systemPackage).join(" ");
  const sudo = process.getuid?.() === 0 ? "" : "sudo ";
  return `To run them all: ${sudo}apt-get install -y --no-install-recommends ${names}`;
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
