import type { AuthProvider, Client, Transport } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { closeQuietly, type ConnectContext, type Connection, established } from "./connection.ts";
import { eraKey, type Eras } from "./eras.ts";
import {
  answerLost,
  ConnectFailure,
  isEraRefusal,
  isEventsError,
  isRefusal,
  isUnauthorized,
  needsAuthorization,
  reasonOf,
  statusOf,
} from "./failure.ts";
import { type Negotiation, newClient } from "./new-client.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import { WatchedResponses } from "./watched-responses.ts";

type HttpConfiguration = Extract<ServerConfiguration["transport"], { readonly url: string }>;

export interface HttpContext extends ConnectContext {
  readonly authorization: AuthProvider | undefined;
  readonly eras: Eras;
}

/**
 * Connects to a server over HTTP: streamable HTTP of 2026, then of 2025 when that is refused, then the older
 * SSE transport.
 *
 * Errors: ConnectFailure; `needs-authorization` when the server requires a login.
 */
export async function connectHttp(
  context: HttpContext,
  configuration: HttpConfiguration,
): Promise<Connection> {
  const sdk = await loadSdk();
  const key = eraKey(context.server);
  const { eras } = context;
  const known = eras.get(key);
  try {
    if (configuration.type === "sse" || known === "events") {
      return await connectEvents(sdk, context, configuration);
    }
    if (known !== "legacy") {
      const probeMs = known === "modern" ? context.timeoutMs : maxProbeMs;
      const modern = await tryModern(sdk, withLimit(context, probeMs), configuration);
      eras.set(key, modern === "silent" ? null : modern === "refused" ? "legacy" : "modern");
      if (typeof modern !== "string") return modern;
    }
    return await connectStreamable(sdk, context, configuration, "legacy");
  } catch (thrown) {
    if (configuration.type === "sse" || !isOtherEra(thrown)) throw failureOf(thrown, context);
    eras.set(key, null);
    return olderStill(sdk, context, configuration, thrown).catch((another: unknown) => {
      throw failureOf(another, context);
    });
  }
}

/**
 * An older server may never answer an unknown request. A server known to be modern may be busy and gets the
 * full time.
 */
const maxProbeMs = 5_000;

function withLimit(context: HttpContext, maxMs: number): HttpContext {
  return { ...context, timeoutMs: Math.min(context.timeoutMs, maxMs) };
}

/**
 * `refused`: the server answered with an error. `silent`: it gave no usable answer.
 *
 * Errors: rejects when the server requires authorization.
 */
async function tryModern(
  sdk: typeof Sdk,
  context: HttpContext,
  configuration: HttpConfiguration,
): Promise<Connection | "refused" | "silent"> {
  try {
    return await connectStreamable(sdk, context, configuration, "modern");
  } catch (thrown) {
    if (isUnauthorized(thrown)) throw thrown;
    return isEraRefusal(thrown) ? "refused" : "silent";
  }
}

/** Tries the SSE transport after streamable HTTP has failed. */
async function olderStill(
  sdk: typeof Sdk,
  context: HttpContext,
  configuration: HttpConfiguration,
  first: unknown,
): Promise<Connection> {
  if (isRefusal(first)) throw first;
  try {
    const connection = await connectEvents(sdk, context, configuration);
    context.eras.set(eraKey(context.server), "events");
    return connection;
  } catch (thrown) {
    throw isUnauthorized(thrown) ? thrown : first;
  }
}

async function connectStreamable(
  sdk: typeof Sdk,
  context: HttpContext,
  { url, headers }: HttpConfiguration,
  negotiation: Negotiation,
): Promise<Connection> {
  let connection: Connection | null = null;
  const watched = new WatchedResponses((id) => {
    const message = "the connection broke before the answer arrived";
    transport.onmessage?.({ jsonrpc: "2.0", id, error: { code: answerLost, message } });
    connection?.suspect();
  });
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: watched.fetch,
    ...(context.authorization !== undefined && { authProvider: context.authorization }),
  });
  transport.onmessage = watched.see;
  let last = "";
  const client = await connected(sdk, context, transport, negotiation, (error) => {
    last = reasonOf(error);
    // The client has stopped reopening its notification stream.
    if (/reconnect/i.test(error.message)) connection?.suspect();
  });
  connection = established(client, transport, {
    describeEnd: () => describeLoss(last),
    // A server without sessions, or one that is gone, needs no notice.
    beforeClose: () =>
      Promise.race([transport.terminateSession().catch(() => undefined), pause(goodbyeMs)]),
  });
  return connection;
}

async function connectEvents(
  sdk: typeof Sdk,
  context: HttpContext,
  { url, headers }: HttpConfiguration,
): Promise<Connection> {
  const transport = new sdk.SSEClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    ...(context.authorization !== undefined && { authProvider: context.authorization }),
  });
  let connection: Connection | null = null;
  let last = "";
  const client = await connected(sdk, context, transport, "legacy", (error) => {
    last = reasonOf(error);
    // A new stream starts a new session, which does not know this one.
    if (isEventsError(error)) void connection?.client.close();
  });
  connection = established(client, transport, { describeEnd: () => describeLoss(last) });
  return connection;
}

async function connected(
  sdk: typeof Sdk,
  { facts, timeoutMs, signal }: HttpContext,
  transport: Transport,
  negotiation: Negotiation,
  onError: (error: Error) => void,
): Promise<Client> {
  const client = newClient(sdk, facts, negotiation);
  const report = client.onerror;
  client.onerror = (error) => {
    report?.(error);
    onError(error);
  };
  try {
    await client.connect(transport, { timeout: timeoutMs, signal });
    return client;
  } catch (thrown) {
    await closeQuietly(transport);
    throw thrown;
  }
}

const goodbyeMs = 500;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function describeLoss(last: string): string {
  return last === "" ? "the connection was closed" : `the connection was lost: ${last}`;
}

/** Whether the address answers but refuses this kind of request. */
function isOtherEra(thrown: unknown): boolean {
  const status = statusOf(thrown);
  if (status !== null) return status >= 400 && status < 500 && status !== 401 && status !== 403;
  return isRefusal(thrown);
}

function failureOf(thrown: unknown, { server }: HttpContext): ConnectFailure {
  if (thrown instanceof ConnectFailure) return thrown;
  if (isUnauthorized(thrown)) return needsAuthorization(server.name, thrown);
  const status = statusOf(thrown);
  const what = status === null ? "it cannot be reached" : `it answered with HTTP status ${status}`;
  return new ConnectFailure("lost", `${what}: ${reasonOf(thrown)}`, thrown);
}
