import type {
  SandboxFactory,
  Policy,
  ProcessHost,
  Redactor,
  Registry,
  Session,
  Workspace,
} from "@toolwright/core";
import { servesDeferred } from "@toolwright/core/internal";
import type { ServerStatus } from "@toolwright/mcp";
import type { ReadServers } from "@toolwright/mcp/configuration";
import type { SettingsFile } from "../settings/settings.ts";
import type { EnvironmentVariables, Places } from "../places.ts";
import { type LateReport, type LateTools, lateTools, maxLateMs } from "./late-tools.ts";
import type { DiscoverySource } from "../policy/policy-from-settings.ts";
import type { SessionServers } from "../servers/session-servers.ts";

/**
 * The third-party tools that a session loads: all in the background; all, waiting for the quick ones
 * (`listed`); each when `awaitTool` needs it (`lazy`); none; or only the named one, waiting for it.
 */
export type ThirdPartyChoice = "background" | "listed" | "lazy" | "never" | { readonly of: string };

/** Short enough that a listing takes less than five seconds in all. */
const listingMs = 3_000;

/** The third-party tools of a session: those of MCP servers and of the discovery command. */
export interface ThirdPartyTools {
  /** Empty if none was loaded. */
  readonly servers: readonly ServerStatus[];
  /** The registrations of the discovery command's tools. */
  readonly reports: readonly LateReport[];
  /** Adds the tools to the session. Resolves when the awaited tools are there, or after the time limit. */
  join(session: Session): Promise<void>;
  /** Waits for a tool that isn't registered yet, and starts its server or command if needed. */
  awaitTool(name: string): Promise<void>;
  /** Runs the discovery command again, and replaces its tools. If it fails, they stay. */
  discoverAgain(): Promise<void>;
  close(): Promise<void>;
}

export interface ThirdPartyToolsOptions {
  readonly wish: ThirdPartyChoice;
  readonly servers: ReadServers;
  /** Null if there are no discovery commands. */
  readonly discovery: DiscoverySource | null;
  readonly isTrusted: () => boolean;
  readonly files: readonly SettingsFile[];
  /** The policy at the time of a start. */
  readonly policy: () => Policy;
  readonly registry: Registry;
  readonly workspace: Workspace;
  readonly processes: ProcessHost;
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly places: Places;
  readonly redactor: Redactor;
  readonly environment: EnvironmentVariables;
  /** Receives one sentence each, without its full stop. */
  readonly onNotice: (notice: string) => void;
}

/** Starts the wanted tools at once, so that they load while the session opens. */
export function thirdPartyTools(options: ThirdPartyToolsOptions): ThirdPartyTools {
  return new LateThirdPartyTools(options);
}

class LateThirdPartyTools implements ThirdPartyTools {
  readonly #options: ThirdPartyToolsOptions;
  readonly #declared: LateTools;
  #opening: Promise<SessionServers | undefined> | null = null;
  #servers: SessionServers | undefined;
  #session: Session | undefined;

  constructor(options: ThirdPartyToolsOptions) {
    const { wish, discovery } = options;
    this.#options = options;
    // The session's policy, as its mode may have become stricter.
    const policy = (): Policy => this.#session?.policy ?? options.policy();
    this.#declared = lateTools(loaderOf({ ...options, policy }, discovery), async () =>
      this.#session?.refresh(),
    );
    const isForAll = wish === "background" || wish === "listed";
    if (!isForAll && !(typeof wish === "object" && isServerTool(wish.of))) return;
    this.#open().then(
      (servers) => (isForAll ? servers?.start() : undefined),
      // `join` rejects with this error.
      () => undefined,
    );
  }

  get servers(): readonly ServerStatus[] {
    return this.#servers?.statuses ?? [];
  }

  get reports(): readonly LateReport[] {
    return this.#declared.reports;
  }

  async join(session: Session): Promise<void> {
    const { wish, registry } = this.#options;
    this.#session = session;
    // Tools that arrive later are added then.
    this.#servers?.follow(session);
    await this.#opening;
    if (wish === "background") await this.#declared.within(0);
    else if (wish === "listed") await this.#all();
    else if (typeof wish === "object" && registry.get(wish.of) === undefined) {
      await this.#bring(wish.of);
    }
  }

  async awaitTool(name: string): Promise<void> {
    // A tool that finds or calls others needs all of them.
    const tool = this.#options.registry.get(name)?.tool?.tool;
    await (tool !== undefined && servesDeferred(tool) ? this.#all() : this.#bring(name));
  }

  discoverAgain(): Promise<void> {
    return this.#declared.again();
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await Promise.all([this.#servers?.close(), this.#declared.close()]);
  }

  async #all(): Promise<void> {
    const servers = await this.#open();
    servers?.start();
    await Promise.all([this.#declared.within(listingMs), servers?.ready(listingMs)]);
    await this.#session?.refresh();
  }

  async #bring(name: string): Promise<void> {
    if (!isServerTool(name)) {
      await this.#declared.within(maxLateMs);
      await this.#session?.refresh();
      return;
    }
    const takeAway = await (await this.#open())?.bring(name);
    await this.#session?.refresh();
    // The waiting call has the substitute by now, and the server may still register the real tool.
    if (typeof this.#options.wish !== "object") takeAway?.();
  }

  /** Undefined if there are no servers; then their code isn't loaded. */
  #open(): Promise<SessionServers | undefined> {
    this.#opening ??= openSessionServers(this.#options).then((servers) => {
      this.#servers = servers;
      if (this.#session !== undefined) servers?.follow(this.#session);
      return servers;
    });
    return this.#opening;
  }
}

function isServerTool(name: string): boolean {
  return name.startsWith("mcp__");
}

async function openSessionServers(
  options: ThirdPartyToolsOptions,
): Promise<SessionServers | undefined> {
  const { servers, onNotice, workspace } = options;
  for (const notice of servers.notices) onNotice(notice);
  if (servers.servers.length === 0) return undefined;
  const { openServers } = await import("../servers/session-servers.ts");
  const { roots, views = [] } = workspace;
  return openServers({ ...options, servers: servers.servers, roots, views });
}

function loaderOf(
  { isTrusted, policy, places, redactor, onNotice, ...options }: ThirdPartyToolsOptions,
  source: DiscoverySource | null,
) {
  return async (signal: AbortSignal): Promise<readonly LateReport[] | null> => {
    if (source === null) return null;
    const { discoverTools, discoveryNote } = await import("./discovery.ts");
    const discovered = await discoverTools({
      ...options,
      source,
      isTrusted: isTrusted(),
      home: places.home,
      policy: policy(),
      signal,
    });
    const note = signal.aborted ? null : discoveryNote(discovered);
    if (note !== null) onNotice(redactor.redact(note));
    if (discovered.problem !== null) return null;
    return discovered.reports.map((report) => ({ ...report, source: "command" }));
  };
}
