import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWebSearch, type WebSearchOptions } from "./create-web-search.ts";

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is a text. */
  readonly body: unknown;
}

/** A service on loopback that gives one answer. */
async function serve({ status = 200, headers = {}, body }: Answer) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://service.test");
      const text = Buffer.concat(chunks).toString();
      asked.push({ method: request.method ?? "", url, headers: request.headers, body: text });
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

async function search(
  provider: WebSearchOptions["provider"],
  answer: Answer,
  request: { allowedDomains?: string[]; blockedDomains?: string[]; maxResults?: number } = {},
) {
  const { url, asked } = await serve(answer);
  const service = createWebSearch({ provider, url, key: "k-123456789", engine: "my-engine" });
  const results = await service.search({
    query: "how to test",
    maxResults: 5,
    allowedDomains: [],
    blockedDomains: [],
    signal: new AbortController().signal,
    ...request,
  });
  const [first] = asked;
  if (first === undefined) throw new Error("nothing was asked");
  return { results, asked: first };
}

describe("each service is asked as its documentation says, and understood", () => {
  it("SearXNG", async () => {
    const { results, asked } = await search(
      "searxng",
      {
        body: {
          query: "how to test",
          number_of_results: 0,
          results: [
            {
              url: "https://a.example/1",
              title: "One",
              content: "First words",
              publishedDate: "2026-01-02T03:04:05",
              engine: "duckduckgo",
              score: 1,
            },
            { url: "https://b.example/", title: "Two", publishedDate: null },
          ],
          unresponsive_engines: [],
        },
      },
      { allowedDomains: ["a.example", "b.example"], blockedDomains: ["c.example"] },
    );
    expect(asked.method).toBe("GET");
    expect(asked.url.pathname).toBe("/search");
    expect(Object.fromEntries(asked.url.searchParams)).toEqual({
      q: "how to test (site:a.example OR site:b.example) -site:c.example",
      format: "json",
    });
    expect(asked.headers).not.toHaveProperty("authorization");
    expect(results).toEqual([
      { title: "One", url: "https://a.example/1", snippet: "First words", date: "2026-01-02" },
      { title: "Two", url: "https://b.example/", snippet: "" },
    ]);
  });

  it("Brave", async () => {
    const { results, asked } = await search(
      "brave",
      {
        body: {
          type: "search",
          query: { original: "how to test" },
          web: {
            type: "search",
            results: [
              {
                title: "Tests &amp; more",
                url: "https://a.example/",
                description: "All <strong>tests</strong> aren&#x27;t equal",
                page_age: "2025-12-31T10:00:00",
                age: "December 31, 2025",
              },
            ],
          },
        },
      },
      { allowedDomains: ["a.example"] },
    );
    expect(asked.method).toBe("GET");
    expect(asked.url.pathname).toBe("/res/v1/web/search");
    expect(Object.fromEntries(asked.url.searchParams)).toMatchObject({
      q: "how to test site:a.example",
      count: "5",
    });
    expect(asked.headers["x-subscription-token"]).toBe("k-123456789");
    expect(results).toEqual([
      {
        title: "Tests & more",
        url: "https://a.example/",
        snippet: "All tests aren't equal",
        date: "2025-12-31",
      },
    ]);
  });

  it("Tavily", async () => {
    const { results, asked } = await search(
      "tavily",
      {
        body: {
          query: "how to test",
          answer: null,
          images: [],
          results: [
            {
              title: "One",
              url: "https://a.example/",
              content: "Words",
              score: 0.9,
              raw_content: null,
            },
          ],
          response_time: "1.67",
        },
      },
      { allowedDomains: ["a.example"], blockedDomains: ["b.example"] },
    );
    expect([asked.method, asked.url.pathname]).toEqual(["POST", "/search"]);
    expect(asked.headers["authorization"]).toBe("Bearer k-123456789");
    expect(JSON.parse(asked.body)).toEqual({
      query: "how to test",
      max_results: 5,
      include_domains: ["a.example"],
      exclude_domains: ["b.example"],
    });
    expect(results).toEqual([{ title: "One", url: "https://a.example/", snippet: "Words" }]);
  });

  it("Exa", async () => {
    const { results, asked } = await search(
      "exa",
      {
        body: {
          requestId: "r",
          results: [
            {
              id: "https://a.example/",
              title: null,
              url: "https://a.example/",
              publishedDate: "2024-05-06T00:00:00.000Z",
              author: null,
              highlights: ["Some words", "others"],
            },
          ],
        },
      },
      { blockedDomains: ["b.example"] },
    );
    expect([asked.method, asked.url.pathname]).toEqual(["POST", "/search"]);
    expect(asked.headers["x-api-key"]).toBe("k-123456789");
    expect(JSON.parse(asked.body)).toEqual({
      query: "how to test",
      numResults: 5,
      excludeDomains: ["b.example"],
      contents: { highlights: true },
    });
    expect(results).toEqual([
      {
        title: "https://a.example/",
        url: "https://a.example/",
        snippet: "Some words … others",
        date: "2024-05-06",
      },
    ]);
  });

  it("Google, whose key is in no address", async () => {
    const { results, asked } = await search(
      "google",
      {
        body: {
          kind: "customsearch#search",
          items: [
            {
              kind: "customsearch#result",
              title: "One",
              link: "https://a.example/",
              snippet: "W\n x",
            },
          ],
        },
      },
      { maxResults: 20 },
    );
    expect(asked.url.pathname).toBe("/customsearch/v1");
    expect(Object.fromEntries(asked.url.searchParams)).toEqual({
      q: "how to test",
      cx: "my-engine",
      num: "10",
    });
    expect(asked.headers["x-goog-api-key"]).toBe("k-123456789");
    expect(results).toEqual([{ title: "One", url: "https://a.example/", snippet: "W x" }]);
  });

  it.each([
    ["brave", { type: "search", query: {} }],
    ["google", { kind: "customsearch#search", searchInformation: { totalResults: "0" } }],
    ["tavily", { results: [] }],
  ] as const)("%s without results", async (provider, body) => {
    expect((await search(provider, { body })).results).toEqual([]);
  });
});

describe("results", () => {
  const page = (url: unknown, title: unknown = "T"): object => ({ url, title, content: "x" });

  it("are of the wanted domains, whatever the service gives", async () => {
    const { results } = await search(
      "searxng",
      {
        body: {
          results: [
            page("https://docs.good.example/a"),
            page("https://good.example.evil.example/"),
            page("https://evilgood.example/"),
            page("https://bad.good.example/"),
            page("https://GOOD.example/b"),
          ],
        },
      },
      { allowedDomains: ["good.example"], blockedDomains: ["bad.good.example"] },
    );
    expect(results.map(({ url }) => url)).toEqual([
      "https://docs.good.example/a",
      "https://good.example/b",
    ]);
  });

  it("are pages, once each, and as many as wanted", async () => {
    const { results } = await search(
      "searxng",
      {
        body: {
          results: [
            page("javascript:alert(1)"),
            page("file:///etc/passwd"),
            page("not a url"),
            page(7),
            null,
            page("https://a.example/", 7),
            page("https://a.example/"),
            page("https://a.example/"),
            page("https://b.example/"),
            page("https://c.example/"),
          ],
        },
      },
      { maxResults: 2 },
    );
    expect(results.map(({ url }) => url)).toEqual(["https://a.example/", "https://b.example/"]);
  });

  it("have short texts without hidden characters", async () => {
    const { results } = await search("searxng", {
      body: {
        results: [
          {
            url: "https://a.example/",
            title: "a\u202eb\u{e0041}",
            content: "word ".repeat(10_000),
          },
        ],
      },
    });
    expect(results[0]?.title).toBe("ab");
    expect(results[0]?.snippet.length).toBeLessThan(700);
  });
});

describe("a search reaches", () => {
  const request = {
    query: "x",
    maxResults: 1,
    allowedDomains: [],
    blockedDomains: [],
    signal: new AbortController().signal,
  };

  it.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"])(
    "no service of ours whose name leads to %s",
    async (address) => {
      const service = createWebSearch({
        provider: "brave",
        key: "k-123456789",
        lookUp: async () => [address],
      });
      await expect(service.search(request)).rejects.toMatchObject({ code: "network-blocked" });
    },
  );

  it("a service on this computer directly, whatever proxy there is for others", async () => {
    const { url, asked } = await serve({ body: { results: [] } });
    const service = createWebSearch({ provider: "searxng", url, proxy: "http://127.0.0.1:9" });
    expect(await service.search(request)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("nothing after it is cancelled", async () => {
    const { url, asked } = await serve({ body: { results: [] } });
    const service = createWebSearch({ provider: "searxng", url });
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(service.search({ ...request, signal })).rejects.toThrow("stop");
    expect(asked).toEqual([]);
  });
});

describe("a failure names the service and the next step", () => {
  const messageOf = async (provider: WebSearchOptions["provider"], answer: Answer) => {
    try {
      await search(provider, answer);
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: "network-failed" });
      expect(String(thrown)).not.toContain("k-123456789");
      return (thrown as Error).message;
    }
    throw new Error("no failure");
  };

  it.each([
    [
      "a wrong key",
      "tavily",
      { status: 401, body: { detail: { error: "Unauthorized: missing or invalid API key." } } },
      "Tavily answered 401 (Unauthorized: missing or invalid API key.). Ask the person to check the key and the plan; toolwright doctor names the key's variable.",
    ],
    [
      "SearXNG without JSON",
      "searxng",
      { status: 403, headers: { "content-type": "text/html" }, body: "<html>403 Forbidden" },
      "SearXNG answered 403. Ask the person to check the service. Its settings.yml must list json in search.formats.",
    ],
    [
      "too many searches",
      "brave",
      { status: 429, headers: { "retry-after": "7" }, body: { error: { code: "RATE_LIMITED" } } },
      "Brave answered 429. It takes no more searches for now. Wait 7 s before the next one.",
    ],
    [
      "too many searches until a date",
      "exa",
      { status: 429, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, body: "" },
      "Exa answered 429. It takes no more searches for now. Wait until 2026-10-21T07:28:00.000Z.",
    ],
    [
      "too many searches without a time",
      "exa",
      { status: 429, headers: { "retry-after": "soon" }, body: "" },
      "Exa answered 429. It takes no more searches for now. Wait a minute before the next one.",
    ],
    [
      "a fault of the service",
      "google",
      { status: 503, body: { error: { code: 503, message: "Backend error" } } },
      "Google answered 503 (Backend error). Try again later, or go on without searching.",
    ],
    [
      "a redirect, which is not followed",
      "searxng",
      { status: 302, headers: { location: "http://10.0.0.1/secret" }, body: "" },
      "SearXNG answered 302. It sends searches elsewhere, to http://10.0.0.1/secret. Ask the person to check the url of webSearch in the settings.",
    ],
    [
      "a web page",
      "brave",
      { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Login</title>" },
      "Brave answered with a web page instead of JSON. Ask the person to check that webSearch in the settings names this service's address. Get a key at https://brave.com/search/api.",
    ],
    [
      "another shape",
      "tavily",
      { body: { results: "none" } },
      "Tavily answered with something unexpected. Ask the person to check that webSearch in the settings names this service's address. Get a key at https://tavily.com.",
    ],
    [
      "a refused query",
      "brave",
      { status: 422, body: { error: { detail: "q is too\u202e long", code: "VALIDATION" } } },
      "Brave answered 422 (q is too\\u{202e} long). Change the query.",
    ],
  ] as const)("%s", async (_name, provider, answer, message) => {
    expect(await messageOf(provider, answer)).toBe(message);
  });
});
