import { realpathSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import { type AgentContext, type NewSessionRequest, RequestError } from "@agentclientprotocol/sdk";
import { type Agent, ModelError } from "@toolwright/agent";
import type { Workspace } from "@toolwright/core";
import { followChanges, type PlaceOptions, type Toolwright } from "@toolwright/runtime";
import {
  agentFrom,
  furtherRoots,
  isInvalidSetup,
  placesFor,
  realRoot,
  settingsInForce,
  workspaceAt,
} from "@toolwright/runtime/internal";
import { createEnvironment, type OpenWorkspaceOptions } from "@toolwright/workspace";
import { openSession } from "../../commands/open-session.ts";
import { listedTools } from "../../listed-tools/listed-tools.ts";
import type { ProgramContext } from "../../program-context.ts";
import type { ClientFacts } from "../client/client-facts.ts";
import { ClientNotices } from "../client/client-notices.ts";
import { ClientTexts, type ClientTextsOptions } from "../client/client-texts.ts";
import { AcpSession } from "./acp-session.ts";
import { givenServers } from "./given-servers.ts";

/** The protocol's code for a session that isn't there. */
const resourceNotFound = -32002;

/** What the command line says for all sessions. */
export interface ServingOptions {
  readonly program: ProgramContext;
  readonly place: PlaceOptions;
  /** Default: the model of the settings. */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface ClientSide {
  readonly client: AgentContext;
  readonly facts: ClientFacts;
}

/** Where a client wants a session. */
export interface SessionPlace
  extends Pick<NewSessionRequest, "additionalDirectories" | "cwd" | "mcpServers"> {
  /** A stored conversation to go on with. */
  readonly sessionId?: string;
}

/**
 * Opens a session in a client's folder.
 *
 * Errors: RequestError `invalidParams` for a folder that is relative, missing or too broad, and for one whose settings
 * turn the agent off; `authRequired` without a usable model.
 */
export async function openAcpSession(
  asked: SessionPlace,
  options: ServingOptions,
  side: ClientSide,
): Promise<AcpSession> {
  const { client, facts } = side;
  const { program } = options;
  const opened: { id: string | null } = { id: null };
  const notices = new ClientNotices(program, facts.showsNotices);
  const texts = textsOf(asked, side, { sessionId: () => opened.id, onNotice: notices.tell });
  const toolwright = await openPlace(asked, options, { texts, onNotice: notices.tell });
  opened.id = asked.sessionId ?? toolwright.session.id;
  try {
    const model = modelFor(toolwright, options);
    if (model === undefined) throw noModel(toolwright, "No model is set");
    const agent = await openAgent(toolwright, options, model);
    const stopFollowing = followChanges(toolwright, notices.tell);
    return new AcpSession({
      id: opened.id,
      toolwright,
      client,
      facts,
      language: program.language,
      agent,
      model,
      withModel: (other, { messages }) => openAgent(toolwright, options, other, messages),
      notices,
      onClose: stopFollowing,
    });
  } catch (thrown) {
    await toolwright.close();
    throw thrown;
  }
}

/** Empty for a client that doesn't offer its texts. */
function textsOf(
  { cwd }: SessionPlace,
  { client, facts }: ClientSide,
  more: Pick<ClientTextsOptions, "onNotice" | "sessionId">,
): Pick<OpenWorkspaceOptions, "unsaved"> {
  if (!facts.readsFiles) return {};
  const root = realRoot(cwd);
  const pathFor = (path: string): string =>
    path.startsWith(root + sep) ? cwd.replace(/[/\\]+$/, "") + path.slice(root.length) : path;
  return { unsaved: new ClientTexts({ client, pathFor, ...more }) };
}

interface PlaceParts {
  readonly texts: Pick<OpenWorkspaceOptions, "unsaved">;
  readonly onNotice: (notice: string) => void;
}

async function openPlace(
  asked: SessionPlace,
  options: ServingOptions,
  { texts, onNotice }: PlaceParts,
): Promise<Toolwright> {
  const { place, program } = options;
  const { entries, unusable } = givenServers(asked.mcpServers);
  for (const name of unusable) {
    onNotice(`MCP server '${name}' isn't used: it speaks SSE, which MCP has given up`);
  }
  const workspace = await workspaceFor(asked, options, texts).catch(orInvalid);
  // Our own word for the latest one is no id of a client's.
  if (asked.sessionId === "last") throw RequestError.sessionNotFound(asked.sessionId);
  try {
    return await openSession(place, program, {
      workspace,
      resume: asked.sessionId,
      mcpServers: entries,
      onNotice,
      builtinTools: listedTools,
      thirdPartyTools: "listed",
      // The client has no flags of ours.
      remedy: () => null,
    });
  } catch (thrown) {
    const { sessionId } = asked;
    if (sessionId === undefined || !isInvalidSetup(thrown)) return orInvalid(thrown);
    throw new RequestError(resourceNotFound, thrown.message, { sessionId });
  }
}

function orInvalid(thrown: unknown): never {
  if (!isInvalidSetup(thrown)) throw thrown;
  throw RequestError.invalidParams(undefined, thrown.message);
}

/** The command line's, the one that the conversation was with, as far as it is still offered, or that of the settings. */
function modelFor(
  { resumed, settings }: Toolwright,
  { model }: ServingOptions,
): string | undefined {
  const choice = agentFrom(settings.files);
  const before = choice.models.find(({ id }) => id === resumed?.model);
  return model ?? before?.id ?? choice.model;
}

async function workspaceFor(
  { cwd, additionalDirectories = [] }: SessionPlace,
  { place, program }: ServingOptions,
  texts: Pick<OpenWorkspaceOptions, "unsaved">,
): Promise<Workspace> {
  for (const folder of [cwd, ...additionalDirectories]) {
    if (isAbsolute(folder)) continue;
    throw RequestError.invalidParams({ cwd }, `'${folder}' is not an absolute path`);
  }
  const isNamed = place.workspace !== undefined && isSame(placeOf(place, program), cwd);
  const places = placesFor(
    { ...place, cwd, workspace: isNamed ? cwd : undefined },
    createEnvironment(program.environment),
  );
  const { files } = await settingsInForce(places);
  return workspaceAt(places, [...furtherRoots(files, places), ...additionalDirectories], texts);
}

function placeOf({ workspace }: PlaceOptions, program: ProgramContext): string {
  return typeof workspace === "string" ? resolve(program.cwd, workspace) : "";
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

async function openAgent(
  toolwright: Toolwright,
  { baseUrl }: ServingOptions,
  model: string,
  messages: Agent["messages"] = [],
): Promise<Agent> {
  try {
    return await toolwright.agent({ model, baseUrl, isUnattended: false, messages });
  } catch (thrown) {
    if (thrown instanceof ModelError) throw noModel(toolwright, thrown.message.replace(/\.$/, ""));
    return orInvalid(thrown);
  }
}

/** Clients then show the ways to authenticate, which say what to do. */
function noModel({ places }: Toolwright, reason: string): RequestError {
  return RequestError.authRequired(
    undefined,
    `${reason}. Set "model" in ${join(places.configDirectory, "settings.json")}, or start \`toolwright acp --model VENDOR/ID\``,
  );
}
