import {
  Client,
  type ElicitResult,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  defineTool,
  type Effect,
  type Tool,
  type ToolContext,
  ToolError,
  write,
} from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FixtureServer, openFixtureServer } from "./fixtures/open-fixture-server.ts";
import { serveOverHttp } from "./http.ts";
import type { ToolServerOptions } from "./tool-server.ts";

interface Asked {
  readonly message: string;
  readonly mode?: string | undefined;
  readonly url?: string;
}

interface Host {
  readonly client: Client;
  readonly asked: Asked[];
}

type Says = (asked: Asked) => ElicitResult | Promise<ElicitResult>;

interface HostOptions {
  readonly says?: Says;
  readonly elicitation?: { form?: Record<string, never>; url?: Record<string, never> };
  readonly name?: string;
  readonly isModern?: boolean;
}

const input = { type: "object", properties: { path: { type: "string" } } } as const;

const tool = (
  name: string,
  execute: (context: ToolContext, path: string) => ReturnType<Tool["execute"]>,
  effects: (path: string) => readonly Effect[] = () => [],
): Tool =>
  defineTool({
    name,
    kind: "other",
    description: name,
    input,
    effects: (given) => effects((given as { path?: string }).path ?? ""),
    execute: (given, context) => execute(context, (given as { path?: string }).path ?? ""),
  });

async function open(
  tools: readonly Tool[],
  options: Partial<ToolServerOptions> = {},
): Promise<FixtureServer> {
  const fixture = await openFixtureServer(tools, options);
  onTestFinished(() => fixture.close());
  return fixture;
}

async function connect(
  { server }: FixtureServer,
  { says, elicitation = { form: {} }, name = "host", isModern = false }: HostOptions = {},
): Promise<Host> {
  const client = new Client(
    { name, version: "1.0.0" },
    {
      capabilities: says === undefined ? {} : { elicitation },
      versionNegotiation: { mode: isModern ? { pin: "2026-07-28" } : "legacy" },
    },
  );
  const asked: Asked[] = [];
  if (says !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params);
      return says(params);
    });
  }
  onTestFinished(() => client.close());
  if (isModern) {
    const http = await serveOverHttp(server, { port: 0, token: null, onNotice: () => undefined });
    onTestFinished(() => http.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  } else {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect({ era: "legacy" }).connect(theirs);
    await client.connect(ours);
  }
  return { client, asked };
}

const call = ({ client }: Host, name: string, given: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: given });

const textOf = ({ content }: Awaited<ReturnType<typeof call>>): string =>
  content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");

const once: Says = () => ({ action: "accept", content: { answer: "once" } });

const writing = (name: string, onRun: () => void = () => undefined): Tool =>
  tool(
    name,
    () => {
      onRun();
      return { content: "written" };
    },
    (path) => [write(path)],
  );

describe("the list of tools", () => {
  it("is updated when a tool is added or removed", async () => {
    const fixture = await open([writing("first")]);
    const host = await connect(fixture);
    const changed = new Promise<void>((resolve) => {
      host.client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
    });
    await fixture.registry.register([writing("second"), writing("third")]);
    await changed;
    const { tools } = await host.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["first", "second", "third"]);
    expect(textOf(await call(host, "third", { path: "a" }))).toContain("approval");
  });

  it("is unchanged when an unlisted tool is called through a listed one", async () => {
    const finder = {
      ...tool("find", () => ({ content: "found" })),
      describeDeferredTools: () => "",
    };
    const caller: Tool = {
      ...tool("pass_on", () => ({ content: "" })),
      input: { type: "object", properties: { name: { type: "string" } } },
      forwards: ({ name }) => ({ name: String(name), input: {} }),
    };
    const far: Tool = { ...tool("far_away", () => ({ content: "there" })), exposure: "deferred" };
    const host = await connect(await open([finder, caller, far]));
    let changes = 0;
    host.client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes += 1;
    });
    const names = async () => (await host.client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(["find", "pass_on"]);
    expect(textOf(await call(host, "pass_on", { name: "far_away" }))).toBe("there");
    expect(await names()).toEqual(["find", "pass_on"]);
    expect(changes).toBe(0);
  });

  const output = { type: "object", properties: { a: { type: "number" } } };
  const execute = (): Awaited<ReturnType<Tool["execute"]>> => ({
    content: "one",
    structured: { a: 1 },
  });
  const twoTools = [{ ...tool("said", execute), output }, tool("unsaid", execute)];

  it("has no output schemas, and results have no structure, by default", async () => {
    const host = await connect(await open(twoTools));
    const { tools } = await host.client.listTools();
    expect(tools.map(({ outputSchema }) => outputSchema)).toEqual([undefined, undefined]);
    expect(await call(host, "said")).not.toHaveProperty("structuredContent");
  });

  it("has output schemas on request, and only those tools have structured results", async () => {
    const host = await connect(await open(twoTools, { structured: true }));
    const { tools } = await host.client.listTools();
    expect(tools.map(({ outputSchema }) => outputSchema?.["required"])).toEqual([
      ["text"],
      undefined,
    ]);
    expect((await call(host, "said")).structuredContent).toEqual({ text: "one", result: { a: 1 } });
    expect(await call(host, "unsaid")).not.toHaveProperty("structuredContent");
  });
});

describe.each([
  ["older", false],
  ["newer", true],
])("a host of the %s era", (_, isModern) => {
  it("gets each call's own id, whatever ids its other calls have", async () => {
    const fixture = await open([tool("one", () => ({ content: "" }))]);
    const [first, second] = [
      await connect(fixture, { isModern }),
      await connect(fixture, { isModern }),
    ];
    const results = await Promise.all([
      call(first, "one"),
      call(second, "one"),
      call(first, "one"),
    ]);
    const ids = results.map(({ _meta }) => _meta?.["toolwright/callId"]);
    expect(new Set(ids).size).toBe(3);
  });

  it("is the only one asked about its calls when several share the session", async () => {
    const fixture = await open([writing("change")]);
    const [asker, other] = [
      await connect(fixture, { says: once, name: "asker", isModern }),
      await connect(fixture, { says: once, name: "other", isModern }),
    ];
    expect(textOf(await call(asker, "change", { path: "a.txt" }))).toBe("written");
    expect([asker.asked.length, other.asked.length]).toEqual([1, 0]);
    const mute = await connect(fixture, { isModern });
    const told = await call(mute, "change", { path: "a.txt" }).then(textOf, String);
    expect(told).toContain("elicitation");
    expect(told).toContain("toolwright policy grant");
    expect([asker.asked.length, other.asked.length]).toEqual([1, 0]);
  });

  it("passes on a tool's question with its origin, and the person's answer", async () => {
    const schema = { type: "object", properties: { name: { type: "string" } } };
    const fixture = await open([
      tool("greet", async (context) => {
        const said = await context.elicit({
          kind: "form",
          from: "the MCP server 'x'",
          message: "Your name\u202e?",
          schema,
        });
        return { content: JSON.stringify(said) };
      }),
    ]);
    const says: Says = () => ({ action: "accept", content: { name: "Ada" } });
    const host = await connect(fixture, { says, isModern });
    expect(textOf(await call(host, "greet"))).toBe('{"action":"accept","content":{"name":"Ada"}}');
    expect(host.asked[0]?.message).toBe("the MCP server 'x' asks:\nYour name\\u{202e}?");
  });

  it("passes a form's choices on, and the chosen ones back", async () => {
    const choices = [
      { const: "a", title: "First" },
      { const: "b", title: "Second" },
    ];
    const properties = {
      one: { type: "string", oneOf: choices },
      several: { type: "array", title: "Some", minItems: 1, items: { anyOf: choices } },
      text: { type: "string", title: "Words" },
    };
    const fixture = await open([
      tool("choose", async (context) => {
        const schema = { type: "object", properties };
        const said = await context.elicit({ kind: "form", from: "x", message: "Which?", schema });
        return { content: JSON.stringify("content" in said ? said.content : said) };
      }),
    ]);
    const content = { one: "b", several: ["a"], text: "w" };
    const host = await connect(fixture, { says: () => ({ action: "accept", content }), isModern });
    expect(JSON.parse(textOf(await call(host, "choose")))).toEqual(content);
    const asked = host.asked[0] as { requestedSchema?: { properties: unknown } } | undefined;
    expect(asked?.requestedSchema?.properties).toMatchObject(properties);
  });

  it("is sent to a page only if it can show one", async () => {
    const fixture = await open([
      tool("sign_in", async (context) => {
        const request = { from: "x", message: "Sign in", url: "https://example.com/" };
        const said = await context.elicit({ kind: "url", ...request });
        return { content: "action" in said ? said.action : said.outcome };
      }),
    ]);
    const says: Says = ({ url }) => ({
      action: url === "https://example.com/" ? "accept" : "cancel",
    });
    const able = await connect(fixture, { says, elicitation: { form: {}, url: {} }, isModern });
    expect(textOf(await call(able, "sign_in"))).toBe("accept");
    const unable = await connect(fixture, { says, isModern });
    expect(textOf(await call(unable, "sign_in"))).toBe("unanswered");
    expect(unable.asked).toEqual([]);
  });

  it("answers two questions that are open at once", async () => {
    const fixture = await open([
      tool("two", async (context) => {
        const ask = (message: string) =>
          context.elicit({
            kind: "form",
            from: "x",
            message,
            schema: { type: "object", properties: {} },
          });
        const answers = await Promise.all([ask("1"), ask("2")]);
        return { content: answers.map((each) => ("action" in each ? each.action : "")).join() };
      }),
    ]);
    const says: Says = ({ message }) => ({ action: message.endsWith("1") ? "decline" : "accept" });
    const host = await connect(fixture, { says, isModern });
    expect(textOf(await call(host, "two"))).toBe("decline,accept");
  });

  it("receives a call's progress", async () => {
    const fixture = await open([
      tool("count", (context) => {
        for (const done of [1, 2, 3]) {
          context.update({ title: `step ${done}`, metadata: { progress: { done, total: 3 } } });
        }
        return { content: "" };
      }),
    ]);
    const host = await connect(fixture, { isModern });
    const told: unknown[] = [];
    await host.client.callTool(
      { name: "count", arguments: {} },
      { onprogress: (progress) => told.push(progress) },
    );
    expect(told).toEqual([1, 2, 3].map((n) => ({ progress: n, total: 3, message: `step ${n}` })));
  });

  it("gets a failure as an error result without a stack", async () => {
    const fixture = await open([
      tool("fail", () => {
        throw new Error("the disk is full");
      }),
    ]);
    const result = await call(await connect(fixture, { isModern }), "fail");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("the disk is full");
    expect(textOf(result)).not.toMatch(/^\s+at /m);
  });
});

describe("a host of the older era", () => {
  it("cancels its call when it leaves during a question", async () => {
    let ran = 0;
    const fixture = await open([writing("change", () => (ran += 1))]);
    const gone = Promise.withResolvers<ElicitResult>();
    const host = await connect(fixture, { says: () => gone.promise });
    const ended = new Promise<string>((resolve) => {
      fixture.session.subscribe((event) => {
        if (event.type === "invocation-end") resolve(event.outcome.status);
      });
    });
    const answer = call(host, "change", { path: "a" }).catch((thrown: unknown) => thrown);
    await expect.poll(() => host.asked.length, { timeout: 15_000 }).toBe(1);
    await host.client.close();
    expect(await ended).toBe("cancelled");
    expect(await answer).toBeInstanceOf(Error);
    expect(ran).toBe(0);
  });

  it("sees a command's output only if it requested it", async () => {
    const fixture = await open([
      tool("print", (context) => {
        context.update({ output: "line\n" });
        return { content: "" };
      }),
    ]);
    const host = await connect(fixture);
    const logged: unknown[] = [];
    host.client.setNotificationHandler("notifications/message", ({ params }) => {
      logged.push(params.data);
    });
    await call(host, "print");
    await host.client.setLoggingLevel("warning");
    await call(host, "print");
    expect(logged).toEqual([]);
    await host.client.setLoggingLevel("info");
    await call(host, "print");
    expect(logged).toEqual(["line\n"]);
  });
});

describe("an answer that comes in another request", () => {
  interface Raw {
    readonly result?: {
      readonly resultType?: string;
      readonly requestState?: string;
      readonly inputRequests?: Record<string, unknown>;
      readonly content?: readonly { readonly text: string }[];
    };
    readonly error?: { readonly code: number; readonly message: string };
  }

  async function rawHost(
    tools: readonly Tool[],
    options: Partial<ToolServerOptions> = {},
  ): Promise<{
    readonly fixture: FixtureServer;
    readonly send: (
      name: string,
      given: object,
      more?: object,
    ) => Promise<Raw & { readonly status: number }>;
  }> {
    const fixture = await open(tools, options);
    const http = await serveOverHttp(fixture.server, {
      port: 0,
      token: null,
      onNotice: () => undefined,
    });
    onTestFinished(() => http.close());
    return {
      fixture,
      async send(name, given, more = {}) {
        const _meta = {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
          "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        };
        const response = await fetch(http.url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/call",
            "mcp-name": name,
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: given, _meta, ...more },
          }),
        });
        const body = await response.text();
        const data = body.split("\n").findLast((line) => line.startsWith("data: "));
        return { status: response.status, ...(JSON.parse(data?.slice(6) ?? body) as Raw) };
      },
    };
  }

  const yes = { approval: { action: "accept", content: { answer: "once" } } };

  it("is the specification's error for a host without the needed capability", async () => {
    const asker = tool("asker", async (context) => {
      const schema = { type: "object", properties: {} };
      const said = await context.elicit({ kind: "form", from: "x", message: "?", schema });
      if (!("action" in said)) throw new ToolError("tool-not-available", "It has to ask.");
      return { content: "asked" };
    });
    const { send } = await rawHost([writing("change"), asker]);
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    };
    for (const name of ["change", "asker"]) {
      const { error, status } = await send(name, { path: "a" }, { _meta });
      expect(error).toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { elicitation: { form: {} } } },
      });
      expect(status).toBe(400);
    }
  });

  it("continues the waiting call, which runs once however often the answer is sent", async () => {
    let ran = 0;
    const { send } = await rawHost([writing("change", () => (ran += 1))]);
    const { result: asked } = await send("change", { path: "a" });
    expect(asked?.resultType).toBe("input_required");
    expect(ran).toBe(0);
    const retry = { requestState: asked?.requestState, inputResponses: yes };
    const answers = await Promise.all([
      send("change", { path: "a" }, retry),
      send("change", { path: "a" }, retry),
    ]);
    expect(ran).toBe(1);
    expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(1);
    const late = await send("change", { path: "a" }, retry);
    expect(late.error).toMatchObject({ code: -32_602 });
    expect(late.error?.message).toContain("Call the tool again without requestState");
    expect(ran).toBe(1);
  });

  it("is valid for that call only: with other arguments it fails, and the call still waits", async () => {
    let ran = 0;
    const { send } = await rawHost([writing("change", () => (ran += 1)), writing("other")]);
    const { result: asked } = await send("change", { path: "a" });
    const retry = { requestState: asked?.requestState, inputResponses: yes };
    const other = await send("change", { path: "b" }, retry);
    expect(other.error?.message).toContain("same name and arguments");
    expect((await send("other", { path: "a" }, retry)).error).toBeDefined();
    expect(ran).toBe(0);
    expect((await send("change", { path: "a" }, retry)).result?.content?.[0]?.text).toBe("written");
    expect(ran).toBe(1);
  });

  it("without content leaves the question open under a new handle", async () => {
    const { send } = await rawHost([writing("change")]);
    const { result: asked } = await send("change", { path: "a" });
    for (const inputResponses of [
      {},
      { approval: { action: "perhaps" } },
      { approval_2: yes.approval },
    ]) {
      const { result: again } = await send(
        "change",
        { path: "a" },
        { requestState: asked?.requestState, inputResponses },
      );
      if (again === undefined) continue;
      expect(again.inputRequests).toHaveProperty("approval");
      expect(again.requestState).not.toBe(asked?.requestState);
    }
  });

  it("is rejected without its handle or with a made-up one", async () => {
    let ran = 0;
    const { send } = await rawHost([writing("change", () => (ran += 1))]);
    const { result } = await send("change", { path: "a" }, { inputResponses: yes });
    expect(result?.resultType).toBe("input_required");
    const made = { requestState: "made-up", inputResponses: yes };
    expect((await send("change", { path: "a" }, made)).error).toBeDefined();
    expect(ran).toBe(0);
  });

  it("comes too late once the question has expired, and the call is cancelled", async () => {
    let ran = 0;
    const { fixture, send } = await rawHost([writing("change", () => (ran += 1))], {
      questionTimeoutMs: 30,
    });
    const ended = new Promise<string>((resolve) => {
      fixture.session.subscribe((event) => {
        if (event.type === "invocation-end") resolve(event.outcome.status);
      });
    });
    const { result: asked } = await send("change", { path: "a" });
    expect(await ended).toBe("cancelled");
    const retry = { requestState: asked?.requestState, inputResponses: yes };
    expect((await send("change", { path: "a" }, retry)).error?.code).toBe(-32_602);
    expect(ran).toBe(0);
  });
});
