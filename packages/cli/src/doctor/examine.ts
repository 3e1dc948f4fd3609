import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { JournalError, openJournal } from "@toolwright/workspace";
import { checkpointBytes, hasJournal } from "@toolwright/workspace/internal";
import { isInvalidSetup, type Places, realRoot, workspaceAt } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../program-context.ts";
import { lookFor } from "../text/terminal-lines.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { examineMemory } from "./examine-memory.ts";
import { examineSettings } from "./examine-settings.ts";
import { examineSearch } from "./examine-search.ts";
import { examineSkills } from "./examine-skills.ts";
import { examineTrust } from "./examine-trust.ts";
import { firstLineOf } from "./first-line-of.ts";

/** Checks everything that the command line needs. Changes nothing; a fault is a failed check. */
export async function examine(places: Places, program: ProgramContext): Promise<readonly Check[]> {
  const programs = await Promise.all([
    examineRipgrep(),
    examineGit(),
    examineSandbox(program.environment),
  ]);
  return [
    ok("node", process.versions.node),
    ...programs,
    examineDirectory("state", places.stateDirectory),
    examineDirectory("configuration", places.configDirectory),
    examineWorkspace(places),
    ...examineJournal(places),
    ...(await examineSettings(places)),
    examineTrust(places),
    await examineSearch(places, program),
    examineMemory(places),
    ...(await examineSkills(places)),
    examineTerminal(program),
  ];
}

async function examineRipgrep(): Promise<Check> {
  const program = await bundledRipgrep();
  const found = await firstLineOf(program, ["--version"]);
  if (found.problem === undefined) return ok("ripgrep", `${found.line} (${program})`);
  return fail(
    "ripgrep",
    `${program}: ${found.problem}`,
    "install it (apt install ripgrep, brew install ripgrep), or install toolwright again with optional dependencies",
  );
}

async function bundledRipgrep(): Promise<string> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    // The package throws if it has no program for this platform. The PATH needs one then.
    return "rg";
  }
}

async function examineGit(): Promise<Check> {
  const found = await firstLineOf("git", ["--version"]);
  return found.problem === undefined
    ? ok("git", found.line)
    : warn("git", found.problem, "install git; without it tools can't tell a repository's files");
}

/** Tries the sandbox, as a session does before its first command: an installed one may not work. */
async function examineSandbox(environment: ProgramContext["environment"]): Promise<Check> {
  const { defaultSandbox } = await import("@toolwright/sandbox");
  const backend = defaultSandbox(environment);
  const availability = await backend.available();
  if (availability.ok) {
    const { gap } = availability;
    const summary = `${backend.name}: commands run confined`;
    return gap === undefined ? ok("sandbox", summary) : warn("sandbox", summary, gap);
  }
  return warn("sandbox", "no sandbox works: commands run unconfined", availability.reason);
}

function examineDirectory(name: string, path: string): Check {
  // It is created when it is first needed, so the nearest existing folder above must be writable.
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
    accessSync(folder, constants.W_OK | constants.X_OK);
    return ok(name, folder === path ? path : `${path} (created when needed)`);
  } catch {
    return fail(
      name,
      `${path} isn't writable`,
      `make ${folder} a writable folder, or set XDG_STATE_HOME and XDG_CONFIG_HOME to others`,
    );
  }
}

function examineWorkspace(places: Places): Check {
  try {
    const { cwd } = workspaceAt(places, []);
    const repository = repositoryOf(cwd);
    return ok(
      "workspace",
      `${cwd}, ${repository === null ? "not in git" : `in git (${repository})`}`,
    );
  } catch (thrown) {
    if (!isInvalidSetup(thrown)) throw thrown;
    return fail("workspace", thrown.message, "go to a project's folder, or use --workspace DIR");
  }
}

/** No check if there is no journal, as a check creates no file. */
function examineJournal(places: Places): readonly Check[] {
  const { stateDirectory } = places;
  const workspace = realRoot(places.workspace);
  if (!hasJournal(stateDirectory, workspace)) return [];
  const notices: string[] = [];
  const journal = openJournal({
    stateDirectory,
    workspace,
    onNotice: (notice) => notices.push(notice),
  });
  try {
    const { entries, bytes, oldestAtMs } = journal.summary();
    const since =
      oldestAtMs === null ? "" : ` since ${new Date(oldestAtMs).toISOString().slice(0, 10)}`;
    const checkpoints = megabytes(checkpointBytes(stateDirectory, workspace));
    const summary = `${entries} calls${since}, ${megabytes(bytes)}; checkpoints ${checkpoints}`;
    const [notice] = notices;
    return [notice === undefined ? ok("journal", summary) : warn("journal", summary, notice)];
  } catch (thrown) {
    if (!JournalError.isInstance(thrown)) throw thrown;
    return [warn("journal", "it can't be read", thrown.message)];
  } finally {
    journal.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return null;
  }
}

function examineTerminal({ stdin, stdout, environment }: ProgramContext): Check {
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    return ok("terminal", "none: calls that need approval are refused, except with --yes");
  }
  const { hasColours, glyphs } = lookFor(stdout, environment);
  const size = stdout.columns === undefined ? "" : `${stdout.columns} columns, `;
  const letters = glyphs.ellipsis === "…" ? "UTF-8" : "ASCII only";
  return ok("terminal", `${size}${letters}, ${hasColours ? "colours" : "no colours"}`);
}
