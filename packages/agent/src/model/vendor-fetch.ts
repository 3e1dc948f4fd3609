import type { Agent, IncomingMessage, RequestOptions } from "node:http";
import type { request } from "node:https";
import { connectionProblem } from "./connection-problem.ts";
import { ModelError } from "./model-error.ts";
import { answerWithoutStream, boundedBody, wrongServer } from "./vendor-body.ts";

export interface VendorFetchOptions {
  /** Holds HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A server that sends nothing for this long is given up. Default: 300,000. */
  readonly silenceMs?: number | undefined;
}

/** The default of `silenceMs`: local models may think for minutes before the first token. */
const defaultSilenceMs = 300_000;

/**
 * A `fetch` for requests to models. Unlike the global one it follows no redirects, which could take the key and the
 * conversation to another server, it uses proxies, and it bounds what a server may send.
 *
 * Errors: ModelError, also from the body; the signal's reason.
 */
export function vendorFetch({
  environment,
  silenceMs = defaultSilenceMs,
}: VendorFetchOptions): typeof globalThis.fetch {
  const connections = new Connections(environment);
  return async (address, { method, headers, body, signal } = {}) => {
    signal?.throwIfAborted();
    const url = new URL(address instanceof Request ? address.url : address);
    const response = await send(url, await connections.to(url), {
      ...(method !== undefined && { method }),
      headers: Object.fromEntries(new Headers(headers)),
      timeout: silenceMs,
      // Providers send JSON.
      body: typeof body === "string" ? body : "",
      cancelled: signal ?? new AbortController().signal,
    });
    return answerOf(url, response);
  };
}

interface Connection {
  readonly request: typeof request;
  readonly agent: Agent;
}

/** The connections to a model's server, which are kept from step to step. */
class Connections {
  readonly #proxyEnv: NodeJS.ProcessEnv;
  readonly #made = new Map<string, Promise<Connection>>();

  constructor(environment: VendorFetchOptions["environment"]) {
    this.#proxyEnv = environment;
  }

  to({ origin, protocol, hostname }: URL): Promise<Connection> {
    const connection = this.#made.get(origin) ?? this.#open(protocol, isLoopback(hostname));
    this.#made.set(origin, connection);
    return connection;
  }

  async #open(protocol: string, isLocal: boolean): Promise<Connection> {
    const { Agent: Made, request: open } =
      protocol === "https:" ? await import("node:https") : await import("node:http");
    const agent = new Made({ keepAlive: true, ...(!isLocal && { proxyEnv: this.#proxyEnv }) });
    return { request: open, agent };
  }
}

/** No proxy leads to a server on this machine. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

interface Sent extends RequestOptions {
  readonly timeout: number;
  readonly body: string;
  readonly cancelled: AbortSignal;
}

/** Resolves with the head of the response. Silence and cancellation also end its body. */
function send(
  url: URL,
  { request: open, agent }: Connection,
  { body, cancelled, ...options }: Sent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = open(url, { ...options, agent });
    let answer: IncomingMessage | null = null;
    const end = (reason: Error): void => {
      // A request that waits for its proxy is not told of its end.
      reject(reason);
      (answer ?? sent).destroy(reason);
    };
    const onAbort = (): void => end(cancelled.reason as Error);
    cancelled.addEventListener("abort", onAbort, { once: true });
    sent.on("timeout", () => end(silent(options.timeout)));
    sent.on("error", (error) => reject(connectionProblem(error, url)));
    sent.on("upgrade", (_response, socket) => socket.destroy());
    sent.on("close", () => {
      cancelled.removeEventListener("abort", onAbort);
      // An early end has no other event.
      reject(connectionProblem(new Error("closed"), url));
    });
    sent.on("response", (message) => {
      // Whoever reads the body hears of its errors. After an abort nobody may read any more.
      message.on("error", () => undefined);
      answer = message;
      resolve(message);
    });
    sent.end(body);
  });
}

function silent(ms: number): ModelError {
  return new ModelError(`The model's server has sent nothing for ${ms / 1000} s.`, {
    isRetryable: true,
  });
}

/** Errors: ModelError for what is no answer of a model's server. */
async function answerOf({ origin }: URL, message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, headers } = message;
  const refuse = (problem: string): never => {
    message.destroy();
    throw wrongServer(`${origin} ${problem}`);
  };
  if (status >= 300 && status < 400) {
    refuse(`redirects to ${headers.location ?? "nowhere"}, which is not followed`);
  }
  const isError = status >= 300;
  const type = isError ? "" : (headers["content-type"] ?? "");
  if (type.startsWith("text/html")) refuse("answered with a web page");
  const body = boundedBody(message, { origin, isError });
  if (type.startsWith("application/json")) throw await answerWithoutStream(body, origin);
  const { statusMessage: statusText = "" } = message;
  return new Response(ReadableStream.from(body), {
    status,
    statusText,
    headers: headerList(headers),
  });
}

function headerList(headers: IncomingMessage["headers"]): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    // The body is decoded already.
    value === undefined || name === "content-encoding"
      ? []
      : [[name, String(value)] as [string, string]],
  );
}
