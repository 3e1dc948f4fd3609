import {
  type Confinement,
  type Job,
  type Jobs,
  type ProcessHost,
  ToolError,
  type Workspace,
} from "@toolwright/core";
import type { ShellSettings } from "../settings/settings.ts";
import type { EnvironmentVariables } from "../places.ts";

export interface CommandsOptions {
  readonly environment: EnvironmentVariables;
  readonly workspace: Pick<Workspace, "roots" | "findBelow">;
  readonly home: string;
  readonly stateDirectory: string;
  /** Neither to be seen nor changed by commands. */
  readonly ownPaths: readonly string[];
  /** Default: `preferred`. */
  readonly sandbox: ShellSettings["sandbox"];
  /** The session ends with its one call: nothing is started in the background. Default: false. */
  readonly isOneCall?: boolean;
  /** Told of each command that has ended in the background. */
  readonly onJobEnd?: (job: Job) => void;
}

/** What a session starts processes with. */
export interface Commands {
  readonly processes: ProcessHost;
  readonly jobs: Jobs;
  /** Undefined where the settings switch the sandbox off. */
  readonly confinement: Confinement | undefined;
  /** Whether commands run confined: tried out, which takes a moment. */
  sandboxWorks(): Promise<boolean>;
  close(): Promise<void>;
}

const longerSession =
  "Start it where a session lasts: `toolwright` (the terminal), `toolwright call --stdin`, or an MCP host.";

/** Everything about processes, loaded with the first one: most calls start none. */
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
  const isOff = options.sandbox === "off";
  return {
    processes: {
      start: async (request) => (await open()).processes.start(request),
      close: () => Promise.resolve(),
    },
    jobs: {
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
    confinement: isOff
      ? undefined
      : { profileFor: async (call) => (await open()).confinement.profileFor(call) },
    async sandboxWorks() {
      if (isOff) return false;
      return (await (await open()).backend.available()).ok;
    },
    async close() {
      isClosed = true;
      const last = await opening;
      await last?.jobs.close();
      await last?.processes.close();
    },
  };
}

type OpenedCommands = Awaited<ReturnType<typeof openCommands>>;

async function openCommands({
  environment,
  workspace,
  home,
  stateDirectory,
  ownPaths,
  sandbox = "preferred",
  onJobEnd,
}: CommandsOptions) {
  const { createConfinement, createJobTable, createProcessHost, defaultSandbox } = await import(
    "@toolwright/sandbox"
  );
  const backend = defaultSandbox(environment);
  const processes = createProcessHost({
    environment,
    sandbox: backend,
    stateDirectory,
    // Less than a call has to end by itself: it then still tells what the command had written.
    killGraceMs: 1_500,
  });
  return {
    backend,
    processes,
    jobs: createJobTable({ processes, ...(onJobEnd !== undefined && { onEnd: onJobEnd }) }),
    confinement: createConfinement({
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
