import { createPolicy, type Mode, type Policy } from "@toolwright/core";
import type { ReadServers } from "@toolwright/mcp/configuration";
import { createEnvironment } from "@toolwright/workspace";
import {
  furtherRoots,
  modeFrom,
  keyPaths,
  ownPaths,
  ownReadingLayer,
  ownReadings,
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

/** Shared by the commands that show or change the policy without a session. */
export interface PolicyController {
  readonly places: Places;
  readonly settings: SettingsInForce;
  readonly mode: Mode;
  /** The MCP servers in the settings; none is started. */
  readonly servers: ReadServers;
  /** The workspace's roots, as in a session. */
  readonly roots: readonly string[];
  /** Errors: ConfigurationError `settings-invalid` with file, line and column. */
  policyOf(files: readonly SettingsFile[]): Policy;
}

/** The places of a command, for commands that must work even with invalid settings. */
export function placesOf(parsed: ParsedArguments, program: ProgramContext): Places {
  const { environment, cwd, administratorFile } = program;
  const options = { ...globalOptions(parsed), cwd, administratorFile };
  return placesFor(options, createEnvironment(environment));
}

/** Errors: as `openSession`, except for rules and their examples, which aren't checked. */
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
          layers: [...layers, ...trusted, ownReadingLayer(ownReadings(places))],
          mode,
          roots,
          home: places.home,
          ownPaths: ownPaths(places),
          keyPaths: keyPaths(places),
        }),
      ),
  };
}
