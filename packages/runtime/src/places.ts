import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Environment } from "@toolwright/core";
import { configDirectory, stateDirectory } from "@toolwright/workspace";
import { homeDirectory, memoryDirectory } from "@toolwright/workspace/internal";
import type { ToolwrightOptions } from "./options.ts";
import { settingsPaths, type SettingsSources } from "./settings/load-settings.ts";
import { administratorFile } from "./settings/administrator-file.ts";
import type { Settings, SettingsFile } from "./settings/settings.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The absolute paths of a session. They need not exist. */
export interface Places extends SettingsSources {
  /** Whether the workspace was named explicitly, so that it may be as broad as the home folder. */
  readonly isWorkspaceNamed: boolean;
  /** The program's MCP servers. */
  readonly givenServers?: Settings["mcpServers"];
  readonly home: string;
  readonly administratorFile: string;
  readonly stateDirectory: string;
  /** The folder of remembered facts. */
  readonly memoryDirectory: string;
}

export function placesFor(
  options: Pick<
    ToolwrightOptions,
    "administratorFile" | "cwd" | "mcpServers" | "projectSettings" | "settings" | "workspace"
  >,
  environment: Environment,
): Places {
  const { cwd = process.cwd(), settings, workspace } = options;
  const isIgnored = settings === false;
  return {
    workspace: typeof workspace === "object" ? workspace.cwd : resolve(cwd, workspace ?? "."),
    isWorkspaceNamed: workspace !== undefined,
    ...(options.mcpServers !== undefined && { givenServers: options.mcpServers }),
    ignoresProject: isIgnored || options.projectSettings === false,
    ignoresUser: isIgnored,
    settingsFile: typeof settings === "string" ? resolve(cwd, settings) : undefined,
    givenSettings: typeof settings === "object" ? settings : undefined,
    administratorFile: options.administratorFile ?? administratorFile(),
    home: homeDirectory(environment),
    configDirectory: configDirectory(environment),
    stateDirectory: stateDirectory(environment),
    memoryDirectory: memoryDirectory(environment),
  };
}

/** Our settings and state, which no call may change, with their real paths. */
export function ownPaths(places: Places): readonly string[] {
  const paths = [
    places.configDirectory,
    places.stateDirectory,
    join(places.workspace, ".toolwright"),
    dirname(places.administratorFile),
    // A settings file may itself be a link.
    ...settingsPaths(places).map(({ path }) => path),
  ];
  return [...new Set(paths.flatMap((path) => [path, realPath(path)]))];
}

/** The directory of the key that signs approvals, which no call may read, with its real path. */
export function keyPaths({ stateDirectory }: Pick<Places, "stateDirectory">): readonly string[] {
  const directory = approvalsDirectory(stateDirectory);
  return [...new Set([directory, realDirectory(directory)])];
}

/** The directory of a machine's key, and of what was asked and used. */
export function approvalsDirectory(stateDirectory: string): string {
  return join(stateDirectory, "approvals");
}

/** The further roots in the settings, except for those of an untrusted project. */
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

/** The real path, to which trust and grants are bound; the path itself if there is no such folder. */
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

/** The real path as far as the directory exists, which may be created later. */
export function realDirectory(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realDirectory(parent), basename(path));
  }
}
