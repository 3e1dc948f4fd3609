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
  /** The workspace's own settings are left out. Default: false. */
  readonly ignoresProject?: boolean;
  /** The user's settings are left out. Default: false. */
  readonly ignoresUser?: boolean;
  /** On top of the user's, absolute. */
  readonly settingsFile?: string | undefined;
  /** On top of the user's, from the program itself. */
  readonly givenSettings?: Settings | undefined;
  /** The settings of the machine's administrator; none when absent. */
  readonly administratorFile?: string | undefined;
}

/** Where settings are looked for, in the order in which later ones win. The administrator's are last. */
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
 * Reads every settings file that exists. The parser is loaded only when there is one.
 *
 * Errors: ConfigurationError `settings-invalid` with file, line and column; `options-invalid` when the
 * file given with --settings isn't there.
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

/** Checked as a file of the user is. */
async function parseGiven(settings: Settings): Promise<SettingsFile> {
  const { parseSettings } = await import("./parse-settings.ts");
  return parseSettings(JSON.stringify(settings), { path: givenSettingsPath, layer: "user" });
}

/** A stranger's project must not keep anybody from reading it: the error names the way on. */
function orWithout(layer: SettingsFile["layer"]): (thrown: unknown) => never {
  return (thrown) => {
    if (layer !== "project" || !isInvalidSetup(thrown)) throw thrown;
    const way = "To go on without this project's settings: --no-project-settings";
    throw new ConfigurationError(thrown.code, `${thrown.message}\n${way}`, thrown);
  };
}

/** One of `settingsPaths`; null when it isn't there. */
export async function loadSettingsFile(
  { path, layer }: Pick<SettingsFile, "path" | "layer">,
  { workspace, settingsFile }: SettingsSources,
): Promise<SettingsFile | null> {
  if (layer === "project") refuseOutsideLink(path, workspace);
  const read = readSettingsFile(path);
  if (read === null) {
    if (path !== settingsFile) return null;
    throw optionsError(`There is no settings file '${path}' (--settings).`);
  }
  const { parseSettings } = await import("./parse-settings.ts");
  const file = parseSettings(read.text, { path, layer });
  return layer === "project" ? { ...file, digest: read.digest } : file;
}

/** A project's settings are the project's: a link must not make it speak with another file's words. */
function refuseOutsideLink(path: string, workspace: string): void {
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    // Not there, or not readable: opening it says which.
    return;
  }
  const inside = relative(realpathSync(workspace), real);
  if (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  throw settingsError(path, "it is a link that leads out of the workspace");
}
