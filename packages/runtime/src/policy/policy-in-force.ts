import { createPolicy, type Mode, type Policy, type Workspace } from "@toolwright/core";
import type { ReadServers } from "@toolwright/mcp/configuration";
import { isInvalidSetup } from "../errors.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { type EnvironmentVariables, keyPaths, ownPaths, type Places } from "../places.ts";
import { sortFolders } from "./host-folders.ts";
import { serversFrom } from "../servers/mcp-servers.ts";
import { ownReadingLayer, ownReadings } from "./own-readings.ts";
import { narrowedPolicy } from "./narrowed-policy.ts";
import { modeFrom, policyFromSettings, shellFrom } from "./policy-from-settings.ts";
import { serverTrustLayers } from "../servers/server-trust.ts";
import { type SettingsInForce, settingsInForce } from "../settings/settings-in-force.ts";

export interface PolicyInForceOptions {
  readonly settings: SettingsInForce;
  /** The servers at the start of the session, which don't change. */
  readonly servers: ReadServers;
  readonly places: Places;
  readonly workspace: Pick<Workspace, "roots">;
  readonly environment: EnvironmentVariables;
  readonly mode: Mode;
  readonly sandboxWorks: boolean;
  readonly isUnsandboxed: boolean;
  /** Whether nothing keeps commands from the network. */
  readonly isNetworkOpen: boolean;
  /** Whether to skip the check of the rules' examples. */
  readonly withoutExamples: boolean;
}

/**
 * The policy of an open session. It is created from the current settings and the host's folders, and
 * again when one of these changes.
 *
 * Errors: ConfigurationError `settings-invalid` for an invalid policy.
 */
export class PolicyInForce {
  readonly #options: PolicyInForceOptions;
  #settings: SettingsInForce;
  /** The servers in the current settings. */
  #servers: ReadServers;
  #hostFolders: readonly string[] = [];
  #sandboxWorks: boolean;
  #policy: Policy;

  constructor(options: PolicyInForceOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#servers = options.servers;
    this.#sandboxWorks = options.sandboxWorks;
    this.#policy = this.#make(this.#settings, this.#servers, options.mode);
  }

  get policy(): Policy {
    return this.#policy;
  }

  get settings(): SettingsInForce {
    return this.#settings;
  }

  /**
   * Reads the settings again. Returns null if they are now in force. For invalid settings, returns the
   * error with file, line and column, and nothing changes.
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

  /** Changes to this mode, or to the loosest that the settings allow. Only `auto` asks whether a sandbox works. */
  async changeMode(asked: Mode, sandboxWorks: () => Promise<boolean>): Promise<void> {
    const mode = modeFrom(this.#settings.files, asked);
    if (mode === "auto") this.#sandboxWorks = await sandboxWorks();
    this.#policy = this.#make(this.#settings, this.#servers, mode);
  }

  /** Narrows the policy to these absolute folders. Returns the folders outside the workspace. */
  narrowTo(folders: readonly string[], mode: Mode): readonly string[] {
    const { inside, outside } = sortFolders(folders, this.#options.workspace.roots);
    this.#hostFolders = inside;
    this.#policy = this.#make(this.#settings, this.#servers, mode);
    return outside;
  }

  #make({ files }: SettingsInForce, named: ReadServers, mode: Mode): Policy {
    const { servers, places, workspace, isUnsandboxed, isNetworkOpen, withoutExamples } =
      this.#options;
    const readings = ownReadings(places);
    const trusted = serverTrustLayers(named, servers.identities);
    const policy = policyFromSettings(
      withoutExamples ? files.map(fileWithoutExamples) : files,
      (layers) =>
        createPolicy({
          layers: [...layers, ...trusted, ownReadingLayer(readings)],
          roots: workspace.roots,
          home: places.home,
          ownPaths: ownPaths(places),
          keyPaths: keyPaths(places),
          networkAllowList: shellFrom(files).network ?? [],
          sandboxWorks: this.#sandboxWorks,
          unsandboxed: isUnsandboxed,
          networkIsOpen: isNetworkOpen,
          mode,
        }),
    );
    return this.#hostFolders.length === 0
      ? policy
      : narrowedPolicy(policy, [...this.#hostFolders, ...readings.files, ...readings.folders]);
  }
}

function fileWithoutExamples(file: SettingsFile): SettingsFile {
  const rules = (file.settings.rules ?? []).map(
    ({ match: _match, notMatch: _notMatch, ...rule }) => rule,
  );
  return { ...file, settings: { ...file.settings, rules } };
}
