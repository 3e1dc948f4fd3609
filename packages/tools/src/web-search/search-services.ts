/** What people and settings know about a web search service. */
export interface SearchService {
  /** Its name for people. */
  readonly service: string;
  readonly method: "GET" | "POST";
  /** Where it is; null for one that people run themselves. */
  readonly url: string | null;
  /** The variable with the key, unless the settings name another; null for a service without keys. */
  readonly keyVariable: string | null;
  /** Whether the settings must name one of the person's search engines. */
  readonly needsEngine?: true;
  /** How to get what it needs: one sentence. */
  readonly help: string;
}

/** The services by the names that settings use. */
export const searchServices = {
  searxng: {
    service: "SearXNG",
    method: "GET",
    url: null,
    keyVariable: null,
    help: "Its settings.yml must list json in search.formats.",
  },
  brave: {
    service: "Brave",
    method: "GET",
    url: "https://api.search.brave.com",
    keyVariable: "BRAVE_API_KEY",
    help: "Get a key at https://brave.com/search/api.",
  },
  tavily: {
    service: "Tavily",
    method: "POST",
    url: "https://api.tavily.com",
    keyVariable: "TAVILY_API_KEY",
    help: "Get a key at https://tavily.com.",
  },
  exa: {
    service: "Exa",
    method: "POST",
    url: "https://api.exa.ai",
    keyVariable: "EXA_API_KEY",
    help: "Get a key at https://dashboard.exa.ai.",
  },
  google: {
    service: "Google",
    method: "GET",
    url: "https://customsearch.googleapis.com",
    keyVariable: "GOOGLE_API_KEY",
    needsEngine: true,
    help: "Google takes no new customers for its Custom Search JSON API, and ends it on 1 January 2027.",
  },
} as const satisfies Readonly<Record<string, SearchService>>;

export type SearchServiceName = keyof typeof searchServices;

export const searchServiceNames = Object.keys(searchServices) as readonly SearchServiceName[];
