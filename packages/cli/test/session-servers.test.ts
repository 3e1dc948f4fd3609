import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "@toolwright/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Toolwright, ToolwrightOptions } from "@toolwright/runtime";
import { openSession } from "../src/commands/open-session.ts";
import { type MemoryContext, memoryContext } from "./memory-context.ts";

const hostile = fileURLToPath(
  new URL("../../mcp/src/client/fixtures/hostile-server.ts", import.meta.url),
);

const noOptions = {
  workspace: undefined,
  mode: undefined,
  profile: undefined,
  settings: undefined,
};

interface World {
  readonly folder: string;
  readonly root: string;
  readonly program: MemoryContext;
  readonly open: (wishes: ToolwrightOptions) => Promise<Toolwright>;
}

function entry(scenario: string, ...words: readonly string[]): object {
  return { command: process.execPath, args: ["--no-warnings", hostile, scenario, ...words] };
}

function world(settings: object): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "session-servers-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "work");
  mkdirSync(root);
  const file = join(folder, "config", "toolwright", "settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
  const program = memoryContext({
    cwd: root,
    environment: {
      PATH: process.env["PATH"],
      HOME: join(folder, "home"),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_STATE_HOME: join(folder, "state"),
    },
  });
  return {
    folder,
    root,
    program,
    async open(wishes) {
      const opened = await openSession(noOptions, program, wishes);
      onTestFinished(() => opened.close());
      return opened;
    },
  };
}

const allowed = { rules: [{ allow: "mcp(*/*)" }] };

async function call(opened: Toolwright, name: string, input: object = {}): Promise<Outcome> {
  return opened.session.call({ name, input }).outcome;
}

function namesIn({ session }: Toolwright): readonly string[] {
  return session.tools.map(({ name }) => name).filter((name) => name.startsWith("mcp__"));
}

describe("servers", () => {
  test("are started for a listing, and those that are ready by then are listed", async () => {
    const { open } = world({ mcpServers: { plain: entry("plain"), silent: entry("silent") } });
    const opened = await open({ thirdPartyTools: "listed" });
    expect(namesIn(opened)).toEqual([
      "mcp__plain__crash",
      "mcp__plain__echo",
      "mcp__plain__environment",
    ]);
    expect(opened.tools.thirdParty.servers.map(({ state }) => state)).toEqual([
      "ready",
      "starting",
    ]);
  });

  test("that fail repeatedly for the same reason are reported once", async () => {
    const { open, program } = world({ mcpServers: { gone: entry("dead") } });
    const { tools } = await open({ thirdPartyTools: "background" });
    const becomes = (state: string): Promise<void> =>
      vi.waitFor(() => expect(tools.thirdParty.servers[0]?.state).toBe(state), {
        timeout: 15_000,
        interval: 1,
      });
    await becomes("failed");
    await becomes("starting");
    await becomes("failed");
    await vi.waitFor(() => expect(program.errors()).toContain("API_KEY"));
    expect(program.errors().split("MCP server 'gone'")).toHaveLength(2);
  });

  test("are added to a running session, and none delays it", async () => {
    const { open } = world({
      mcpServers: { plain: entry("slow", "200"), silent: entry("silent") },
      ...allowed,
    });
    const opened = await open({ thirdPartyTools: "background" });
    expect(namesIn(opened)).toEqual([]);
    await vi.waitFor(() => expect(namesIn(opened)).toEqual(["mcp__plain__echo"]), 10_000);
    expect(await call(opened, "mcp__plain__echo")).toMatchObject({ status: "ok" });
  });

  test("are started for a call of one of their tools, and only that one", async () => {
    const { open } = world({
      mcpServers: { a: entry("plain"), b: entry("plain") },
      ...allowed,
    });
    const opened = await open({ onlyCall: "mcp__b__echo" });
    expect(await call(opened, "mcp__b__echo", { text: "hi" })).toMatchObject({
      status: "ok",
      content: [{ text: "hi" }],
    });
    expect(opened.tools.thirdParty.servers.map(({ state }) => state)).toEqual(["idle", "ready"]);
  });

  test("aren't started for any other call", async () => {
    const { open } = world({ mcpServers: { a: entry("plain") } });
    const opened = await open({ onlyCall: "read_file" });
    expect(opened.tools.thirdParty.servers).toEqual([]);
  });

  test("that can't be started fail the call with the reason", async () => {
    const { open } = world({ mcpServers: { a: entry("dead") }, ...allowed });
    const opened = await open({ onlyCall: "mcp__a__echo" });
    const outcome = await call(opened, "mcp__a__echo");
    expect(outcome).toMatchObject({ status: "error", error: { code: "mcp-failed" } });
    expect(outcome.error?.message).toContain("API_KEY is missing");
  });

  test("need approval before they run anything, and are denied by a rule", async () => {
    const asking = await world({ mcpServers: { a: entry("plain") } }).open({
      thirdPartyTools: "listed",
    });
    expect(await call(asking, "mcp__a__echo")).toMatchObject({ status: "refused" });
    const denying = await world({
      mcpServers: { a: entry("plain"), b: { ...entry("plain"), trust: true } },
      rules: [{ deny: "mcp(a/*)" }],
    }).open({ thirdPartyTools: "listed" });
    expect(denying.tools.thirdParty.servers).toMatchObject([
      { state: "refused", reason: expect.stringContaining("deny mcp(a/*)") },
      { state: "ready" },
    ]);
    expect(await call(denying, "mcp__b__echo", { text: "x" })).toMatchObject({ status: "ok" });
  });

  test("have tools that the settings can disable", async () => {
    const { open } = world({
      mcpServers: { a: entry("plain") },
      tools: { mcp__a__crash: { enabled: false } },
    });
    expect(namesIn(await open({ thirdPartyTools: "listed" }))).toEqual([
      "mcp__a__echo",
      "mcp__a__environment",
    ]);
  });
});

test("a server's own keys are hidden wherever it prints them, and problems are reported", async () => {
  const { open, program } = world({
    mcpServers: {
      a: { ...entry("plain"), env: { MY_API_KEY: "k3y-9f8e7d6c5b4a3210" } },
      b: entry("dead"),
    },
    ...allowed,
  });
  const opened = await open({ thirdPartyTools: "listed" });
  const outcome = await call(opened, "mcp__a__environment");
  expect(JSON.stringify(outcome)).not.toContain("k3y-9f8e7d6c5b4a3210");
  expect(JSON.stringify(outcome)).toContain("«secret:MY_API_KEY»");
  await opened.close();
  expect(program.errors()).toContain("MCP server 'b': it ended with exit status 1.");
});

test("a changed definition needs approval, even if its tools are allowed", async () => {
  const { open, root } = world({ mcpServers: { a: entry("pinned", "@text") }, ...allowed });
  const text = join(root, "text");
  const write = (description: string): void => writeFileSync(text, description);
  write("Deploys to test.");
  const first = await open({ thirdPartyTools: "listed" });
  expect(await call(first, "mcp__a__deploy")).toMatchObject({ status: "ok" });
  await first.close();
  write("Deploys to production.");
  const second = await open({ thirdPartyTools: "listed" });
  expect(await call(second, "mcp__a__deploy")).toMatchObject({
    status: "refused",
    error: { message: expect.stringContaining("definition has changed since it was accepted") },
  });
});

test("a server's changes in the workspace are undone", async () => {
  const { open, root } = world({ mcpServers: { a: entry("writes") }, ...allowed });
  const path = join(root, "notes.txt");
  writeFileSync(path, "before");
  const opened = await open({ thirdPartyTools: "listed" });
  const outcome = await call(opened, "mcp__a__save", { path, text: "after" });
  expect(outcome.status).toBe("ok");
  expect(readFileSync(path, "utf8")).toBe("after");
  expect(await opened.undo()).toMatchObject({ outcome: "done" });
  expect(readFileSync(path, "utf8")).toBe("before");
});
