import { type ToolContext, ToolError } from "@toolwright/core";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { offeredRoots } from "./offered-roots.ts";
import { type HubParts, listenForToolChanges, openConnection } from "./open-connection.ts";
import { pauseBefore } from "./backoff.ts";
import type { Connection } from "./connection.ts";
import {
  ConnectFailure,
  isUnauthorized,
  type Loss,
  needsAuthorization,
  reasonOf,
} from "./failure.ts";
import { SessionGone } from "./request-error.ts";
import { answer, type RunningCall } from "./running-call.ts";
import type { ServerRequest } from "./server-request.ts";
import type { ServerState, ServerStatus } from "./server-status.ts";
import { ServerTools } from "./server-tools.ts";

/** One server's connections and tools over all its restarts. */
export class HubServer {
  readonly configuration: ServerConfiguration;
  readonly #parts: HubParts;
  readonly #roots: readonly string[];
  readonly #tools: ServerTools;
  readonly #running = new Set<RunningCall>();
  readonly #closed = new AbortController();
  #state: ServerState = "idle";
  #reason: string | null = null;
  #connection: Connection | null = null;
  /** Set while it starts. */
  #opening: Promise<Connection> | null = null;
  #startedInMs: number | null = null;
  #readyAtMs = 0;
  #restarts = 0;
  /** Consecutive failures. */
  #failures = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelRefresh: (() => void) | null = null;
  #isListing = false;

  constructor(configuration: ServerConfiguration, parts: HubParts) {
    this.configuration = configuration;
    this.#parts = parts;
    this.#roots = offeredRoots(configuration, parts.cwd, parts.roots);
    const { registry, gate, cwd, limits } = parts;
    this.#tools = new ServerTools({
      server: configuration,
      registry,
      gate,
      cwd,
      offersResources: configuration.resources === true,
      requestMs: this.#requestMs,
      // The call may have to start the server first, which has its own limit.
      wholeCallMs: limits.startMs + limits.callMs + 10_000,
      signal: this.#closed.signal,
      use: (context, what, run) => this.#use(context, what, run),
    });
    if (!configuration.enabled) this.#become("disabled", "it is disabled in its configuration");
  }

  get status(): ServerStatus {
    const connection = this.#connection;
    return {
      configuration: this.configuration,
      state: this.#state,
      reason: this.#reason,
      toolCount: this.#tools.count,
      problems: this.#tools.problems,
      protocolVersion: connection?.protocolVersion ?? null,
      serverInfo: connection?.serverInfo ?? null,
      instructions: connection?.instructions ?? null,
      startedInMs: this.#startedInMs,
      restarts: this.#restarts,
    };
  }

  /** Whether it is ready, or has a reason why not. */
  get isSettled(): boolean {
    return this.#state !== "idle" && this.#state !== "starting";
  }

  /** Refuses the server for good; calls get the reason. */
  refuse(reason: string): void {
    this.#become("refused", reason);
  }

  /** Starts it in the background. */
  start(): void {
    if (this.#state !== "idle") return;
    this.#open().catch(() => undefined);
  }

  /** Drops the connection and connects again, as after a login. */
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
    await this.#tools.clear();
    // A refused server never registered, so the description is that of its namesake.
    if (!wasDisabled) {
      this.#parts.registry.describeSource(`mcp:${this.configuration.name}`, undefined);
    }
  }

  #become(state: ServerState, reason: string | null): void {
    this.#state = state;
    this.#reason = reason;
    this.#parts.onChange();
  }

  /** The connection; a new one when the server has died. */
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
        `The MCP server '${name}' is not available: ${this.#reason}.`,
      );
    }
    try {
      return await abortable(this.#opening ?? this.#open(), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      throw new ToolError(
        "mcp-failed",
        `The MCP server '${name}' is not available: ${reasonOf(thrown).replace(/\.$/, "")}. ${nextStep(name)}`,
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
    const current = connection;
    listenForToolChanges(
      current,
      this.configuration.name,
      this.#parts,
      () => this.#connection === current,
    );
    void current.lost.then((loss) => this.#lost(current, loss));
    timers.after(limits.stableMs, () => {
      if (this.#connection === current) this.#failures = 0;
    });
    return connection;
  }

  #connect(): Promise<Connection> {
    return openConnection({
      server: this.configuration,
      parts: this.#parts,
      signal: this.#closed.signal,
      news: {
        roots: this.#roots,
        answer: (method, params, signal) => this.#answer(method, params, signal),
        onToolsChanged: () => this.#refreshSoon(),
        // With concurrent calls, the server does not say which one a log message belongs to.
        onLog: (message) => [...this.#running].at(-1)?.news.log(message),
      },
    });
  }

  /**
   * Answers within the latest call: with concurrent calls, the server does not say which one it asks for.
   */
  async #answer(
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | null> {
    const call = [...this.#running].at(-1);
    return call === undefined ? null : answer(call, method, params, this.#answering, signal);
  }

  get #answering() {
    const { sample } = this.#parts;
    return { server: this.configuration.name, roots: this.#roots, sample };
  }

  #fail(thrown: unknown): void {
    if (this.#closed.signal.aborted || this.#state === "refused") return;
    const failure = this.#failureOf(thrown);
    if (failure.kind === "needs-authorization") {
      this.#become("needs-authorization", failure.message);
      return;
    }
    this.#retryLater(failure.message, failure.kind === "unusable");
  }

  #failureOf(thrown: unknown): ConnectFailure {
    if (thrown instanceof ConnectFailure) return thrown;
    // Some servers answer `initialize` to anyone and require a token later.
    if (isUnauthorized(thrown)) return needsAuthorization(this.configuration.name, thrown);
    return new ConnectFailure("lost", reasonOf(thrown), thrown);
  }

  #lost(connection: Connection, { reason }: Loss): void {
    if (this.#connection !== connection || this.#closed.signal.aborted) return;
    this.#connection = null;
    this.#restarts += 1;
    // A server that ran for a while is not expected to end again at once.
    if (this.#parts.timers.now() - this.#readyAtMs >= this.#parts.limits.stableMs)
      this.#failures = 0;
    this.#retryLater(reason, false);
  }

  #retryLater(reason: string, isFinal: boolean): void {
    const { timers, limits, notify } = this.#parts;
    const pauseMs = isFinal
      ? null
      : pauseBefore(this.#failures, () => timers.random(), limits.restarts);
    this.#failures += 1;
    this.#become("failed", reason);
    notify(this.configuration.name, "warning", reason);
    if (pauseMs === null) return;
    this.#cancelRetry = timers.after(pauseMs, () => {
      this.#cancelRetry = null;
      if (this.#state === "failed") this.#open().catch(() => undefined);
    });
  }

  #refreshSoon(): void {
    // A pending refresh is not postponed, so endless notifications cannot starve it.
    this.#cancelRefresh ??= this.#parts.timers.after(this.#parts.limits.settleMs, () => {
      this.#cancelRefresh = null;
      const connection = this.#connection;
      if (connection === null || this.#state !== "ready") return;
      if (this.#isListing) {
        this.#refreshSoon();
        return;
      }
      this.#list(connection).catch((thrown: unknown) => {
        // Closing and losing the connection are handled elsewhere.
        if (this.#connection !== connection) return;
        const reason = `its tools could not be listed again: ${reasonOf(thrown)}`;
        this.#parts.notify(this.configuration.name, "warning", reason);
      });
    });
  }

  async #list(connection: Connection): Promise<void> {
    this.#isListing = true;
    try {
      await this.#tools.list(connection);
    } finally {
      this.#isListing = false;
    }
    this.#parts.onChange();
  }

  /** The limit of one request without news. */
  get #requestMs(): number {
    return this.configuration.timeoutMs ?? this.#parts.limits.requestMs;
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
      limits: { idleMs: this.#requestMs, totalMs: limits.callMs },
      timers,
      context,
      what,
    });
    const connection = await this.#connected(context.signal);
    try {
      return await run(requestOn(connection));
    } catch (thrown) {
      if (!(thrown instanceof SessionGone)) throw thrown;
      // The server does not know the session, so it did not run the call.
      if (this.#connection === connection) await this.restart();
    }
    try {
      return await run(requestOn(await this.#connected(context.signal)));
    } catch (thrown) {
      if (!(thrown instanceof SessionGone)) throw thrown;
      const message = `The MCP server '${this.configuration.name}' did not find ${what}: ${thrown.message}`;
      throw new ToolError("mcp-failed", message, { cause: thrown });
    }
  }
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A next step for the model, which cannot repair the server itself. */
function nextStep(name: string): string {
  return `Continue without it, or tell the person to run \`toolwright mcp test ${name}\``;
}
