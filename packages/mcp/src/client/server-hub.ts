import type { AuthProvider, Implementation } from "@modelcontextprotocol/client";
import type { ProcessHost, Registry } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { createEras, type Eras } from "./eras.ts";
import { defaultHubLimits, type HubLimits } from "./hub-limits.ts";
import { type HubParts, HubServer } from "./hub-server.ts";
import type { Sample } from "./sampling.ts";
import type { ServerGate } from "./server-gate.ts";
import type { ServerStatus } from "./server-status.ts";
import { realTimers, type Timers } from "./timers.ts";
import { serverToolPrefix } from "./tool-name.ts";

/** What a hub has to tell besides the states of its servers. */
export interface ServerNotice {
  readonly server: string;
  readonly level: "debug" | "warning";
  readonly message: string;
}

export interface ServerHubOptions {
  readonly servers: readonly ServerConfiguration[];
  /** Runs the servers that are commands. */
  readonly processes: ProcessHost;
  /** Gets their tools, as `mcp:<server>`. */
  readonly registry: Registry;
  /** Absolute: where servers run that name no directory. */
  readonly cwd: string;
  /** Absolute directories that older servers may ask for. Default: none. */
  readonly roots?: readonly string[];
  /** The person's word on servers and tools. */
  readonly gate?: ServerGate;
  /** How a server over HTTP is told who asks. */
  readonly authorizationFor?: (
    server: ServerConfiguration,
  ) => MaybePromise<AuthProvider | undefined>;
  /** Lets servers ask the host's model, each time after approval. Not offered by default. */
  readonly sample?: Sample;
  readonly onNotice?: (notice: ServerNotice) => void;
  readonly limits?: Partial<HubLimits>;
  readonly timers?: Timers;
  /** Which servers speak which era of the protocol; by default remembered while the hub lives. */
  readonly eras?: Eras;
  /** Who we are to servers. */
  readonly client?: Implementation;
}

/** The MCP servers of a session. */
export interface ServerHub {
  /**
   * Starts servers, all side by side and in the background: those of these names, or all. Tools come to the
   * registry as their servers get ready. What was started before is left as it is.
   */
  start(names?: readonly string[]): void;
  /** Resolves once each of the servers, or of those that were started, is ready or isn't going to be soon; at the latest after this time. */
  ready(timeoutMs: number, names?: readonly string[]): Promise<void>;
  /** In the order of the configurations. */
  readonly servers: readonly ServerStatus[];
  /** The server that a tool of this name belongs to, whether it runs or not. */
  serverOf(toolName: string): ServerStatus | undefined;
  /** Ends a server's connection and begins anew, as after a login. Never rejects. */
  restart(name: string): Promise<void>;
  /** Called after any change of a status. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Ends all servers, and takes their tools out of the registry. Never rejects. */
  close(): Promise<void>;
}

/**
 * Runs a session's MCP servers: starts them when told to, gives their tools to the registry and keeps
 * them as the servers have them, starts again what died, and ends everything.
 *
 * Nothing that a server does makes any of this throw: it is in the server's status. Of two servers of one
 * name, or whose tools would be named alike, the second is refused with both named.
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
    client: options.client ?? { name: "toolwright", version: "0.1.0" },
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
  return `there are two MCP servers named '${second.name}': ${described(first)}, which is used, and ${described(second)}, which isn't. Rename one`;
}

function described({ layer, transport }: ServerConfiguration): string {
  const what =
    transport.type === "stdio"
      ? [transport.command, ...transport.arguments].join(" ")
      : transport.url;
  return `the ${layer}'s (${what})`;
}
