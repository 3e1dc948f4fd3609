import { type Web, ToolError } from "@toolwright/core";
import type { WebRequest, WebResponse } from "@toolwright/core/ports";
import { classifyAddress } from "@toolwright/sandbox/internal";
import { reasonAgainst } from "./blocked-url.ts";
import { type LookUp, systemLookUp } from "./checked-addresses.ts";
import { fetchOnce } from "./fetch-once.ts";
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
    const { url, accept, signal } = request;
    return cache.get(keyOf(request), (headers) =>
      fetchOnce({ url, signal, headers: { Accept: accept, ...headers } }, settings),
    );
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

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return classifyAddress(address) === "public";
}

function keyOf({ url, accept }: Pick<WebRequest, "url" | "accept">): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search} ${accept}`;
}
