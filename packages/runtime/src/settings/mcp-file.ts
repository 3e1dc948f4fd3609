import { getNodeValue } from "jsonc-parser";
import { parseJsonFile } from "./parse-json-file.ts";
import type { SettingsFile } from "./settings.ts";

/** The servers in another host's file, and their positions. */
export interface McpFile {
  /** The key of the servers; null if the file has none. */
  readonly key: "mcpServers" | "servers" | null;
  /** Parsed, but not checked. */
  readonly entries: unknown;
  readonly positionOf: SettingsFile["positionOf"];
}

/**
 * Reads a file such as `.mcp.json` with `mcpServers` by name, or Visual Studio Code's `mcp.json` with
 * `servers`. Other keys are ignored.
 *
 * Errors: ConfigurationError `settings-invalid` with file, line and column for invalid JSON.
 */
export function parseMcpFile(text: string, path: string): McpFile {
  const { root, positionOf } = parseJsonFile(text, path);
  const value: unknown = root === undefined ? undefined : getNodeValue(root);
  if (typeof value !== "object" || value === null)
    return { key: null, entries: undefined, positionOf };
  const fields = new Map<string, unknown>(Object.entries(value));
  const key = (["mcpServers", "servers"] as const).find((name) => fields.has(name));
  return key === undefined
    ? { key: null, entries: undefined, positionOf }
    : { key, entries: fields.get(key), positionOf };
}
