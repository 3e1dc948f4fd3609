import {
  type AgentApp,
  agent as createApp,
  type AuthMethod,
  type CancelNotification,
  type InitializeRequest,
  type InitializeResponse,
  type NewSessionRequest,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type ResumeSessionRequest,
} from "@agentclientprotocol/sdk";
import { ModelError, openModel } from "@toolwright/agent";
import { agentFrom, placesFor, settingsInForce } from "@toolwright/runtime/internal";
import { createEnvironment } from "@toolwright/workspace";
import { join } from "node:path";
import { phrase } from "../language/phrase.ts";
import { type ClientFacts, clientFacts } from "./client/client-facts.ts";
import { type AcpSession, requestErrorOf } from "./session/acp-session.ts";
import { configOptions, modeState } from "./session/config-options.ts";
import { deleteSession, listSessions } from "./session/stored-sessions.ts";
import {
  type ClientSide,
  openAcpSession,
  type ServingOptions,
  type SessionPlace,
} from "./session/open-acp-session.ts";

const modelMethod = "model";

interface OpenedSession extends Required<Pick<NewSessionResponse, "configOptions" | "modes">> {
  readonly session: AcpSession;
}

/** The agent of one client: answers its requests, and keeps its sessions. */
export class AcpAgent {
  readonly #options: ServingOptions;
  readonly #version: string;
  readonly #sessions = new Map<string, AcpSession>();
  readonly #opening = new Set<Promise<unknown>>();
  readonly #answering = new Set<Promise<unknown>>();
  #facts: ClientFacts | null = null;
  #isClosed = false;

  constructor(options: ServingOptions, version: string) {
    this.#options = options;
    this.#version = version;
  }

  /** The handlers of all requests. */
  get app(): AgentApp {
    const { language } = this.#options.program;
    const answering =
      <Context, Answer>(answer: (context: Context) => Promise<Answer>) =>
      async (context: Context): Promise<Answer> => {
        const answered = answer(context);
        this.#answering.add(answered);
        try {
          return await answered;
        } catch (thrown) {
          throw requestErrorOf(thrown, language);
        } finally {
          this.#answering.delete(answered);
        }
      };
    return createApp({ name: "toolwright" })
      .onRequest(
        "initialize",
        answering(({ params }) => this.#initialize(params)),
      )
      .onRequest(
        "authenticate",
        answering(({ params }) => this.#authenticate(params.methodId)),
      )
      .onRequest(
        "session/new",
        answering(({ params, client }) => this.#newSession(params, client)),
      )
      .onRequest(
        "session/load",
        answering(async ({ params, client }) => {
          const { session, ...answer } = await this.#resume(params, client);
          await session.replay();
          return answer;
        }),
      )
      .onRequest(
        "session/resume",
        answering(async ({ params, client }) => {
          const { session: _, ...answer } = await this.#resume(params, client);
          return answer;
        }),
      )
      .onRequest(
        "session/list",
        answering(({ params }) => listSessions(params, this.#options)),
      )
      .onRequest(
        "session/delete",
        answering(async ({ params: { sessionId } }) => {
          if (this.#sessions.has(sessionId)) await this.#closeSession(sessionId);
          await deleteSession(sessionId, this.#options);
          return {};
        }),
      )
      .onRequest(
        "session/close",
        answering(({ params }) => this.#closeSession(params.sessionId)),
      )
      .onRequest(
        "session/prompt",
        answering(({ params, signal }) => this.#prompt(params, signal)),
      )
      .onNotification("session/cancel", ({ params }) => this.#cancel(params))
      .onRequest(
        "session/set_mode",
        answering(async ({ params }) => {
          await this.#session(params.sessionId).setMode(params.modeId);
          return {};
        }),
      )
      .onRequest(
        "session/set_config_option",
        answering(async ({ params }) => {
          const session = this.#session(params.sessionId);
          await setOption(session, params.configId, params.value);
          return { configOptions: configOptions(session.configuration) };
        }),
      );
  }

  /** Resolves when every request has its answer. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#answering);
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opening);
    await Promise.allSettled(Array.from(this.#sessions.values(), (session) => session.close()));
    this.#sessions.clear();
  }

  async #initialize(request: InitializeRequest): Promise<InitializeResponse> {
    if (request.protocolVersion < PROTOCOL_VERSION) {
      throw RequestError.unsupportedProtocolVersion(request.protocolVersion, [PROTOCOL_VERSION]);
    }
    this.#facts = clientFacts(request);
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "toolwright", title: "Toolwright", version: this.#version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: {
          list: {},
          resume: {},
          close: {},
          delete: {},
          additionalDirectories: {},
        },
      },
      authMethods: (await this.#modelProblem()) === null ? [] : [this.#method()],
    };
  }

  /** There is nothing to log in to: the person sets a model and its key, and tries again. */
  async #authenticate(methodId: string): Promise<object> {
    if (methodId !== modelMethod) {
      throw RequestError.invalidParams(undefined, `There is no method '${methodId}'`);
    }
    const problem = await this.#modelProblem();
    if (problem !== null) throw RequestError.authRequired(undefined, problem);
    return {};
  }

  async #newSession(
    request: NewSessionRequest,
    client: ClientSide["client"],
  ): Promise<NewSessionResponse> {
    const { session, ...state } = await this.#open(request, client);
    return { sessionId: session.id, ...state };
  }

  /** A session that is open here is closed first: its client has lost it. */
  async #resume(
    { mcpServers = [], ...request }: ResumeSessionRequest,
    client: ClientSide["client"],
  ): Promise<OpenedSession> {
    const { sessionId } = request;
    const active = this.#sessions.get(sessionId);
    if (active?.isBusy === true) {
      throw RequestError.invalidRequest({ sessionId }, "This session is working on a prompt");
    }
    if (active !== undefined) await this.#closeSession(sessionId);
    return this.#open({ ...request, mcpServers }, client);
  }

  async #open(place: SessionPlace, client: ClientSide["client"]): Promise<OpenedSession> {
    const facts = this.#facts ?? clientFacts({ protocolVersion: PROTOCOL_VERSION });
    const opening = openAcpSession(place, this.#options, { client, facts });
    this.#opening.add(opening);
    try {
      const session = await opening;
      if (this.#isClosed) {
        await session.close();
        throw RequestError.requestCancelled();
      }
      this.#sessions.set(session.id, session);
      const { configuration } = session;
      // Once the client has the answer, it knows the session.
      setTimeout(() => void session.announce(), 0);
      return {
        session,
        modes: modeState(configuration),
        configOptions: configOptions(configuration),
      };
    } finally {
      this.#opening.delete(opening);
    }
  }

  async #closeSession(sessionId: string): Promise<object> {
    const session = this.#session(sessionId);
    this.#sessions.delete(sessionId);
    await session.close();
    return {};
  }

  #prompt({ sessionId, prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    return this.#session(sessionId).prompt(prompt, signal);
  }

  /** For a session that doesn't exist there is nothing to cancel, and a notification has no answer. */
  #cancel({ sessionId }: CancelNotification): void {
    this.#sessions.get(sessionId)?.cancel();
  }

  #session(sessionId: string): AcpSession {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  /** Why no session could have a model, by the person's own settings; null when one can. */
  async #modelProblem(): Promise<string | null> {
    const { program, place, baseUrl } = this.#options;
    const { environment } = program;
    const { files } = await settingsInForce(
      placesFor(
        { ...place, cwd: program.cwd, projectSettings: false },
        createEnvironment(environment),
      ),
    );
    const name = this.#options.model ?? agentFrom(files).model;
    if (name === undefined) return this.#advice;
    try {
      await openModel(name, { environment, ...(baseUrl !== undefined && { baseUrl }) });
      return null;
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return thrown.message;
    }
  }

  #method(): AuthMethod {
    const { say } = this.#options.program.language;
    return { id: modelMethod, name: say(phrase("Choose a model")), description: this.#advice };
  }

  get #advice(): string {
    const { program } = this.#options;
    const { configDirectory } = placesFor({}, createEnvironment(program.environment));
    return program.language.say(
      phrase("Set {key} in {file}, or start {command}. Then set the variable of its key.", {
        key: '"model"',
        file: join(configDirectory, "settings.json"),
        command: "toolwright acp --model VENDOR/ID",
      }),
    );
  }
}

async function setOption(session: AcpSession, id: string, value: string | boolean): Promise<void> {
  const setters: Readonly<Record<string, (value: string) => Promise<void>>> = {
    mode: (mode) => session.setMode(mode),
    model: (model) => session.setModel(model),
  };
  const set = Object.hasOwn(setters, id) ? setters[id] : undefined;
  if (set === undefined) {
    throw RequestError.invalidParams(
      undefined,
      `There is no option '${id}'. Known: ${Object.keys(setters).join(", ")}`,
    );
  }
  await set(String(value));
}
