import { isUtf8 } from "node:buffer";
import type { Agents, Grant, LanguageServers, SandboxFactory } from "@toolwright/core";
import { ToolError } from "@toolwright/core";
import { isSecretVariable } from "@toolwright/core/internal";
import {
  createEnvironment,
  createOutputStore,
  createRedactor,
  openWorkspace,
} from "@toolwright/workspace";
import { openToolwright } from "../../open-toolwright.ts";
import type { ToolwrightOptions } from "../../options.ts";
import { type EnvironmentVariables, type Places, placesFor, realRoot } from "../../places.ts";
import { secretsFrom } from "../../policy/policy-from-settings.ts";
import { type SettingsInForce, settingsInForce } from "../../settings/settings-in-force.ts";
import type { Toolwright } from "../../toolwright.ts";
import { loadedTools } from "../../tools/builtin-tools.ts";
import type { PathState } from "@toolwright/workspace/internal";
import { sha256 } from "../sha256.ts";
import { stateTexts } from "./differences.ts";
import { type PrivatePaths, privatePaths } from "../private-paths.ts";
import type { TapedState } from "../tape.ts";
import type { LoadedTape } from "./loaded-tape.ts";
import { type LookAfter, Player } from "./player.ts";
import type { Scratch } from "./scratch.ts";

export interface OpenReplayOptions {
  readonly tape: LoadedTape;
  readonly scratch: Scratch;
  readonly isReal: boolean;
  /** As for `openToolwright`, and where the settings come from. */
  readonly place: Pick<
    ToolwrightOptions,
    | "workspace"
    | "mode"
    | "profile"
    | "settings"
    | "projectSettings"
    | "unsandboxed"
    | "cwd"
    | "administratorFile"
  > & { readonly environment: EnvironmentVariables };
  readonly onNotice: (notice: string) => void;
}

export interface OpenReplay {
  readonly toolwright: Toolwright;
  readonly player: Player;
  /** The real path of the home folder. */
  readonly home: string;
}

/**
 * Opens a session in which the tape's files stand for the workspace, under the settings in force there. It stores
 * nothing, knows none of this machine's secrets, runs no hooks, and without `isReal` starts nothing.
 *
 * Errors: those of `openToolwright`.
 */
export async function openReplay(options: OpenReplayOptions): Promise<OpenReplay> {
  const { tape, scratch, isReal, place } = options;
  const variables = withoutSecretVariables(place.environment);
  const environment = createEnvironment(variables);
  const places = placesFor(place, environment);
  const root = realRoot(places.workspace);
  const settings = await settingsInForce(places);
  const redactor = createRedactor({
    environment,
    roots: [root],
    views: [{ root, directory: scratch.directory }],
    wishes: secretsFrom(settings.files),
  });
  for (const name of tape.secrets) redactor.addSecret?.(name, standInFor(name));
  const home = realRoot(places.home);
  const paths = privatePaths({ roots: [root], home });
  const fillIn = (text: string): string => paths.show(redactor.resolve?.(text).text ?? text);
  scratch.restore(tape.files, fillIn);
  const whyNoCommands = isReal ? await whyNoSandbox(tape, variables) : null;
  const hasAgent = tape.header.models.length > 0;
  const agents = hasAgent ? await agentsOf(places, settings, tape) : undefined;
  const player = new Player({ tape, paths, scratch, root, isReal, whyNoCommands, agents });
  const workspace = openWorkspace({
    roots: [root],
    views: { [root]: scratch.directory },
    home: places.home,
    allowBroadRoots: places.isWorkspaceNamed,
    stateDirectory: scratch.state,
  });
  const { profile = tape.header.profile as ToolwrightOptions["profile"] } = place;
  const builtin = await loadedTools.all(profile ?? "canonical", undefined);
  const toolwright = await openToolwright({
    ...place,
    environment: variables,
    workspace,
    profile,
    mode: place.mode ?? tape.header.mode,
    unsandboxed: isReal ? place.unsandboxed : reliedOnSandbox(tape),
    redactor,
    tools: player.standIns(new Set(builtin.map(({ name }) => name))),
    builtinTools: playedTools(player),
    thirdPartyTools: "never",
    hooks: false,
    grants: noGrants(),
    languageServers: noLanguageServers,
    analyses: { find: () => new Map(), keep: () => undefined },
    outputStore: createOutputStore({ stateDirectory: scratch.state, cwd: workspace.cwd }),
    // Without a sandbox, only searches of our own start.
    ...(!isReal && { sandboxFactory: noSandbox }),
    ...(agents !== undefined && { agents }),
    onNotice: options.onNotice,
  });
  player.follow(
    toolwright.session,
    lookInto(toolwright, { paths, redact: (text) => redactor.redact(text) }),
  );
  return { toolwright, player, home };
}

function playedTools(player: Player): NonNullable<ToolwrightOptions["builtinTools"]> {
  return {
    all: async (...wanted) => (await loadedTools.all(...wanted)).map((tool) => player.played(tool)),
    one: async (...wanted) => {
      const tool = await loadedTools.one(...wanted);
      return tool && player.played(tool);
    },
  };
}

/** A replay must not put this machine's secrets in place of the tape's. */
function withoutSecretVariables(environment: EnvironmentVariables): EnvironmentVariables {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isSecretVariable(name)),
  );
}

/** Whether `auto` mode let commands run then, which this machine has no part in. */
function reliedOnSandbox({ calls }: LoadedTape): boolean {
  return calls.some(
    ({ decision }) =>
      decision?.mode === "auto" &&
      decision.proof.some(
        ({ effect, layer, decision: step }) =>
          layer === "mode" && step === "allow" && effect.type === "run" && !effect.specified,
      ),
  );
}

/** Long enough to be searched for, and nothing that anything else would contain. */
function standInFor(name: string): string {
  return `stand-in-${sha256(name).slice(0, 24)}`;
}

async function whyNoSandbox(
  { calls }: LoadedTape,
  environment: EnvironmentVariables,
): Promise<string | null> {
  const hasCommands = calls.some(({ effects }) =>
    effects.some(({ type }) => type === "run" || type === "unknown"),
  );
  if (!hasCommands) return null;
  const { defaultSandbox } = await import("@toolwright/sandbox");
  const available = await defaultSandbox(environment).available();
  return available.ok ? null : `no sandbox works here: ${available.reason}`;
}

function lookInto(
  { journal }: Toolwright,
  { paths, redact }: { readonly paths: PrivatePaths; readonly redact: (text: string) => string },
): LookAfter {
  return async (sessionId, callId) => {
    const [entry] = await journal.entries({ sessionId, callId, limit: 1 });
    // A call that only reads is journalled a moment later, and changed nothing.
    if (entry === undefined) return new Map();
    if (entry.changeCount === null) return null;
    const changes = await journal.changes(entry.id);
    return stateTexts(
      changes.map(({ path, after }) => [paths.hide(path), after && paths.hide(tapedState(after))]),
      (blob) => {
        const bytes = journal.content(blob);
        return bytes !== null && isUtf8(bytes)
          ? paths.hide(redact(Buffer.from(bytes).toString("utf8")))
          : undefined;
      },
    );
  };
}

function tapedState(state: PathState): TapedState {
  if (state.kind === "file") return { kind: "file", content: state.blob, mode: state.mode };
  return state.kind === "other" ? { kind: "other" } : state;
}

/** Today's agents, which are never run: their recorded calls are made again. */
async function agentsOf(
  places: Places,
  settings: SettingsInForce,
  { header }: LoadedTape,
): Promise<Agents> {
  const { agentDefinitions } = await import("../../agent/agent-definitions.ts");
  const { definitions } = await agentDefinitions(places, settings);
  return {
    agents: definitions.map(({ name, description }) => ({ name, description })),
    models: header.models.map((id) => ({ id, tags: [] })),
    run: notStarted,
    finish: () => undefined,
  };
}

function noGrants(): NonNullable<ToolwrightOptions["grants"]> {
  const none: readonly Grant[] = [];
  return {
    list: async () => none,
    add: async () => undefined,
    remove: async () => false,
    use: async (ids) => ids,
  };
}

const notStarted = async (): Promise<never> => {
  throw new ToolError("tool-not-available", "A replay starts neither agents nor language servers.");
};

const noSandbox: SandboxFactory = { profileFor: () => null };
const noLanguageServers: LanguageServers = {
  starts: () => [],
  diagnose: notStarted,
  symbolsIn: notStarted,
  definition: notStarted,
  references: notStarted,
  rename: notStarted,
  watch: () => null,
  close: async () => undefined,
};
