import { createPolicy, type Mode, type Policy } from "@toolwright/core";
import type { ReadServers } from "@toolwright/mcp/configuration";
import { createEnvironment } from "@toolwright/workspace";
import {
  furtherRoots,
  modeFrom,
  ownPaths,
  type Places,
  placesFor,
  policyFromSettings,
  serversFrom,
  serverTrustLayers,
  type SettingsFile,
  settingsInForce,
  type SettingsInForce,
  workspaceAt,
} from "@toolwright/runtime/internal";
import { globalOptions } from "../arguments/global-flags.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { ProgramContext } from "../program-context.ts";

/** What the commands work with that look at the policy, or change it, without a session. */
export interface PolicyController {
  readonly places: Places;
  readonly settings: SettingsInForce;
  readonly mode: Mode;
  /** The MCP servers that the settings name; none of them is started. */
  readonly servers: ReadServers;
  /** The workspace's roots as a session would have them. */
  readonly roots: readonly string[];
  /** Errors: ConfigurationError `settings-invalid` with file, line and column. */
  policyOf(files: readonly SettingsFile[]): Policy;
}

/** For commands that have to work whatever the settings say. */
export function placesOf(parsed: ParsedArguments, program: ProgramContext): Places {
  const { environment, cwd, administratorFile } = program;
  const options = { ...globalOptions(parsed), cwd, administratorFile };
  return placesFor(options, createEnvironment(environment));
}

/** Errors: as `openSession`, but rules and their examples aren't looked at. */
export async function policyController(
  parsed: ParsedArguments,
  program: ProgramContext,
): Promise<PolicyController> {
  const options = globalOptions(parsed);
  const places = placesOf(parsed, program);
  const settings = await settingsInForce(places);
  const { roots } = workspaceAt(places, furtherRoots(settings.files, places));
  const mode = modeFrom(settings.files, options.mode);
  const servers = await serversFrom(settings, places, program.environment);
  const trusted = serverTrustLayers(servers);
  return {
    places,
    settings,
    mode,
    servers,
    roots,
    policyOf: (files) =>
      policyFromSettings(files, (layers) =>
        createPolicy({
          layers: [...layers, ...trusted],
          mode,
          roots,
          home: places.home,
          ownPaths: ownPaths(places),
        }),
      ),
  };
}
