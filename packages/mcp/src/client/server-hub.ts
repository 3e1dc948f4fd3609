import { clientInfo } from "../client-info.ts";
import type { AuthProvider, Implementation } from "@modelcontextprotocol/client";
import type { ProcessHost, Registry } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { createEras, type Eras } from "./eras.ts";
import { defaultHubLimits, type HubLimits } from "./hub-limits.ts";
import { HubServer } from "./hub-server.ts";
import type { HubParts } from "./open-connection.ts";
import type { Sample } from "./running-call.ts";
import type { ServerGate } from "./server-gate.ts";
import type { ServerStatus } from "./server-status.ts";
import { realTimers, type Timers } from "./timers.ts";
import { serverToolPrefix } from "./tool-name.ts";

/** A message about a server. */
export interface ServerNotice {
  readonly server: string;
  readonly level: "debug" | "warning";
  readonly message: string;
}

export interface ServerHubOptions {
  readonly servers: readonly ServerConfiguration[];
  /** Runs the servers that are commands. */
  readonly processes: ProcessHost;
  /** Receives their tools, as `mcp:<server>`. */
  readonly registry: Registry;
  /** The default working directory of servers, absolute. */
  readonly cwd: string;
  /** Absolute directories that older servers may request. Default: none. */
  readonly roots?: readonly string[];
  /** The person's decisions about servers and tools. */
  readonly gate?: ServerGate;
  /** Authorizes requests to a server over HTTP. */
  readonly authorizationFor?: (
    server: ServerConfiguration,
  ) => MaybePromise<AuthProvider | undefined>;
  /** Lets servers query the host's model, each time after approval. Not offered by default. */
  readonly sample?: Sample;
  readonly onNotice?: (notice: ServerNotice) => void;
  readonly limits?: Partial<HubLimits>;
  readonly timers?: Timers;
  /** Remembers which era each server speaks. Default: for the lifetime of the hub. */
  readonly eras?: Eras;
  /** The client's name, as servers see it. */
  readonly client?: Implementation;
}

/** The MCP servers of a session. */
export interface ServerHub {
  /**
   * Starts the named servers, or all, concurrently and in the background. Their tools are registered as they
   * become ready. Servers already started are unaffected.
   */
  start(names?: readonly string[]): void;
  /**
   * Resolves once each of the servers, or of those started, is ready or has failed; at the latest after this
   * time.
   */
  ready(timeoutMs: number, names?: readonly string[]): Promise<void>;
  /** In the order of the configurations. */
  readonly servers: readonly ServerStatus[];
  /** The server that a tool's name belongs to, whether it is running or not. */
  serverOf(toolName: string): ServerStatus | undefined;
  /** Closes a server's connection and connects again, as after a login. Never rejects. */
  restart(name: string): Promise<void>;
  /** Calls the listener after each change of a status. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Ends all servers and unregisters their tools. Never rejects. */
  close(): Promise<void>;
}

/**
 * Runs a session's MCP servers. It starts them on request, keeps their tools in the registry up to date,
 * restarts those that died and ends all of them.
 *
 * No fault of a server makes a method throw; its status shows the fault. When two servers have the same name,
 * or names that lead to the same tool names, the second is refused.
 */
export function createServerHub(options: ServerHubOptions): ServerHub {
  const listeners = new Set<() => void>();
  const parts = partsOf(options, () => {
    for (const listener of listeners) listener();
  });
  const servers = options.servers.map((configuration) => new HubServer(configuration, parts));
  refuseNamesakes(servers);
  const named = (names: readonly string[] | undefined): readonly HubServer[] =>
    names === undefined
      ? servers
      : servers.filter(({ configuration }) => names.includes(configuration.name));
  return {
    start(names) {
      for (const server of named(names)) server.start();
    },
    ready(timeoutMs, names) {
      const awaited = named(names).filter(({ status }) => status.state !== "idle");
      const isDone = (): boolean => awaited.every(({ isSettled }) => isSettled);
      if (isDone()) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(), timeoutMs);
        const look = (): void => {
          if (isDone()) end();
        };
        const end = (): void => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
      });
    },
    get servers() {
      return servers.map(({ status }) => status);
    },
    serverOf(toolName) {
      return servers.find(({ configuration: { name } }) =>
        toolName.startsWith(serverToolPrefix(name)),
      )?.status;
    },
    async restart(name) {
      await Promise.all(named([name]).map((server) => server.restart()));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await Promise.allSettled(servers.map((server) => server.close()));
      listeners.clear();
    },
  };
}

function partsOf(options: ServerHubOptions, onChange: () => void): HubParts {
  const { processes, registry, cwd, roots = [], gate = {}, authorizationFor, sample } = options;
  const { onNotice = () => {} } = options;
  return {
    processes,
    registry,
    cwd,
    roots,
    gate,
    authorizationFor,
    sample,
    notify: (server, level, message) => onNotice({ server, level, message }),
    onChange,
    timers: options.timers ?? realTimers,
    limits: { ...defaultHubLimits, ...options.limits },
    eras: options.eras ?? createEras(),
    client: options.client ?? clientInfo,
  };
}

function refuseNamesakes(servers: readonly HubServer[]): void {
  const owners = new Map<string, HubServer>();
  for (const server of servers) {
    const prefix = serverToolPrefix(server.configuration.name);
    const owner = owners.get(prefix);
    if (owner === undefined) owners.set(prefix, server);
    else server.refuse(namesake(server.configuration, owner.configuration));
  }
}

function namesake(second: ServerConfiguration, first: ServerConfiguration): string {
  return `there are two MCP servers named '${second.name}': ${described(first)} is used, ${described(second)} is not. Rename one`;
}

function described({ layer, transport }: ServerConfiguration): string {
  const what =
    transport.type === "stdio"
      ? [transport.command, ...transport.arguments].join(" ")
      : transport.url;
  return `the ${layer}'s (${what})`;
}
