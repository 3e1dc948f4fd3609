import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { ConfigurationError } from "@toolwright/core";
import { readSettingsFile } from "./read-settings-file.ts";
import { givenSettingsPath, isInvalidSetup, optionsError, settingsError } from "../errors.ts";
import type { Settings, SettingsFile } from "./settings.ts";

export interface SettingsSources {
  /** The folder of the user's settings, as `~/.config/toolwright`. */
  readonly configDirectory: string;
  /** The root of the workspace, absolute. */
  readonly workspace: string;
  /** Whether to ignore the workspace's own settings. Default: false. */
  readonly ignoresProject?: boolean;
  /** Whether to ignore the user's settings. Default: false. */
  readonly ignoresUser?: boolean;
  /** The absolute path of a file on top of the user's settings. */
  readonly settingsFile?: string | undefined;
  /** Settings of the program, on top of the user's. */
  readonly givenSettings?: Settings | undefined;
  /** The settings file of the machine's administrator; none by default. */
  readonly administratorFile?: string | undefined;
}

/** The settings files; later ones win, and the administrator's is last. */
export function settingsPaths(
  sources: SettingsSources,
): readonly { readonly path: string; readonly layer: SettingsFile["layer"] }[] {
  const { configDirectory, workspace, settingsFile, administratorFile } = sources;
  const { ignoresProject, ignoresUser } = sources;
  return [
    ...(ignoresProject === true
      ? []
      : [{ path: join(workspace, ".toolwright", "settings.json"), layer: "project" as const }]),
    ...(ignoresUser === true
      ? []
      : [{ path: join(configDirectory, "settings.json"), layer: "user" as const }]),
    ...(settingsFile === undefined ? [] : [{ path: settingsFile, layer: "user" as const }]),
    ...(administratorFile === undefined
      ? []
      : [{ path: administratorFile, layer: "administrator" as const }]),
  ];
}

/**
 * Reads every settings file that exists. The parser is loaded only if there is one.
 *
 * Errors: ConfigurationError `settings-invalid` with file, line and column; `options-invalid` if the
 * explicitly named file doesn't exist.
 */
export async function loadSettings(sources: SettingsSources): Promise<readonly SettingsFile[]> {
  const files: SettingsFile[] = [];
  for (const source of settingsPaths(sources)) {
    const file = await loadSettingsFile(source, sources).catch(orWithout(source.layer));
    if (file !== null) files.push(file);
  }
  const { givenSettings } = sources;
  return givenSettings === undefined ? files : [...files, await parseGiven(givenSettings)];
}

/** Checks the program's settings as it would the user's file. */
async function parseGiven(settings: Settings): Promise<SettingsFile> {
  const { parseSettings } = await import("./parse-settings.ts");
  return parseSettings(JSON.stringify(settings), { path: givenSettingsPath, layer: "user" });
}

/** Adds a remedy to errors in a project's settings, so that they don't block work in that project. */
function orWithout(layer: SettingsFile["layer"]): (thrown: unknown) => never {
  return (thrown) => {
    if (layer !== "project" || !isInvalidSetup(thrown)) throw thrown;
    const way =
      "To ignore this project's settings: --no-project-settings, or `projectSettings: false`";
    throw new ConfigurationError(thrown.code, `${thrown.message}\n${way}`, thrown);
  };
}

/** Reads one of `settingsPaths`; null if it doesn't exist. */
export async function loadSettingsFile(
  { path, layer }: Pick<SettingsFile, "path" | "layer">,
  { workspace, settingsFile }: SettingsSources,
): Promise<SettingsFile | null> {
  if (layer === "project") refuseOutsideLink(path, workspace);
  const read = readSettingsFile(path);
  if (read === null) {
    if (path !== settingsFile) return null;
    throw optionsError(`There is no settings file '${path}'.`);
  }
  const { parseSettings } = await import("./parse-settings.ts");
  const file = parseSettings(read.text, { path, layer });
  return layer === "project" ? { ...file, digest: read.digest } : file;
}

/** Refuses a link out of the workspace, as another file must not become the project's settings. */
function refuseOutsideLink(path: string, workspace: string): void {
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    // The file is missing or not readable. Opening it gives the right error.
    return;
  }
  const inside = relative(realpathSync(workspace), real);
  if (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  throw settingsError(path, "it is a link to a file outside the workspace");
}
