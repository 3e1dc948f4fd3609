import { type FolderTrust, folderTrust } from "@toolwright/workspace/internal";
import { loadSettings } from "./load-settings.ts";
import type { SettingsFile } from "./settings.ts";
import { type Places, realRoot } from "../places.ts";

/** All settings files, and how the workspace stands with its user. */
export interface SettingsInForce {
  /** The project's carries whether it is trusted. */
  readonly files: readonly SettingsFile[];
  readonly trust: FolderTrust;
}

/** Of one rule in a note of one line. */
const maxShown = 100;
const settingsPath = ".toolwright/settings.json";

/**
 * Reads every settings file and finds out whether the project's may loosen anything.
 *
 * Errors: as `loadSettings`.
 */
export async function settingsInForce(places: Places): Promise<SettingsInForce> {
  const files = await loadSettings(places);
  const trust = folderTrust(places.stateDirectory, realRoot(places.workspace));
  return { files: withTrust(files, trust), trust };
}

/** The project's file is trusted when what was parsed of it is what was hashed for the trust. */
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

/** One line for the person when a project would loosen and nobody accepted that; else null. */
export async function untrustedNote({ files, trust }: SettingsInForce): Promise<string | null> {
  const project = files.find(({ layer }) => layer === "project");
  if (project === undefined || project.isTrusted === true) return null;
  // Most folders have no such settings.
  const { loosenings } = await import("./loosenings.ts");
  const [whole, ...others] = loosenings(project.settings);
  if (whole === undefined) return null;
  const first = whole.length > maxShown ? `${whole.slice(0, maxShown)}…` : whole;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const counts = "only what tightens counts";
  switch (trust.state) {
    case "changed":
      return `${project.path} (${first}${more}): the project was changed since you trusted it, so ${counts}. To look at it and accept it again: toolwright policy trust`;
    case "untrustable":
      return `${project.path} (${first}${more}): the project can't be trusted (${trust.problem}), so ${counts}`;
    default:
      return `${project.path} (${first}${more}): nobody accepted this project's settings, so ${counts}. To look at them and accept them: toolwright policy trust`;
  }
}
