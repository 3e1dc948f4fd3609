import { expect, test } from "vitest";
import { hostileServer, hubWorld, said } from "./fixtures/hub-world.ts";

test("a server's tools are registered and callable", async () => {
  const { hub, registry, call } = await hubWorld({ servers: [hostileServer("plain")] });
  expect(hub.servers[0]).toMatchObject({
    state: "ready",
    reason: null,
    toolCount: 3,
    problems: [],
    protocolVersion: "2025-06-18",
    serverInfo: { name: "bare", version: "1.2.3" },
    instructions: "Be kind to it.",
    startedInMs: expect.any(Number),
  });
  expect(registry.list({ server: "s" }).map(({ name }) => name)).toEqual([
    "mcp__s__crash",
    "mcp__s__echo",
    "mcp__s__environment",
  ]);
  const outcome = await call("mcp__s__echo", { text: "hello" });
  expect(outcome).toMatchObject({ status: "ok", content: [{ type: "text", text: "hello" }] });
  expect(outcome.effects).toEqual([{ type: "external", server: "s", tool: "echo" }]);
  expect(said(outcome)).toBe("hello");
});
