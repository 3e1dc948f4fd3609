import type { IncomingMessage } from "node:http";
import { type Web, ToolError } from "@toolwright/core";
import type { WebRequest, WebResponse } from "@toolwright/core/ports";
import { classifyAddress } from "@toolwright/sandbox/internal";
import { hostOf, reasonAgainst } from "./blocked-url.ts";
import { checkedAddresses, type LookUp, systemLookUp } from "./checked-addresses.ts";
import { fetchFailure, type Slowness } from "./fetch-failure.ts";
import { acceptedEncodings, readBody } from "./read-body.ts";
import { sendRequest } from "./request.ts";
import { ResponseCache } from "./response-cache.ts";
import { RobotsRules } from "./robots-rules.ts";
import { defaultWebLimits, type WebLimits } from "./web-limits.ts";

export interface WebOptions {
  /**
   * The URL of an HTTP proxy for all requests. It looks up the names, so it must keep requests away from private
   * networks itself. Proxies of the environment are ignored.
   */
  readonly proxy?: string;
  readonly limits?: Partial<WebLimits>;
  /** Default: the system's resolver. */
  readonly lookUp?: LookUp;
  /** For tests only: the addresses that may be reached. Default: the public internet. */
  readonly isPublic?: (address: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const userAgent = "Toolwright/0.1 (tools for AI agents)";

/**
 * Reads the public internet. Each host is resolved, all of its addresses are checked, and the connection goes to
 * one of these. Bodies are bounded while they arrive. Responses are cached in memory as their servers allow.
 */
export function createWeb(options: WebOptions = {}): Web {
  const { now = Date.now, isPublic = isPublicAddress } = options;
  const limits = { ...defaultWebLimits, ...options.limits };
  const cache = new ResponseCache(limits.maxCacheBytes, now);
  const settings = { ...options, limits, isPublic, lookUp: options.lookUp ?? systemLookUp };

  const fetchOne = (request: Omit<WebRequest, "isUnattended">): Promise<WebResponse> => {
    const against = reasonAgainst(request.url, isPublic);
    if (against !== null) throw new ToolError("network-blocked", against);
    return cache.get(keyOf(request), (headers) => fetchNow(request, headers, settings));
  };
  const robots = new RobotsRules(
    async (url, signal) => fetchOne({ url, signal, accept: "*/*" }),
    now,
  );

  return {
    reasonAgainst: (url) => reasonAgainst(url, isPublic),
    async fetch(request) {
      if (request.isUnattended) await robots.assertAllowed(request.url, request.signal);
      return fetchOne(request);
    },
  };
}

function isPublicAddress(address: string): boolean {
  return classifyAddress(address) === "public";
}

function keyOf({ url, accept }: Pick<WebRequest, "url" | "accept">): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search} ${accept}`;
}

interface FetchSettings extends Required<Pick<WebOptions, "isPublic" | "lookUp">> {
  readonly limits: WebLimits;
  readonly proxy?: string;
}

async function fetchNow(
  { url, accept, signal }: Omit<WebRequest, "isUnattended">,
  headers: Readonly<Record<string, string>>,
  { limits, isPublic, lookUp, proxy }: FetchSettings,
): Promise<WebResponse> {
  const tooSlow = new AbortController();
  const giveUp = (why: Slowness): void => tooSlow.abort(why);
  const timer = setTimeout(giveUp, limits.totalMs, "total");
  const either = AbortSignal.any([signal, tooSlow.signal]);
  let message: IncomingMessage | undefined;
  try {
    const addresses =
      proxy === undefined
        ? await checkedAddresses(hostOf(url), { lookUp, isPublic, signal: either })
        : null;
    message = await sendRequest({
      url,
      addresses,
      proxy,
      limits,
      signal: either,
      onIdle: () => giveUp("idle"),
      headers: {
        "User-Agent": userAgent,
        Accept: accept,
        "Accept-Encoding": acceptedEncodings,
        ...headers,
      },
    });
    const status = message.statusCode ?? 0;
    // Nobody reads other bodies, which may be as long as they like.
    const hasBody = status >= 200 && status <= 299;
    const bytes = hasBody ? await readBody(message, limits.maxBytes, either) : new Uint8Array();
    return { status, headers: headersOf(message), bytes };
  } catch (thrown) {
    signal.throwIfAborted();
    throw fetchFailure(thrown, { url, limits, slowness: tooSlow.signal.reason as Slowness });
  } finally {
    clearTimeout(timer);
    message?.destroy();
  }
}

function headersOf({ headers }: IncomingMessage): WebResponse["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}
