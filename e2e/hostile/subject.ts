import { join } from "node:path";
import {
  createPolicy,
  createRegistry,
  createSession,
  type Effect,
  type Session,
  type Tool,
} from "@toolwright/core";
import { createProcessHost } from "@toolwright/sandbox";
import { builtinTool } from "@toolwright/tools";
import { createEnvironment, openWorkspace } from "@toolwright/workspace";
import { violationsOf, type Violation } from "./judge.ts";
import { type Watch, watchProcesses } from "./watch.ts";
import type { World } from "./world.ts";

const runCommand = await builtinTool("run_command");

/** Decides on commands, and runs allowed ones. */
export interface Subject {
  readonly how: Watch["how"];
  isAllowed(command: string): Promise<boolean>;
  /** Runs a command, which must be allowed, and returns its actions that its effects don't cover. */
  run(command: string): Promise<readonly Violation[]>;
  close(): Promise<void>;
}

/** Long enough for every program that only reads; a program that waits is stopped. */
const TIMEOUT_MS = 5_000;

/**
 * Opens the product as a library, in `world` and without a sandbox, so that only the decision stands between a
 * command and the disk. `tool`: the tool that runs commands, in which a test may plant faults.
 */
export async function openSubject(world: World, tool: Tool = runCommand): Promise<Subject> {
  const environment = environmentOf(world);
  const watch = watchProcesses(createProcessHost({ environment }), world);
  const session = await openSession(world, { tool, watch, environment });
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
}

async function openSession(
  { project, home, state }: World,
  { tool, watch, environment }: Parts,
): Promise<Session> {
  const registry = createRegistry();
  await registry.register([tool]);
  return createSession({
    registry,
    workspace: openWorkspace({ roots: [project], stateDirectory: state }),
    processes: watch,
    environment: createEnvironment(environment),
    policy: createPolicy({ mode: "default", roots: [project], home, layers: [] }),
  });
}
