import { type ToolContext, ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { Job, ProcessRequest, TerminalSize } from "@toolwright/core/ports";
import type { CaptureOptions } from "@toolwright/sandbox";
import type { ShownContents } from "@toolwright/shell-analysis";
import { askForShownFiles } from "../git/shown-files.ts";
import type { Repositories } from "./command-effects.ts";
import { guardedPrograms } from "./guarded-programs.ts";
import { hardenedGitInBash, hardenedGitWithout } from "../git/hardened-git.ts";
import { jobsOf } from "./job-report.ts";
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
  /** Whether everything that it does was known and decided. */
  readonly isComplete: boolean;
  /** Whether it starts git, which is hardened if `isComplete`. */
  readonly startsGit: boolean;
  /** Whether its effects hold only if it runs with `guardedPrograms`. */
  readonly needsGuards: boolean;
  /** The repositories that git meets, by directory. */
  readonly repositories: Repositories;
  /** The contents that git would show from its own store. */
  readonly contents: readonly ShownContents[];
  /** The size of the terminal that it runs in; without one it has pipes. */
  readonly terminal?: TerminalSize;
}

/**
 * Runs a command line to its end, or until a person moves it to the background. Errors: as `startShell`
 * and `runConfined`.
 */
export async function runShell(
  line: ShellLine,
  context: ToolContext,
  limits: CaptureOptions,
): Promise<ConfinedEnd | MovedRun> {
  await askForContents(line, context);
  const request = requestFor(line, context);
  const { jobs, processes, callId } = context;
  const start = (process: ProcessRequest): Promise<StartedCommand> =>
    jobs === undefined
      ? processes.start(process)
      : jobs.start({ ...process, title: line.command, callId }, "foreground");
  const run = await runConfined(
    (ties) => startShell(start, { ...request, ...ties }),
    context,
    limits,
  );
  // The note is only for commands that start git themselves.
  return "movedTo" in run || line.startsGit ? run : { ...run, hiddenFromGit: nothingHidden };
}

/** Starts a command line in the background with an open input. Errors: as `Jobs.start`. */
export async function startInBackground(line: ShellLine, context: ToolContext): Promise<Job> {
  await askForContents(line, context);
  const jobs = jobsOf(context);
  const profile = await context.sandbox();
  const start = (request: ShellRequest): Promise<Job> =>
    startShell(
      (process) =>
        jobs.start({ ...process, title: line.command, callId: context.callId }, "background"),
      request,
    );
  return startWith(profile, start, { ...requestFor(line, context), keepsInputOpen: true });
}

/**
 * Variables that keep a project's files from choosing programs, and npm from checking for updates and keeping logs.
 *
 * Otherwise `go version` starts the version that go.mod names, and `python --version` the one of `.python-version`.
 * npm would check at the address in the project's `.npmrc`, with environment variables in the request.
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
    // No person saw this command, so its programs must be those of the decision, not ones that an agent
    // put into the workspace.
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

/** Only for complete analyses: a command that a person allowed without knowing everything runs unchanged. */
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
      "The settings of the git repository have changed since the command was decided, so nothing was run. Try again.",
    );
  }
}
