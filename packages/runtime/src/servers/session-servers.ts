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

/** Longer than a server has to start. */
const calledMs = 65_000;
/** Tools come one by one: a session takes them together. */
const refreshMs = 50;
/** A server that the end of its input doesn't end. */
const killGraceMs = 500;

export interface SessionServersOptions {
  readonly servers: readonly ServerConfiguration[];
  readonly files: readonly SettingsFile[];
  /** As it is when a server is started, or started again. */
  readonly policy: () => Policy;
  readonly registry: Registry;
  readonly roots: readonly string[];
  /** Servers run unconfined, so none is started where a view stands for a root. */
  readonly views: readonly View[];
  readonly places: Places;
  /** Told of tokens. */
  readonly redactor: Redactor;
  readonly environment: EnvironmentVariables;
  /** A sentence each, without its full stop. */
  readonly onNotice: (notice: string) => void;
}

/** The MCP servers of a session, over its time. */
export interface SessionServers {
  readonly statuses: readonly ServerStatus[];
  /** All of them at once, in the background. */
  start(): void;
  /** From now on the session's tools follow those of the servers. */
  follow(session: Session): void;
  /** Resolves once all are there that are going to be soon; at the latest after this time. */
  ready(timeoutMs: number): Promise<void>;
  /**
   * Starts the server that has a tool of this name, and waits for it. Where it isn't to be had, one in its place
   * says why; it is taken away by the function that this resolves to.
   */
  bring(tool: string): Promise<() => void>;
  close(): Promise<void>;
}

/** The servers of a session, not one of them started. */
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
      // One that is tried again and again fails for the same reason.
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
        // A session that is closed meanwhile has nothing to refresh.
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

/** Stands where a tool would be, to say why it isn't. */
function absent(tool: string, { configuration: { name }, reason, state }: ServerStatus): Tool {
  return {
    name: tool,
    kind: "other",
    description: `A tool of the MCP server '${name}', which isn't there.`,
    input: { type: "object", additionalProperties: true },
    effects: () => [],
    execute: () => {
      throw new ToolError(
        "mcp-failed",
        `The MCP server '${name}' isn't there: ${(reason ?? state).replace(/\.$/, "")}. Go on without it, or tell the person, who can find out why: \`toolwright mcp test ${name}\``,
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
