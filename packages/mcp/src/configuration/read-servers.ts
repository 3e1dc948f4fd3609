import { isDeepStrictEqual } from "node:util";
import type { ExpansionContext } from "./expand-variables.ts";
import { identityOf } from "./identity.ts";
import { type EntryNote, readEntry } from "./read-entry.ts";
import type { ServerConfiguration, ServerTransport } from "./server-configuration.ts";
import { serverName } from "./server-name.ts";
import { type WrittenServer, writtenServer } from "./written-server.ts";

/** The entries of one file. */
export interface ServerSource {
  /** The file's name as the person sees it. */
  readonly path: string;
  readonly layer: ServerConfiguration["layer"];
  /** Whether a person accepted the project's entries as they are. Always true for other layers. */
  readonly isTrusted: boolean;
  /** The parsed entries by name; any other value gets a notice. */
  readonly entries: unknown;
  /** The 1-based position of a field or entry, or of its nearest parent. */
  positionOf(keys: readonly string[]): { readonly line: number; readonly column: number };
}

export interface ReadServersOptions extends Omit<ExpansionContext, "readable"> {
  /** Within a layer, the later source wins. */
  readonly sources: readonly ServerSource[];
  /** Variables that the person lets a trusted project's entries read. */
  readonly projectVariables?: readonly string[];
}

/** An entry and its state. */
export interface FoundServer {
  readonly name: string;
  readonly layer: ServerConfiguration["layer"];
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly state:
    | "in-force"
    /** Disabled by itself or by another file. */
    | "disabled"
    /** From a project that is not trusted; the entry is not parsed. */
    | "untrusted"
    /** Overridden by another file's entry of the same name. */
    | "replaced"
    | "invalid";
  readonly written: WrittenServer;
  /** Why it is not in force. */
  readonly reason?: string;
  /** For servers in force or disabled, and for replaced ones that can be parsed. */
  readonly configuration?: ServerConfiguration;
}

export interface ReadServers {
  /** The servers in force and the disabled ones, one for each name. */
  readonly servers: readonly ServerConfiguration[];
  /** `identityOf` each server, by name. */
  readonly identities: ReadonlyMap<string, string>;
  /** Every entry of every file, in the order of the files. */
  readonly found: readonly FoundServer[];
  /** Sentences for the person, with file, line and column and without a full stop. */
  readonly notices: readonly string[];
}

/** Nearer layers override others; the administrator overrides all. */
const weights: Readonly<Record<ServerConfiguration["layer"], number>> = {
  user: 0,
  project: 1,
  administrator: 2,
};

/**
 * Combines the servers of all files. An unusable entry affects only itself. A project that is not trusted can
 * only disable servers. A trusted project can replace a person's server of the same name, with a notice, and
 * never inherits its `trust`.
 *
 * Never throws.
 */
export function readServers(options: ReadServersOptions): ReadServers {
  const notices: string[] = [];
  const read = options.sources.flatMap((source) => readSource(source, options, notices));
  const found = settle(read, options.workspace, notices);
  const servers = found.flatMap(({ state, configuration }) =>
    (state === "in-force" || state === "disabled") && configuration !== undefined
      ? [configuration]
      : [],
  );
  const identities = new Map(servers.map((server) => [server.name, identityOf(server)]));
  return { servers, identities, found, notices };
}

function readSource(
  source: ServerSource,
  { workspace, home, environment, projectVariables = [] }: ReadServersOptions,
  notices: string[],
): FoundServer[] {
  const { entries, path, layer, isTrusted } = source;
  if (entries === undefined) return [];
  if (typeof entries !== "object" || entries === null || Array.isArray(entries)) {
    notices.push(
      `${placeIn(source, [])}: the MCP servers must be an object with a server by each name`,
    );
    return [];
  }
  // A project's file must not send a person's secrets to an address of its choice.
  const readable = layer === "project" ? new Set(projectVariables) : null;
  const seen = new Set<string>();
  return Object.entries(entries).map(([given, value]) => {
    const name = serverName(given);
    const at = source.positionOf([given]);
    const written = writtenServer(value);
    const place = { layer, path, line: at.line, column: at.column, written };
    const invalid = (reason: string): FoundServer => {
      const shown = name ?? given;
      return { name: shown, ...place, state: "invalid", reason };
    };
    const note = ({ message, key }: EntryNote): void => {
      const where = placeIn(source, key === undefined ? [given] : [given, key]);
      notices.push(`${where}: MCP server '${name ?? given}': ${message}`);
    };
    if (!isTrusted) {
      if (isSwitchedOff(value)) return { name: name ?? given, ...place, state: "disabled" };
      return { name: name ?? given, ...place, state: "untrusted", reason: untrusted };
    }
    if (name === null) {
      const message = "a server's name needs a letter or a digit and at most 64 characters";
      note({ message: `${message}; it is not used` });
      return invalid(message);
    }
    if (seen.has(name)) {
      const message = "another server of this file has the same name";
      note({ message: `${message}; it is not used` });
      return invalid(message);
    }
    seen.add(name);
    if (name !== given) note({ message: `it is named '${name}', not '${given}'` });
    const entry = readEntry(value, { workspace, home, environment, readable });
    if ("problem" in entry) {
      note({ ...entry.problem, message: `${entry.problem.message}; it is not used` });
      return invalid(entry.problem.message);
    }
    for (const each of entry.notes) note(each);
    if (entry.configuration === null) return { name, ...place, state: "disabled" };
    const isProject = layer === "project";
    if (isProject && entry.configuration.trust) {
      note({ message: "a project cannot set trust; it is ignored", key: "trust" });
    }
    const trust = entry.configuration.trust && !isProject;
    const transport = placed(entry.configuration.transport, layer, workspace);
    const configuration = { name, layer, ...entry.configuration, transport, trust };
    return { name, ...place, state: "in-force", configuration };
  });
}

const untrusted = "the project is not trusted: toolwright policy trust";

/** Whether an entry disables its server; an untrusted entry counts for nothing else. */
function isSwitchedOff(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return fields.get("enabled") === false || fields.get("disabled") === true;
}

/** Chooses one entry for each name and reports the others. */
function settle(
  read: readonly FoundServer[],
  workspace: string,
  notices: string[],
): readonly FoundServer[] {
  const isSame: Comparison = (one, other) =>
    isDeepStrictEqual(inFolder(one, workspace), inFolder(other, workspace));
  const chosen = new Map<string, FoundServer>();
  for (const server of read) {
    if (server.configuration === undefined) continue;
    const before = chosen.get(server.name);
    chosen.set(server.name, before === undefined ? server : nearer(before, server, isSame));
  }
  const off = switchedOff(read);
  return read.map((server) => {
    const { name, configuration } = server;
    if (configuration === undefined) return server;
    const winner = chosen.get(name);
    if (winner !== undefined && winner !== server) {
      if (!isSame(server, winner)) tellReplaced(server, winner, notices);
      return {
        ...server,
        state: "replaced",
        reason: `${winner.path} has another server of this name`,
      };
    }
    const by = off.get(name);
    if (by === undefined) return server;
    return {
      ...server,
      state: "disabled",
      reason: `switched off in ${by.path}`,
      configuration: { ...configuration, enabled: false },
    };
  });
}

type Comparison = (one: FoundServer, other: FoundServer) => boolean;

function nearer(before: FoundServer, server: FoundServer, isSame: Comparison): FoundServer {
  // If both are identical, the person's entry counts, with its `trust`.
  const order = isSame(before, server) ? { ...weights, project: -1 } : weights;
  return order[server.layer] >= order[before.layer] ? server : before;
}

/** The command or address with the folder that the server runs in. */
function inFolder({ configuration }: FoundServer, workspace: string): unknown {
  const transport = configuration?.transport;
  return transport?.type === "stdio" ? { cwd: workspace, ...transport } : transport;
}

/**
 * Adds the folder when it determines which program runs: `./server.js` of one project is not that of another,
 * and a project's commands always belong to that project. Other commands mean the same everywhere.
 */
function placed(
  transport: ServerTransport,
  layer: ServerConfiguration["layer"],
  workspace: string,
): ServerTransport {
  if (transport.type !== "stdio" || transport.cwd !== undefined) return transport;
  const words = [transport.command, ...transport.arguments];
  const isTied = layer === "project" || words.some((word) => /^\.{1,2}(?:\/|$)/.test(word));
  return isTied ? { ...transport, cwd: workspace } : transport;
}

/** The last entry of each layer; a server is off when one of them disables it. */
function switchedOff(read: readonly FoundServer[]): ReadonlyMap<string, FoundServer> {
  const lastWords = new Map<string, FoundServer>();
  for (const server of read) {
    const isWord = server.configuration !== undefined || server.state === "disabled";
    if (isWord) lastWords.set(`${server.layer} ${server.name}`, server);
  }
  const off = Array.from(lastWords.values()).filter(
    ({ state, configuration }) => state === "disabled" || configuration?.enabled === false,
  );
  return new Map(off.map((server) => [server.name, server]));
}

function tellReplaced(server: FoundServer, winner: FoundServer, notices: string[]): void {
  const other = `${server.path}:${server.line}:${server.column}`;
  notices.push(
    `${winner.path}:${winner.line}:${winner.column}: MCP server '${winner.name}': this one is used, not the one at ${other}`,
  );
}

function placeIn(source: ServerSource, keys: readonly string[]): string {
  const { line, column } = source.positionOf(keys);
  return `${source.path}:${line}:${column}`;
}
