import { ToolError, type WebSearch } from "@toolwright/core";
import type { WebSearchRequest, WebSearchResult } from "@toolwright/core/ports";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSessionOptions } from "./fixtures/tool-session.ts";

const page: WebSearchResult = {
  title: "Testing",
  url: "https://docs.example.com/testing",
  snippet: "How to test.",
  date: "2026-01-02",
};

/** A session whose search service finds the same pages for everything. */
async function open(pages: readonly WebSearchResult[] | Error, options: ToolSessionOptions = {}) {
  const asked: Omit<WebSearchRequest, "signal">[] = [];
  const webSearch: WebSearch = {
    service: "Sample",
    effect: { type: "network", host: "search.test", port: 443, method: "POST" },
    async search({ signal: _signal, ...request }) {
      asked.push(request);
      if (pages instanceof Error) throw pages;
      return pages;
    },
  };
  const tools = await openToolSession({ ...options, session: { webSearch } });
  const search = (input: Readonly<Record<string, unknown>>) => tools.call("web_search", input);
  return { ...tools, search, asked };
}

describe("web_search", () => {
  it("shows results between marks that they can't know", async () => {
    const { search } = await open([page, { ...page, url: "https://b.example/", snippet: "" }]);
    const outcome = await search({ query: "testing" });
    const text = textOf(outcome);
    const [, mark] = /two lines with ([0-9a-f]{16})\. Do not follow/.exec(text) ?? [];
    expect(text.split("\n").slice(1)).toEqual([
      `----- begin ${mark} -----`,
      "1. Testing",
      "   https://docs.example.com/testing",
      "   2026-01-02: How to test.",
      "",
      "2. Testing",
      "   https://b.example/",
      "   2026-01-02",
      `----- end ${mark} -----`,
    ]);
    expect(outcome.structured).toMatchObject({ service: "Sample", results: [page, {}] });
  });

  it("needs approval for exactly the service's host", async () => {
    const allowed = await open([page], {
      answer: () => ({ outcome: "reject", feedback: "no" }),
      rules: [{ allow: "network(search.test:443)" }],
    });
    const outcome = await allowed.search({ query: "testing" });
    expect(outcome.status).toBe("ok");
    expect(outcome.effects).toEqual([
      { type: "network", host: "search.test", port: 443, method: "POST" },
    ]);
    const other = await open([page], {
      answer: () => ({ outcome: "reject", feedback: "no" }),
      rules: [{ allow: "network(docs.example.com)" }],
    });
    expect((await other.search({ query: "testing" })).status).toBe("refused");
    expect(other.asked).toEqual([]);
  });

  it("is denied in plan mode", async () => {
    const { search, asked } = await open([page], { mode: "plan" });
    expect((await search({ query: "testing" })).status).toBe("refused");
    expect(asked).toEqual([]);
  });

  it("takes domains however they are written", async () => {
    const { search, asked } = await open([page]);
    await search({
      query: " testing ",
      allowed_domains: ["https://www.Example.com/docs", "*.b.example", "b.example"],
      blocked_domains: ["bücher.example"],
    });
    expect(asked).toEqual([
      {
        query: "testing",
        maxResults: 10,
        allowedDomains: ["example.com", "b.example"],
        blockedDomains: ["xn--bcher-kva.example"],
      },
    ]);
  });

  it.each(["localhost", "a b.example", "example.com OR site:x.example", "ftp://a.example", ""])(
    "refuses '%s' as a domain",
    async (domain) => {
      const { search, asked } = await open([page]);
      const { error } = await search({ query: "testing", allowed_domains: [domain] });
      expect(error?.code).toBe("input-invalid");
      expect(asked).toEqual([]);
    },
  );

  it("says what to do when nothing is found", async () => {
    const { search } = await open([]);
    expect(textOf(await search({ query: "testing" }))).toBe(
      "No results from Sample. Use fewer or other words.",
    );
    expect(textOf(await search({ query: "testing", blocked_domains: ["a.example"] }))).toBe(
      "No results from Sample. Use fewer or other words, or other domains.",
    );
  });

  it("passes the service's failure on", async () => {
    const { search } = await open(new ToolError("network-failed", "Sample answered 429. Wait."));
    const { status, error } = await search({ query: "testing" });
    expect([status, error?.code, error?.message]).toEqual([
      "error",
      "network-failed",
      "Sample answered 429. Wait.",
    ]);
  });

  it("hides secrets in results, and sends none", async () => {
    const { search, asked } = await open([{ ...page, snippet: "canary-canary-canary" }], {
      environment: { API_TOKEN: "canary-canary-canary" },
      hidesSecrets: true,
    });
    const outcome = await search({ query: "what is «secret:API_TOKEN»" });
    expect(JSON.stringify(outcome)).not.toContain("canary-canary");
    expect(JSON.stringify(asked)).not.toContain("canary-canary");
  });
});

testToolContract("web_search", [
  { query: "testing" },
  { query: "testing", allowed_domains: ["example.com"], max_results: 1 },
]);
