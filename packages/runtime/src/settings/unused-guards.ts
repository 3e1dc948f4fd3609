import type { SettingsFile } from "./settings.ts";

const guards = ["hooks"] as const;

/**
 * What a file says that would hold something back and that this version doesn't use, a line each:
 * somebody may rely on it. A project's file is silent here: nobody of this machine wrote it.
 */
export function unusedGuards({ path, layer, settings }: SettingsFile): readonly string[] {
  if (layer === "project") return [];
  return guards
    .filter((key) => settings[key] !== undefined)
    .map((key) => `${path}: '${key}' isn't used by this version, and holds nothing back`);
}
