import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "@toolwright/core";
import { configDirectory, stateDirectory } from "@toolwright/workspace";
import { homeDirectory } from "@toolwright/workspace/internal";
import type { ToolwrightOptions } from "./options.ts";
import { settingsPaths, type SettingsSources } from "./settings/load-settings.ts";
import { administratorFile } from "./settings/administrator-file.ts";
import type { SettingsFile } from "./settings/settings.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The absolute paths that a command works with. None of them has to exist. */
export interface Places extends SettingsSources {
  /** It was named with --workspace: then it may be as broad as the home folder. */
  readonly isWorkspaceNamed: boolean;
  readonly home: string;
  readonly administratorFile: string;
  readonly stateDirectory: string;
}

export function placesFor(
  options: Pick<
    ToolwrightOptions,
    "administratorFile" | "cwd" | "projectSettings" | "settings" | "workspace"
  >,
  environment: Environment,
): Places {
  const { cwd = process.cwd(), settings, workspace } = options;
  const isIgnored = settings === false;
  return {
    workspace: typeof workspace === "object" ? workspace.cwd : resolve(cwd, workspace ?? "."),
    isWorkspaceNamed: workspace !== undefined,
    ignoresProject: isIgnored || options.projectSettings === false,
    ignoresUser: isIgnored,
    settingsFile: typeof settings === "string" ? resolve(cwd, settings) : undefined,
    givenSettings: typeof settings === "object" ? settings : undefined,
    administratorFile: options.administratorFile ?? administratorFile(),
    home: homeDirectory(environment),
    configDirectory: configDirectory(environment),
    stateDirectory: stateDirectory(environment),
  };
}

/** What no call may change: our settings and state, also where a link leads to them. */
export function ownPaths(places: Places): readonly string[] {
  const paths = [
    places.configDirectory,
    places.stateDirectory,
    join(places.workspace, ".toolwright"),
    dirname(places.administratorFile),
    // One of them may itself be a link.
    ...settingsPaths(places).map(({ path }) => path),
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
