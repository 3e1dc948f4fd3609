import { getNodeValue } from "jsonc-parser";
import { parseJsonFile } from "./parse-json-file.ts";
import type { SettingsFile } from "./settings.ts";

/** The servers that another host's file names, and where they stand in it. */
export interface McpFile {
  /** The key that they stand under; null where the file has none. */
  readonly key: "mcpServers" | "servers" | null;
  /** As parsed: nothing of it is checked. */
  readonly entries: unknown;
  readonly positionOf: SettingsFile["positionOf"];
}

/**
 * Reads a file as `.mcp.json` is, `mcpServers` by name, or Visual Studio Code's `mcp.json`, which
 * calls them `servers`. Other keys are other programs'.
 *
 * Errors: ConfigurationError `settings-invalid` with file, line and column for what is no JSON.
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
