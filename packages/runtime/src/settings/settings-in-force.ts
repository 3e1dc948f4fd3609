import { type FolderTrust, folderTrust } from "@toolwright/workspace/internal";
import { loadSettings } from "./load-settings.ts";
import type { SettingsFile } from "./settings.ts";
import { type Places, realRoot } from "../places.ts";

/** All settings files, and whether the user trusts the workspace. */
export interface SettingsInForce {
  /** The project's file has `isTrusted`. */
  readonly files: readonly SettingsFile[];
  readonly trust: FolderTrust;
}

/** The length of one loosening in a one-line notice. */
const maxShown = 100;
const settingsPath = ".toolwright/settings.json";

/**
 * Reads every settings file and the project's trust.
 *
 * Errors: as `loadSettings`.
 */
export async function settingsInForce(places: Places): Promise<SettingsInForce> {
  const files = await loadSettings(places);
  const trust = folderTrust(places.stateDirectory, realRoot(places.workspace));
  return { files: withTrust(files, trust), trust };
}

/** Marks the project's file as trusted if its content has the hash that was trusted. */
export function withTrust(
  files: readonly SettingsFile[],
  trust: FolderTrust,
): readonly SettingsFile[] {
  if (trust.state !== "trusted") return files;
  const accepted = trust.files.find(({ path }) => path === settingsPath);
  return files.map((file) =>
    file.layer === "project" && accepted !== undefined && file.digest === accepted.digest
      ? { ...file, isTrusted: true }
      : file,
  );
}

/** One line for the user if an untrusted project would loosen the policy, otherwise null. */
export async function untrustedNote({ files, trust }: SettingsInForce): Promise<string | null> {
  const project = files.find(({ layer }) => layer === "project");
  if (project === undefined || project.isTrusted === true) return null;
  // Loaded late, as most folders have no such settings.
  const { loosenings } = await import("./loosenings.ts");
  const [whole, ...others] = loosenings(project.settings);
  if (whole === undefined) return null;
  const first = whole.length > maxShown ? `${whole.slice(0, maxShown)}…` : whole;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const counts = "its settings can only tighten the policy";
  switch (trust.state) {
    case "changed":
      return `${project.path} (${first}${more}): the project has changed since you trusted it, so ${counts}. To review and trust it again: toolwright policy trust`;
    case "untrustable":
      return `${project.path} (${first}${more}): the project can't be trusted (${trust.problem}), so ${counts}`;
    default:
      return `${project.path} (${first}${more}): you haven't trusted this project, so ${counts}. To review and trust it: toolwright policy trust`;
  }
}
