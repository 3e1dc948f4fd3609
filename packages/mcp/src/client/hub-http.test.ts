import { describe, expect, test, vi } from "vitest";
import { createEras, eraKey } from "./eras.ts";
import {
  breakingServer,
  eventServer,
  guardedServer,
  modernServer,
  sessionServer,
} from "./fixtures/http-servers.ts";
import { hubWorld, said, urlServer } from "./fixtures/hub-world.ts";

const quick = { restarts: { firstMs: 20, mostMs: 100, tries: 200 } };
const never = { restarts: { firstMs: 20, mostMs: 100, tries: 0 } };

describe("a server over HTTP", () => {
  test("of 2025 is used with its configured headers, and notified at the end", async () => {
    const server = await sessionServer();
    const { url } = server;
    const { hub, call } = await hubWorld({
      servers: [
        urlServer("s", url, { transport: { type: "http", url, headers: { "X-Key": "mine" } } }),
      ],
    });
    expect(hub.servers[0]).toMatchObject({
      state: "ready",
      protocolVersion: "2025-11-25",
      toolCount: 2,
    });
    expect(said(await call("mcp__s__echo"))).toBe("old echo");
    expect(server.headers.every((headers) => headers["x-key"] === "mine")).toBe(true);
    await hub.close();
    expect(server.requests.at(-1)).toBe("DELETE");
  });

  test("of both eras is used in the newer one, so that it can ask", async () => {
    const server = await modernServer("stateless");
    const { hub, call } = await hubWorld({
      servers: [urlServer("s", server.url)],
      approver: {
        name: "person",
        ask: async () => ({ outcome: "once" }),
        elicit: async () => ({ action: "accept", content: { place: "the moon" } }),
      },
    });
    expect(hub.servers[0]?.protocolVersion).toBe("2026-07-28");
    expect(said(await call("mcp__s__deploy"))).toBe("deployed to the moon");
    expect(server.requests).not.toContain("POST");
  });

  test("of 2025 is probed once for 2026", async () => {
    const server = await sessionServer();
    const configuration = urlServer("s", server.url);
    const eras = createEras();
    await hubWorld({ servers: [configuration], eras });
    expect(eras.get(eraKey(configuration))).toBe("legacy");
    const asked = (): number => server.requests.filter((line) => line.includes("discover")).length;
    expect(asked()).toBe(1);
    await hubWorld({ servers: [configuration], eras });
    expect(asked()).toBe(1);
  });

  test("of 2026 only is used, the next time at once", async () => {
    const server = await modernServer();
    const eras = createEras();
    const configuration = urlServer("s", server.url);
    const { hub, call } = await hubWorld({ servers: [configuration], eras });
    expect(hub.servers[0]).toMatchObject({
      state: "ready",
      protocolVersion: "2026-07-28",
      instructions: "Be modern.",
      serverInfo: { name: "modern" },
      toolCount: 4,
    });
    expect(said(await call("mcp__s__echo", { a: 1 }))).toBe('{"a":1}');
    expect(eras.get(eraKey(configuration))).toBe("modern");
    const before = server.requests.length;
    const again = await hubWorld({ servers: [configuration], eras });
    expect(again.hub.servers[0]?.state).toBe("ready");
    expect(server.requests.slice(before)).toEqual(
      expect.arrayContaining(["POST server/discover", "POST tools/list"]),
    );
    expect(server.requests.slice(before)).not.toContain("POST");
  });

  test("of 2026 asks instead of answering, and fails if it asks endlessly", async () => {
    const server = await modernServer();
    const { call } = await hubWorld({
      servers: [urlServer("s", server.url)],
      approver: {
        name: "person",
        ask: async () => ({ outcome: "once" }),
        elicit: async () => ({ action: "accept", content: { place: "the moon" } }),
      },
    });
    expect(said(await call("mcp__s__deploy"))).toBe("deployed to the moon");
    expect(await call("mcp__s__pester")).toMatchObject({
      status: "error",
      error: { code: "mcp-failed", message: expect.stringContaining("12 times") },
    });
  });

  test("of 2026 reports changes to a listener", async () => {
    const server = await modernServer();
    const { registry } = await hubWorld({ servers: [urlServer("s", server.url)] });
    await vi.waitFor(() => expect(server.requests).toContain("POST subscriptions/listen"), 5_000);
    await vi.waitFor(() => {
      server.grow();
      expect(registry.get("mcp__s__grown")).toBeDefined();
    }, 10_000);
  });

  test.each(["http", "sse"] as const)("of 2024 is used, found as %s", async (type) => {
    const server = await eventServer();
    const { url } = server;
    const { hub, call } = await hubWorld({
      servers: [urlServer("s", url, { transport: { type, url, headers: { "X-Key": "mine" } } })],
    });
    expect(hub.servers[0]).toMatchObject({ state: "ready", toolCount: 2 });
    expect(said(await call("mcp__s__echo"))).toBe("old echo");
    expect(server.headers.every((headers) => headers["x-key"] === "mine")).toBe(true);
    await server.stop();
    await server.restart();
    await vi.waitFor(() => expect(hub.servers[0]?.restarts).toBe(1), 10_000);
    expect(said(await call("mcp__s__echo"))).toBe("old echo");
  });

  test("that requires a login names the next step", async () => {
    const server = await guardedServer();
    const { hub } = await hubWorld({ servers: [urlServer("s", server.url)] });
    expect(hub.servers[0]).toMatchObject({
      state: "needs-authorization",
      reason: expect.stringContaining("toolwright mcp login s"),
    });
  });

  test("that refuses names the reason", async () => {
    const server = await guardedServer(500);
    const { hub } = await hubWorld({ servers: [urlServer("s", server.url)], limits: never });
    expect(hub.servers[0]).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("HTTP status 500: Error POSTing to endpoint: who are you?"),
    });
  });

  test("that is unreachable names the reason, and is used once it is reachable", async () => {
    const server = await sessionServer();
    await server.stop();
    const { hub } = await hubWorld({ servers: [urlServer("s", server.url)], limits: quick });
    expect(hub.servers[0]).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
    await server.restart();
    await vi.waitFor(() => expect(hub.servers[0]?.state).toBe("ready"), 10_000);
  });
});

describe("a connection over HTTP", () => {
  test("with a forgotten session gets a new one, which repeats the refused call", async () => {
    const server = await sessionServer();
    const { call } = await hubWorld({ servers: [urlServer("s", server.url)] });
    await call("mcp__s__echo");
    server.forget();
    expect(said(await call("mcp__s__echo"))).toBe("old echo");
    expect(server.calls).toEqual(["echo", "echo"]);
  });

  test("that dies in a call fails it soon, and is replaced for the next", async () => {
    const server = await sessionServer();
    const { hub, call } = await hubWorld({ servers: [urlServer("s", server.url)], limits: quick });
    const hanging = call("mcp__s__hang");
    await vi.waitFor(() => expect(server.calls).toEqual(["hang"]), 5_000);
    await server.stop();
    expect(await hanging).toMatchObject({ status: "error", error: { code: "mcp-failed" } });
    server.forget();
    await server.restart();
    await vi.waitFor(() => expect(hub.servers[0]?.state).toBe("ready"), 10_000);
    expect(said(await call("mcp__s__echo"))).toBe("old echo");
    expect(server.calls).toEqual(["hang", "echo"]);
  });

  test.each(["end", "destroy"] as const)(
    "that breaks off before the answer fails the call at once: %s",
    async (kind) => {
      const server = await breakingServer(kind);
      const { hub, call } = await hubWorld({ servers: [urlServer("s", server.url)] });
      const outcome = await call("mcp__s__break");
      expect(outcome).toMatchObject({ status: "error", error: { code: "mcp-failed" } });
      expect(outcome.error?.message).toContain("is not repeated automatically");
      expect(hub.servers[0]?.state).toBe("ready");
    },
  );
});
