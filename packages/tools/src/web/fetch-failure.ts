import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import { hostOf } from "./blocked-url.ts";
import type { WebLimits } from "./web-limits.ts";

/** Which limit of time a request has reached. */
export type Slowness = "total" | "idle" | undefined;

interface FetchFacts {
  readonly url: URL;
  readonly limits: WebLimits;
  readonly proxy: string | undefined;
  /** Why the request was given up; undefined if it was not. */
  readonly slowness: Slowness;
}

/** The error for a model, in place of one of Node. */
export function fetchFailure(thrown: unknown, facts: FetchFacts): ToolError {
  if (ToolError.isInstance(thrown)) return thrown;
  const { url, limits, proxy, slowness } = facts;
  const host = `${hostOf(url)}${proxy === undefined ? "" : ", through the proxy of the settings,"}`;
  if (slowness === "total") {
    return timeout(`${url.href} did not arrive within ${limits.totalMs / 1_000} s.`, thrown);
  }
  if (slowness === "idle") {
    return timeout(`${host} sent nothing for ${limits.idleMs / 1_000} s.`, thrown);
  }
  const code = String((thrown as NodeJS.ErrnoException)?.code ?? "");
  const [, explain] = explanations.find(([pattern]) => pattern.test(code)) ?? [];
  const text = explain?.(host) ?? `${host} could not be reached: ${messageOf(thrown)}.`;
  return new ToolError("network-failed", text, { cause: thrown });
}

function timeout(text: string, cause: unknown): ToolError {
  return new ToolError("timeout", `${text} Try again later, or another address.`, { cause });
}

/** What Node's error codes mean. */
const explanations: readonly (readonly [RegExp, (host: string) => string])[] = [
  [
    /^(?:ENOTFOUND|EAI_\w+|ENODATA)$/,
    (host) => `There is no address for ${host}. Check the name and the connection to the network.`,
  ],
  [
    /^(?:ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|EPIPE)$/,
    (host) => `${host} ended the connection before the whole page had arrived. Try again.`,
  ],
  // Node names the proxy with its password.
  [/^ERR_PROXY/, (host) => `${host} was not reached: the proxy did not connect to it.`],
  [/^ECONNREFUSED$/, (host) => `${host} accepts no connection at this port.`],
  [
    /^HPE_/,
    (host) =>
      `${host} does not speak HTTP correctly, or its headers are too long. Try another address.`,
  ],
  [
    /^(?:Z_|ERR_ZLIB|ERR__ERROR|ERR_BROTLI|ZSTD_|ERR_.*(?:FORMAT|PADDING))/,
    (host) => `${host} sent a page whose compression is broken. Try again.`,
  ],
  [
    /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_|ERR_SSL_)/,
    (host) => `${host} has no valid certificate, so the page can't be trusted. Nothing was read.`,
  ],
];
