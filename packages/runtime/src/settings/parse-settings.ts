import { getNodeValue } from "jsonc-parser";
import { checkSettings } from "./check-settings.ts";
import { parseJsonFile } from "./parse-json-file.ts";
import { settingsError } from "../errors.ts";
import { settingsSchema } from "./settings-schema.ts";
import type { Settings, SettingsFile } from "./settings.ts";

/**
 * Reads the text of a settings file: JSON with comments and trailing commas. An empty file is valid.
 *
 * Errors: ConfigurationError `settings-invalid` with the file, line and column.
 */
export function parseSettings(
  text: string,
  { path, layer }: Pick<SettingsFile, "path" | "layer">,
): SettingsFile {
  const { root, positionAt, positionOf } = parseJsonFile(text, path);
  if (root === undefined) return { path, layer, settings: {}, positionOf };
  const problem = checkSettings(root, settingsSchema);
  if (problem !== null) throw settingsError(path, problem.message, positionAt(problem.offset));
  // Just checked against the schema of this type.
  return { path, layer, settings: getNodeValue(root) as Settings, positionOf };
}
