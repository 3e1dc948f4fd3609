import { getNodeValue } from "jsonc-parser";
import { parseJsonFile } from "@toolwright/runtime/internal";

/** An entry in another host's file. */
export interface HostServer {
  readonly name: string;
  readonly value: unknown;
  /** The only folder that it is for, if the host limits it to one. */
  readonly folder?: string;
}

/**
 * The servers in a host's file: `mcpServers`, Visual Studio Code's `servers`, and those that Claude
 * Code keeps only for this folder.
 *
 * Shapes: null for a file without any of these keys. Errors: ConfigurationError `settings-invalid`
 * with file, line and column for invalid JSON.
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
  // The folder's own servers come first, as in the host.
  return [
    ...Array.from(fieldsOf(local), ([name, value]) => ({ name, value, folder })),
    ...Array.from(fieldsOf(general), ([name, value]) => ({ name, value })),
  ];
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}
