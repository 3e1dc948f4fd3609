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
import { runTerminal } from "./terminal.tsx";

/** A terminal's two ends: what is typed, and what was written. */
class FakeTerminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly rawModes: boolean[] = [];
  written = "";
  #wake: () => void = () => {};

  constructor() {
    const input = new PassThrough();
    this.stdin = Object.assign(input, {
      isTTY: true,
      setRawMode: (isRaw: boolean) => {
        this.rawModes.push(isRaw);
        return this.stdin;
      },
      ref: () => this.stdin,
      unref: () => this.stdin,
    }) as unknown as NodeJS.ReadStream;
    const output = new PassThrough();
    output.on("data", (chunk: Buffer) => {
      this.written += chunk.toString();
      this.#wake();
    });
    this.stdout = Object.assign(output, {
      isTTY: true,
      columns: 80,
      rows: 24,
    }) as unknown as NodeJS.WriteStream;
  }

  type(text: string): void {
    (this.stdin as unknown as PassThrough).write(text);
  }

  /** Resolves when the text was written after `from`. */
  async shows(text: string, from = 0): Promise<void> {
    while (!this.written.slice(from).includes(text)) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

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

function start(session: Session): { terminal: FakeTerminal; status: Promise<number> } {
  const terminal = new FakeTerminal();
  const { stdin, stdout } = terminal;
  const environment = { TERM: "xterm", LANG: "C.UTF-8", NO_COLOR: "1" };
  return {
    terminal,
    status: runTerminal({ session, version: "1.2.3", environment, stdin, stdout }),
  };
}

/** The terminal is as it was before. */
function expectGivenBack({ rawModes, written }: FakeTerminal): void {
  expect(rawModes.at(-1)).toBe(false);
  expect(written.lastIndexOf("\u001b[?25h")).toBeGreaterThan(written.lastIndexOf("\u001b[?25l"));
  expect(written.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(
    written.lastIndexOf("\u001b[?2004h"),
  );
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
  terminal.type("\u001b[200~say 'one\ntwo'\u001b[201~");
  await terminal.shows("two'");
  expect(terminal.written).not.toContain("said");
  terminal.type("\r");
  await terminal.shows("said one");
  terminal.type("\u0004");
  await expect(status).resolves.toBe(0);
});

test("Ctrl-C twice quits with 130 and gives the terminal back", async () => {
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  terminal.type("\u0003");
  await terminal.shows("Ctrl-C again quits");
  terminal.type("\u0003");
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
  const { terminal, status } = start(await openSession());
  await terminal.shows("default mode");
  (terminal.stdin as unknown as PassThrough).end();
  await expect(status).resolves.toBe(129);
  expectGivenBack(terminal);
});

test("a fault of the screen is thrown, and the terminal given back first", async () => {
  const session = await openSession();
  let isBroken = false;
  const breakable = new Proxy(session, {
    get(target, key) {
      if (isBroken && key === "workspace") throw new Error("the screen broke");
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
