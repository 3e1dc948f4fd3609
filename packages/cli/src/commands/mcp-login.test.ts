import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type AuthorizationWorld,
  authorizationWorld,
  browse,
} from "../../../mcp/src/authorization/fixtures/authorization-world.ts";
import { type CommandBench, commandBench, userPath } from "../../test/command-bench.ts";
import { memoryContext } from "../../test/memory-context.ts";
import { main } from "../main.ts";

async function setting(): Promise<{
  readonly bench: CommandBench;
  readonly world: AuthorizationWorld;
}> {
  const world = await authorizationWorld();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const bench = commandBench();
  bench.put(userPath, {
    mcpServers: {
      far: { url: world.url },
      keyed: { url: world.url, headers: { authorization: "Bearer x" } },
      near: { command: "x" },
    },
  });
  return { bench, world };
}

/** Logs in as a person who opens what is shown. */
async function logIn({ home, workspace }: CommandBench, ...flags: readonly string[]) {
  const program = memoryContext({
    cwd: workspace,
    environment: { HOME: home, PATH: process.env["PATH"], TERM: "dumb" },
    isTerminal: false,
  });
  const running = main(["mcp", "login", "far", ...flags], program);
  const url = await vi.waitFor(() => {
    const [found] = /http:\S+/.exec(program.errors()) ?? [];
    if (found === undefined) throw new Error("nothing is shown yet");
    return found;
  }, 10_000);
  await browse(url);
  return { status: await running, output: program.output(), errors: program.errors() };
}

test("a login shows where to go, and tells no token; a logout forgets it", async () => {
  const { bench, world } = await setting();
  const { status, output, errors } = await logIn(bench);
  expect(status).toBe(0);
  expect(output).toBe(`Logged in to far at ${world.origin} for tools.\n`);
  const folder = join(bench.home, ".local/state/toolwright/mcp/authorization");
  const [name = ""] = readdirSync(folder).filter((each) => each.endsWith(".json"));
  const kept = readFileSync(join(folder, name), "utf8");
  for (const secret of kept.match(/(?:access|refresh)-[0-9a-f]+/g) ?? []) {
    expect(output + errors).not.toContain(secret);
  }
  expect((await bench.run("mcp", "logout", "far")).output).toContain("Logged out of far");
  expect(readdirSync(folder)).not.toContain(name);
  expect((await bench.run("mcp", "logout", "far")).output).toContain("There was no login to far");
});

test("a server that wants a login says so when it is tested, and is there afterwards", async () => {
  const { bench } = await setting();
  const before = await bench.run("mcp", "test", "far");
  expect(before.status).toBe(1);
  expect(before.output).toContain("far  needs-authorization");
  expect(before.output).toContain("toolwright mcp login far");
  await logIn(bench);
  const after = await bench.run("mcp", "test", "far");
  expect(after.output).toMatch(/^far {2}ready/);
  expect(after.status).toBe(0);
});

test("a login is listed, and goes with the server that it is to", async () => {
  const { bench } = await setting();
  await logIn(bench);
  const { output } = await bench.run("mcp", "list");
  expect(output).toMatch(/^far +used, logged in +user /m);
  expect(output).toMatch(/^keyed +used +user /m);
  const removed = await bench.run("mcp", "remove", "far");
  expect(removed.output).toContain("Its login was deleted as well.");
  const folder = join(bench.home, ".local/state/toolwright/mcp/authorization");
  expect(readdirSync(folder).filter((name) => name.endsWith(".json"))).toEqual([]);
});

test("a session uses the login, and shows its token nowhere", async () => {
  const { bench, world } = await setting();
  const look = ["call", "mcp__far__look", "--yes"];
  const before = await bench.run(...look);
  expect(before.status).toBe(1);
  expect(before.output + before.errors).toContain("toolwright mcp login far");
  await logIn(bench);
  const first = await bench.run(...look);
  expect(first.status).toBe(0);
  expect(first.output).toMatch(/You are «secret:MCP_far_TOKEN(?:_\d)?»/);
  world.expire();
  const second = await bench.run(...look, "--json");
  expect(second.status).toBe(0);
  expect(second.output).toMatch(/You are «secret:MCP_far_TOKEN(?:_\d)?»/);
  const journal = await bench.run("journal", "export");
  for (const text of [first.output, second.output, journal.output]) {
    expect(text).not.toMatch(/(?:access|refresh)-[0-9a-f]{8}/);
  }
});

test("a command, and a server with a header of its own, have no login", async () => {
  const { bench } = await setting();
  const near = await bench.run("mcp", "login", "near");
  expect(near).toMatchObject({ status: 2 });
  expect(near.errors).toContain("is a local command, and these have no login");
  expect((await bench.run("mcp", "login", "keyed")).errors).toContain("Authorization header");
});

test("a login that nobody finishes ends, and says so", async () => {
  const { bench } = await setting();
  const { status, errors } = await bench.run("mcp", "login", "far", "--timeout", "1s");
  expect(status).toBe(1);
  expect(errors).toContain("far: the browser did not return within 1 s");
});
