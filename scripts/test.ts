// `npm test`: builds what changed, runs the tests, and reports what could not be tested here.
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { build } from "./build.ts";
import { runTool } from "./repository.ts";

/** Programs that some tests drive, and the system package that holds each. */
const programs = [
  { program: "bwrap", systemPackage: "bubblewrap" },
  { program: "fish", systemPackage: "fish" },
  { program: "git", systemPackage: "git" },
  { program: "strace", systemPackage: "strace" },
  { program: "tmux", systemPackage: "tmux" },
  { program: "zsh", systemPackage: "zsh" },
];

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
    const { status } = await runTool("vitest", ["run", ...reporters, ...words]);
    console.log(`Skipped tests: ${skippedTests(report)}. ${missingPrograms()}`.trimEnd());
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function skippedTests(report: string): number {
  try {
    const { numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
    return numPendingTests + numTodoTests;
  } catch {
    // Without a report vitest has already printed the reason.
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
