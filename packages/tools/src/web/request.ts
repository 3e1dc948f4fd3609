import type { LookupAddress } from "node:dns";
import type { IncomingMessage, RequestOptions } from "node:http";
import { hostOf } from "./blocked-url.ts";
import type { WebLimits } from "./web-limits.ts";

export interface OneRequest {
  readonly url: URL;
  /** Default: GET. */
  readonly method: "GET" | "POST" | undefined;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Where to connect. Null: through the proxy, which looks up the name. */
  readonly addresses: readonly LookupAddress[] | null;
  readonly proxy: string | undefined;
  readonly limits: WebLimits;
  readonly signal: AbortSignal;
  /** Called when the server sends nothing for too long. The signal must then fire. */
  readonly onIdle: () => void;
}

/** Thrown when a connection ends without a response. */
class ConnectionClosedError extends Error {
  readonly code = "ECONNRESET";
}

/** Sends one request over a connection of its own; resolves with the head of the response. */
export async function sendRequest({
  url,
  method = "GET",
  body,
  headers,
  addresses,
  proxy,
  limits,
  signal,
  onIdle,
}: OneRequest): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const { Agent, request } = isSecure ? await import("node:https") : await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = request({
      method,
      protocol: url.protocol,
      host: hostOf(url),
      port: url.port === "" ? (isSecure ? 443 : 80) : url.port,
      path: url.pathname + url.search,
      headers: { Host: url.host, ...headers },
      // An agent of our own: the global one may follow HTTP_PROXY.
      agent: new Agent({
        keepAlive: false,
        ...(proxy !== undefined && { proxyEnv: { http_proxy: proxy, https_proxy: proxy } }),
      }),
      ...(addresses !== null && { lookup: fixedLookup(addresses) }),
      ...(isSecure && { rejectUnauthorized: true }),
      maxHeaderSize: limits.maxHeaderBytes,
      timeout: limits.idleMs,
      insecureHTTPParser: false,
      signal,
    });
    // A request that waits for its proxy does not hear the signal.
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    sent.on("timeout", onIdle);
    sent.on("error", reject);
    // Nothing else is told of a connection that ends without an answer, or changes its protocol.
    sent.on("close", () => reject(new ConnectionClosedError()));
    sent.on("upgrade", (_response, socket) => socket.destroy());
    sent.on("response", resolve);
    sent.end(body);
  });
}

type Lookup = NonNullable<RequestOptions["lookup"]>;

/** Answers with addresses that are known. For an address in place of a name, Node asks nobody. */
function fixedLookup(addresses: readonly LookupAddress[]): Lookup {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}
