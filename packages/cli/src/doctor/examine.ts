import { textOf } from "../errors.ts";
import { recorded, verbatim, together } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { JournalError, openJournal } from "@toolwright/workspace";
import { checkpointBytes, hasJournal } from "@toolwright/workspace/internal";
import { isInvalidSetup, type Places, realRoot, workspaceAt } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../program-context.ts";
import { lookFor } from "../text/terminal-lines.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { examineMemory } from "./examine-memory.ts";
import { examineParts } from "./examine-parts.ts";
import { examineSettings } from "./examine-settings.ts";
import { examineSearch } from "./examine-search.ts";
import { examineSkills } from "./examine-skills.ts";
import { examineTrust } from "./examine-trust.ts";
import { firstLineOf } from "./first-line-of.ts";

/** Checks everything that the command line needs. Leaves nothing changed; a fault is a failed check. */
export async function examine(places: Places, program: ProgramContext): Promise<readonly Check[]> {
  const programs = await Promise.all([
    examineRipgrep(),
    examineGit(),
    examineSandbox(program.environment),
  ]);
  return [
    ok("node", verbatim(process.versions.node)),
    ...programs,
    ...(await examineParts(places)),
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
  if (found.problem === undefined) return ok("ripgrep", verbatim(`${found.line} (${program})`));
  return fail(
    "ripgrep",
    phrase("{program}: {problem}", { program, problem: found.problem }),
    phrase(
      "install it (apt install ripgrep, brew install ripgrep), or install toolwright again with optional dependencies",
    ),
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
    ? ok("git", verbatim(found.line))
    : warn(
        "git",
        found.problem,
        phrase("install git; without it tools can't tell a repository's files"),
      );
}

/** Tries the sandbox, as a session does before its first command: an installed one may not work. */
async function examineSandbox(environment: ProgramContext["environment"]): Promise<Check> {
  const { defaultSandbox } = await import("@toolwright/sandbox");
  const backend = defaultSandbox(environment);
  const availability = await backend.available();
  if (availability.ok) {
    const { gap } = availability;
    const summary = phrase("{sandbox}: commands run confined", { sandbox: backend.name });
    return gap === undefined ? ok("sandbox", summary) : warn("sandbox", summary, recorded(gap));
  }
  return warn(
    "sandbox",
    phrase("no sandbox works: commands run unconfined"),
    recorded(availability.reason),
  );
}

function examineDirectory(name: string, path: string): Check {
  // It is created when it is first needed, so the nearest existing folder above must be writable.
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
    accessSync(folder, constants.W_OK | constants.X_OK);
    return ok(
      name,
      folder === path ? verbatim(path) : phrase("{path} (created when needed)", { path }),
    );
  } catch {
    return fail(
      name,
      phrase("{path} isn't writable", { path }),
      phrase(
        "make {folder} a writable folder, or set XDG_STATE_HOME and XDG_CONFIG_HOME to others",
        { folder },
      ),
    );
  }
}

function examineWorkspace(places: Places): Check {
  try {
    const { cwd } = workspaceAt(places, []);
    const repository = repositoryOf(cwd);
    return ok(
      "workspace",
      repository === null
        ? phrase("{folder}, not in git", { folder: cwd })
        : phrase("{folder}, in git ({repository})", { folder: cwd, repository }),
    );
  } catch (thrown) {
    if (!isInvalidSetup(thrown)) throw thrown;
    return fail(
      "workspace",
      textOf(thrown),
      phrase("go to a project's folder, or use --workspace DIR"),
    );
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
    const facts = {
      count: entries,
      size: megabytes(bytes),
      checkpoints: megabytes(checkpointBytes(stateDirectory, workspace)),
    };
    const summary =
      oldestAtMs === null
        ? counted(
            "{count} call, {size}; checkpoints {checkpoints}",
            "{count} calls, {size}; checkpoints {checkpoints}",
            facts,
          )
        : counted(
            "{count} call since {date}, {size}; checkpoints {checkpoints}",
            "{count} calls since {date}, {size}; checkpoints {checkpoints}",
            { ...facts, date: new Date(oldestAtMs).toISOString().slice(0, 10) },
          );
    const [notice] = notices;
    return [
      notice === undefined ? ok("journal", summary) : warn("journal", summary, recorded(notice)),
    ];
  } catch (thrown) {
    if (!JournalError.isInstance(thrown)) throw thrown;
    return [warn("journal", phrase("it can't be read"), recorded(thrown.message))];
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

function examineTerminal(program: ProgramContext): Check {
  const { stdin, stdout } = program;
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    return ok("terminal", phrase("none: calls that need approval are refused, except with --yes"));
  }
  const { hasColours, glyphs } = lookFor(stdout, program);
  const { columns } = stdout;
  const facts = [
    ...(columns === undefined ? [] : [phrase("{count} columns", { count: columns })]),
    glyphs.ellipsis === "…" ? verbatim("UTF-8") : phrase("ASCII only"),
    hasColours ? phrase("colours") : phrase("no colours"),
  ];
  return ok("terminal", together(facts));
}
