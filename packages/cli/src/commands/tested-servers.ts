import { createRegistry } from "@toolwright/core";
import {
  createServerHub,
  keepEras,
  type ServerConfiguration,
  type ServerStatus,
  type ServerTool,
} from "@toolwright/mcp";
import { createPins } from "@toolwright/mcp/gate";
import { createProcessHost } from "@toolwright/sandbox";
import { type EnvironmentVariables, serverAuthorization } from "@toolwright/runtime/internal";
import type { PolicyController } from "./policy-controller.ts";

/** A tool in a server's list. */
export interface TestedTool {
  readonly tool: ServerTool;
  /** The difference from the accepted definition; null if there is none. */
  readonly diff: string | null;
}

/** The result of testing one server. */
export interface TestedServer {
  readonly status: ServerStatus;
  readonly tools: readonly TestedTool[];
}

export interface TestOptions {
  readonly servers: readonly ServerConfiguration[];
  readonly controller: PolicyController;
  readonly environment: EnvironmentVariables;
  /** The time limit for each server. */
  readonly timeoutMs: number;
  /** Whether to accept changed definitions. */
  readonly isAccepting: boolean;
  readonly signal: AbortSignal;
  readonly onNotice: (notice: string) => void;
}

/** Connects to all servers at the same time, as a session does, and then closes them. */
export async function testServers(options: TestOptions): Promise<readonly TestedServer[]> {
  const { servers, controller, environment, timeoutMs, isAccepting, signal, onNotice } = options;
  const { stateDirectory, workspace } = controller.places;
  const pins = createPins({ stateDirectory, onNotice });
  const seen = new Map<string, Map<string, TestedTool>>(
    servers.map(({ name }) => [name, new Map()]),
  );
  const processes = createProcessHost({ environment, killGraceMs: 500, stateDirectory });
  const hub = createServerHub({
    servers,
    processes,
    registry: createRegistry(),
    cwd: workspace,
    roots: controller.roots,
    eras: keepEras(stateDirectory),
    authorizationFor: serverAuthorization(stateDirectory, {}),
    gate: {
      pins: {
        check(server, tool) {
          const state = pins.check(server, tool);
          if (state.state === "changed" && isAccepting) pins.accept(server, tool);
          seen.get(server.name)?.set(tool.name, {
            tool,
            diff: state.state === "changed" ? state.diff : null,
          });
          return state;
        },
        accept: (server, tool) => pins.accept(server, tool),
      },
    },
    limits: { startMs: timeoutMs, restarts: { firstMs: 0, mostMs: 0, tries: 0 } },
  });
  try {
    hub.start();
    await Promise.race([hub.ready(timeoutMs + 1_000), aborted(signal)]);
    return hub.servers.map((status) => {
      const unusable = new Set(status.problems.map(({ tool }) => tool));
      const all = [...(seen.get(status.configuration.name)?.values() ?? [])];
      return { status, tools: all.filter(({ tool }) => !unusable.has(tool.name)) };
    });
  } finally {
    await hub.close();
    await Promise.all([processes.close(), pins.saved()]);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
