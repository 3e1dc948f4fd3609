import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { commandServer, hubWorld, said, temporaryDirectory } from "./fixtures/hub-world.ts";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/** The published reference servers. */
const programs = {
  everything: import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  filesystem: import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
  memory: import.meta.resolve("@modelcontextprotocol/server-memory/dist/index.js"),
  "sequential-thinking": import.meta.resolve(
    "@modelcontextprotocol/server-sequential-thinking/dist/index.js",
  ),
};

function official(name: keyof typeof programs, words: readonly string[] = []): ServerConfiguration {
  return commandServer(name, process.execPath, [fileURLToPath(programs[name]), ...words]);
}

test("server-everything works with all its features", async () => {
  const { hub, call, registry } = await hubWorld({
    servers: [{ ...official("everything"), resources: true }],
    approver: {
      name: "person",
      ask: async () => ({ outcome: "once" }),
      elicit: async () => ({ action: "accept", content: { name: "Ada" } }),
    },
  });
  expect(hub.servers[0]).toMatchObject({ state: "ready", problems: [] });
  expect(hub.servers[0]?.instructions).toContain("Everything");
  expect(hub.servers[0]?.toolCount).toBeGreaterThan(12);
  expect(said(await call("mcp__everything__echo", { message: "hi" }))).toBe("Echo: hi");
  expect(said(await call("mcp__everything__get-sum", { a: 2, b: 3 }))).toContain("5");
  const { content } = await call("mcp__everything__get-tiny-image");
  expect(content.map(({ type }) => type)).toContain("image");
  const structured = await call("mcp__everything__get-structured-content", {
    location: "New York",
  });
  expect(structured).toMatchObject({
    status: "ok",
    structured: expect.objectContaining({ conditions: expect.any(String) }),
  });
  const long = await call("mcp__everything__trigger-long-running-operation", {
    duration: 0.4,
    steps: 4,
  });
  expect(long.status).toBe("ok");
  expect(said(await call("mcp__everything__list_resources"))).toContain("demo://");
  expect(said(await call("mcp__everything__list_prompts"))).toContain("simple-prompt");
  expect(registry.get("mcp__everything__trigger-elicitation-request")).toBeDefined();
  const elicited = await call("mcp__everything__trigger-elicitation-request");
  expect(said(elicited)).toContain("Ada");
});

test("server-filesystem works in its configured directory", async () => {
  const directory = temporaryDirectory();
  const { call, root } = await hubWorld({ servers: [official("filesystem", [directory])] });
  const path = join(directory, "a.txt");
  writeFileSync(path, "one\ntwo\n");
  writeFileSync(join(root, "a.txt"), "elsewhere");
  expect(said(await call("mcp__filesystem__read_text_file", { path }))).toBe("one\ntwo\n");
  const other = await call("mcp__filesystem__read_text_file", { path: join(root, "a.txt") });
  expect(other.error?.message).toContain("Access denied");
  await call("mcp__filesystem__write_file", { path: join(directory, "b.txt"), content: "new" });
  expect(readFileSync(join(directory, "b.txt"), "utf8")).toBe("new");
  expect(await call("mcp__filesystem__read_text_file", { path: "/etc/hostname" })).toMatchObject({
    status: "error",
    error: { code: "mcp-failed", message: expect.stringContaining("Access denied") },
  });
});

test("server-filesystem works in the workspace by default", async () => {
  const { call, root } = await hubWorld({ servers: [official("filesystem")] });
  const path = join(root, "a.txt");
  writeFileSync(path, "one");
  // The server reads the roots after the handshake.
  await vi.waitFor(async () =>
    expect(said(await call("mcp__filesystem__read_text_file", { path }))).toBe("one"),
  );
});

test("server-memory writes the file in its environment", async () => {
  const file = join(temporaryDirectory(), "memory.jsonl");
  const server = official("memory");
  const { transport } = server;
  if (transport.type !== "stdio") throw new Error("It is a command.");
  const { call } = await hubWorld({
    servers: [{ ...server, transport: { ...transport, environment: { MEMORY_FILE_PATH: file } } }],
  });
  const entities = [{ name: "Ada", entityType: "person", observations: ["wrote notes"] }];
  expect(await call("mcp__memory__create_entities", { entities })).toMatchObject({ status: "ok" });
  expect(existsSync(file)).toBe(true);
  const graph = await call("mcp__memory__read_graph");
  expect(graph.structured).toMatchObject({ entities });
});

test("server-sequential-thinking works, however much it writes on standard error", async () => {
  const { call } = await hubWorld({ servers: [official("sequential-thinking")] });
  for (let thoughtNumber = 1; thoughtNumber <= 40; thoughtNumber += 1) {
    const outcome = await call("mcp__sequential-thinking__sequentialthinking", {
      thought: "x".repeat(2_000),
      thoughtNumber,
      totalThoughts: 40,
      nextThoughtNeeded: thoughtNumber < 40,
    });
    expect(outcome.status).toBe("ok");
  }
});
