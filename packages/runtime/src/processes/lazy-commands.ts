import {
  type SandboxFactory,
  type Jobs,
  type ProcessHost,
  type SessionOptions,
  ToolError,
  type Workspace,
} from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";
import { optionsError } from "../errors.ts";
import type { ShellSettings } from "../settings/settings.ts";
import type { EnvironmentVariables } from "../places.ts";

export interface CommandsOptions {
  readonly environment: EnvironmentVariables;
  readonly workspace: Pick<Workspace, "roots" | "findBelow" | "views">;
  readonly home: string;
  readonly stateDirectory: string;
  /** Neither to be seen nor changed by commands. */
  readonly ownPaths: readonly string[];
  /** Default: `preferred`. */
  readonly sandbox: ShellSettings["sandbox"];
  /** The session ends with its one call: nothing is started in the background. Default: false. */
  readonly isOneCall?: boolean;
  /** In place of our own; whoever gives them closes them. */
  readonly given?: GivenPorts;
  /** Told of each command that has ended in the background. */
  readonly onJobEnd?: (job: Job) => void;
}

type GivenPorts = Pick<SessionOptions, "processes" | "jobs" | "sandboxFactory">;

/** What a session starts processes with. */
export interface Commands {
  readonly processes: ProcessHost;
  readonly jobs: Jobs;
  /** Undefined where the settings switch the sandbox off, or somebody else starts the processes. */
  readonly sandboxFactory: SandboxFactory | undefined;
  /** Whether commands run confined: tried out, which takes a moment. */
  sandboxWorks(): Promise<boolean>;
  close(): Promise<void>;
}

const longerSession =
  "Start it where a session lasts: `toolwright` (the terminal), `toolwright call --stdin`, or an MCP host.";

/**
 * Everything about processes, loaded with the first one: most calls start none.
 *
 * Errors: ConfigurationError `options-invalid` where the settings require a sandbox that a given process host
 * hasn't.
 */
export function lazyCommands(options: CommandsOptions): Commands {
  let opening: Promise<OpenedCommands> | undefined;
  let opened: OpenedCommands | undefined;
  let isClosed = false;
  const open = async (): Promise<OpenedCommands> => {
    if (isClosed) throw new ToolError("cancelled", "The session is closed: nothing is started.");
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
            `Nothing was started: a command in the background ends with its session, and this session ends with this call. ${longerSession} Or run it in the foreground.`,
          );
        }
        return (await open()).jobs.start(request, place);
      },
      find(id) {
        if (opened !== undefined) return opened.jobs.find(id);
        const why =
          options.isOneCall === true
            ? `a single call starts none. ${longerSession}`
            : "there are none.";
        throw new ToolError("input-invalid", `There is no background command '${id}': ${why}`);
      },
      list: () => opened?.jobs.list() ?? [],
      close: () => Promise.resolve(),
    },
    sandboxFactory:
      given.sandboxFactory ??
      (isOff
        ? undefined
        : { profileFor: async (call) => (await open()).sandboxFactory.profileFor(call) }),
    async sandboxWorks() {
      // Nobody can try one that was given.
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

/** A process host that was given may not know our sandbox's profiles. */
function isWithoutSandbox({ sandbox, given = {} }: CommandsOptions): boolean {
  if (given.processes === undefined) return sandbox === "off";
  if (sandbox === "required" && given.sandboxFactory === undefined) {
    throw optionsError(
      "The settings require a sandbox (shell.sandbox), and `processes` was given without `sandboxFactory`. Give both, or neither.",
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
  sandbox = "preferred",
  given = {},
  onJobEnd,
}: CommandsOptions) {
  const { createSandboxFactory, createJobTable, createProcessHost, defaultSandbox } = await import(
    "@toolwright/sandbox"
  );
  const backend = defaultSandbox(environment);
  const processes =
    given.processes ??
    createProcessHost({
      environment,
      sandbox: backend,
      stateDirectory,
      views: workspace.views ?? [],
      // Less than a call has to end by itself: it then still tells what the command had written.
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
      stateDirectory,
    }),
  };
}
