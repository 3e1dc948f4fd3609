import {
  type Policy,
  type Redactor,
  type Registry,
  type Session,
  type Tool,
  ToolError,
} from "@toolwright/core";
import { createServerHub, type ServerConfiguration, type ServerStatus } from "@toolwright/mcp";
import { createEffectMappings, createPins, type MappingSource } from "@toolwright/mcp/gate";
import { createProcessHost } from "@toolwright/sandbox";
import type { SettingsFile } from "../settings/settings.ts";
import type { EnvironmentVariables } from "../surroundings.ts";
import { reasonAgainstStart } from "./may-start.ts";
import { serverAuthorization } from "./server-authorization.ts";
import type { Places } from "./places.ts";

/**
 * Which servers a session wants: all, their tools as they come; all, and the session waits for those that are
 * quick, to list them; only the one that has the tool of this name, and the session waits for it.
 */
export type ServersWish = "background" | "listed" | { readonly of: string };

/** A listing is there within five seconds, with the start and the end of everything. */
const listingMs = 3_500;
/** Longer than a server has to start. */
const calledMs = 65_000;
/** Tools come one by one: a session takes them together. */
const refreshMs = 50;
/** A server that the end of its input doesn't end. */
const killGraceMs = 500;

export interface SessionServersOptions {
  readonly wish: ServersWish;
  readonly servers: readonly ServerConfiguration[];
  readonly files: readonly SettingsFile[];
  /** As it is when a server is started, or started again. */
  readonly policy: () => Policy;
  readonly registry: Registry;
  readonly roots: readonly string[];
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
  /** From now on the session's tools follow those of the servers. */
  follow(session: Session): void;
  /** A tool that is called before its server is ready is waited for. */
  awaitTool(name: string, session: Session): Promise<void>;
  close(): Promise<void>;
}

/** Starts the servers that are wished for. Resolves once those are there that are waited for, or time is up. */
export async function openServers(options: SessionServersOptions): Promise<SessionServers> {
  const { wish, servers, registry, roots, places, onNotice } = options;
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
  });
  const cwd = places.workspace;
  const hub = createServerHub({
    servers,
    processes,
    registry,
    cwd,
    roots,
    authorizationFor: serverAuthorization(places.stateDirectory, options.redactor),
    gate: {
      pins,
      mappings,
      mayStart: (server) => reasonAgainstStart(server, cwd, options.policy()),
    },
    onNotice: ({ server, level, message }) => {
      if (level === "warning") onNotice(`MCP server '${server}': ${message}`);
    },
  });
  await start(hub, wish, registry);
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
    async awaitTool(name, session) {
      const status = hub.serverOf(name);
      if (status?.state !== "starting") return;
      await hub.ready(calledMs, [status.configuration.name]);
      await session.refresh();
    },
    async close() {
      stopFollowing();
      await hub.close();
      await Promise.all([processes.close(), pins.saved()]);
    },
  };
}

async function start(
  hub: ReturnType<typeof createServerHub>,
  wish: ServersWish,
  registry: Registry,
): Promise<void> {
  if (typeof wish === "string") {
    hub.start();
    if (wish === "listed") await hub.ready(listingMs);
    return;
  }
  const status = hub.serverOf(wish.of);
  if (status === undefined) return;
  const { name } = status.configuration;
  hub.start([name]);
  await hub.ready(calledMs, [name]);
  const now = hub.serverOf(wish.of);
  if (now === undefined || now.state === "ready" || registry.get(wish.of) !== undefined) return;
  await registry.register([absent(wish.of, now)], { source: `mcp:${name}` });
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
        `The MCP server '${name}' isn't there: ${reason ?? state}.`,
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
