import {
  type Policy,
  type Redactor,
  type Registry,
  type Session,
  type Tool,
  ToolError,
} from "@toolwright/core";
import type { View } from "@toolwright/core/ports";
import {
  createServerHub,
  keepEras,
  type ServerConfiguration,
  type ServerHub,
  type ServerStatus,
} from "@toolwright/mcp";
import { createEffectMappings, createPins, type MappingSource } from "@toolwright/mcp/gate";
import { createProcessHost } from "@toolwright/sandbox";
import type { SettingsFile } from "../settings/settings.ts";
import type { EnvironmentVariables, Places } from "../places.ts";
import { reasonAgainstStart } from "./may-start.ts";
import { serverAuthorization } from "./server-authorization.ts";

/** Longer than the start limit of a server. */
const calledMs = 65_000;
/** Collects tools, which arrive one by one, into one refresh. */
const refreshMs = 50;
/** For a server that doesn't end with its input. */
const killGraceMs = 500;

export interface SessionServersOptions {
  readonly servers: readonly ServerConfiguration[];
  readonly files: readonly SettingsFile[];
  /** The policy at each start of a server. */
  readonly policy: () => Policy;
  readonly registry: Registry;
  readonly roots: readonly string[];
  /** Servers run unconfined, so none is started where a view stands for a root. */
  readonly views: readonly View[];
  readonly places: Places;
  /** Hides tokens. */
  readonly redactor: Redactor;
  readonly environment: EnvironmentVariables;
  /** Receives one sentence each, without its full stop. */
  readonly onNotice: (notice: string) => void;
}

/** The MCP servers of a session. */
export interface SessionServers {
  readonly statuses: readonly ServerStatus[];
  /** Starts all servers in the background. */
  start(): void;
  /** Keeps the session's tools in step with those of the servers. */
  follow(session: Session): void;
  /** Resolves once all servers have started or failed, at the latest after this time. */
  ready(timeoutMs: number): Promise<void>;
  /**
   * Starts the server of the tool and waits for it. If the tool isn't available, registers a substitute that
   * explains why. Resolves to a function that removes the substitute.
   */
  bring(tool: string): Promise<() => void>;
  close(): Promise<void>;
}

/** Creates the servers of a session and starts none. */
export function openServers(options: SessionServersOptions): SessionServers {
  const { servers, registry, roots, places, onNotice } = options;
  const pins = createPins({
    stateDirectory: places.stateDirectory,
    onNotice: (notice) => onNotice(notice.replace(/\.$/, "")),
  });
  const { mappings, notices } = createEffectMappings({
    sources: mappingSources(options.files),
    servers,
    roots,
    home: places.home,
  });
  for (const notice of notices) onNotice(notice);
  const processes = createProcessHost({
    environment: options.environment,
    killGraceMs,
    stateDirectory: places.stateDirectory,
    views: options.views,
  });
  const cwd = places.workspace;
  const said = new Map<string, string>();
  const hub = createServerHub({
    servers,
    processes,
    registry,
    cwd,
    roots,
    eras: keepEras(places.stateDirectory),
    authorizationFor: serverAuthorization(places.stateDirectory, options.redactor),
    gate: {
      pins,
      mappings,
      mayStart: (server) => reasonAgainstStart(server, cwd, options.policy()),
    },
    onNotice: ({ server, level, message }) => {
      // Repeated attempts fail for the same reason, so it is shown once.
      if (level !== "warning" || said.get(server) === message) return;
      said.set(server, message);
      onNotice(`MCP server '${server}': ${message}`);
    },
  });
  let stopFollowing = (): void => {};
  return {
    get statuses() {
      return hub.servers;
    },
    follow(session) {
      let timer: NodeJS.Timeout | undefined;
      const stop = registry.subscribe(() => {
        // The timer isn't restarted by further changes.
        timer ??= setTimeout(() => {
          timer = undefined;
          void session.refresh();
        }, refreshMs);
      });
      stopFollowing = () => {
        stop();
        clearTimeout(timer);
      };
    },
    start: () => hub.start(),
    ready: (timeoutMs) => hub.ready(timeoutMs),
    bring: (tool) => bring(hub, tool, registry),
    async close() {
      stopFollowing();
      await hub.close();
      await Promise.all([processes.close(), pins.saved()]);
    },
  };
}

async function bring(hub: ServerHub, tool: string, registry: Registry): Promise<() => void> {
  const nothing = (): void => {};
  const status = hub.serverOf(tool);
  if (status === undefined) return nothing;
  const { name } = status.configuration;
  hub.start([name]);
  await hub.ready(calledMs, [name]);
  const now = hub.serverOf(tool);
  if (now === undefined || now.state === "ready" || registry.get(tool) !== undefined) {
    return nothing;
  }
  await registry.register([absent(tool, now)], { source: `mcp:${name}` });
  return () => void registry.unregister(tool);
}

/** A substitute for an unavailable tool that explains why. */
function absent(tool: string, { configuration: { name }, reason, state }: ServerStatus): Tool {
  return {
    name: tool,
    kind: "other",
    description: `A tool of the MCP server '${name}', which isn't available.`,
    input: { type: "object", additionalProperties: true },
    effects: () => [],
    execute: () => {
      throw new ToolError(
        "mcp-failed",
        `The MCP server '${name}' isn't available: ${(reason ?? state).replace(/\.$/, "")}. Continue without it, or tell the user to run \`toolwright mcp test ${name}\`.`,
      );
    },
  };
}

function mappingSources(files: readonly SettingsFile[]): readonly MappingSource[] {
  return files.flatMap((file) => {
    const { mcpEffects: mappings } = file.settings;
    if (file.layer === "project" || mappings === undefined) return [];
    const placeOf = (key: string): string => {
      const { line, column } = file.positionOf(["mcpEffects", key]);
      return `${file.path}:${line}:${column}`;
    };
    return [{ mappings, placeOf }];
  });
}
