import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { JournalError, openJournal } from "@toolwright/workspace";
import { checkpointBytes, hasJournal } from "@toolwright/workspace/internal";
import { isInvalidSetup, type Places, realRoot, workspaceAt } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../program-context.ts";
import { lookFor } from "../text/terminal-lines.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { examineSettings } from "./examine-settings.ts";
import { examineTrust } from "./examine-trust.ts";
import { firstLineOf } from "./first-line-of.ts";

/** Looks at everything the command line rests on. Changes nothing; a fault is a check that fails. */
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
    // It throws where it has no program for the platform: then the PATH has to have one.
    return "rg";
  }
}

async function examineGit(): Promise<Check> {
  const found = await firstLineOf("git", ["--version"]);
  return found.problem === undefined
    ? ok("git", found.line)
    : warn("git", found.problem, "install git; without it nothing knows a repository's files");
}

/** Tried out, as it is before the first command: it may be there and not work. */
async function examineSandbox(environment: ProgramContext["environment"]): Promise<Check> {
  const { defaultSandbox } = await import("@toolwright/sandbox");
  const backend = defaultSandbox(environment);
  const availability = await backend.available();
  if (availability.ok) {
    const { gap } = availability;
    const summary = `${backend.name}: commands run confined`;
    return gap === undefined ? ok("sandbox", summary) : warn("sandbox", summary, gap);
  }
  return warn("sandbox", "none works: commands run unconfined", availability.reason);
}

function examineDirectory(name: string, path: string): Check {
  // It is made when it is first needed: then the nearest folder above has to take it.
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory()) throw new Error("it is no folder");
    accessSync(folder, constants.W_OK | constants.X_OK);
    return ok(name, folder === path ? path : `${path} (made when it is needed)`);
  } catch {
    return fail(
      name,
      `${path} can't be written`,
      `make ${folder} a folder that you can write to, or point XDG_STATE_HOME and XDG_CONFIG_HOME elsewhere`,
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

/** None where nothing was ever journalled: looking makes no file. */
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
    return ok("terminal", "none: questions are refused unless --yes answers them");
  }
  const { hasColours, glyphs } = lookFor(stdout, environment);
  const size = stdout.columns === undefined ? "" : `${stdout.columns} columns, `;
  const letters = glyphs.ellipsis === "…" ? "UTF-8" : "ASCII only";
  return ok("terminal", `${size}${letters}, ${hasColours ? "colours" : "no colours"}`);
}
