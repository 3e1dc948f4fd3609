import { getNodeValue } from "jsonc-parser";
import { parseJsonFile } from "@toolwright/runtime/internal";

/** An entry of another host's file. */
export interface HostServer {
  readonly name: string;
  readonly value: unknown;
  /** The folder that it is for, where the host keeps it for one alone. */
  readonly folder?: string;
}

/**
 * The servers that a host's file names: `mcpServers`, Visual Studio Code's `servers`, and those that
 * Claude Code keeps for this folder alone.
 *
 * Shapes: null for a file that has none of them. Errors: ConfigurationError `settings-invalid` with file,
 * line and column for what is no JSON.
 */
export function serversIn(
  text: string,
  { path, folder }: { readonly path: string; readonly folder: string },
): readonly HostServer[] | null {
  const { root } = parseJsonFile(text, path);
  const fields = fieldsOf(root === undefined ? undefined : getNodeValue(root));
  const general = fields.get("mcpServers") ?? fields.get("servers");
  const local = fieldsOf(fieldsOf(fields.get("projects")).get(folder)).get("mcpServers");
  if (general === undefined && local === undefined) return null;
  // The nearer one is found first, as by its host.
  return [
    ...Array.from(fieldsOf(local), ([name, value]) => ({ name, value, folder })),
    ...Array.from(fieldsOf(general), ([name, value]) => ({ name, value })),
  ];
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}
