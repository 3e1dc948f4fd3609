import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  McpServer,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Invocation, Outcome, Registry, Session } from "@toolwright/core";
import { type LogLevel, messageOf, revealedLine } from "@toolwright/core/internal";
import {
  logLevelIn,
  notAble,
  notContinued,
  optionsFor,
  untilEnded,
  untilTurn,
} from "./await-call.ts";
import { callResult } from "./call-result.ts";
import { HeldCall } from "./held-call.ts";
import { HeldCalls } from "./held-calls.ts";
import { HostApprover } from "./host-approver.ts";
import { hostFolders } from "./host-folders.ts";
import { askingAbilities, type HostLine, hostNameOf } from "./host-line.ts";
import { ToolCatalogue } from "./tool-catalogue.ts";

/**
 * Who answers approval questions: the host's person; nobody, so that calls are refused with a hint; or other
 * approvers of the session.
 */
export type Asked = "host" | "nobody" | "others";

/** The session to serve and its registry. */
export interface ServedSession {
  readonly session: Session;
  /** The session's tools; hosts are notified of changes. */
  readonly registry: Registry;
}

export interface ToolServerOptions {
  /** The handshake does not wait for it; the first list or call does. */
  readonly served: Promise<ServedSession>;
  /** This program's version. */
  readonly version: string;
  readonly asks: Asked;
  /**
   * Sends structured results and lists their schemas. Default: false, because some hosts pass on only the
   * structure, and schemas cost every host tokens.
   */
  readonly structured?: boolean;
  /** How long a question waits for an answer. Default: 15 minutes. */
  readonly questionTimeoutMs?: number;
  /**
   * Receives an older host's folders as absolute paths, at first and after each change. The host's calls wait
   * for the first.
   */
  readonly onHostRoots?: (roots: readonly string[]) => Promise<void>;
  /** Receives messages for the person who runs the server. */
  readonly onNotice: (notice: string) => void;
}

const defaultQuestionTimeoutMs = 15 * 60 * 1000;
/** A host that takes longer to name its folders works in the server's. */
const rootsTimeoutMs = 3_000;
const modernRevision = "2026-07-28";
/** A host that does not listen for changes lists again after a minute. */
const listCache = { ttlMs: 60_000, cacheScope: "private" } as const;
/** Newer hosts look for these; older ones report an empty list as a fault. */
const emptyCapabilities = {
  prompts: { listChanged: false },
  resources: { listChanged: false },
};
const emptyLists = { ...listCache, ttlMs: 3_600_000 };

/** What hosts show their models about this server. Short, because it is part of every prompt. */
const instructions = [
  "Toolwright runs tools for files, search and commands under the person's policy.",
  "A call may be refused or wait for the person's approval; a refusal says what would allow it.",
  "Long output is cut in the middle and stored in full: read it by its handle, such as `output:7f3a9c21`, like a path.",
  "Every change is journalled, and the person can undo it: `toolwright undo`.",
].join(" ");

/** Available once the session is open. */
interface Opened {
  readonly session: Session;
  readonly catalogue: ToolCatalogue;
  readonly approver: HostApprover;
}

/**
 * A session as an MCP server, for any number of connections in both eras of the protocol. `connect` is the
 * factory for the SDK's entries.
 */
export class ToolServer {
  readonly #options: ToolServerOptions;
  readonly #opened: Promise<Opened>;
  readonly #held: HeldCalls;
  readonly #connections = new Set<Connection>();
  readonly #onToolsChanged = new Set<() => void>();
  #isRefreshing = false;
  /** The tools that hosts were last notified of, or the initial ones. */
  #told: readonly unknown[] | null = null;
  #stop: (() => void)[] = [];
  #catalogue: ToolCatalogue | null = null;

  constructor(options: ToolServerOptions) {
    this.#options = options;
    this.#held = new HeldCalls(options.questionTimeoutMs ?? defaultQuestionTimeoutMs);
    this.#opened = this.#open();
    // The first request reports the error; until then it must not count as unhandled.
    this.#opened.catch(() => undefined);
  }

  /** Settles once the session is open; rejects if it fails. */
  get ready(): Promise<unknown> {
    return this.#opened;
  }

  /** The server end of one connection or request. */
  connect({ era, requestInfo }: McpRequestContext): McpServer {
    const mcpServer = new McpServer(
      { name: "toolwright", title: "Toolwright", version: this.#options.version },
      {
        capabilities: {
          tools: { listChanged: true },
          // For the output of commands, if hosts request it.
          logging: {},
          ...(era === "modern" && emptyCapabilities),
        },
        instructions,
        cacheHints: {
          "tools/list": listCache,
          "prompts/list": emptyLists,
          "resources/list": emptyLists,
          "resources/templates/list": emptyLists,
        },
      },
    );
    const connection = { server: mcpServer.server, logLevel: undefined, rootsKnown: null };
    this.#serve(connection, era);
    // A connection for a single request cannot receive notifications.
    if (era === "legacy" || requestInfo === undefined) this.#connections.add(connection);
    return mcpServer;
  }

  /** For transports that notify hosts themselves. Returns a function that ends it. */
  onToolsChanged(listener: () => void): () => void {
    this.#onToolsChanged.add(listener);
    return () => this.#onToolsChanged.delete(listener);
  }

  /** Ends pending questions. The owner of the session closes it. */
  close(): void {
    for (const stop of this.#stop.splice(0)) stop();
    this.#held.close();
    this.#connections.clear();
  }

  async #open(): Promise<Opened> {
    const { asks, structured = false } = this.#options;
    const { session, registry } = await this.#options.served;
    const { id, workspace, language } = session;
    const approver = new HostApprover({ sessionId: id, roots: workspace.roots, language, asks });
    this.#stop.push(
      session.approvals.attach(approver),
      registry.subscribe(() => this.#refreshSoon(session)),
    );
    this.#catalogue = new ToolCatalogue(session, structured);
    this.#told = session.shownTools;
    return { session, catalogue: this.#catalogue, approver };
  }

  /** Combines changes: a server that adds a hundred tools causes one notification. */
  #refreshSoon(session: Session): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    setImmediate(() => {
      this.#isRefreshing = false;
      void session.refresh().then(() => this.#tellOfTools(session));
    });
  }

  /** Also runs after calls, which may have revealed tools by a search. */
  #tellOfTools({ shownTools }: Session): void {
    if (this.#told === shownTools) return;
    this.#told = shownTools;
    for (const connection of this.#connections) {
      // A closed connection removes itself.
      connection.server.sendToolListChanged().catch(() => undefined);
    }
    for (const listener of this.#onToolsChanged) listener();
  }

  #serve(connection: Connection, era: McpRequestContext["era"]): void {
    const { server } = connection;
    server.onclose = () => this.#connections.delete(connection);
    server.onerror = (error) => this.#options.onNotice(`mcp: ${revealedLine(error.message, 400)}`);
    server.setRequestHandler("tools/list", async () => {
      const { catalogue } = await this.#opened;
      return { tools: [...catalogue.list()] };
    });
    server.setRequestHandler(
      "tools/call",
      ({ params: { name, arguments: input = {} } }, context) =>
        era === "legacy"
          ? this.#callDirectly(connection, name, input, context)
          : this.#callInTurns(name, input, context),
    );
    if (era === "legacy") {
      server.setRequestHandler("logging/setLevel", ({ params: { level } }) => {
        connection.logLevel = level;
        return {};
      });
      this.#followRoots(connection);
    } else {
      server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
      server.setRequestHandler("resources/list", () => ({ resources: [] }));
      server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    }
  }

  #followRoots(connection: Connection): void {
    const { onHostRoots, onNotice } = this.#options;
    if (onHostRoots === undefined) return;
    const { server } = connection;
    const follow = (): void => {
      if (server.getClientCapabilities()?.roots === undefined) return;
      connection.rootsKnown = server
        .request({ method: "roots/list" }, { timeout: rootsTimeoutMs })
        .then(({ roots }) => onHostRoots(hostFolders(roots, onNotice)))
        .catch((thrown: unknown) => {
          onNotice(
            `mcp: the host did not name its roots (${revealedLine(messageOf(thrown), 200)})`,
          );
        });
    };
    server.oninitialized = follow;
    server.setNotificationHandler("notifications/roots/list_changed", follow);
  }

  /** Asks an older host while its request is open. */
  async #callDirectly(
    connection: Connection,
    name: string,
    input: unknown,
    context: ServerContext,
  ): Promise<CallToolResult> {
    const { server } = connection;
    const revision = server.getNegotiatedProtocolVersion() ?? "";
    const { questionTimeoutMs = defaultQuestionTimeoutMs } = this.#options;
    const line: HostLine = {
      hostName: hostNameOf(server.getClientVersion()),
      canAsk: askingAbilities(server.getClientCapabilities(), revision),
      // The older era has no error for it; the refusal explains it.
      lacks: () => {},
      elicit: ({ params }, signal) =>
        context.mcpReq.send(
          { method: "elicitation/create", params },
          { timeout: questionTimeoutMs, signal },
        ),
    };
    const { session, approver } = await this.#opened;
    await connection.rootsKnown;
    const { logLevel } = connection;
    const invocation = session.call({ name: this.#sessionName(name), input }, optionsFor(logLevel));
    const disconnect = approver.connect(invocation.callId, line);
    try {
      const outcome = await untilEnded(invocation, context, logLevel);
      this.#tellOfTools(session);
      return this.#resultOf(outcome, name, revision);
    } finally {
      disconnect();
    }
  }

  /** Returns questions to a newer host as results; the host retries with the answers. */
  async #callInTurns(
    name: string,
    input: unknown,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { inputResponses = {} } = context.mcpReq;
    const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
    const { session, approver } = await this.#opened;
    const handle = context.mcpReq.requestState<string>();
    let call: HeldCall;
    let invocation: Invocation;
    if (handle === undefined) {
      call = new HeldCall(
        hostNameOf(envelope[CLIENT_INFO_META_KEY]),
        askingAbilities(envelope[CLIENT_CAPABILITIES_META_KEY], modernRevision),
      );
      invocation = session.call(
        { name: this.#sessionName(name), input },
        optionsFor(logLevelIn(envelope)),
      );
      call.begin(invocation);
      const disconnect = approver.connect(invocation.callId, call);
      void invocation.outcome.then(disconnect);
    } else {
      const continued = this.#held.take(handle, name, input);
      if (continued.state !== "found") throw notContinued(continued.state);
      ({ call, invocation } = continued);
      call.answer(inputResponses);
    }
    const turn = await untilTurn(call, invocation, context, logLevelIn(envelope));
    if (turn.kind === "ended") {
      this.#tellOfTools(session);
      const { lacking } = call;
      if (lacking !== null && turn.outcome.status !== "ok") throw notAble(lacking, turn.outcome);
      return this.#resultOf(turn.outcome, name, modernRevision);
    }
    const requestState = this.#held.hold({ name, input, call, invocation });
    return inputRequired({ inputRequests: turn.requests, requestState });
  }

  #sessionName(listed: string): string {
    return this.#catalogue?.find(listed)?.name ?? listed;
  }

  /** Errors: ProtocolError for an unknown tool, as the protocol requires. */
  #resultOf(outcome: Outcome, listedName: string, revision: string): CallToolResult {
    if (outcome.error?.code === "tool-not-found") {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.error.message);
    }
    const hasOutputSchema = this.#catalogue?.find(listedName)?.listed.outputSchema !== undefined;
    return callResult(outcome, { hasOutputSchema, revision });
  }
}

/** The server end of a connection, and the state of its host. */
interface Connection {
  readonly server: McpServer["server"];
  /** The least severe level of log messages that an older host requested. */
  logLevel: LogLevel | undefined;
  /** For an older host with roots: settles once they are known. */
  rootsKnown: Promise<void> | null;
}
