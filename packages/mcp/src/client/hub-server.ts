import type { Client, ClientCapabilities, Implementation } from "@modelcontextprotocol/client";
import {
  type MaybePromise,
  messageOf,
  type ProcessHost,
  type Registry,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { pauseBefore } from "./backoff.ts";
import { callTool, sendRequest, type ServerRequest, SessionGone } from "./call-tool.ts";
import { connectHttp, type HttpContext } from "./connect-http.ts";
import { connectStdio } from "./connect-stdio.ts";
import type { Connection } from "./connection.ts";
import { isFields, textOf, contentParts } from "./content-parts.ts";
import { defineServerTool } from "./define-server-tool.ts";
import type { Eras } from "./eras.ts";
import { ConnectFailure, type Loss, reasonOf } from "./failure.ts";
import type { HubLimits } from "./hub-limits.ts";
import { listTools, type ServerProblem } from "./list-tools.ts";
import { RegisteredTools, type WantedTool } from "./registered-tools.ts";
import { resourceTools } from "./resource-tools.ts";
import { answer, rootsOf, type RunningCall } from "./running-call.ts";
import type { Sample } from "./sampling.ts";
import type { ServerGate, ServerTool } from "./server-gate.ts";
import type { ServerState, ServerStatus } from "./server-status.ts";
import type { Timers } from "./timers.ts";

/** What all servers of a hub share. */
export interface HubParts {
  readonly processes: ProcessHost;
  readonly registry: Registry;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly gate: ServerGate;
  readonly authorizationFor:
    | ((server: ServerConfiguration) => MaybePromise<HttpContext["authorization"]>)
    | undefined;
  readonly sample: Sample | undefined;
  readonly offersResources: (server: ServerConfiguration) => boolean;
  readonly notify: (server: string, level: "debug" | "warning", message: string) => void;
  readonly onChange: () => void;
  readonly timers: Timers;
  readonly limits: HubLimits;
  readonly eras: Eras;
  readonly client: Implementation;
}

/** One server from its configuration to its tools, over all its lives. */
export class HubServer {
  readonly configuration: ServerConfiguration;
  readonly #parts: HubParts;
  readonly #tools: RegisteredTools;
  readonly #running = new Set<RunningCall>();
  readonly #closed = new AbortController();
  #state: ServerState = "idle";
  #reason: string | null = null;
  #connection: Connection | null = null;
  /** While it starts. */
  #opening: Promise<Connection> | null = null;
  #listed: readonly ServerTool[] = [];
  #problems: readonly ServerProblem[] = [];
  #startedInMs: number | null = null;
  #readyAtMs = 0;
  #restarts = 0;
  /** Failures in a row. */
  #failures = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelRefresh: (() => void) | null = null;
  #isListing = false;
  /** One change of the registry after the other. */
  #updating: Promise<void> = Promise.resolve();

  constructor(configuration: ServerConfiguration, parts: HubParts) {
    this.configuration = configuration;
    this.#parts = parts;
    this.#tools = new RegisteredTools(parts.registry, `mcp:${configuration.name}`);
    if (!configuration.enabled) this.#become("disabled", "it is switched off in its configuration");
  }

  get status(): ServerStatus {
    const connection = this.#connection;
    return {
      configuration: this.configuration,
      state: this.#state,
      reason: this.#reason,
      toolCount: this.#tools.count,
      problems: [...this.#problems, ...this.#tools.problems],
      protocolVersion: connection?.protocolVersion ?? null,
      serverInfo: connection?.serverInfo ?? null,
      instructions: connection?.instructions ?? null,
      startedInMs: this.#startedInMs,
      restarts: this.#restarts,
    };
  }

  /** It has come to something, be it only a reason. */
  get isSettled(): boolean {
    return this.#state !== "idle" && this.#state !== "starting";
  }

  /** For good, with what is to be told to who wants it all the same. */
  refuse(reason: string): void {
    this.#become("refused", reason);
  }

  /** In the background. */
  start(): void {
    if (this.#state !== "idle") return;
    this.#open().catch(() => undefined);
  }

  /** Leaves what was and begins anew, as after a login. */
  async restart(): Promise<void> {
    if (this.#state === "disabled" || this.#state === "closed") return;
    this.#cancelRetry?.();
    await this.#opening?.catch(() => undefined);
    const former = this.#connection;
    this.#connection = null;
    await former?.close().catch(() => undefined);
    this.#failures = 0;
    await this.#open().catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#state === "closed") return;
    const wasDisabled = this.#state === "disabled" || this.#state === "refused";
    this.#closed.abort(new ToolError("cancelled", "The servers are being closed."));
    this.#cancelRetry?.();
    this.#cancelRefresh?.();
    const opening = this.#opening;
    const connection = this.#connection;
    this.#connection = null;
    if (!wasDisabled) this.#become("closed", "it was closed");
    const late = await opening?.catch(() => null);
    await Promise.all([
      connection?.close().catch(() => undefined),
      late?.close().catch(() => undefined),
    ]);
    await this.#updating;
    this.#tools.clear();
    // A namesake's, of one that never was.
    if (!wasDisabled) {
      this.#parts.registry.describeSource(`mcp:${this.configuration.name}`, undefined);
    }
  }

  #become(state: ServerState, reason: string | null): void {
    this.#state = state;
    this.#reason = reason;
    this.#parts.onChange();
  }

  /** The connection, of a server that has died a new one. */
  async #connected(signal: AbortSignal): Promise<Connection> {
    const { name } = this.configuration;
    const connection = this.#connection;
    if (connection !== null) {
      await abortable(connection.looked, signal);
      if (!connection.isLost && this.#connection === connection) return connection;
      if (connection.isLost) await connection.lost;
    }
    if (this.#connection !== null && !this.#connection.isLost) return this.#connection;
    if (this.#state === "closed" || this.#state === "disabled" || this.#state === "refused") {
      throw new ToolError(
        "tool-not-available",
        `The MCP server '${name}' isn't there: ${this.#reason}.`,
      );
    }
    try {
      return await abortable(this.#opening ?? this.#open(), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      throw new ToolError(
        "mcp-failed",
        `The MCP server '${name}' isn't there: ${reasonOf(thrown)}.`,
        {
          cause: thrown,
        },
      );
    }
  }

  #open(): Promise<Connection> {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const opening = this.#tryOpen();
    this.#opening = opening;
    const over = (): void => {
      if (this.#opening === opening) this.#opening = null;
    };
    opening.then(over, over);
    return opening;
  }

  async #tryOpen(): Promise<Connection> {
    const { timers, limits, gate } = this.#parts;
    this.#become("starting", null);
    const startedAt = timers.now();
    let connection: Connection | null = null;
    try {
      const against = (await gate.mayStart?.(this.configuration)) ?? null;
      if (against !== null) {
        this.#become("refused", against);
        throw new ToolError("permission-denied", against);
      }
      connection = await this.#connect();
      this.#closed.signal.throwIfAborted();
      this.#connection = connection;
      await this.#list(connection);
      this.#closed.signal.throwIfAborted();
    } catch (thrown) {
      this.#connection = null;
      await connection?.close().catch(() => undefined);
      this.#fail(thrown);
      throw thrown;
    }
    this.#startedInMs = Math.round(timers.now() - startedAt);
    this.#readyAtMs = timers.now();
    this.#become("ready", null);
    this.#parts.registry.describeSource(
      `mcp:${this.configuration.name}`,
      connection.instructions ?? undefined,
    );
    this.#listen(connection);
    const current = connection;
    void current.lost.then((loss) => this.#lost(current, loss));
    timers.after(limits.stableMs, () => {
      if (this.#connection === current) this.#failures = 0;
    });
    return connection;
  }

  async #connect(): Promise<Connection> {
    const { processes, cwd, eras, limits, authorizationFor } = this.#parts;
    const server = this.configuration;
    const context = {
      server,
      facts: this.#facts(),
      timeoutMs: limits.startMs,
      signal: this.#closed.signal,
      eras,
    };
    if (server.transport.type === "stdio") {
      return connectStdio({ ...context, processes, cwd }, server.transport);
    }
    const authorization = await authorizationFor?.(server);
    return connectHttp({ ...context, authorization }, server.transport);
  }

  #facts() {
    const { client: info, sample, notify } = this.#parts;
    const { name } = this.configuration;
    const capabilities: ClientCapabilities = {
      roots: {},
      elicitation: { form: { applyDefaults: true }, url: {} },
      ...(sample !== undefined && { sampling: {} }),
    };
    return {
      info,
      capabilities,
      prepare: (client: Client): void => {
        client.onerror = (error) => notify(name, "debug", error.message);
        client.setRequestHandler("roots/list", () => rootsOf(this.#parts.roots) as { roots: [] });
        client.setRequestHandler("elicitation/create", async ({ params }) => {
          // Outside of a call there is nobody to ask.
          const answered = await this.#answer("elicitation/create", params);
          return (answered ?? { action: "cancel" }) as { action: "cancel" };
        });
        if (sample !== undefined) {
          client.setRequestHandler("sampling/createMessage", async ({ params }) => {
            const answered = await this.#answer("sampling/createMessage", params);
            if (answered === null) throw new Error("Only a running call may ask the model.");
            return answered as unknown as Awaited<ReturnType<Sample>>;
          });
        }
        client.setNotificationHandler("notifications/message", ({ params }) => {
          const { level, data } = params;
          notify(name, "debug", `${level}: ${typeof data === "string" ? data : messageOf(data)}`);
        });
        // Also from servers that never said that they would tell.
        client.setNotificationHandler("notifications/tools/list_changed", () =>
          this.#refreshSoon(),
        );
        client.setNotificationHandler("notifications/resources/list_changed", () =>
          this.#parts.onChange(),
        );
        client.setNotificationHandler("notifications/prompts/list_changed", () =>
          this.#parts.onChange(),
        );
      },
    };
  }

  /** In the call that was begun last: of calls side by side no server says which it asks for. */
  async #answer(method: string, params: unknown): Promise<Record<string, unknown> | null> {
    const call = [...this.#running].at(-1);
    return call === undefined ? null : answer(call, method, params, this.#answering);
  }

  get #answering() {
    const { roots, sample } = this.#parts;
    return { server: this.configuration.name, roots, sample };
  }

  #fail(thrown: unknown): void {
    if (this.#closed.signal.aborted || this.#state === "refused") return;
    const failure =
      thrown instanceof ConnectFailure
        ? thrown
        : new ConnectFailure("lost", reasonOf(thrown), thrown);
    if (failure.kind === "needs-authorization") {
      this.#become("needs-authorization", failure.message);
      return;
    }
    this.#retryLater(failure.message, failure.kind === "unusable");
  }

  #lost(connection: Connection, { reason }: Loss): void {
    if (this.#connection !== connection || this.#closed.signal.aborted) return;
    this.#connection = null;
    this.#restarts += 1;
    // What ended in its own time is no sign that it will end again at once.
    if (this.#parts.timers.now() - this.#readyAtMs >= this.#parts.limits.stableMs)
      this.#failures = 0;
    this.#retryLater(reason, false);
  }

  #retryLater(reason: string, isFinal: boolean): void {
    const { timers, limits, notify } = this.#parts;
    const pauseMs = isFinal ? null : pauseBefore(this.#failures, timers.random, limits.restarts);
    this.#failures += 1;
    this.#become("failed", reason);
    notify(this.configuration.name, "warning", reason);
    if (pauseMs === null) return;
    this.#cancelRetry = timers.after(pauseMs, () => {
      this.#cancelRetry = null;
      if (this.#state === "failed") this.#open().catch(() => undefined);
    });
  }

  /** From 2026 on a server tells of changes only where somebody listens. */
  #listen(connection: Connection): void {
    if (connection.era !== "modern") return;
    const { client } = connection;
    const tells = client.getServerCapabilities()?.tools?.listChanged === true;
    if (!tells) return;
    const again = (): void => {
      if (this.#connection !== connection) return;
      this.#parts.timers.after(this.#parts.limits.restarts.firstMs, () => this.#listen(connection));
    };
    client.listen({ toolsListChanged: true }).then(
      ({ closed }) => void closed.then(again),
      (thrown: unknown) => this.#parts.notify(this.configuration.name, "debug", reasonOf(thrown)),
    );
  }

  #refreshSoon(): void {
    // Who never stops telling is looked at all the same.
    this.#cancelRefresh ??= this.#parts.timers.after(this.#parts.limits.settleMs, () => {
      this.#cancelRefresh = null;
      const connection = this.#connection;
      if (connection === null || this.#state !== "ready") return;
      if (this.#isListing) {
        this.#refreshSoon();
        return;
      }
      this.#list(connection).catch((thrown: unknown) => {
        // Whoever closes it, or lost it, knows.
        if (this.#connection !== connection) return;
        const reason = `its tools couldn't be listed anew: ${reasonOf(thrown)}`;
        this.#parts.notify(this.configuration.name, "warning", reason);
      });
    });
  }

  async #list(connection: Connection): Promise<void> {
    this.#isListing = true;
    try {
      await this.#listNow(connection);
    } finally {
      this.#isListing = false;
    }
  }

  async #listNow(connection: Connection): Promise<void> {
    const { transport, timeoutMs } = this.configuration;
    const { tools, problems } = await listTools(connection.client, {
      timeoutMs: timeoutMs ?? this.#parts.limits.requestMs,
      signal: this.#closed.signal,
      checksHeaders: connection.era === "modern" && transport.type !== "stdio",
    }).catch((thrown: unknown) => {
      // One without tools may not know the word.
      if (isFields(thrown) && thrown["code"] === methodNotFound) return { tools: [], problems: [] };
      throw thrown;
    });
    if (this.#connection !== connection) return;
    this.#listed = tools;
    this.#problems = problems;
    await this.#register(connection);
  }

  async #register(connection: Connection): Promise<void> {
    const { include, exclude } = this.configuration;
    const update = async (): Promise<void> => {
      if (this.#connection !== connection) return;
      const wanted = this.#listed
        .filter(({ name }) => include?.includes(name) ?? true)
        .filter(({ name }) => exclude?.includes(name) !== true)
        .map((tool) => this.#wanted(tool));
      const own = this.#parts.offersResources(this.configuration)
        ? this.#resourceTools(connection, new Set(wanted.map(({ name }) => name)))
        : [];
      await this.#tools.set([...wanted, ...own]);
      this.#parts.onChange();
    };
    const updated = this.#updating.then(update);
    this.#updating = updated.catch(() => undefined);
    await updated;
  }

  #wanted(tool: ServerTool): WantedTool {
    const { gate, cwd } = this.#parts;
    const server = this.configuration;
    const pin = gate.pins?.check(server, tool) ?? { state: "accepted" };
    const changed = pin.state === "changed" ? pin : null;
    const { transport } = server;
    const own = transport.type === "stdio" ? transport.cwd : undefined;
    return {
      name: tool.name,
      version: JSON.stringify([tool, changed]),
      tool: defineServerTool({
        tool,
        changed,
        facts: { server, cwd: own ?? cwd, mappings: gate.mappings },
        timeoutMs: this.#wholeCallMs,
        accept: () => this.#accept(tool),
        call: (input, context) =>
          this.#use(context, `the tool '${tool.name}'`, (request) =>
            callTool(request, tool, input),
          ),
      }),
    };
  }

  #accept(tool: ServerTool): void {
    this.#parts.gate.pins?.accept(this.configuration, tool);
    const connection = this.#connection;
    if (connection !== null) this.#register(connection).catch(() => undefined);
  }

  #resourceTools(connection: Connection, taken: ReadonlySet<string>): readonly WantedTool[] {
    return resourceTools({
      server: this.configuration.name,
      capabilities: connection.client.getServerCapabilities() ?? {},
      taken,
      timeoutMs: this.#wholeCallMs,
      ask: (context, what, method, params) =>
        this.#use(context, what, (request) => sendRequest(request, method, params)),
    });
  }

  /** It may have to be started first, which has its own limit. */
  get #wholeCallMs(): number {
    const { startMs, callMs } = this.#parts.limits;
    return startMs + callMs + 10_000;
  }

  async #use<Result>(
    context: ToolContext,
    what: string,
    run: (request: ServerRequest) => Promise<Result>,
  ): Promise<Result> {
    const { limits, timers } = this.#parts;
    const requestOn = (connection: Connection): ServerRequest => ({
      connection,
      running: this.#running,
      answering: this.#answering,
      limits: { idleMs: this.configuration.timeoutMs ?? limits.requestMs, totalMs: limits.callMs },
      timers,
      context,
      what,
    });
    const connection = await this.#connected(context.signal);
    try {
      return await run(requestOn(connection));
    } catch (thrown) {
      if (!(thrown instanceof SessionGone)) throw thrown;
      // It said that it doesn't know the session: the call was not taken.
      if (this.#connection === connection) await this.restart();
    }
    try {
      return await run(requestOn(await this.#connected(context.signal)));
    } catch (thrown) {
      if (!(thrown instanceof SessionGone)) throw thrown;
      const message = `The MCP server '${this.configuration.name}' doesn't know ${what}: ${thrown.message}`;
      throw new ToolError("mcp-failed", message, { cause: thrown });
    }
  }
}

const methodNotFound = -32_601;

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
