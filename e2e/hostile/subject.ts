import { join } from "node:path";
import {
  createPolicy,
  createRegistry,
  createSession,
  type Effect,
  type ProcessHost,
  type Session,
  type Tool,
} from "@toolwright/core";
import { createProcessHost, createSandboxFactory, defaultSandbox } from "@toolwright/sandbox";
import type { ProcessRequest } from "@toolwright/core/ports";
import { builtinTool } from "@toolwright/tools";
import { createEnvironment, openWorkspace } from "@toolwright/workspace";
import { violationsOf, type Violation } from "./judge.ts";
import { compareProcesses, type Watch, watchProcesses } from "./watch.ts";
import type { World } from "./world.ts";

const runCommand = await builtinTool("run_command");

/** Decides on commands, and runs allowed ones. */
export interface Subject {
  readonly how: Watch["how"];
  isAllowed(command: string): Promise<boolean>;
  /** Runs a command, which must be allowed, and returns its actions that its effects don't cover. */
  run(command: string): Promise<readonly Violation[]>;
  /** The text that the model gets from a command, which must be allowed. */
  output(command: string): Promise<string>;
  close(): Promise<void>;
}

/** Long enough for every program that only reads; a program that waits is stopped. */
const TIMEOUT_MS = 5_000;

export interface SubjectOptions {
  /** The tool that runs commands, in which a test may plant faults. */
  readonly tool?: Tool;
  /** Whether commands run in the product's sandbox, which strace can't follow. Default: false. */
  readonly isConfined?: boolean;
  /** A test's changes of what the tool starts. */
  readonly change?: (request: ProcessRequest) => ProcessRequest;
}

/** One for all subjects: trying a sandbox takes longer than most commands. */
const backend = defaultSandbox(process.env);

/** Why no command can be confined here; empty if it can. */
export async function confinementMissing(): Promise<string> {
  const available = await backend.available();
  return available.ok ? "" : available.reason;
}

/**
 * Opens the product as a library, in `world`. Without a sandbox, only the decision stands between a command and the
 * disk.
 */
export async function openSubject(
  world: World,
  { tool = runCommand, isConfined = false, change = (request) => request }: SubjectOptions = {},
): Promise<Subject> {
  const environment = environmentOf(world);
  const host = createProcessHost({ environment, ...(isConfined && { sandbox: backend }) });
  const changing: ProcessHost = {
    start: (request) => host.start(change(request)),
    close: () => host.close(),
  };
  const watch = isConfined ? compareProcesses(changing, world) : watchProcesses(changing, world);
  const session = await openSession(world, { tool, watch, environment, isConfined });
  let lastId = 0;
  const callOf = (command: string) => {
    lastId += 1;
    return { id: `c${lastId}`, name: tool.name, input: { command, timeout_ms: TIMEOUT_MS } };
  };
  return {
    how: watch.how,
    async isAllowed(command) {
      const { decision, error } = await session.explain(callOf(command));
      return error === null && decision?.decision === "allow";
    },
    async run(command) {
      const outcome = await session.call(callOf(command));
      const effects: readonly Effect[] = outcome.effects ?? [];
      return violationsOf(watch.take(JSON.stringify(outcome.content)), effects, world);
    },
    async output(command) {
      return JSON.stringify((await session.call(callOf(command))).content);
    },
    async close() {
      await session.close();
      await watch.close();
    },
  };
}

function environmentOf({ folder, home }: World): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    HOME: home,
    XDG_CONFIG_HOME: join(folder, "config"),
    TMPDIR: join(folder, "temporary"),
    LANG: "C.UTF-8",
  };
}

interface Parts {
  readonly tool: Tool;
  readonly watch: Watch;
  readonly environment: Readonly<Record<string, string>>;
  readonly isConfined: boolean;
}

async function openSession(
  { folder, project, home, state }: World,
  { tool, watch, environment, isConfined }: Parts,
): Promise<Session> {
  const registry = createRegistry();
  await registry.register([tool]);
  const workspace = openWorkspace({ roots: [project], stateDirectory: state });
  const sandboxFactory = createSandboxFactory({
    backend,
    wish: "required",
    workspace,
    home,
    environment,
    ownPaths: [state],
    // Beside the world, in which every change counts as one of the command.
    stateDirectory: `${folder}-sandbox`,
  });
  return createSession({
    registry,
    workspace,
    ...(isConfined && { sandboxFactory }),
    processes: watch,
    environment: createEnvironment(environment),
    policy: createPolicy({ mode: "default", roots: [project], home, layers: [] }),
  });
}
