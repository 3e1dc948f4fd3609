import { isDeepStrictEqual } from "node:util";
import type { ExpansionContext } from "./expand-variables.ts";
import { identityOf } from "./identity.ts";
import { type EntryNote, readEntry } from "./read-entry.ts";
import type { ServerConfiguration, ServerTransport } from "./server-configuration.ts";
import { serverName } from "./server-name.ts";
import { type WrittenServer, writtenServer } from "./written-server.ts";

/** The entries of one file. */
export interface ServerSource {
  /** As shown to the person. */
  readonly path: string;
  readonly layer: ServerConfiguration["layer"];
  /** Of a project's: a person accepted it as it is. Always true of the others. */
  readonly isTrusted: boolean;
  /** By name, as parsed; anything else is told. */
  readonly entries: unknown;
  /** 1-based; where a field of an entry stands, or the entry, or what is nearest above it. */
  positionOf(keys: readonly string[]): { readonly line: number; readonly column: number };
}

export interface ReadServersOptions extends Omit<ExpansionContext, "readable"> {
  /** Of one layer a later one wins. */
  readonly sources: readonly ServerSource[];
  /** Variables that a trusted project's entries may have the values of, by the person's word. */
  readonly projectVariables?: readonly string[];
}

/** An entry that was found, and what became of it. */
export interface FoundServer {
  readonly name: string;
  readonly layer: ServerConfiguration["layer"];
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly state:
    | "in-force"
    /** Switched off, by itself or by another file. */
    | "disabled"
    /** Of a project that isn't trusted: not even read. */
    | "untrusted"
    /** Another file's entry of its name counts. */
    | "replaced"
    | "invalid";
  readonly written: WrittenServer;
  /** Why it isn't in force. */
  readonly reason?: string;
  /** Of those that are in force or disabled; where it can be read, of replaced ones, too. */
  readonly configuration?: ServerConfiguration;
}

export interface ReadServers {
  /** Those that are in force, and those that are known and switched off. One of a name. */
  readonly servers: readonly ServerConfiguration[];
  /** What each of them really is, by name: `identityOf`. */
  readonly identities: ReadonlyMap<string, string>;
  /** Every entry of every file, in the files' order. */
  readonly found: readonly FoundServer[];
  /** For the person, a sentence each without its full stop, with file, line and column. */
  readonly notices: readonly string[];
}

/** The nearer one replaces the others; an administrator's word is final. */
const weights: Readonly<Record<ServerConfiguration["layer"], number>> = {
  user: 0,
  project: 1,
  administrator: 2,
};

/**
 * Which servers the files name together. An entry that can't be used costs itself alone. A project
 * that isn't trusted can only switch servers off; a trusted one can replace a person's server of the
 * same name, which is told, and never takes over its `trust`.
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
    notices.push(`${placeIn(source, [])}: the MCP servers must be an object of servers by name`);
    return [];
  }
  // A project's file must not carry a person's secrets to where it points.
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
      const message = "a server's name needs a letter or a digit, and has at most 64 characters";
      note({ message: `${message}; it isn't used` });
      return invalid(message);
    }
    if (seen.has(name)) {
      const message = "another server of this file has the same name";
      note({ message: `${message}; it isn't used` });
      return invalid(message);
    }
    seen.add(name);
    if (name !== given) note({ message: `it is called '${name}', not '${given}'` });
    const entry = readEntry(value, { workspace, home, environment, readable });
    if ("problem" in entry) {
      note({ ...entry.problem, message: `${entry.problem.message}; it isn't used` });
      return invalid(entry.problem.message);
    }
    for (const each of entry.notes) note(each);
    if (entry.configuration === null) return { name, ...place, state: "disabled" };
    const isProject = layer === "project";
    if (isProject && entry.configuration.trust) {
      note({ message: "its trust doesn't count, as a project's word", key: "trust" });
    }
    const trust = entry.configuration.trust && !isProject;
    const transport = placed(entry.configuration.transport, layer, workspace);
    const configuration = { name, layer, ...entry.configuration, transport, trust };
    return { name, ...place, state: "in-force", configuration };
  });
}

const untrusted = "nobody accepted the project: toolwright policy trust";

/** All that counts of an entry that isn't read. */
function isSwitchedOff(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return fields.get("enabled") === false || fields.get("disabled") === true;
}

/** Chooses one entry for each name, and says which ones don't count. */
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
      return { ...server, state: "replaced", reason: `${winner.path} names another of this name` };
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
  // Twice the same is the person's, with what they said of it.
  const order = isSame(before, server) ? { ...weights, project: -1 } : weights;
  return order[server.layer] >= order[before.layer] ? server : before;
}

/** What is run or asked, with the folder that it runs in. */
function inFolder({ configuration }: FoundServer, workspace: string): unknown {
  const transport = configuration?.transport;
  return transport?.type === "stdio" ? { cwd: workspace, ...transport } : transport;
}

/**
 * With the folder, where that decides which program it is: `./server.js` of one project isn't that of another,
 * and neither is anything of a project's. Other commands are the same everywhere.
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

/** The last word of each layer; one that says off is enough. */
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
  const of = `${server.path}:${server.line}:${server.column}`;
  notices.push(
    `${winner.path}:${winner.line}:${winner.column}: MCP server '${winner.name}': this one is used, not the one of ${of}`,
  );
}

function placeIn(source: ServerSource, keys: readonly string[]): string {
  const { line, column } = source.positionOf(keys);
  return `${source.path}:${line}:${column}`;
}
