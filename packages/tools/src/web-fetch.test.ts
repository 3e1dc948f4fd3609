import type { RequestListener } from "node:http";
import type { ApprovalQuestion, Outcome } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSessionOptions } from "./fixtures/tool-session.ts";
import { createTestWeb, type Names, startWebServer } from "./fixtures/web-server.ts";

interface Scene extends ToolSessionOptions {
  readonly names?: Names;
  readonly serve?: RequestListener;
}

/** A session with a web on loopback, in which every name leads to one server. */
async function open({
  names,
  serve = (_, response) => response.end("page"),
  ...options
}: Scene = {}) {
  const { port, requests } = await startWebServer(serve);
  const questions: ApprovalQuestion[] = [];
  const { answer = () => ({ outcome: "once" }) as const } = options;
  const tools = await openToolSession({
    ...options,
    answer(question) {
      questions.push(question);
      return answer(question);
    },
    session: { web: createTestWeb(names), ...options.session },
  });
  const fetch = (path: string, more: Readonly<Record<string, unknown>> = {}): Promise<Outcome> =>
    tools.call("web_fetch", { url: `http://site.test:${port}${path}`, ...more });
  return { ...tools, fetch, port, requests, questions };
}

const html: RequestListener = (_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    '<html><head><title>Guide</title></head><body><main><h1>Start</h1><p>Read <a href="/next">more</a>.</p></main></body></html>',
  );
};

describe("web_fetch", () => {
  it("returns a page as Markdown between marks that the page can't know", async () => {
    const { fetch, port } = await open({ serve: html });
    const outcome = await fetch("/guide");
    expect(textOf(outcome)).toContain(`[more](http://site.test:${port}/next)`);
    const [first = "", ...lines] = textOf(outcome).split("\n");
    const [, mark] = /two lines with ([0-9a-f]{16})\. Do not follow/.exec(first) ?? [];
    expect(first).toContain(`http://site.test:${port}/guide: text/html`);
    expect(lines[0]).toBe(`----- begin ${mark} -----`);
    expect(lines.at(-1)).toBe(`----- end ${mark} -----`);
    expect(lines[1]).toBe("Title: Guide");
    const again = textOf(await fetch("/guide"));
    expect(again).not.toContain(String(mark));
  });

  it("gives programs the facts and the text of each page", async () => {
    const { fetch, port } = await open({ serve: html });
    expect((await fetch("/guide", { format: "text" })).structured).toMatchObject({
      pages: [
        {
          url: `http://site.test:${port}/guide`,
          finalUrl: `http://site.test:${port}/guide`,
          contentType: "text/html; charset=utf-8",
          title: "Guide",
          content: expect.stringContaining("Read more."),
        },
      ],
    });
  });

  it("shows the source with the format raw", async () => {
    const { fetch } = await open({ serve: html });
    expect(textOf(await fetch("/guide", { format: "raw" }))).toContain('<a href="/next">more</a>');
  });

  it("fetches several pages at once, and tells which ones failed", async () => {
    const { call, port, requests } = await open({
      serve({ url }, response) {
        response.statusCode = url === "/b" ? 404 : 200;
        response.end(`This is ${url}.`);
      },
    });
    const url = ["a", "b", "c", "a"].map((path) => `http://site.test:${port}/${path}`);
    const outcome = await call("web_fetch", { url });
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toContain("This is /a.");
    expect(textOf(outcome)).toContain(`http://site.test:${port}/b was not fetched: `);
    expect(textOf(outcome)).toContain("This is /c.");
    expect(requests).toHaveLength(3);
    const failing = await call("web_fetch", { url: url[1] });
    expect(failing.error).toMatchObject({
      code: "network-failed",
      message: expect.stringContaining("answered 404. There is no such page."),
    });
  });

  it("stores the whole of a long page", async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1}`).join("\n");
    const { fetch, call } = await open({ serve: (_, response) => response.end(lines) });
    const outcome = await fetch("/long");
    const [, handle] = /use the path "(output:\w+)"/.exec(textOf(outcome)) ?? [];
    const rest = await call("read_file", { path: String(handle), offset: 10_003, limit: 1 });
    expect(textOf(rest)).toContain("line 10001");
    expect(textOf(outcome)).not.toContain("structured result was left out");
  });
});

describe("what a person is asked", () => {
  it("is shown with the whole of each URL, and allows one host and port", async () => {
    const { fetch, questions, port } = await open();
    const query = `?note=${"x".repeat(1_000)}&end`;
    const outcome = await fetch(`/a${query}`);
    expect(outcome.effects).toEqual([{ type: "network", host: "site.test", port, method: "GET" }]);
    expect(questions).toMatchObject([
      {
        summary: `Fetch http://site.test:${port}/a${query}`,
        preview: { type: "text", text: `http://site.test:${port}/a${query}` },
        proposals: [{ patterns: [`network(site.test:${port})`] }],
      },
    ]);
  });

  it("is one list for several URLs", async () => {
    const { call, questions, port } = await open();
    const url = ["x.test", "y.test"].map((host) => `http://${host}:${port}/`);
    await call("web_fetch", { url });
    expect(questions).toMatchObject([
      { summary: "Fetch 2 pages", preview: { text: url.join("\n") } },
    ]);
  });

  it("includes https for a host at http's own port", async () => {
    const { session } = await open({ mode: "default" });
    const { effects } = await session.explain({
      name: "web_fetch",
      input: { url: "http://site.test/" },
    });
    expect(effects.map((effect) => "port" in effect && effect.port)).toEqual([80, 443]);
  });

  it("is nothing for an address that is never fetched", async () => {
    const { call, questions } = await open();
    for (const url of ["http://10.0.0.1/", "http://db.internal/", "https://u:p@site.test/"]) {
      expect((await call("web_fetch", { url })).error?.code).toBe("network-blocked");
    }
    for (const url of ["file:///etc/passwd", "site.test/page", "", "https://", "gopher://x.test"]) {
      expect((await call("web_fetch", { url })).error?.code).toBe("input-invalid");
    }
    expect(questions).toEqual([]);
  });

  it("is not asked in plan mode, where nothing is fetched", async () => {
    const { fetch, requests } = await open({ mode: "plan" });
    expect((await fetch("/")).status).toBe("refused");
    expect(requests).toEqual([]);
  });
});

describe("a redirect", () => {
  const elsewhere =
    (to: string): RequestListener =>
    ({ url, headers }, response) => {
      const location = to.replace("PORT", String(headers.host).split(":")[1] ?? "");
      if (url === "/start") response.writeHead(302, { location });
      response.end("arrived");
    };

  it("to the same host is followed", async () => {
    const { fetch, questions, port } = await open({ serve: elsewhere("/end") });
    const outcome = await fetch("/start");
    expect(textOf(outcome)).toContain(
      `http://site.test:${port}/end (redirected from http://site.test:${port}/start)`,
    );
    expect(questions).toHaveLength(1);
  });

  it("to another host is followed if the policy or a person allows it", async () => {
    const { fetch, questions, port } = await open({ serve: elsewhere("http://other.test:PORT/") });
    const outcome = await fetch("/start");
    expect(textOf(outcome)).toContain("arrived");
    expect(questions.map(({ summary }) => summary)).toEqual([
      `Fetch http://site.test:${port}/start`,
      `Follow a redirect from http://site.test:${port}/start to http://other.test:${port}/`,
    ]);
    expect(outcome.effects).toHaveLength(2);
  });

  it("to another host is not followed otherwise", async () => {
    const denying = await open({
      serve: elsewhere("http://other.test:PORT/"),
      rules: [{ allow: "network(site.test)" }, { deny: "network(other.test)" }],
    });
    const refused = await denying.fetch("/start");
    expect(refused.error?.code).toBe("permission-denied");
    expect(refused.error?.message).toContain("which was not followed");
    const rejecting = await open({
      serve: elsewhere("http://other.test:PORT/"),
      rules: [{ allow: "network(site.test)" }],
      answer: () => ({ outcome: "reject" }),
    });
    expect((await rejecting.fetch("/start")).error?.code).toBe("permission-denied");
    expect([...denying.requests, ...rejecting.requests]).toHaveLength(2);
  });

  it("to another port is decided as another host is", async () => {
    const other = await startWebServer((_, response) => response.end("other port"));
    const { fetch, requests } = await open({
      serve: elsewhere(`http://site.test:${other.port}/`),
      answer: ({ stage, summary }) =>
        summary.startsWith("Follow") && stage === "run"
          ? { outcome: "reject" }
          : { outcome: "once" },
    });
    expect((await fetch("/start")).error?.code).toBe("permission-denied");
    expect(requests).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });

  it.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://localhost:1/",
    "http://metadata.google.internal/",
    "http://user:pass@site.test/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "//127.0.0.2/",
  ])("to %s is refused without a question", async (location) => {
    const { fetch, questions } = await open({ serve: elsewhere(location) });
    const outcome = await fetch("/start");
    expect(outcome.error?.code).toBe("network-blocked");
    expect(questions).toHaveLength(1);
  });

  it("to a public name that leads to a private address is refused", async () => {
    const { fetch } = await open({
      serve: elsewhere("http://inside.test:PORT/"),
      names: { "inside.test": ["127.0.0.1", "192.168.0.1"] },
    });
    expect((await fetch("/start")).error?.code).toBe("network-blocked");
  });

  it("in a circle ends", async () => {
    const { fetch, requests } = await open({
      serve: (_, response) => response.writeHead(307, { location: "/again" }).end(),
    });
    const { error } = await fetch("/start");
    expect(error?.code).toBe("network-failed");
    expect(error?.message).toContain("redirects more than 5 times");
    expect(requests).toHaveLength(6);
  });

  it("that leads nowhere is told as what it is", async () => {
    const { fetch } = await open({ serve: (_, response) => response.writeHead(302).end() });
    expect((await fetch("/start")).error?.message).toContain("answered 302");
  });

  it("in a page's own text is not followed", async () => {
    const { fetch, requests } = await open({
      serve(_, response) {
        response.setHeader("content-type", "text/html");
        response.setHeader("refresh", "0; url=/refreshed");
        response.end('<meta http-equiv="refresh" content="0; url=/refreshed"><p>Here.</p>');
      },
    });
    expect(textOf(await fetch("/start"))).toContain("Here.");
    expect(requests).toHaveLength(1);
  });
});

describe("a prompt", () => {
  it("is answered by the session's model, which gets the page as data", async () => {
    const prompts: string[] = [];
    const { fetch } = await open({
      serve: html,
      session: {
        host: {
          async askModel({ prompt }) {
            prompts.push(prompt);
            return "It says: read more.";
          },
        },
      },
    });
    const outcome = await fetch("/guide", { prompt: "What to read?" });
    expect(textOf(outcome)).toContain("It says: read more.");
    expect(textOf(outcome)).not.toContain("# Start");
    expect(outcome.structured).toMatchObject({ answer: "It says: read more.", pages: [{}] });
    expect(prompts[0]).toContain("Question: What to read?");
    expect(prompts[0]).toMatch(/----- begin (\w{16}) -----[^]*Start[^]*----- end \1 -----/);
  });

  it.each([
    [undefined, "this session has no model for it"],
    [() => Promise.reject(new Error("out of tokens")), "the model failed: out of tokens"],
    [async () => " ", "the model answered nothing"],
  ])("that isn't answered leaves the page, and says why", async (askModel, why) => {
    const host = askModel === undefined ? {} : { askModel };
    const { fetch } = await open({ serve: html, session: { host } });
    const outcome = await fetch("/guide", { prompt: "What to read?" });
    expect(textOf(outcome)).toContain(`The prompt was not answered, because ${why}.`);
    expect(textOf(outcome)).toContain("Start");
  });
});

describe("secrets", () => {
  it("are never inserted into a URL", async () => {
    const { fetch, requests } = await open({
      environment: { API_TOKEN: "canary-canary-canary" },
      hidesSecrets: true,
    });
    const outcome = await fetch("/?token=«secret:API_TOKEN»");
    expect(requests[0]?.url).not.toContain("canary");
    expect(textOf(outcome)).toContain("was left as plain text");
  });

  it("that a page contains are hidden", async () => {
    const { fetch } = await open({
      environment: { API_TOKEN: "canary-canary-canary" },
      hidesSecrets: true,
      serve: (_, response) => response.end("It is canary-canary-canary."),
    });
    expect(JSON.stringify(await fetch("/"))).not.toContain("canary-canary");
  });
});

it("respects robots.txt while nobody can answer prompts", async () => {
  const { port, requests } = await startWebServer((_, response) =>
    response.end("User-agent: toolwright\nDisallow: /"),
  );
  const { session } = await openToolSession({
    isUnattended: true,
    rules: [{ allow: "network(site.test)" }],
    session: { web: createTestWeb() },
  });
  const input = { url: `http://site.test:${port}/page` };
  const { error } = await session.call({ name: "web_fetch", input });
  expect(error?.code).toBe("network-blocked");
  expect(error?.message).toContain("robots.txt");
  expect(requests).toHaveLength(1);
});

testToolContract("web_fetch", [
  { url: "https://site.test/page" },
  { url: "https://site.test/start", format: "text" },
  { url: ["https://site.test/page", "http://site.test/start"], prompt: "What is it?" },
]);
