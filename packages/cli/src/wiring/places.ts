import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Environment } from "@toolwright/core";
import { configDirectory, homeDirectory, stateDirectory } from "@toolwright/workspace";
import type { GlobalOptions } from "../arguments/global-flags.ts";
import type { SettingsSources } from "../settings/load-settings.ts";
import type { SettingsFile } from "../settings/settings.ts";

/** The absolute paths that a command works with. None of them has to exist. */
export interface Places extends SettingsSources {
  /** It was named with --workspace: then it may be as broad as the home folder. */
  readonly isWorkspaceNamed: boolean;
  readonly home: string;
  readonly stateDirectory: string;
}

export function placesFor(options: GlobalOptions, environment: Environment, cwd: string): Places {
  const { workspace, settingsFile } = options;
  return {
    workspace: resolve(cwd, workspace ?? "."),
    isWorkspaceNamed: workspace !== undefined,
    settingsFile: settingsFile === undefined ? undefined : resolve(cwd, settingsFile),
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
    ...files.map(({ path }) => path),
  ];
  return [...new Set(paths.flatMap((path) => [path, realPath(path)]))];
}

/** More roots that the user's files name. */
export function furtherRoots(
  files: readonly SettingsFile[],
  { workspace, home }: Places,
): readonly string[] {
  return files
    .filter(({ layer }) => layer === "user")
    .flatMap(({ settings }) => settings.roots ?? [])
    .map((root) => (root === "~" || root.startsWith("~/") ? join(home, root.slice(1)) : root))
    .map((root) => resolve(workspace, root));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
