import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { serverName, writtenServer } from "@toolwright/mcp/configuration";
import { checkEntry } from "../settings/check-entry.ts";
import type { ServerEntry } from "../settings/edit-servers.ts";
import { convertServer } from "./convert-server.ts";
import type { HostName } from "./host-names.ts";
import type { HostServer } from "./servers-in.ts";

/** A server in another host's file. */
export interface HostServerEntry extends HostServer {
  readonly path: string;
  /** Null for a file of an unknown host. */
  readonly host: HostName | null;
}

/** The import of one server. */
export interface ImportStep {
  readonly name: string;
  readonly from: string;
  readonly action: "add" | "replace" | "known" | "leave-out";
  /** Why the server is left out. */
  readonly reason?: string;
  /** The command line or URL as written in the file. */
  readonly server: string;
  readonly notes: readonly string[];
  readonly entry?: ServerEntry;
}

export interface ImportOptions {
  /** The entries of the target file. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** Whether to replace entries of the same name. */
  readonly isForced: boolean;
  readonly workspace: string;
  readonly home: string;
}

/** Plans the import. Of several servers with one name, the first is taken. */
export function planImport(
  servers: readonly HostServerEntry[],
  options: ImportOptions,
): readonly ImportStep[] {
  const taken = new Map<string, ServerEntry>();
  return servers.map((server) => {
    const step = planOne(server, options, taken);
    const isMade = step.action === "add" || step.action === "replace";
    if (isMade && step.entry !== undefined) taken.set(step.name, step.entry);
    return step;
  });
}

function planOne(
  { name: written, value, path: from, host, folder }: HostServerEntry,
  { entries, isForced, workspace, home }: ImportOptions,
  taken: ReadonlyMap<string, ServerEntry>,
): ImportStep {
  const name = serverName(written);
  const converted = convertServer(value, host);
  const server = writtenServer(converted?.entry ?? value).text;
  const about = { name: name ?? written, from, server };
  const leaveOut = (reason: string, notes: readonly string[] = []): ImportStep => ({
    ...about,
    action: "leave-out",
    reason,
    notes,
  });
  if (name === null) return leaveOut("its name isn't valid here");
  if (converted === null) return leaveOut("its entry isn't an object");
  const { entry } = converted;
  if (isOurs(entry)) return leaveOut("it is Toolwright itself");
  const notes = [
    ...(name === written ? [] : [`it is renamed to '${name}' from '${written}'`]),
    ...(folder === undefined ? [] : [`it was only for ${folder}`]),
    ...converted.notes,
  ];
  const { problem, notes: more } = checkEntry(name, entry, { workspace, home });
  if (problem !== null) return leaveOut(problem, notes);
  const step = { ...about, entry, notes: [...new Set([...notes, ...more])] };
  const before = taken.get(name) ?? (Object.hasOwn(entries, name) ? entries[name] : undefined);
  if (before === undefined) return { ...step, action: "add" };
  if (isDeepStrictEqual(plain(before), plain(entry)))
    return { ...step, action: "known", notes: [] };
  if (taken.has(name)) return leaveOut("another server of this name comes first");
  if (isForced) return { ...step, action: "replace" };
  return leaveOut("your settings have another server of this name; --force replaces it");
}

/** Our own server, as `toolwright init` adds it: it would start itself without end. */
function isOurs({ command, args = [] }: ServerEntry): boolean {
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String);
  const at = words.indexOf("serve");
  const isServing = at > 0 && words[at - 1] === "mcp";
  return isServing && words.some((word) => /^toolwright(?:\.cjs)?$/.test(basename(word)));
}

/** A copy with normal prototypes, as the parser's objects have none. */
function plain(value: unknown): unknown {
  return structuredClone(value);
}
