import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "@toolwright/core";
import { configDirectory, homeDirectory, stateDirectory } from "@toolwright/workspace";
import type { SettingsSources } from "./settings/load-settings.ts";
import { administratorFile } from "./settings/administrator-file.ts";
import type { SettingsFile } from "./settings/settings.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** What a session knows of the process that it runs in. */
export interface Machine {
  readonly environment: EnvironmentVariables;
  /** Absolute. */
  readonly cwd: string;
  /** Tests put the administrator's settings elsewhere; nothing else can. */
  readonly administratorFile?: string;
}

/** Where a session works, and whose settings it takes. Paths may be relative to the current folder. */
export interface PlaceOptions {
  readonly workspace: string | undefined;
  readonly settingsFile: string | undefined;
  readonly ignoresProject?: boolean;
}

/** The absolute paths that a command works with. None of them has to exist. */
export interface Places extends SettingsSources {
  /** It was named with --workspace: then it may be as broad as the home folder. */
  readonly isWorkspaceNamed: boolean;
  readonly home: string;
  readonly administratorFile: string;
  readonly stateDirectory: string;
}

export function placesFor(
  options: PlaceOptions,
  environment: Environment,
  { cwd, administratorFile: ofAdministrator }: Pick<Machine, "cwd" | "administratorFile">,
): Places {
  const { workspace, settingsFile, ignoresProject = false } = options;
  return {
    workspace: resolve(cwd, workspace ?? "."),
    isWorkspaceNamed: workspace !== undefined,
    ignoresProject,
    settingsFile: settingsFile === undefined ? undefined : resolve(cwd, settingsFile),
    administratorFile: ofAdministrator ?? administratorFile(),
    home: homeDirectory(environment),
    configDirectory: configDirectory(environment),
    stateDirectory: stateDirectory(environment),
  };
}

/** What no call may change: our settings and state, also where a link leads to them. */
export function ownPaths(places: Places, files: readonly SettingsFile[]): readonly string[] {
  const paths = [
    places.configDirectory,
    places.stateDirectory,
    join(places.workspace, ".toolwright"),
    dirname(places.administratorFile),
    ...files.map(({ path }) => path),
  ];
  return [...new Set(paths.flatMap((path) => [path, realPath(path)]))];
}

/** More roots that the settings name, but for those of a project that isn't trusted. */
export function furtherRoots(
  files: readonly SettingsFile[],
  { workspace, home }: Places,
): readonly string[] {
  return files
    .filter(({ layer, isTrusted }) => layer !== "project" || isTrusted === true)
    .flatMap(({ settings }) => settings.roots ?? [])
    .map((root) => (root === "~" || root.startsWith("~/") ? join(home, root.slice(1)) : root))
    .map((root) => resolve(workspace, root));
}

/** What trust and grants are bound to; the path itself where there is no such folder. */
export function realRoot(workspace: string): string {
  return realPath(workspace);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
