import { getNodeValue } from "jsonc-parser";
import { parseJsonFile } from "@toolwright/runtime/internal";
import { parseTomlFile } from "../init/toml-file.ts";

/** An entry in another host's file. */
export interface HostServer {
  readonly name: string;
  readonly value: unknown;
  /** The only folder that it is for, if the host limits it to one. */
  readonly folder?: string;
}

export interface ServersPlace {
  readonly path: string;
  /** The key of the servers by name. Default: whichever is there. */
  readonly key: string | undefined;
  /** The workspace. */
  readonly folder: string;
}

const knownKeys = ["mcpServers", "servers", "context_servers", "mcp_servers", "mcp"];

/**
 * The servers in a host's file, with those that Claude Code keeps only for this folder.
 *
 * Shapes: null for a file without any. Errors: ConfigurationError `settings-invalid` with the file for one that is
 * invalid.
 */
export function serversIn(
  text: string,
  { path, key, folder }: ServersPlace,
): readonly HostServer[] | null {
  const fields = fieldsOf(
    path.endsWith(".toml") ? parseTomlFile(text, path) : parsedJson(text, path),
  );
  const found = (key === undefined ? knownKeys : [key]).find((each) => fields.has(each));
  const general = found === undefined ? undefined : fields.get(found);
  const local = fieldsOf(fieldsOf(fields.get("projects")).get(folder)).get("mcpServers");
  if (general === undefined && local === undefined) return null;
  // The folder's own servers come first, as in the host.
  return [
    ...Array.from(fieldsOf(local), ([name, value]) => ({ name, value, folder })),
    ...Array.from(fieldsOf(general), ([name, value]) => ({ name, value })),
  ];
}

function parsedJson(text: string, path: string): unknown {
  const { root } = parseJsonFile(text, path);
  return root === undefined ? undefined : getNodeValue(root);
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}
