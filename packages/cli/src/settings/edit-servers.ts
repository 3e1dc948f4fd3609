import { ProcessLock } from "@toolwright/workspace/state";
import { join } from "node:path";
import { parseSettings, readSettingsFile, type SettingsFile } from "@toolwright/runtime/internal";
import { removeJsonKey, setJsonKey } from "./edit-json.ts";
import { replaceSettingsFile } from "./replace-settings-file.ts";

/** An entry of `mcpServers` in a file. */
export type ServerEntry = Readonly<Record<string, unknown>>;

export type EditedFile = Pick<SettingsFile, "path" | "layer">;

/** Returns the changed entries of a file; undefined removes an entry. */
export type ServerEdit = (
  entries: Readonly<Record<string, unknown>>,
) => ReadonlyMap<string, ServerEntry | undefined>;

/**
 * Changes entries of `mcpServers` in a settings file, and keeps its comments, formatting and other
 * content. Creates the file if needed, and follows a link to it. A lock keeps our own processes from
 * changing it at the same time.
 *
 * Errors: ConfigurationError `settings-invalid` for a file with errors, which stays unchanged;
 * whatever `edit` throws.
 */
export async function editServers(
  file: EditedFile,
  stateDirectory: string,
  edit: ServerEdit,
): Promise<void> {
  const lock = new ProcessLock(join(stateDirectory, "settings", "locks"));
  await lock.hold([file.path], () => {
    const text = readSettingsFile(file.path)?.text ?? "";
    const { settings } = parseSettings(text, file);
    const edits = edit(settings.mcpServers ?? {});
    if (edits.size === 0) return;
    let next = text.trim() === "" ? "{}\n" : text;
    for (const [name, entry] of edits) {
      const path = ["mcpServers", name] as const;
      next = entry === undefined ? removeJsonKey(next, path) : setJsonKey(next, path, entry);
    }
    // The result must be valid settings as well.
    parseSettings(next, file);
    replaceSettingsFile(file.path, next);
  });
}
