import {
  type AgentFacts,
  type ApprovalQueue,
  createPolicy,
  createRegistry,
  createSession,
  type Mode,
  type PolicyLayer,
  type PolicyOptions,
  type RegistrationReport,
  type Registry,
  type Session,
  type ToolKind,
  type Workspace,
} from "@toolwright/core";
import { type ProfileName, profileTool, profileTools } from "@toolwright/tools/profiles";
import {
  createEnvironment,
  createGrantStore,
  grantFile,
  openWorkspace,
  WorkspaceError,
} from "@toolwright/workspace";
import type { GlobalOptions } from "../arguments/global-flags.ts";
import { CommandError, usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { unusedGuards } from "../settings/unused-guards.ts";
import type { Surroundings } from "../surroundings.ts";
import { createClock } from "./clock.ts";
import { lazyProcessHost } from "./lazy-process-host.ts";
import { furtherRoots, ownPaths, type Places, placesFor } from "./places.ts";
import {
  disabledTools,
  modeFrom,
  policyFromSettings,
  profileFrom,
} from "./policy-from-settings.ts";

export interface SessionWishes {
  /** Who answers questions; nobody by default. */
  readonly approvalsIn?: (workspace: Workspace) => ApprovalQueue;
  /** The main agent by default. */
  readonly agent?: AgentFacts;
  /** Which kinds of tools the session has in this mode; all by default. */
  readonly kindsIn?: (mode: Mode) => readonly ToolKind[];
  /** Whatever was asked for, the tools under these names. */
  readonly profile?: ProfileName;
  /**
   * The one tool that will be called: compiling the schemas of all takes longer than most calls. A
   * name that no tool has gets them all, so that the nearest can be named.
   */
  readonly tool?: string;
}

export interface OpenedSession {
  readonly session: Session;
  readonly registry: Registry;
  /** What became of each built-in tool. */
  readonly reports: readonly RegistrationReport[];
  /** Names of the tools that the settings switch off. */
  readonly disabled: readonly string[];
  readonly places: Places;
  /** Ends what runs and frees everything. */
  close(): Promise<void>;
}

/**
 * Puts a session together from the command line and the settings: the folder to work in, the
 * policy, the built-in tools, processes, grants.
 *
 * Errors: CommandError `usage` for a folder that can't be worked in, `settings-invalid` for
 * settings and grants that can't be used.
 */
export async function openSession(
  options: GlobalOptions,
  surroundings: Surroundings,
  wishes: SessionWishes = {},
): Promise<OpenedSession> {
  const environment = createEnvironment(surroundings.environment);
  const places = placesFor(options, environment, surroundings.cwd);
  const settings = await loadSettings(places);
  await warnOfUnused(settings, surroundings);
  const workspace = workspaceAt(places, furtherRoots(settings, places));
  const mode = modeFrom(settings, options.mode);
  const policy = policyFromSettings(settings, (layers) =>
    createPolicy({ ...policyFacts(layers, workspace, places, settings), mode }),
  );
  const kinds = wishes.kindsIn?.(mode);
  const registry = createRegistry();
  const profile = wishes.profile ?? profileFrom(settings, options.profile);
  const only = wishes.tool === undefined ? undefined : await profileTool(profile, wishes.tool);
  const tools = only === undefined ? await profileTools(profile) : [only];
  const reports = await registry.register(tools, { source: "builtin" });
  const disabled = namesIn(registry, disabledTools(settings));
  const processes = lazyProcessHost(surroundings.environment);
  const session = await orGrantsError(
    createSession({
      registry,
      policy,
      workspace,
      processes,
      environment,
      now: createClock(),
      grants: createGrantStore(grantFile(places.stateDirectory, workspace.roots[0] ?? "")),
      tools: {
        ...(disabled.length > 0 && { excludedNames: disabled }),
        ...(kinds !== undefined && { kinds }),
      },
      ...(wishes.approvalsIn !== undefined && { approvals: wishes.approvalsIn(workspace) }),
      ...(wishes.agent !== undefined && { agent: wishes.agent }),
    }),
  );
  return {
    session,
    registry,
    reports,
    disabled,
    places,
    async close() {
      await session.close();
      await processes.close();
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

/** What a policy has to know besides its layers and mode. */
function policyFacts(
  layers: readonly PolicyLayer[],
  { roots }: Pick<Workspace, "roots">,
  places: Places,
  settings: readonly SettingsFile[],
): Omit<PolicyOptions, "mode"> {
  return { layers, roots, home: places.home, ownPaths: ownPaths(places, settings) };
}

/** Errors: CommandError `usage` for a folder that is missing, no folder, or too broad. */
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
    if (thrown.code !== "root-too-broad") throw usageError(thrown.message);
    throw usageError(
      `${thrown.path} holds more than a project. Go to a project's folder, or name this one on purpose: --workspace ${thrown.path}`,
    );
  }
}

async function orGrantsError(opening: Promise<Session>): Promise<Session> {
  try {
    return await opening;
  } catch (thrown) {
    if (!WorkspaceError.isInstance(thrown)) throw thrown;
    throw new CommandError("settings-invalid", thrown.message, thrown);
  }
}

async function warnOfUnused(
  settings: readonly SettingsFile[],
  { stderr }: Surroundings,
): Promise<void> {
  for (const note of settings.flatMap(unusedGuards)) {
    await textOutput(stderr).write(`toolwright: ${note}.\n`);
  }
}
