import type { Approver, ElicitationRequest } from "@toolwright/core";
import { describe, expect, test, vi } from "vitest";
import type { Sample } from "./running-call.ts";
import { manualTimers } from "./fixtures/manual-timers.ts";
import { hostileServer, hubWorld, said } from "./fixtures/hub-world.ts";

function person(answers: NonNullable<Approver["elicit"]>): Approver {
  return { name: "person", ask: async () => ({ outcome: "once" }), elicit: answers };
}

describe("a result", () => {
  test("keeps every kind of content", async () => {
    const { call } = await hubWorld({ servers: [hostileServer("content")] });
    const { content } = await call("mcp__s__all");
    expect(content.map(({ type }) => type)).toEqual([
      "text",
      "image",
      "audio",
      "resource",
      "resource",
      "resource",
    ]);
    expect(said(await call("mcp__s__odd"))).toMatch(/hologram[\s\S]*after/);
  });

  test("that is an error fails with the server's text and keeps the rest", async () => {
    const { call } = await hubWorld({ servers: [hostileServer("content")] });
    const outcome = await call("mcp__s__error");
    expect(outcome).toMatchObject({
      status: "error",
      error: { code: "mcp-failed", message: "The disk is full." },
    });
    expect(outcome.content.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(await call("mcp__s__refuse")).toMatchObject({
      error: { code: "mcp-failed", message: expect.stringContaining("There is no such row.") },
    });
  });

  test("with only structured content is shown as JSON; one that does not fit its schema fails", async () => {
    const { call } = await hubWorld({ servers: [hostileServer("content")] });
    const outcome = await call("mcp__s__structured");
    expect(outcome.structured).toEqual({ n: 7 });
    expect(JSON.parse(said(outcome))).toEqual({ n: 7 });
    expect(await call("mcp__s__wrong_structure")).toMatchObject({
      status: "error",
      error: { message: expect.stringContaining("output schema") },
    });
  });

  test("of twelve MiB arrives, while the server floods its standard error", async () => {
    const { call } = await hubWorld({ servers: [hostileServer("big")] });
    const bytes = 12 * 1024 * 1024;
    const outcome = await call("mcp__s__flood", { bytes });
    expect(outcome.status).toBe("ok");
    expect(said(outcome)).toContain("xxx");
    expect(await call("mcp__s__image", { bytes: 9 * 1024 * 1024 })).toMatchObject({ status: "ok" });
  });

  test("over the message limit fails alone, with a clear error", async () => {
    const { call, hub } = await hubWorld({ servers: [hostileServer("big")] });
    const outcome = await call("mcp__s__text", { bytes: 65 * 1024 * 1024 });
    expect(outcome).toMatchObject({ status: "error", error: { code: "mcp-failed" } });
    expect(outcome.error?.message).toMatch(/65 MiB, which exceeds the limit of 64 MiB/);
    expect(await call("mcp__s__text", { bytes: 5 })).toMatchObject({ status: "ok" });
    expect(hub.servers[0]).toMatchObject({ state: "ready", restarts: 0 });
  });
});

describe("time", () => {
  test("without news expires, and the server is notified", async () => {
    const servers = [hostileServer("silent-call", [], { timeoutMs: 300 })];
    const { call } = await hubWorld({ servers });
    const outcome = await call("mcp__s__hang");
    expect(outcome).toMatchObject({ status: "error", error: { code: "timeout" } });
    expect(outcome.error?.message).toContain("0.3 s");
    expect(said(await call("mcp__s__cancelled"))).toBe("1");
  });

  test("restarts with each progress, which is shown live", async () => {
    const servers = [hostileServer("progress", [], { timeoutMs: 400 })];
    const { call, events } = await hubWorld({ servers });
    expect(said(await call("mcp__s__work"))).toBe("done with number");
    const titles = events.flatMap((event) =>
      event.type === "invocation-update" ? [event.update.title] : [],
    );
    expect(titles).toContain("step 6 (6/6)");
    expect(titles.length).toBeGreaterThan(2);
  });

  test("of a whole call is limited, whatever the progress", async () => {
    const { call } = await hubWorld({
      servers: [hostileServer("progress")],
      limits: { callMs: 500 },
    });
    const outcome = await call("mcp__s__forever");
    expect(outcome).toMatchObject({ status: "error", error: { code: "timeout" } });
    expect(outcome.error?.message).toContain("longer than 0.5 s");
  });
});

test("a cancelled call is cancelled at the server as well", async () => {
  const world = await hubWorld({ servers: [hostileServer("silent-call")] });
  const session = await world.session();
  const call = session.call({ name: "mcp__s__hang", input: {} });
  for await (const event of call) if (event.type === "invocation-prepared") break;
  await vi.waitFor(() =>
    expect(world.events.some(({ type }) => type === "invocation-prepared")).toBe(true),
  );
  setImmediate(() => call.cancel());
  expect(await call.outcome).toMatchObject({ status: "cancelled" });
  await vi.waitFor(async () => expect(said(await world.call("mcp__s__cancelled"))).toBe("1"));
});

describe("a server's question", () => {
  test("is asked within the call, and the answer includes its defaults", async () => {
    const asked: ElicitationRequest[] = [];
    const { call } = await hubWorld({
      servers: [hostileServer("elicit")],
      approver: person(async (request) => {
        asked.push(request);
        return { action: "accept", content: { branch: "main" } };
      }),
    });
    expect(JSON.parse(said(await call("mcp__s__once")))).toEqual({
      action: "accept",
      content: { branch: "main", force: true },
    });
    expect(asked).toMatchObject([
      { from: "the MCP server 's'", message: "Which branch?", kind: "form" },
    ]);
  });

  test("is declined or cancelled by the person, and cancelled without an approver", async () => {
    const declining = await hubWorld({
      servers: [hostileServer("elicit")],
      approver: person(async () => ({ action: "decline" })),
    });
    expect(JSON.parse(said(await declining.call("mcp__s__once")))).toEqual({ action: "decline" });
    const alone = await hubWorld({ servers: [hostileServer("elicit")] });
    expect(JSON.parse(said(await alone.call("mcp__s__once")))).toEqual({ action: "cancel" });
  });

  test("on a page is shown with its address, for web addresses only", async () => {
    const urls: unknown[] = [];
    const { call } = await hubWorld({
      servers: [hostileServer("elicit")],
      approver: person(async (request) => {
        urls.push(request.kind === "url" ? request.url : request.kind);
        return { action: "accept" };
      }),
    });
    expect(JSON.parse(said(await call("mcp__s__page")))).toEqual([
      { action: "accept" },
      { action: "decline" },
    ]);
    expect(said(await call("mcp__s__page_first"))).toBe("welcome");
    expect(urls).toEqual(["https://example.com/login", "https://example.com/login"]);
  });

  test("does not use up the call's time", async () => {
    const timers = manualTimers();
    const { call } = await hubWorld({
      servers: [hostileServer("elicit", [], { timeoutMs: 200 })],
      timers,
      approver: person(async () => {
        timers.advance(600);
        return { action: "accept", content: { branch: "x" } };
      }),
    });
    expect(await call("mcp__s__once")).toMatchObject({ status: "ok" });
  });

  test.each(["never_mind", "die"])(
    "isn't asked any more once nobody wants to know it: %s",
    async (name) => {
      const withdrawn: boolean[] = [];
      const { call } = await hubWorld({
        servers: [hostileServer("elicit")],
        approver: person(
          (_request, signal) =>
            new Promise((resolve) => {
              signal.addEventListener("abort", () => {
                withdrawn.push(true);
                resolve(undefined);
              });
            }),
        ),
      });
      const outcome = await call(`mcp__s__${name}`);
      expect(outcome.status).toBe(name === "die" ? "error" : "ok");
      await vi.waitFor(() => expect(withdrawn).toEqual([true]));
    },
  );

  test("without end fails the call", async () => {
    const { call, hub } = await hubWorld({
      servers: [hostileServer("elicit")],
      approver: person(async () => ({ action: "accept", content: {} })),
    });
    const outcome = await call("mcp__s__forever");
    expect(outcome).toMatchObject({ status: "error", error: { code: "mcp-failed" } });
    expect(outcome.error?.message).toContain("16 questions");
    expect(hub.servers[0]?.state).toBe("ready");
  });

  test("is not asked outside a call", async () => {
    const elicit = vi.fn<NonNullable<Approver["elicit"]>>();
    const world = await hubWorld({
      servers: [hostileServer("elicit-unasked")],
      approver: person(elicit),
    });
    await world.session();
    expect(await world.call("mcp__s__echo")).toMatchObject({ status: "ok" });
    expect(elicit).not.toHaveBeenCalled();
  });
});

describe("an older server", () => {
  test("receives the roots", async () => {
    const { call, root } = await hubWorld({ servers: [hostileServer("client")] });
    expect(JSON.parse(said(await call("mcp__s__roots")))).toEqual({
      roots: [{ uri: `file://${root}`, name: "work" }],
    });
  });

  test("can query the model only if it is offered, and after approval", async () => {
    const without = await hubWorld({ servers: [hostileServer("client")] });
    expect(said(await without.call("mcp__s__sample"))).toContain("-32601");
    const sample = vi.fn<Sample>(async () => ({
      role: "assistant" as const,
      model: "m",
      content: { type: "text" as const, text: "short" },
    }));
    const questions: string[] = [];
    const world = await hubWorld({
      servers: [hostileServer("client")],
      rules: [{ allow: "mcp(s/sample)" }],
      sample,
      approver: {
        name: "person",
        async ask({ summary }) {
          questions.push(summary);
          return questions.length === 1 ? { outcome: "once" } : { outcome: "reject" };
        },
      },
    });
    expect(said(await world.call("mcp__s__sample"))).toContain("short");
    expect(questions).toEqual([expect.stringContaining("Sum it up")]);
    expect(said(await world.call("mcp__s__sample"))).toContain("not allowed");
    expect(sample).toHaveBeenCalledTimes(1);
  });

  test("logs to its watchers", async () => {
    const { call, notices } = await hubWorld({ servers: [hostileServer("client")] });
    await call("mcp__s__log");
    await vi.waitFor(() =>
      expect(notices).toContainEqual({ server: "s", level: "debug", message: "warning: hot" }),
    );
  });
});

test("other text on standard output is harmless", async () => {
  const { call, hub } = await hubWorld({ servers: [hostileServer("banner")] });
  expect(hub.servers[0]?.state).toBe("ready");
  expect(said(await call("mcp__s__echo"))).toBe("said");
});
