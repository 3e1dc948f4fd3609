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
 * Which third-party tools a session wants: all, as they come; all, and it waits for those that are quick, to list
 * them; none before it is waited for by its name; none at all; the one of this name, if it isn't built in, and it
 * waits for it.
 */
export type ThirdPartyChoice = "background" | "listed" | "lazy" | "never" | { readonly of: string };

/** A listing is there within five seconds, with the start and the end of everything. */
const listingMs = 3_000;

/** Tools that aren't built in, over a session's time: of MCP servers, and of a command that declares some. */
export interface ThirdPartyTools {
  /** Empty where none was wished for. */
  readonly servers: readonly ServerStatus[];
  /** What became of those that a command declared. */
  readonly reports: readonly LateReport[];
  /** From now on the session has them. Resolves once those are there that are waited for, or time is up. */
  join(session: Session): Promise<void>;
  /** Waits for a tool that isn't there yet: of a command, or of a server, which is started if it has to be. */
  awaitTool(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface ThirdPartyToolsOptions {
  readonly wish: ThirdPartyChoice;
  readonly servers: ReadServers;
  /** Null for none. */
  readonly discovery: DiscoverySource | null;
  readonly isTrusted: () => boolean;
  readonly files: readonly SettingsFile[];
  /** As it is when something is started. */
  readonly policy: () => Policy;
  readonly registry: Registry;
  readonly workspace: Workspace;
  readonly processes: ProcessHost;
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly places: Places;
  readonly redactor: Redactor;
  readonly environment: EnvironmentVariables;
  /** A sentence each, without its full stop. */
  readonly onNotice: (notice: string) => void;
}

/** Starts at once what is wished for, so that it comes while the session is put together. */
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
    // Of the session: a person may make its mode stricter.
    const policy = (): Policy => this.#session?.policy ?? options.policy();
    const bring = discovery === null ? null : bringDeclared({ ...options, policy }, discovery);
    this.#declared = lateTools(bring === null ? [] : [{ source: "command", bring }], async () =>
      this.#session?.refresh(),
    );
    const isForAll = wish === "background" || wish === "listed";
    if (!isForAll && !(typeof wish === "object" && isServerTool(wish.of))) return;
    this.#open().then(
      (servers) => (isForAll ? servers?.start() : undefined),
      // Told to who joins.
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
    // Those that aren't there yet follow when they are.
    this.#servers?.follow(session);
    await this.#opening;
    if (wish === "background") await this.#declared.within(0);
    else if (wish === "listed") await this.#all();
    else if (typeof wish === "object" && registry.get(wish.of) === undefined) {
      await this.#bring(wish.of);
    }
  }

  async awaitTool(name: string): Promise<void> {
    // One that finds or calls others needs them to be there.
    const tool = this.#options.registry.get(name)?.tool?.tool;
    await (tool !== undefined && servesDeferred(tool) ? this.#all() : this.#bring(name));
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
    // The call that waits has it by now, and the server may yet bring the tool itself for a later one.
    if (typeof this.#options.wish !== "object") takeAway?.();
  }

  /** Undefined where there are none: then nothing of it is loaded. */
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

function bringDeclared(
  { isTrusted, policy, places, redactor, onNotice, ...options }: ThirdPartyToolsOptions,
  source: DiscoverySource,
) {
  return async (signal: AbortSignal) => {
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
    return discovered.reports;
  };
}
