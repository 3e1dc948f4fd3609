import { type ToolContext, ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { Job, ProcessRequest, TerminalSize } from "@toolwright/core/ports";
import type { CaptureOptions } from "@toolwright/sandbox";
import type { ShownContents } from "@toolwright/shell-analysis";
import { askForShownFiles } from "../git/shown-files.ts";
import type { Repositories } from "./command-effects.ts";
import { guardedPrograms } from "./guarded-programs.ts";
import { hardenedGitInBash, hardenedGitWithout } from "../git/hardened-git.ts";
import { jobsOf } from "./jobs-of.ts";
import {
  type ConfinedEnd,
  type MovedRun,
  nothingHidden,
  runConfined,
  startWith,
  type StartedCommand,
} from "./run-confined.ts";
import { type ShellRequest, startShell } from "./start-shell.ts";

export interface ShellLine {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** All that it does was known and decided. */
  readonly isComplete: boolean;
  /** Its git is to be started hardened, when it is complete. */
  readonly startsGit: boolean;
  /** Its effects hold only with `guardedPrograms` before it. */
  readonly needsGuards: boolean;
  /** What git was found to meet, by directory. */
  readonly repositories: Repositories;
  /** What git would show of its own store. */
  readonly contents: readonly ShownContents[];
  /** Of the terminal that it runs in; without one it has pipes. */
  readonly terminal?: TerminalSize;
}

/**
 * Runs a command line to its end, or until a person wants it in the background. Errors: as `startShell`
 * and `runConfined`.
 */
export async function runShell(
  line: ShellLine,
  context: ToolContext,
  limits: CaptureOptions,
): Promise<ConfinedEnd | MovedRun> {
  await askForContents(line, context);
  const request = requestFor(line, context);
  const { jobs, processes } = context;
  const start = (process: ProcessRequest): Promise<StartedCommand> =>
    jobs === undefined
      ? processes.start(process)
      : jobs.start({ ...process, title: line.command }, "foreground");
  const run = await runConfined(
    (ties) => startShell(start, { ...request, ...ties }),
    context,
    limits,
  );
  // Other commands aren't about it, though one of them may start git.
  return "movedTo" in run || line.startsGit ? run : { ...run, hiddenFromGit: nothingHidden };
}

/** Starts a command line in the background, with an input that stays open. Errors: as `Jobs.start`. */
export async function startInBackground(line: ShellLine, context: ToolContext): Promise<Job> {
  await askForContents(line, context);
  const jobs = jobsOf(context);
  const profile = await context.sandbox();
  const start = (request: ShellRequest): Promise<Job> =>
    startShell((process) => jobs.start({ ...process, title: line.command }, "background"), request);
  return startWith(profile, start, { ...requestFor(line, context), keepsInputOpen: true });
}

/**
 * Files of a project choose no program, and npm neither asks for its updates nor keeps logs.
 *
 * Otherwise `go version` starts the version that go.mod names, and `python --version` the one of `.python-version`.
 * npm asks where the project's `.npmrc` says, with variables of the environment in the request.
 * Sources: "Go Toolchains", https://go.dev/doc/toolchain; pyenv's and rbenv's README on `PYENV_DIR` and `RBENV_DIR`;
 * mise's settings; npm 11, lib/npm.js and lib/cli/update-notifier.js.
 */
function ownPrograms(roots: readonly string[]): Readonly<Record<string, string>> {
  return {
    GOTOOLCHAIN: "local",
    ...Object.fromEntries(
      ["PYENV", "RBENV", "NODENV", "GOENV", "JENV", "PLENV", "PHPENV"].map((name) => [
        `${name}_DIR`,
        "/",
      ]),
    ),
    MISE_IGNORED_CONFIG_PATHS: roots.join(":"),
    npm_config_update_notifier: "false",
    npm_config_logs_max: "0",
    npm_config_timing: "false",
  };
}

function requestFor(
  { command, cwd, isComplete, startsGit, needsGuards, repositories, terminal }: ShellLine,
  { workspace }: ToolContext,
): ShellRequest {
  if (isComplete) assertUnchanged(repositories, workspace);
  const emptied = [...repositories.values()].flatMap((repository) => repository.emptied);
  return {
    command,
    cwd,
    isBashOnly: isComplete,
    ...(terminal !== undefined && { pty: terminal }),
    // Nobody looked at it: its programs must be those that the decision spoke of, not such as an agent
    // can put into the workspace.
    ...(isComplete && {
      environment: {
        ...hardenedGitWithout(emptied),
        ...(startsGit && hardenedGitInBash),
        ...(needsGuards && guardedPrograms),
        ...ownPrograms(workspace.roots),
      },
      untrustedPrograms: workspace.roots,
    }),
  };
}

/** What a person allowed without knowing all of it runs as it is. */
async function askForContents(line: ShellLine, context: ToolContext): Promise<void> {
  if (!line.isComplete || line.contents.length === 0) return;
  assertUnchanged(line.repositories, context.workspace);
  await askForShownFiles(line.contents, line.repositories, context);
}

function assertUnchanged(repositories: Repositories, workspace: WorkspaceAccess): void {
  for (const [directory, { fingerprint }] of repositories) {
    if (workspace.judgeRepository(directory).fingerprint === fingerprint) continue;
    throw new ToolError(
      "file-changed",
      "The settings of the git repository have changed since the command was decided, and nothing was run. Try again.",
    );
  }
}
