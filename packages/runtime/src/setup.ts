import type { Environment, Language, Mode, Redactor, Workspace } from "@toolwright/core";
import type { ReadServers } from "@toolwright/mcp/configuration";
import {
  createEnvironment,
  createRedactor,
  openWorkspace,
  type OpenWorkspaceOptions,
  WorkspaceError,
} from "@toolwright/workspace";
import { optionsError } from "./errors.ts";
import { loadLanguage } from "./load-language.ts";
import { Notices } from "./notices.ts";
import type { ToolwrightOptions } from "./options.ts";
import { type EnvironmentVariables, furtherRoots, type Places, placesFor } from "./places.ts";
import { modeFrom, secretsFrom } from "./policy/policy-from-settings.ts";
import { serversFrom } from "./servers/mcp-servers.ts";
import { withServerValues } from "./servers/server-values.ts";
import {
  type SettingsInForce,
  settingsInForce,
  untrustedNote,
} from "./settings/settings-in-force.ts";
import { searchNotices } from "./web-search.ts";

/** The inputs from which a session's parts are created. */
export interface Setup {
  readonly options: ToolwrightOptions;
  readonly variables: EnvironmentVariables;
  /** The same variables, as tools see them. */
  readonly environment: Environment;
  readonly places: Places;
  /** The settings at the start. */
  readonly settings: SettingsInForce;
  readonly mode: Mode;
  readonly servers: ReadServers;
  readonly workspace: Workspace;
  readonly redactor: Redactor;
  readonly notices: Notices;
  readonly language: Language;
}

/**
 * Finds the folders, reads the settings, and sends notices about ignored ones.
 *
 * Errors: ConfigurationError `options-invalid` for an invalid folder, `settings-invalid`.
 */
export async function readSetup(options: ToolwrightOptions): Promise<Setup> {
  const { environment: variables = process.env } = options;
  const environment = createEnvironment(variables);
  const { language: asked = "en" } = options;
  const language = typeof asked === "string" ? await loadLanguage(asked) : asked;
  const places = placesFor(options, environment);
  const settings = await settingsInForce(places);
  const mode = modeFrom(settings.files, options.mode);
  const notices = new Notices(options.onNotice);
  for (const warning of await warningsOf(settings, options.mode, mode)) notices.tell(warning);
  for (const notice of searchNotices(settings.files, environment)) notices.tell(notice);
  await notices.told();
  const workspace =
    typeof options.workspace === "object"
      ? options.workspace
      : workspaceAt(
          places,
          furtherRoots(settings.files, places),
          options.unsaved === undefined ? {} : { unsaved: options.unsaved },
        );
  const servers = await serversFrom(settings, places, variables);
  const redactor =
    options.redactor ??
    createRedactor({
      environment: withServerValues(environment, servers.servers),
      roots: workspace.roots,
      views: workspace.views ?? [],
      wishes: secretsFrom(settings.files),
    });
  return {
    options,
    variables,
    environment,
    places,
    settings,
    mode,
    servers,
    workspace,
    redactor,
    notices,
    language,
  };
}

/** Errors: ConfigurationError `options-invalid` for a path that is missing, not a folder, or too broad. */
export function workspaceAt(
  places: Places,
  further: readonly string[],
  more: Pick<OpenWorkspaceOptions, "unsaved"> = {},
): Workspace {
  try {
    return openWorkspace({
      roots: [places.workspace, ...further],
      // Nested roots are merged into the outer one; the working folder stays.
      cwd: places.workspace,
      home: places.home,
      allowBroadRoots: places.isWorkspaceNamed,
      stateDirectory: places.stateDirectory,
      ...more,
    });
  } catch (thrown) {
    if (!WorkspaceError.isInstance(thrown)) throw thrown;
    if (thrown.code !== "root-too-broad") throw optionsError(thrown.message);
    throw optionsError(
      `${thrown.path} holds more than a project. Use a project's folder, or name this one explicitly: --workspace ${thrown.path}, or the option \`workspace\``,
    );
  }
}

async function warningsOf(
  settings: SettingsInForce,
  asked: Mode | undefined,
  mode: Mode,
): Promise<readonly string[]> {
  const untrusted = await untrustedNote(settings);
  const notes: string[] = [];
  if (untrusted !== null) notes.push(untrusted);
  if (asked !== undefined && asked !== mode) {
    const { path } = settings.files.find((file) => file.settings.mode === mode) ?? { path: "" };
    notes.push(`the mode is ${mode} instead of ${asked}, because ${path} allows no looser one`);
  }
  return notes;
}
