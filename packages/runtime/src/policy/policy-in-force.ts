import { createPolicy, type Mode, type Policy, type Workspace } from "@toolwright/core";
import type { ReadServers } from "@toolwright/mcp/configuration";
import { isInvalidSetup } from "../errors.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { type EnvironmentVariables, ownPaths, type Places } from "../places.ts";
import { sortFolders } from "./host-folders.ts";
import { serversFrom } from "../servers/mcp-servers.ts";
import { narrowedPolicy } from "./narrowed-policy.ts";
import { modeFrom, policyFromSettings, shellFrom } from "./policy-from-settings.ts";
import { serverTrustLayers } from "../servers/server-trust.ts";
import { type SettingsInForce, settingsInForce } from "../settings/settings-in-force.ts";

export interface PolicyInForceOptions {
  readonly settings: SettingsInForce;
  /** The servers of the session, which stay the same. */
  readonly servers: ReadServers;
  readonly places: Places;
  readonly workspace: Pick<Workspace, "roots">;
  readonly environment: EnvironmentVariables;
  readonly mode: Mode;
  readonly sandboxWorks: boolean;
  readonly isUnsandboxed: boolean;
  /** Rules are taken without the examples that they carry. */
  readonly withoutExamples: boolean;
}

/**
 * The policy of an open session: made of the settings in force and the folders of its host, and made
 * anew when one of them changes.
 *
 * Errors: ConfigurationError `settings-invalid` for settings that no policy can be made of.
 */
export class PolicyInForce {
  readonly #options: PolicyInForceOptions;
  #settings: SettingsInForce;
  /** Those that the settings in force name. */
  #servers: ReadServers;
  #hostFolders: readonly string[] = [];
  #policy: Policy;

  constructor(options: PolicyInForceOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#servers = options.servers;
    this.#policy = this.#make(this.#settings, this.#servers, options.mode);
  }

  get policy(): Policy {
    return this.#policy;
  }

  get settings(): SettingsInForce {
    return this.#settings;
  }

  /**
   * Reads the settings anew. With an error in them everything stays as it is, and the error is returned
   * with file, line and column; null when they are in force.
   */
  async reload(mode: Mode): Promise<string | null> {
    const { places, environment } = this.#options;
    try {
      const settings = await settingsInForce(places);
      const servers = await serversFrom(settings, places, environment);
      this.#policy = this.#make(settings, servers, modeFrom(settings.files, mode));
      this.#settings = settings;
      this.#servers = servers;
      return null;
    } catch (thrown) {
      if (!isInvalidSetup(thrown)) throw thrown;
      return thrown.message;
    }
  }

  /** Asks for what lies outside of these folders, absolute. Returns those outside of the workspace. */
  narrowTo(folders: readonly string[], mode: Mode): readonly string[] {
    const { inside, outside } = sortFolders(folders, this.#options.workspace.roots);
    this.#hostFolders = inside;
    this.#policy = this.#make(this.#settings, this.#servers, mode);
    return outside;
  }

  #make({ files }: SettingsInForce, named: ReadServers, mode: Mode): Policy {
    const { servers, places, workspace, sandboxWorks, isUnsandboxed, withoutExamples } =
      this.#options;
    const trusted = serverTrustLayers(named, servers.identities);
    const policy = policyFromSettings(
      withoutExamples ? files.map(fileWithoutExamples) : files,
      (layers) =>
        createPolicy({
          layers: [...layers, ...trusted],
          roots: workspace.roots,
          home: places.home,
          ownPaths: ownPaths(places),
          networkAllowList: shellFrom(files).network ?? [],
          sandboxWorks,
          unsandboxed: isUnsandboxed,
          mode,
        }),
    );
    return this.#hostFolders.length === 0 ? policy : narrowedPolicy(policy, this.#hostFolders);
  }
}

function fileWithoutExamples(file: SettingsFile): SettingsFile {
  const rules = (file.settings.rules ?? []).map(
    ({ match: _match, notMatch: _notMatch, ...rule }) => rule,
  );
  return { ...file, settings: { ...file.settings, rules } };
}
