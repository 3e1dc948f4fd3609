import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { createEras } from "./eras.ts";
import {
  commandServer,
  hostileServer,
  hubWorld,
  said,
  temporaryDirectory,
} from "./fixtures/hub-world.ts";

const quick = { restarts: { firstMs: 20, mostMs: 100, tries: 4 } };
/** Turns off automatic restarts. */
const never = { restarts: { firstMs: 20, mostMs: 100, tries: 0 } };

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

describe("starting", () => {
  test("is concurrent, and a silent server delays no other", async () => {
    const { hub } = await hubWorld({
      servers: [
        hostileServer("silent", [], { name: "silent" }),
        hostileServer("plain", [], { name: "a" }),
        hostileServer("plain", [], { name: "b" }),
      ],
      isIdle: true,
    });
    hub.start();
    await hub.ready(20_000, ["a", "b"]);
    await hub.ready(100);
    expect(hub.servers.map(({ state }) => state)).toEqual(["starting", "ready", "ready"]);
  });

  test("of one server starts no other, and none starts automatically", async () => {
    const log = join(temporaryDirectory(), "log");
    const { hub } = await hubWorld({
      servers: [
        hostileServer("plain", [log], { name: "a" }),
        hostileServer("plain", [], { name: "b" }),
      ],
      isIdle: true,
    });
    hub.start(["b"]);
    await hub.ready(20_000);
    expect(hub.servers.map(({ state }) => state)).toEqual(["idle", "ready"]);
    expect(linesOf(log)).toEqual([]);
  });

  test("that fails reports how the process ended and its last output", async () => {
    const { hub, notices } = await hubWorld({ servers: [hostileServer("dead")], limits: never });
    expect(hub.servers[0]).toMatchObject({
      state: "failed",
      reason: "it ended with exit status 1. Its last output: Error: API_KEY is missing",
    });
    expect(notices).toContainEqual(expect.objectContaining({ server: "s", level: "warning" }));
  });

  test("of a missing program is not retried", async () => {
    const { hub } = await hubWorld({ servers: [commandServer("s", "no-such-program-at-all", [])] });
    expect(hub.servers[0]).toMatchObject({ state: "failed" });
    expect(hub.servers[0]?.reason).toContain("no-such-program-at-all");
  });

  test("that takes too long fails", async () => {
    const { hub } = await hubWorld({
      servers: [hostileServer("silent")],
      limits: { startMs: 300, ...never },
    });
    expect(hub.servers[0]?.reason).toContain("did not answer within 0.3 s");
  });

  test("is decided first, and disabled or refused servers give the reason", async () => {
    const log = join(temporaryDirectory(), "log");
    const { hub, registry } = await hubWorld({
      servers: [
        hostileServer("plain", [log], { name: "a", enabled: false }),
        hostileServer("plain", [log], { name: "b" }),
      ],
      gate: { mayStart: async ({ name }) => (name === "b" ? "a rule denies it" : null) },
    });
    expect(hub.servers).toMatchObject([
      { state: "disabled", reason: "it is disabled in its configuration" },
      { state: "refused", reason: "a rule denies it" },
    ]);
    expect(registry.list()).toEqual([]);
    expect(linesOf(log)).toEqual([]);
  });

  test("is retried until it succeeds", async () => {
    const file = join(temporaryDirectory(), "there");
    const { hub, call } = await hubWorld({
      servers: [hostileServer("recovering", [file])],
      limits: { restarts: { ...quick.restarts, tries: 100 } },
    });
    expect(hub.servers[0]?.state).toBe("failed");
    writeFileSync(file, "");
    await vi.waitFor(() => expect(hub.servers[0]?.state).toBe("ready"), 10_000);
    expect(said(await call("mcp__s__echo"))).toBe("alive");
  });
});

describe("a server that dies in a call", () => {
  test("fails that call without repeating it, and restarts for the next", async () => {
    const log = join(temporaryDirectory(), "log");
    const { hub, call } = await hubWorld({
      servers: [hostileServer("plain", [log])],
      limits: never,
    });
    const outcome = await call("mcp__s__crash");
    expect(outcome).toMatchObject({ status: "error", error: { code: "mcp-failed" } });
    expect(outcome.error?.message).toContain("exit status 3. Its last output: out of memory.");
    expect(hub.servers[0]).toMatchObject({ state: "failed", restarts: 1 });
    expect(said(await call("mcp__s__echo", { text: "again" }))).toBe("again");
    expect(linesOf(log)).toEqual(["start", "call crash", "start", "call echo"]);
  });

  test("restarts automatically", async () => {
    const { hub, call } = await hubWorld({ servers: [hostileServer("plain")], limits: quick });
    await call("mcp__s__crash");
    await vi.waitFor(
      () => expect(hub.servers[0]).toMatchObject({ state: "ready", restarts: 1 }),
      10_000,
    );
    expect(said(await call("mcp__s__echo", { text: "x" }))).toBe("x");
  });
});

test("a change of the tools is followed, even if the server never announced notifications", async () => {
  const { hub, registry, call, session } = await hubWorld({ servers: [hostileServer("changing")] });
  const names = (): readonly string[] => registry.list().map(({ name }) => name);
  expect(names()).toEqual(["mcp__s__changes", "mcp__s__grow", "mcp__s__old", "mcp__s__same"]);
  const events: string[] = [];
  registry.subscribe(({ type, name }) => events.push(`${type} ${name}`));
  await call("mcp__s__grow");
  await vi.waitFor(() =>
    expect(names()).toEqual(["mcp__s__changes", "mcp__s__grow", "mcp__s__new", "mcp__s__same"]),
  );
  // Fifty notifications cause one listing; unchanged tools stay registered.
  await vi.waitFor(() =>
    expect(events.toSorted()).toEqual([
      "tool-added mcp__s__new",
      "tool-removed mcp__s__old",
      "tool-replaced mcp__s__changes",
    ]),
  );
  await (await session()).refresh();
  expect(await call("mcp__s__old")).toMatchObject({ error: { code: "tool-not-found" } });
  expect(hub.servers[0]?.toolCount).toBe(4);
});

test.each(["only", "both"])(
  "a server that speaks 2026-07-28 (%s) is started anew for it, and the next time at once",
  async (spoken) => {
    const log = join(temporaryDirectory(), "log");
    const program = fileURLToPath(new URL("fixtures/modern-stdio-server.ts", import.meta.url));
    const server = commandServer("s", process.execPath, ["--no-warnings", program, log, spoken]);
    const eras = createEras();
    const { hub, call } = await hubWorld({ servers: [server], eras });
    expect(hub.servers[0]).toMatchObject({ state: "ready", protocolVersion: "2026-07-28" });
    expect(said(await call("mcp__s__echo", { a: 1 }))).toBe('{"a":1}');
    expect(linesOf(log)).toHaveLength(2);
    const again = await hubWorld({ servers: [server], eras });
    expect(again.hub.servers[0]).toMatchObject({
      state: "ready",
      protocolVersion: "2026-07-28",
    });
    expect(linesOf(log)).toHaveLength(3);
  },
);

test.each([
  ["answers that it doesn't know the newer era", "plain", [], [1, 1]],
  ["lets what comes before the handshake wait", "handshake", ["waits"], [1, 1]],
  [
    "ends over what comes before the handshake, after one more start,",
    "handshake",
    ["ends"],
    [2, 1],
  ],
] as const)(
  "an older server that %s is started as often as it must be",
  async (_, scenario, words, starts) => {
    const log = join(temporaryDirectory(), "log");
    const server = hostileServer(scenario, [log, ...words]);
    const eras = createEras();
    let before = 0;
    for (const expected of starts) {
      const { hub } = await hubWorld({ servers: [server], eras });
      expect(hub.servers[0]).toMatchObject({ state: "ready", protocolVersion: "2025-06-18" });
      expect(linesOf(log).length - before).toBe(expected);
      before = linesOf(log).length;
    }
  },
);

test("a server's instructions describe its tools to searches, until it is closed", async () => {
  const { hub, registry } = await hubWorld({ servers: [hostileServer("plain")] });
  expect(registry.sourceDescription("mcp:s")).toBe("Be kind to it.");
  await hub.close();
  expect(registry.sourceDescription("mcp:s")).toBeUndefined();
});

test("closing unregisters the tools and ends servers that are still starting", async () => {
  const { hub, registry } = await hubWorld({
    servers: [
      hostileServer("plain", [], { name: "a" }),
      hostileServer("silent", [], { name: "b" }),
    ],
    isIdle: true,
  });
  hub.start();
  await hub.ready(20_000, ["a"]);
  expect(registry.list()).not.toEqual([]);
  await hub.close();
  expect(registry.list()).toEqual([]);
  expect(hub.servers.map(({ state }) => state)).toEqual(["closed", "closed"]);
});

test("the environment is scrubbed, except for configured variables", async () => {
  const [name, value] = ["MCP_TEST_SECRET_TOKEN", "hunter2"];
  vi.stubEnv(name, value);
  const server = hostileServer("plain");
  const { transport } = server;
  if (transport.type !== "stdio") throw new Error("It is a command.");
  const { call } = await hubWorld({
    servers: [{ ...server, transport: { ...transport, environment: { OWN_KEY: "given" } } }],
  });
  const environment = JSON.parse(said(await call("mcp__s__environment"))) as Record<string, string>;
  vi.unstubAllEnvs();
  expect(environment["OWN_KEY"]).toBe("given");
  expect(environment[name]).toBeUndefined();
});
