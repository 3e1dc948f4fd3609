import { randomUUID } from "node:crypto";
import {
  type Approver,
  ConfigurationError,
  createSession,
  type LanguageServers,
  type Programs,
  modes,
  type Session,
  type SessionOptions,
} from "@toolwright/core";
import { createLabels } from "@toolwright/core/internal";
import { callAliases } from "@toolwright/profiles";
import { createPrograms } from "@toolwright/tools";
import { WorkspaceError } from "@toolwright/workspace";
import { createAnalysisStore } from "@toolwright/workspace/internal";
import type { EarlierSession } from "./agent/conversations.ts";
import { createClock } from "./clock.ts";
import { openSettingsHooks } from "./hooks/open-settings-hooks.ts";
import { lazyWeb } from "./lazy-web.ts";
import { lazyWebSearch } from "./web-search.ts";
import { readableSkillFolders } from "./skills/skill-folders.ts";
import { invalidateSkillTools, skillsOf } from "./skills/skills-of.ts";
import { memoryOf } from "./memory/memory-files.ts";
import { checkOptions, type ToolwrightOptions } from "./options.ts";
import type { SessionApprovals } from "./approvals/session-approvals.ts";
import { ownPaths, realRoot } from "./places.ts";
import {
  approvalsFrom,
  deferralFrom,
  hasLabels,
  languageServersFrom,
  profileFrom,
  programsFrom,
  shellFrom,
  stageFrom,
  webFrom,
} from "./policy/policy-from-settings.ts";
import { PolicyInForce } from "./policy/policy-in-force.ts";
import { type Commands, type CommandsOptions, lazyCommands } from "./processes/lazy-commands.ts";
import { lazyLanguageServers } from "./processes/lazy-language-servers.ts";
import { grantsOf } from "./records/stored-grants.ts";
import { outputsOf } from "./records/stored-outputs.ts";
import { openRecords, type Records } from "./records/records.ts";
import { readSetup, type Setup } from "./setup.ts";
import { type StageParts, stagesOf } from "./stage/stages-of.ts";
import { openTools } from "./tools/session-tools.ts";
import type { Stage } from "@toolwright/core/ports";
import {
  closeAll,
  type JobListeners,
  type OpenedParts,
  OpenToolwright,
  type Parts,
} from "./opened-toolwright.ts";
import type { Toolwright } from "./toolwright.ts";

/**
 * Opens a session in a folder with the policy, sandbox, background commands, journal, undo, secret
 * redaction, grants and MCP servers of the settings. Most parts are loaded when they are first needed.
 *
 * Errors: ConfigurationError `options-invalid` for an invalid option or folder, `settings-invalid` for
 * invalid settings or grants. The messages say what to change, and nothing is left open.
 */
export async function openToolwright(options: ToolwrightOptions = {}): Promise<Toolwright> {
  checkOptions(options);
  const setup = await readSetup(options);
  // Not core's default, as loading the Web's crypto slows down a short command.
  const earlier = options.resume === undefined ? null : await findEarlier(setup, options.resume);
  const id = earlier?.sessionId ?? `session-${randomUUID()}`;
  const now = createClock();
  const jobListeners: JobListeners = new Set();
  const commandsOptions = commandOptions(setup, jobListeners);
  const commands = lazyCommands(commandsOptions);
  const languageServers = options.languageServers ?? serversFor(setup, commands);
  let opened: OpenedParts = { setup, commands, languageServers };
  try {
    const records = await openRecords(setup, { id, now });
    opened = { ...opened, records };
    const inForce = await policyFor(setup, commands);
    const tools = await openTools(setup, commands, inForce);
    opened = { ...opened, tools };
    const memory = memoryOf(options, {
      places: setup.places,
      trust: () => inForce.settings.trust,
      now,
    });
    const host = { ...options.host };
    const settingsHooks = await openSettingsHooks(setup, commands, inForce);
    const earlierTurns = earlier === null ? 0 : await turnsOf(earlier, records);
    const stages = await stagesOf({ setup, store: records.store, commands: commandsOptions });
    const stage = await sessionStage({ setup, store: records.store, commands: commandsOptions });
    if (stage !== undefined) opened = { ...opened, stage };
    const named = {
      id,
      stages,
      stage,
      earlier,
      earlierTurns,
      now,
      jobListeners,
      records,
      settingsHooks,
    };
    const parts = { ...opened, ...named, inForce, host, tools, memory };
    const session = await orGrantsError(sessionOf(parts));
    opened = { ...opened, session };
    if (options.approver !== undefined) session.approvals.attach(approverFrom(options.approver));
    const approvals = await leaveQuestions(setup, session, now);
    await tools.thirdParty.join(session);
    return new OpenToolwright({ ...parts, session, approvals });
  } catch (thrown) {
    await closeAll(opened);
    throw thrown;
  }
}

function commandOptions(setup: Setup, listeners: JobListeners): CommandsOptions {
  const { options, places, settings, workspace, redactor } = setup;
  return {
    environment: setup.variables,
    workspace,
    home: places.home,
    stateDirectory: places.stateDirectory,
    readable: readableSkillFolders(places),
    ownPaths: ownPaths(places),
    sandbox: shellFrom(settings.files).sandbox,
    isOneCall: options.onlyCall !== undefined,
    given: options,
    onJobEnd: ({ id, title, state }) => {
      for (const listener of listeners) listener({ id, title: redactor.redact(title), state });
    },
  };
}

function serversFor(setup: Setup, { processes }: Commands): LanguageServers {
  const { options, settings, workspace, environment } = setup;
  const { servers, checksAfterEdits } = languageServersFrom(settings.files);
  return lazyLanguageServers({
    processes,
    workspace,
    environment,
    settings: servers,
    // A session of one call would start a server for a single look.
    checksAfterEdits: checksAfterEdits && options.onlyCall === undefined,
  });
}

async function findEarlier({ places, settings }: Setup, wanted: string): Promise<EarlierSession> {
  const { conversationStore, findConversation } = await import("./agent/conversations.ts");
  return findConversation(conversationStore(places, settings.files), wanted);
}

/** The journal knows turns that other agents of the session had. */
async function turnsOf({ sessionId, turn }: EarlierSession, { shown }: Records): Promise<number> {
  const [last] = await shown.entries({ sessionId, limit: 1 });
  return Math.max(turn, last?.turn ?? 0);
}

async function policyFor(setup: Setup, commands: Commands): Promise<PolicyInForce> {
  const { options, mode } = setup;
  return new PolicyInForce({
    settings: setup.settings,
    servers: setup.servers,
    places: setup.places,
    workspace: setup.workspace,
    environment: setup.variables,
    mode,
    // Only auto mode needs this slow check.
    sandboxWorks: mode === "auto" && (await commands.sandboxWorks()),
    isUnsandboxed: options.unsandboxed === true,
    isNetworkOpen: options.unsandboxed === true || commands.sandboxFactory === undefined,
    withoutExamples: options.checksExamples === false,
  });
}

function sessionOf(parts: Omit<Parts, "session" | "approvals">): Promise<Session> {
  const { setup, commands, records, inForce, host, tools, memory } = parts;
  const { settingsHooks, stages, id, earlierTurns, now } = parts;
  const { options, settings, places, workspace } = setup;
  const { agent, agents, rank, remedy, outputStore } = options;
  const own = options.hooks === false ? undefined : options.hooks;
  const hooks = settingsHooks?.around(own) ?? own;
  const { sandboxFactory } = commands;
  const webSearch = options.webSearch ?? lazyWebSearch(settings.files, setup.environment);
  return createSession({
    registry: tools.registry,
    policy: inForce.policy,
    workspace,
    processes: commands.processes,
    jobs: commands.jobs,
    ...(memory !== undefined && { memory }),
    web: options.web ?? lazyWeb(webFrom(settings.files)),
    ...(webSearch !== undefined && { webSearch }),
    ...programsOf(options.programs, settings.files),
    skills: skillsOf(
      options,
      () => ({ places, trust: inForce.settings.trust, files: inForce.settings.files }),
      () => invalidateSkillTools(tools.registry),
    ),
    languageServers: parts.languageServers,
    environment: setup.environment,
    host,
    ...outputsOf(settings.files, places, workspace),
    analyses: options.analyses ?? createAnalysisStore(places),
    redactor: setup.redactor,
    language: setup.language,
    id,
    earlierTurns,
    now,
    journal: records.journal,
    snapshots: records.snapshots,
    ...labelsOf(parts),
    ...(stages !== undefined && { stages }),
    ...(parts.stage !== undefined && { stage: parts.stage }),
    stagedModes: options.stage === true ? modes : (stageFrom(settings.files).modes ?? []),
    grants: options.grants ?? grantsOf(places),
    deferToolsOver: deferralFrom(settings.files),
    declareAgentTools: options.declareAgentTools ?? false,
    declareAllTools: options.declareAllTools ?? false,
    aliases: callAliases,
    tools: tools.filter,
    ...(sandboxFactory !== undefined && { sandboxFactory }),
    ...(outputStore !== undefined && { outputStore }),
    ...(agent !== undefined && { agent }),
    ...(agents !== undefined && { agents }),
    ...(hooks !== undefined && { hooks }),
    ...(rank !== undefined && { rank }),
    ...(remedy !== undefined && { remedy }),
  });
}

function labelsOf({ setup }: Pick<Parts, "setup">): Pick<SessionOptions, "labels"> {
  const { options, settings, workspace, places } = setup;
  const isWanted = options.labels ?? hasLabels(settings.files);
  return isWanted ? { labels: createLabels({ roots: workspace.roots, home: places.home }) } : {};
}

function programsOf(
  given: ToolwrightOptions["programs"],
  files: Setup["settings"]["files"],
): { readonly programs?: Programs } {
  if (given === false) return {};
  return { programs: typeof given === "object" ? given : createPrograms(programsFrom(files)) };
}

/** For a whole session. Errors: as `Stages.open`. */
async function sessionStage(parts: StageParts): Promise<Stage | undefined> {
  if (parts.setup.options.stage !== "session") return undefined;
  const { openStage } = await import("./stage/open-stage.ts");
  return openStage(parts, { isOneCall: false });
}

async function orGrantsError(opening: Promise<Session>): Promise<Session> {
  try {
    return await opening;
  } catch (thrown) {
    if (!WorkspaceError.isInstance(thrown)) throw thrown;
    throw new ConfigurationError("settings-invalid", thrown.message, thrown);
  }
}

/** Nothing of it is loaded without the option. */
async function leaveQuestions(
  { options, settings, places, notices }: Setup,
  session: Session,
  now: () => number,
): Promise<SessionApprovals | undefined> {
  if (options.approvals === undefined) return undefined;
  const { openSessionApprovals } = await import("./approvals/session-approvals.ts");
  const { approver, approvals } = openSessionApprovals({
    options: options.approvals,
    stateDirectory: places.stateDirectory,
    workspace: realRoot(places.workspace),
    cwd: options.cwd ?? process.cwd(),
    sessionId: session.id,
    profile: profileFrom(settings.files, options.profile),
    ...approvalsFrom(settings.files),
    now,
    tell: notices.tell,
  });
  session.approvals.attach(approver);
  return approvals;
}

function approverFrom(approver: NonNullable<ToolwrightOptions["approver"]>): Approver {
  if (typeof approver === "object") return approver;
  return { name: "the program", ask: async (question, signal) => approver(question, signal) };
}
