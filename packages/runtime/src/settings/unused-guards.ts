import type { SettingsFile } from "./settings.ts";

const guards = ["hooks"] as const;

/**
 * Warnings about restrictive settings that this version ignores, because users may rely on them. None for
 * a project's file, which the user didn't write.
 */
export function unusedGuards({ path, layer, settings }: SettingsFile): readonly string[] {
  if (layer === "project") return [];
  return guards
    .filter((key) => settings[key] !== undefined)
    .map((key) => `${path}: this version ignores '${key}', so it restricts nothing`);
}
