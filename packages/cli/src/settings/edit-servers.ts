import { ProcessLock } from "@toolwright/workspace/state";
import { join } from "node:path";
import { parseSettings, readSettingsFile, type SettingsFile } from "@toolwright/runtime/internal";
import { removeJsonKey, setJsonKey } from "./edit-json.ts";
import { replaceSettingsFile } from "./replace-settings-file.ts";

/** An entry of `mcpServers` as it is written into a file. */
export type ServerEntry = Readonly<Record<string, unknown>>;

export type EditedFile = Pick<SettingsFile, "path" | "layer">;

/** The entries of a file, and how they change: an entry that is undefined goes. */
export type ServerEdit = (
  entries: Readonly<Record<string, unknown>>,
) => ReadonlyMap<string, ServerEntry | undefined>;

/**
 * Changes entries of `mcpServers` in a settings file, keeping its comments, its formatting and what
 * else is in it. Made when it isn't there; a link to it stays one. Our own processes change it one
 * after the other.
 *
 * Errors: ConfigurationError `settings-invalid` for a file with errors, which is left as it is; whatever
 * `edit` throws.
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
    // What was made has to be settings as well.
    parseSettings(next, file);
    replaceSettingsFile(file.path, next);
  });
}
