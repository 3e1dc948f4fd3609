import { PassThrough } from "node:stream";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  type Session,
} from "@toolwright/core";
import { createMemoryWorkspace } from "@toolwright/testing";
import { afterEach, expect, test } from "vitest";
import { FakeTerminal } from "./fixtures/fake-terminal.ts";
import { runTerminal } from "./terminal.ts";

const sessions: Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

async function openSession(): Promise<Session> {
  const registry = createRegistry();
  await registry.register([
    defineTool({
      name: "say",
      kind: "read",
      description: "Says it.",
      input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      effects: () => [],
      execute: (input) => ({ content: `said ${String(input["text"])}` }),
    }),
  ]);
  const workspace = createMemoryWorkspace();
  const policy = createPolicy({ layers: [], mode: "default", roots: workspace.roots });
  const session = await createSession({ registry, workspace, policy });
  sessions.push(session);
  return session;
}

interface Started {
  readonly terminal: FakeTerminal;
  readonly stdin: PassThrough;
  readonly status: Promise<number>;
}

function start(session: Session): Started {
  const terminal = new FakeTerminal();
  const stdin = new PassThrough();
  const environment = { TERM: "xterm", LANG: "C.UTF-8", NO_COLOR: "1" };
  const status = runTerminal({
    session,
    version: "1.2.3",
    environment,
    stdin: stdin as unknown as NodeJS.ReadStream,
    terminal,
  });
  return { terminal, stdin, status };
}

/** The terminal is as it was before. */
function expectGivenBack({ isStarted, isCursorShown, written }: FakeTerminal): void {
  expect([isStarted, isCursorShown]).toEqual([false, true]);
  expect(written).not.toContain("\u001b[?1049h");
}

test("calls what is typed and shows the result, quits with 0 and gives the terminal back", async () => {
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  terminal.type("say hello\r");
  await terminal.shows("said hello");
  terminal.type("/exit\r");
  await expect(status).resolves.toBe(0);
  expectGivenBack(terminal);
});

test("pasted text isn't sent by the line ends in it", async () => {
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  terminal.paste("say 'one\ntwo'");
  await terminal.shows("two'");
  expect(terminal.written).not.toContain("said");
  terminal.type("\r");
  await terminal.shows("said one");
  terminal.press("ctrl+d");
  await expect(status).resolves.toBe(0);
});

test("Ctrl-C twice quits with 130 and gives the terminal back", async () => {
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  terminal.press("ctrl+c");
  await terminal.shows("Press Ctrl-C again to quit");
  terminal.press("ctrl+c");
  await expect(status).resolves.toBe(130);
  expectGivenBack(terminal);
});

test("leaves nothing of the prompt behind", async () => {
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  terminal.type("/quit\r");
  await status;
  const end = terminal.written.slice(terminal.written.lastIndexOf("/quit"));
  expect(end).not.toContain("default mode");
});

test("the terminal's end is the end", async () => {
  const { terminal, stdin, status } = start(await openSession());
  await terminal.shows("default mode");
  stdin.resume().end();
  await expect(status).resolves.toBe(129);
  expectGivenBack(terminal);
});

test("a fault of the screen is thrown, and the terminal given back first", async () => {
  const session = await openSession();
  let isBroken = false;
  const breakable = new Proxy(session, {
    get(target, key) {
      if (isBroken && key === "tools") throw new Error("the screen broke");
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  const { terminal, status } = start(breakable);
  await terminal.shows("default mode");
  isBroken = true;
  terminal.type("x");
  await expect(status).rejects.toThrow("the screen broke");
  expectGivenBack(terminal);
  expect(terminal.written).not.toContain("    at ");
});

test("no listener stays behind", async () => {
  const counts = (): number[] =>
    ["SIGTERM", "SIGINT", "SIGHUP"].map((signal) => process.listenerCount(signal));
  const before = counts();
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  terminal.type("/exit\r");
  await status;
  expect(counts()).toEqual(before);
});

test("what a tool's code prints stands above the prompt, without its codes", async () => {
  const own = globalThis.console;
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  globalThis.console["log"]("printed\u001b[2J by a tool");
  await terminal.shows("printed by a tool");
  terminal.type("/exit\r");
  await status;
  expect(globalThis.console).toBe(own);
});
