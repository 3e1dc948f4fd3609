import type { WebSearch } from "@toolwright/core";
import { cutText, requestEffect, withoutHidden } from "@toolwright/core/internal";
import type { WebSearchRequest, WebSearchResult } from "@toolwright/core/ports";
import { reasonAgainst } from "../web/blocked-url.ts";
import { type LookUp, systemLookUp } from "../web/checked-addresses.ts";
import { isPublicAddress } from "../web/create-web.ts";
import { type FetchOnce, fetchOnce, type FetchSettings } from "../web/fetch-once.ts";
import { defaultWebLimits } from "../web/web-limits.ts";
import { failureOf, unreadable } from "./search-failure.ts";
import type { FoundPage, ProviderRequest, SearchProvider } from "./search-provider.ts";
import { type SearchService, type SearchServiceName, searchServices } from "./search-services.ts";

export interface WebSearchOptions {
  readonly provider: SearchServiceName;
  /** Where the service is. Required for `searxng`; other services have a default. */
  readonly url?: string | undefined;
  /** Required for services with keys. */
  readonly key?: string | undefined;
  /** Google only: the id of the search engine. */
  readonly engine?: string | undefined;
  /** As in `WebOptions`. */
  readonly proxy?: string;
  /** Default: the system's resolver. */
  readonly lookUp?: LookUp;
}

/** Answers are small, and nobody waits longer for one. */
const limits = { ...defaultWebLimits, totalMs: 20_000, idleMs: 15_000, maxBytes: 4 * 1_048_576 };

/** Loaded with the first search. */
const providers: Readonly<Record<SearchServiceName, () => Promise<SearchProvider>>> = {
  searxng: async () => (await import("./searxng.ts")).searxng,
  brave: async () => (await import("./brave.ts")).brave,
  tavily: async () => (await import("./tavily.ts")).tavily,
  exa: async () => (await import("./exa.ts")).exa,
  google: async () => (await import("./google.ts")).google,
};

const MAX_TITLE_CHARACTERS = 200;
const MAX_SNIPPET_CHARACTERS = 600;

/**
 * A search through one service.
 *
 * Errors: an Error for a service without a url.
 */
export function createWebSearch({
  provider: name,
  url,
  key = "",
  engine = "",
  proxy,
  lookUp = systemLookUp,
}: WebSearchOptions): WebSearch {
  const service: SearchService = searchServices[name];
  const base = url ?? service.url;
  if (base === null) throw new Error(`${service.service} needs a url.`);
  const settings: FetchSettings = {
    // A proxy elsewhere has private networks of its own.
    ...(reasonAgainst(new URL(base), isPublicAddress) === null && proxy !== undefined && { proxy }),
    limits,
    lookUp,
    // A person who names an address means it. Redirects are not followed, so searches reach no other.
    isPublic: url === undefined ? isPublicAddress : () => true,
    readsErrors: true,
  };
  const access = { url: base.replace(/\/+$/, ""), key, engine };
  return {
    service: service.service,
    effect: { ...requestEffect(new URL(base)), method: service.method },
    async search(request) {
      const provider = await providers[name]();
      const { signal, ...query } = request;
      const maxResults = Math.min(query.maxResults, provider.maxResults);
      const wanted = provider.requestFor({ ...query, maxResults }, access);
      const { method } = service;
      const response = await fetchOnce({ ...sentAs(wanted), method, signal }, settings);
      if (response.status < 200 || response.status > 299) throw failureOf(service, response);
      try {
        const answer: unknown = JSON.parse(new TextDecoder().decode(response.bytes));
        return shownResults(provider.resultsOf(answer), request);
      } catch (cause) {
        throw unreadable(service, response, cause);
      }
    },
  };
}

function sentAs({
  url,
  headers,
  body,
}: ProviderRequest): Pick<FetchOnce, "url" | "headers" | "body"> {
  const sent = { url: new URL(url), headers: { Accept: "application/json", ...headers } };
  if (body === undefined) return sent;
  return {
    ...sent,
    headers: { ...sent.headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** The results of the wanted domains, once each, with texts of a bounded length. */
function shownResults(
  pages: readonly FoundPage[],
  { maxResults, allowedDomains, blockedDomains }: WebSearchRequest,
): readonly WebSearchResult[] {
  const results = new Map<string, WebSearchResult>();
  for (const { title, url: address, snippet, date } of pages) {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    if (allowedDomains.length > 0 && !isWithin(url, allowedDomains)) continue;
    if (isWithin(url, blockedDomains) || results.has(url.href)) continue;
    results.set(url.href, {
      title: shortLine(title, MAX_TITLE_CHARACTERS) || url.href,
      url: url.href,
      snippet: shortLine(snippet, MAX_SNIPPET_CHARACTERS),
      ...(/^\d{4}-\d\d-\d\d/.test(date) && { date: date.slice(0, 10) }),
    });
  }
  return [...results.values()].slice(0, maxResults);
}

/** Whether the URL's host is one of the domains or below one. */
function isWithin({ hostname }: URL, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

function shortLine(text: string, maxCharacters: number): string {
  const line = withoutHidden(text, "text").replaceAll(/\s+/g, " ").trim();
  return line.length <= maxCharacters ? line : `${cutText(line, maxCharacters)}`;
}
