import {
  type SandboxFactory,
  type Jobs,
  type ProcessHost,
  type SessionOptions,
  ToolError,
  type Workspace,
} from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";
import type { SandboxBackend } from "@toolwright/sandbox";
import { optionsError } from "../errors.ts";
import type { ShellSettings } from "../settings/settings.ts";
import type { EnvironmentVariables } from "../places.ts";

export interface CommandsOptions {
  readonly environment: EnvironmentVariables;
  readonly workspace: Pick<Workspace, "roots" | "findBelow" | "views">;
  readonly home: string;
  readonly stateDirectory: string;
  /** Folders outside the workspace that commands may read. */
  readonly readable: readonly string[];
  /** Paths that commands can neither see nor change. */
  readonly ownPaths: readonly string[];
  /** Default: `preferred`. */
  readonly sandbox: ShellSettings["sandbox"];
  /** Whether the session ends after one call, so that background commands are refused. Default: false. */
  readonly isOneCall?: boolean;
  /** A backend that was tried already. Default: the system's, tried when first needed. */
  readonly backend?: SandboxBackend;
  /** The program's own ports, which the program closes. */
  readonly given?: GivenPorts;
  /** Called when a background command has ended. */
  readonly onJobEnd?: (job: Job) => void;
}

type GivenPorts = Pick<SessionOptions, "processes" | "jobs" | "sandboxFactory">;

/** The process ports of a session. */
export interface Commands {
  readonly processes: ProcessHost;
  readonly jobs: Jobs;
  /** Undefined if the settings disable the sandbox, or the program gave its own process host. */
  readonly sandboxFactory: SandboxFactory | undefined;
  /** Whether a sandbox works, by a slow trial. */
  sandboxWorks(): Promise<boolean>;
  close(): Promise<void>;
}

const longerSession =
  "Use a longer session: `toolwright` (interactive mode), `toolwright call --stdin`, or an MCP host.";

/**
 * Loads the process code with the first process, as most calls start none.
 *
 * Errors: ConfigurationError `options-invalid` if the settings require a sandbox, but the program's process
 * host has none.
 */
export function lazyCommands(options: CommandsOptions): Commands {
  let opening: Promise<OpenedCommands> | undefined;
  let opened: OpenedCommands | undefined;
  let isClosed = false;
  const open = async (): Promise<OpenedCommands> => {
    if (isClosed)
      throw new ToolError("cancelled", "The session is closed, so nothing was started.");
    opening ??= openCommands(options);
    opened = await opening;
    return opened;
  };
  const { given = {} } = options;
  const isOff = isWithoutSandbox(options);
  return {
    processes: given.processes ?? {
      start: async (request) => (await open()).processes.start(request),
      close: () => Promise.resolve(),
    },
    jobs: given.jobs ?? {
      async start(request, place) {
        if (options.isOneCall === true && place === "background") {
          throw new ToolError(
            "input-invalid",
            `Nothing was started: background commands end with their session, and this session ends after this call. ${longerSession} Or run it in the foreground.`,
          );
        }
        return (await open()).jobs.start(request, place);
      },
      find(id) {
        if (opened !== undefined) return opened.jobs.find(id);
        const why =
          options.isOneCall === true
            ? `a single call can't start one. ${longerSession}`
            : "there are none.";
        throw new ToolError("input-invalid", `There is no background command '${id}': ${why}`);
      },
      list: () => opened?.jobs.list() ?? [],
      terminals: () => opened?.jobs.terminals() ?? [],
      close: () => Promise.resolve(),
    },
    sandboxFactory:
      given.sandboxFactory ??
      (isOff
        ? undefined
        : {
            profileFor: async (call) => (await open()).sandboxFactory.profileFor(call),
            state: async () => (await open()).sandboxFactory.state(),
            // Before it is opened, no command runs that could be blamed.
            expect: (effects) => opened?.sandboxFactory.expect(effects),
          }),
    async sandboxWorks() {
      // The program's own sandbox can't be tried.
      if (isOff || given.sandboxFactory !== undefined) return false;
      return (await (await open()).backend.available()).ok;
    },
    async close() {
      isClosed = true;
      const last = await opening;
      await last?.jobs.close();
      if (last?.processes !== given.processes) await last?.processes.close();
    },
  };
}

/** The program's own process host may not support our sandbox's profiles. */
function isWithoutSandbox({ sandbox, given = {} }: CommandsOptions): boolean {
  if (given.processes === undefined) return sandbox === "off";
  if (sandbox === "required" && given.sandboxFactory === undefined) {
    throw optionsError(
      "The settings require a sandbox (shell.sandbox), but `processes` was given without `sandboxFactory`. Give both, or neither.",
    );
  }
  return true;
}

type OpenedCommands = Awaited<ReturnType<typeof openCommands>>;

async function openCommands({
  environment,
  workspace,
  home,
  stateDirectory,
  ownPaths,
  readable,
  sandbox = "preferred",
  given = {},
  backend: known,
  onJobEnd,
}: CommandsOptions) {
  const { createSandboxFactory, createJobTable, createProcessHost, defaultSandbox } = await import(
    "@toolwright/sandbox"
  );
  const backend = known ?? defaultSandbox(environment);
  const processes =
    given.processes ??
    createProcessHost({
      environment,
      sandbox: backend,
      stateDirectory,
      views: workspace.views ?? [],
      // Shorter than the grace time of a call, so that the call still returns the command's output.
      killGraceMs: 1_500,
    });
  return {
    backend,
    processes,
    jobs: createJobTable({ processes, ...(onJobEnd !== undefined && { onEnd: onJobEnd }) }),
    sandboxFactory: createSandboxFactory({
      backend,
      wish: sandbox === "required" ? "required" : "preferred",
      workspace,
      home,
      environment,
      ownPaths,
      readable,
      stateDirectory,
    }),
  };
}
