import type { IncomingMessage } from "node:http";
import type { WebResponse } from "@toolwright/core/ports";
import { hostOf } from "./blocked-url.ts";
import { checkedAddresses, type LookUp } from "./checked-addresses.ts";
import { fetchFailure, type Slowness } from "./fetch-failure.ts";
import { acceptedEncodings, readBody } from "./read-body.ts";
import { sendRequest } from "./request.ts";
import type { WebLimits } from "./web-limits.ts";

export interface FetchOnce {
  readonly url: URL;
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface FetchSettings {
  readonly limits: WebLimits;
  readonly isPublic: (address: string) => boolean;
  readonly lookUp: LookUp;
  readonly proxy?: string;
  /** Whether the bodies of errors are read as well. */
  readonly readsErrors?: boolean;
}

const userAgent = "Toolwright/0.1 (tools for AI agents)";

/**
 * Makes one request to a checked address of its host.
 *
 * Errors: as `Web.fetch`.
 */
export async function fetchOnce(
  { url, method, headers, body, signal }: FetchOnce,
  { limits, isPublic, lookUp, proxy, readsErrors = false }: FetchSettings,
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
      method,
      body,
      addresses,
      proxy,
      limits,
      signal: either,
      onIdle: () => giveUp("idle"),
      headers: { "User-Agent": userAgent, "Accept-Encoding": acceptedEncodings, ...headers },
    });
    const status = message.statusCode ?? 0;
    // Nobody reads other bodies, which may be as long as they like.
    const hasBody = readsErrors || (status >= 200 && status <= 299);
    const bytes = hasBody ? await readBody(message, limits.maxBytes, either) : new Uint8Array();
    return { status, headers: headersOf(message), bytes };
  } catch (thrown) {
    signal.throwIfAborted();
    throw fetchFailure(thrown, { url, limits, proxy, slowness: tooSlow.signal.reason as Slowness });
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
