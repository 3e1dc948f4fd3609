import { PassThrough } from "node:stream";
import { Agent } from "@toolwright/agent";
import { type ScriptedStep, scriptedModel } from "@toolwright/agent/testing";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  read,
  write,
} from "@toolwright/core";
import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, onTestFinished, test } from "vitest";
import { runPlainTerminal } from "./plain-terminal.ts";

const readFile = defineTool({
  name: "read_file",
  kind: "read",
  description: "Reads a file.",
  input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  effects: ({ path }) => [read(String(path))],
  async execute({ path }, { workspace }) {
    return { content: new TextDecoder().decode((await workspace.read(String(path))).bytes) };
  },
});

const make = defineTool({
  name: "make",
  kind: "execute",
  description: "Makes a file.",
  input: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  effects: () => [write("made.txt")],
  execute: () => ({ content: "made it" }),
});

interface Plain {
  /** Types a line once the terminal waits for one. */
  readonly line: (text: string) => Promise<void>;
  readonly shown: () => string;
  readonly stdin: PassThrough;
  readonly ended: Promise<number>;
}

async function open(steps: readonly ScriptedStep[] | null = null): Promise<Plain> {
  const registry = createRegistry();
  await registry.register([readFile, make], { source: "builtin" });
  const workspace = createMemoryWorkspace({ files: { "README.md": "# Hello\n" } });
  const policy = createPolicy({ layers: [], mode: "default", roots: workspace.roots });
  const session = await createSession({ registry, workspace, policy });
  onTestFinished(() => session.close());
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let shown = "";
  let seen = 0;
  const listeners = new Set<() => void>();
  stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    for (const listener of listeners) listener();
  });
  const waitsForLine = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (
          !/(?:^> |\nAllow\? |^A question waits\. Press Enter to see it\.\n)$/m.test(
            shown.slice(seen),
          )
        )
          return;
        listeners.delete(look);
        seen = shown.length;
        resolve();
      };
      listeners.add(look);
      look();
    });
  const ended = runPlainTerminal({
    session,
    version: "1.2.3",
    environment: { TERM: "dumb" },
    ...(steps !== null && {
      agent: {
        model: "scripted/test",
        models: [],
        open: async (id, { messages = [] }) =>
          new Agent({ session, model: scriptedModel(steps, { id }), system: "", messages }),
        agents: async () => [],
        conversations: async () => [],
      },
    }),
    async refreshTools() {
      registry.unregister("make");
      await session.refresh();
    },
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
  });
  return {
    async line(text) {
      await waitsForLine();
      stdin.write(`${text}\n`);
    },
    shown: () => shown,
    stdin,
    ended,
  };
}

test("writes calls, questions and commands line by line, and nothing that moves a cursor", async () => {
  const { line, shown, ended } = await open();
  await line("read_file README.md");
  await line("make make");
  await line("n not now");
  await line("!make all");
  await line("ls");
  await line("/grants");
  await line("/clear");
  await line("/exit");
  expect(await ended).toBe(0);
  expect(shown()).toContain("+ Read file: read README.md");
  expect(shown()).toContain("rejected it and said: not now");
  expect(shown()).toMatch(/allowed once\n {2}made it\n/);
  expect(shown()).toContain("no tool 'ls'");
  expect(shown()).toContain("There are no grants.");
  // oxlint-disable-next-line no-control-regex
  expect(shown()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u{10ffff}]/u);
});

test("/tools refresh says which tools came and went", async () => {
  const { line, shown, ended } = await open();
  await line("/tools refresh");
  await line("/tools refresh");
  await line("/tools again");
  await line("/exit");
  await ended;
  expect(shown()).toMatch(/^> - make$/m);
  expect(shown()).toContain("The names of the tools are the same.");
  expect(shown()).toContain("Type /tools, or /tools refresh");
});

test("ends with its input, also while a question is open", async () => {
  const { line, shown, stdin, ended } = await open();
  await line("make make");
  await expect.poll(shown).toContain("Allow? ");
  stdin.end();
  expect(await ended).toBe(0);
  await expect.poll(shown).toContain("cancelled");
});

test("is an agent with a model: its text as it wrote it, its calls as lines, its questions in turn", async () => {
  const { line, shown, ended } = await open([
    { text: "I **make** it.", calls: [{ name: "make", input: { command: "all" } }] },
    { when: "made it", text: "| a |\n| - |\n| \u001b[2J1 |" },
  ]);
  await line("Make it, please.");
  await line("");
  await line("y");
  await line("/cost");
  await line("/exit");
  expect(await ended).toBe(0);
  expect(shown()).toContain("I **make** it.\n");
  expect(shown()).toMatch(/\+ Make: write made\.txt {2}.*\n {2}allowed once\n/);
  expect(shown()).toContain("| a |\n| - |\n| 1 |\n");
  expect(shown()).toContain("1 file changed - /rewind goes back");
  // oxlint-disable-next-line no-control-regex
  expect(shown()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u{10ffff}]/u);
});

test("a message that is typed while the agent works is queued, and answers no question", async () => {
  const { line, shown, stdin, ended } = await open([
    { text: "Soon.", calls: [{ name: "make", input: { command: "all" } }] },
    { when: "yes, quickly", text: "Quickly it is." },
  ]);
  await line("Make it.");
  // The end of a line that was begun before the question came up.
  await line("yes, quickly");
  await expect.poll(shown).toContain("Queued. The model gets it before its next step.");
  expect(shown()).not.toContain("allowed once");
  await line("y");
  await expect.poll(shown).toContain("Quickly it is.");
  expect(shown()).toContain("allowed once");
  stdin.end();
  expect(await ended).toBe(0);
});

test("lines that were typed before a question are no answers to it", async () => {
  const { line, shown, stdin, ended } = await open();
  await line("make make\ny");
  await expect.poll(shown).toContain("Allow? ");
  stdin.write("n\n");
  await expect.poll(shown).toContain("no tool 'y'");
  expect(shown()).not.toContain("made it");
  stdin.end();
  expect(await ended).toBe(0);
});

test("at the end of the input the agent ends its work, and its questions are cancelled", async () => {
  const { line, shown, stdin, ended } = await open([
    { text: "Soon.", calls: [{ name: "make", input: { command: "all" } }] },
    { text: "Not made." },
  ]);
  await line("Make it.");
  await expect.poll(shown).toContain("A question waits.");
  stdin.end();
  expect(await ended).toBe(0);
  expect(shown()).toContain("cancelled");
});
