import { randomUUID } from "node:crypto";
import {
  type AgentFacts,
  type ApprovalQueue,
  ConfigurationError,
  createRegistry,
  createSession,
  type Job,
  type Mode,
  type RegistrationReport,
  type Registry,
  servesDeferred,
  type Session,
  type Tool,
  type ToolKind,
  type Workspace,
} from "@toolwright/core";
import { callAliases, type ProfileName, profileTool, profileTools } from "@toolwright/profiles";
import {
  createEnvironment,
  createRedactor,
  openWorkspace,
  WorkspaceError,
} from "@toolwright/workspace";
import type { Undo } from "@toolwright/workspace/undo";
import { optionsError } from "./errors.ts";
import { unusedGuards } from "./settings/unused-guards.ts";
import { serversFrom } from "./servers/mcp-servers.ts";
import { withServerValues } from "./servers/server-values.ts";
import { createClock } from "./clock.ts";
import { type ForeignTools, foreignTools, type ForeignToolsWish } from "./tools/foreign-tools.ts";
import { outputsOf } from "./records/kept-outputs.ts";
import { lazyCommands } from "./processes/lazy-commands.ts";
import { grantsOf } from "./records/kept-grants.ts";
import { journalOf } from "./records/kept-journal.ts";
import { type ShownJournal, shownJournal } from "./records/shown-journal.ts";
import { undoOf } from "./records/kept-undo.ts";
import { PolicyInForce } from "./policy/policy-in-force.ts";
import {
  furtherRoots,
  type Machine,
  ownPaths,
  type PlaceOptions,
  type Places,
  placesFor,
} from "./places.ts";
import {
  deferralFrom,
  disabledTools,
  discoveryFrom,
  modeFrom,
  profileFrom,
  secretsFrom,
  shellFrom,
} from "./policy/policy-from-settings.ts";
import {
  type SettingsInForce,
  settingsInForce,
  untrustedNote,
} from "./settings/settings-in-force.ts";

/** Where a session works, and in which mode and profile; undefined leaves it to the settings. */
export interface OpenOptions extends PlaceOptions {
  readonly mode: Mode | undefined;
  readonly profile: ProfileName | undefined;
  readonly isUnsandboxed?: boolean;
}

/** The host of a session. */
export interface SessionHost extends Machine {
  /** Told, a sentence each without its full stop, what a person should know while work goes on. */
  readonly onNotice: (notice: string) => void | Promise<void>;
}

/** Built-in tools as a build listed them, which load their code with their first call. */
export interface ListedTools {
  one(profile: ProfileName, name: string): Tool | undefined;
  /** Null where nothing was listed. */
  all(profile: ProfileName): Promise<readonly Tool[] | null>;
}

export interface SessionWishes {
  /** Built-in tools that needn't be loaded to be shown; by default all are loaded. */
  readonly listed?: ListedTools;
  /** Who answers questions; nobody by default. */
  readonly approvalsIn?: (workspace: Workspace) => ApprovalQueue;
  /** The main agent by default. */
  readonly agent?: AgentFacts;
  /** Which kinds of tools the session has in this mode; all by default. */
  readonly kindsIn?: (mode: Mode) => readonly ToolKind[];
  /** Whatever was asked for, the tools under these names. */
  readonly profile?: ProfileName;
  /**
   * The one tool that will be called: compiling the schemas of all takes longer than most calls. A name that
   * no built-in tool has gets them all, so that the nearest can be named.
   */
  readonly tool?: string;
  /** The tools of MCP servers and of the discovery command; none by default. */
  readonly foreign?: ForeignToolsWish;
  /** Refusals name flags and settings of the command line; by default they do. */
  readonly namesRemedies?: false;
  /** All tools are listed, and few of them called: each loads its code with its first call. */
  readonly listsTools?: true;
  /** The session ends with its one call, so nothing can be left running in the background. */
  readonly isOneCall?: true;
  /** Nothing is deferred: a model is shown every tool. */
  readonly declaresAllTools?: boolean;
  /** Nothing is said of settings that don't count; somebody said it already. */
  readonly isSilent?: true;
  /** Rules are taken without the examples they carry; somebody else holds them against those. */
  readonly withoutExamples?: true;
}

/** Its title is its command line, in which a placeholder may have been resolved: here it isn't. */
export type EndedJob = Pick<Job, "id" | "title" | "state">;

export interface OpenedSession {
  readonly session: Session;
  readonly registry: Registry;
  /** What became of each built-in tool. */
  readonly reports: readonly RegistrationReport[];
  /** The tools that aren't built in, and where they come from. */
  readonly foreign: Pick<ForeignTools, "servers" | "reports" | "awaitTool">;
  /** Names of the tools that the settings switch off. */
  readonly disabled: readonly string[];
  readonly places: Places;
  /** The journal of this session and of those before it, without secrets. */
  readonly journal: ShownJournal;
  /** Takes back what calls did, of this session and of earlier ones. */
  readonly undo: Undo;
  /** All settings files that are in force, and whether the project's is trusted. */
  readonly settings: SettingsInForce;
  /**
   * Reads the settings anew for the open session: its rules, a stricter mode. With an error in them
   * the last good ones stay in force. Roots, tools, the profile, the sandbox and time limits need a new
   * session.
   *
   * Shapes: returns the error with file, line and column; null when they are in force.
   */
  reload(): Promise<string | null>;
  /**
   * The folders that the session's host works in, absolute: from now on what lies outside of them is asked.
   * Only those inside the workspace count; when none is, it is as if the host had named none.
   *
   * Shapes: returns those that are outside, which don't count.
   */
  narrowTo(folders: readonly string[]): readonly string[];
  /** Told what goes wrong with tools of others, instead of standard error. Returns the way to stop. */
  onForeignNews(listener: (message: string) => void): () => void;
  /** Told of each command that has ended in the background. Returns the way to stop. */
  onJobEnd(listener: (job: EndedJob) => void): () => void;
  /** Ends what runs and frees everything. */
  close(): Promise<void>;
}

/**
 * Puts a session together from the command line and the settings: the folder to work in, the
 * policy, the built-in tools, processes, grants.
 *
 * Errors: ConfigurationError `options-invalid` for a folder that can't be worked in, `settings-invalid` for
 * settings and grants that can't be used.
 */
export async function openSession(
  options: OpenOptions,
  host: SessionHost,
  wishes: SessionWishes = {},
): Promise<OpenedSession> {
  const environment = createEnvironment(host.environment);
  const places = placesFor(options, environment, host);
  let told: Promise<unknown> = Promise.resolve();
  const tell = (notice: string): void => {
    told = Promise.all([told, host.onNotice(notice)]);
  };
  const settingsAtStart = await settingsInForce(places);
  const settings = settingsAtStart.files;
  const mode = modeFrom(settings, options.mode);
  if (wishes.isSilent !== true) {
    for (const warning of warningsOf(settingsAtStart, options.mode, mode)) tell(warning);
    await told;
  }
  const workspace = workspaceAt(places, furtherRoots(settings, places));
  const own = ownPaths(places, settings);
  const servers = await serversFrom(settingsAtStart, places, host.environment);
  const redactor = createRedactor({
    environment: withServerValues(environment, servers.servers),
    roots: workspace.roots,
    wishes: secretsFrom(settings),
  });
  const jobListeners = new Set<(job: EndedJob) => void>();
  const commands = lazyCommands({
    environment: host.environment,
    workspace,
    home: places.home,
    stateDirectory: places.stateDirectory,
    // What lies in the workspace is protected there; a project may read its own settings.
    ownPaths: own.filter((path) => !workspace.roots.some((root) => path.startsWith(`${root}/`))),
    sandbox: shellFrom(settings).sandbox,
    isOneCall: wishes.isOneCall === true,
    onJobEnd: (job) => {
      const { id, title, state } = job;
      for (const listener of jobListeners) listener({ id, title: redactor.redact(title), state });
    },
  });
  // Trying the sandbox takes a moment; only auto mode asks for it.
  const sandboxWorks = mode === "auto" && (await commands.sandboxWorks());
  const inForce = new PolicyInForce({
    settings: settingsAtStart,
    servers,
    places,
    workspace,
    environment: host.environment,
    mode,
    sandboxWorks,
    isUnsandboxed: options.isUnsandboxed === true,
    withoutExamples: wishes.withoutExamples === true,
  });
  const kinds = wishes.kindsIn?.(mode);
  const registry = createRegistry();
  const newsListeners = new Set<(message: string) => void>();
  const tellNews = (notice: string): void => {
    const message = redactor.redact(notice);
    for (const listener of newsListeners) listener(`${message}.`);
    if (newsListeners.size === 0) tell(message);
  };
  const profile = wishes.profile ?? profileFrom(settings, options.profile);
  const { timeoutMs } = shellFrom(settings);
  const limits = timeoutMs === undefined ? undefined : { timeoutMs };
  // A listing says the limits that commands have by themselves.
  const isListed = limits === undefined;
  const only =
    wishes.tool === undefined
      ? undefined
      : ((isListed ? wishes.listed?.one(profile, wishes.tool) : undefined) ??
        (await profileTool(profile, wishes.tool, limits)));
  // One that finds or calls others is nothing by itself.
  const isAlone = only !== undefined && !servesDeferred(only);
  const findsOthers = only !== undefined && !isAlone;
  const foreign = foreignTools({
    wish: findsOthers ? "listed" : wishes.foreign,
    servers,
    discovery: isAlone ? null : discoveryFrom(settings),
    isTrusted: () => inForce.settings.trust.state === "trusted",
    files: settings,
    policy: () => inForce.policy,
    registry,
    workspace,
    processes: commands.processes,
    confinement: commands.confinement,
    places,
    redactor,
    environment: host.environment,
    onNotice: tellNews,
  });
  const all = async (): Promise<readonly Tool[]> =>
    (wishes.listsTools === true && isListed ? await wishes.listed?.all(profile) : null) ??
    profileTools(profile, limits);
  const tools = isAlone ? [only] : await all();
  const reports = await registry.register(tools, { source: "builtin" });
  const switchedOff = disabledTools(settings);
  // Those of servers come later, under the very names that the settings have.
  const disabled = [...new Set([...namesIn(registry, switchedOff), ...switchedOff])];
  const now = createClock();
  const journal = journalOf(places, {
    files: settings,
    now,
    workspace,
    onNotice: tell,
  });
  // The Web's crypto, which core would take, is one more thing that a short command would load.
  const id = `session-${randomUUID()}`;
  const { snapshots, undo } = await undoOf({
    journal,
    workspace,
    places,
    environment,
    redactor,
    sessionId: id,
  });
  const session = await orGrantsError(
    createSession({
      registry,
      policy: inForce.policy,
      workspace,
      processes: commands.processes,
      jobs: commands.jobs,
      ...(commands.confinement !== undefined && { confinement: commands.confinement }),
      environment,
      ...outputsOf(settings, places, workspace),
      redactor,
      id,
      now,
      journal,
      snapshots,
      grants: grantsOf(places),
      deferToolsOver: deferralFrom(settings),
      declareAllTools: wishes.declaresAllTools ?? false,
      aliases: callAliases,
      tools: {
        ...(disabled.length > 0 && { excludedNames: disabled }),
        ...(kinds !== undefined && { kinds }),
      },
      ...(wishes.approvalsIn !== undefined && { approvals: wishes.approvalsIn(workspace) }),
      ...(wishes.agent !== undefined && { agent: wishes.agent }),
      ...(wishes.namesRemedies !== false && {
        remedy: ({ wouldChange }) => `What would allow it: ${wouldChange}`,
      }),
    }),
  ).catch(async (thrown: unknown) => {
    await foreign.close();
    throw thrown;
  });
  await foreign.join(session);
  return {
    session,
    registry,
    reports,
    foreign,
    disabled,
    places,
    journal: shownJournal(journal, redactor),
    undo,
    get settings() {
      return inForce.settings;
    },
    async reload() {
      const problem = await inForce.reload(session.policy.mode);
      if (problem === null) session.setPolicy(inForce.policy);
      return problem;
    },
    narrowTo(folders) {
      const outside = inForce.narrowTo(folders, session.policy.mode);
      session.setPolicy(inForce.policy);
      return outside;
    },
    onForeignNews(listener) {
      newsListeners.add(listener);
      return () => newsListeners.delete(listener);
    },
    onJobEnd(listener) {
      jobListeners.add(listener);
      return () => jobListeners.delete(listener);
    },
    async close() {
      jobListeners.clear();
      await session.close();
      await Promise.all([foreign.close(), commands.close()]);
      journal.close();
      await told;
    },
  };
}

/** The registry's names of these tools: named as in rules, or as in this registry. */
function namesIn(registry: Registry, tools: readonly string[]): readonly string[] {
  return registry
    .list()
    .filter(({ name, tool }) => tools.includes(name) || tools.includes(tool?.ruleName ?? name))
    .map(({ name }) => name);
}

/** Errors: ConfigurationError `options-invalid` for a folder that is missing, no folder, or too broad. */
export function workspaceAt(places: Places, further: readonly string[]): Workspace {
  try {
    return openWorkspace({
      roots: [places.workspace, ...further],
      // Of roots inside each other only the outer one counts; the folder to work in stays.
      cwd: places.workspace,
      home: places.home,
      allowBroadRoots: places.isWorkspaceNamed,
      stateDirectory: places.stateDirectory,
    });
  } catch (thrown) {
    if (!WorkspaceError.isInstance(thrown)) throw thrown;
    if (thrown.code !== "root-too-broad") throw optionsError(thrown.message);
    throw optionsError(
      `${thrown.path} holds more than a project. Go to a project's folder, or name this one on purpose: --workspace ${thrown.path}`,
    );
  }
}

async function orGrantsError(opening: Promise<Session>): Promise<Session> {
  try {
    return await opening;
  } catch (thrown) {
    if (!WorkspaceError.isInstance(thrown)) throw thrown;
    throw new ConfigurationError("settings-invalid", thrown.message, thrown);
  }
}

function warningsOf(
  settings: SettingsInForce,
  asked: Mode | undefined,
  mode: Mode,
): readonly string[] {
  const untrusted = untrustedNote(settings);
  const notes: string[] = settings.files.flatMap(unusedGuards);
  if (untrusted !== null) notes.push(untrusted);
  if (asked !== undefined && asked !== mode) {
    const { path } = settings.files.find((file) => file.settings.mode === mode) ?? { path: "" };
    notes.push(`the mode is ${mode}, not ${asked}: ${path} allows no looser one`);
  }
  return notes;
}
