import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@toolwright/agent/testing";
import { createMemoryJournal } from "@toolwright/workspace";
import { expect, onTestFinished, test } from "vitest";
import { openAgentBench } from "../fixtures/agent-bench.ts";

const write = { calls: [{ name: "write_file", input: { path: "a.txt", text: "hello" } }] };

test("/model continues the conversation with another model", async () => {
  const models: string[] = [];
  const { send, done, printed, until, live } = await openAgentBench([], {
    model: (id) => {
      models.push(id);
      return scriptedModel([{ text: "Hello." }, { when: "Again", text: "As before." }], { id });
    },
  });
  send("Hi.");
  await done();
  send("/model other/one");
  await until(() => printed().includes("The model is other/one now."));
  send("Again.");
  await done();
  expect(models).toEqual(["scripted/test", "other/one"]);
  expect(live()).toContain("other/one");
  send("/model");
  expect(printed()).toMatch(/› other\/one\n {2}scripted\/test/);
});

test("a message that is sent while another model is opened goes to that model", async () => {
  const opened: string[] = [];
  let release = (): void => {};
  const { send, done, until, printed } = await openAgentBench([], {
    model: (id) => scriptedModel([{ text: `I am ${id}.` }], { id }),
    before: async (id) => {
      opened.push(id);
      if (id === "slow/one") await new Promise<void>((resolve) => (release = resolve));
    },
  });
  await until(() => opened.length === 1);
  send("/model slow/one");
  await until(() => opened.includes("slow/one"));
  send("Who are you?");
  release();
  await until(() => printed().includes("I am slow/one."));
  await done();
});

test("/new begins a conversation without what was said before", async () => {
  const { send, done, printed, until, requests } = await openAgentBench([{ text: "Hello." }]);
  send("Remember the word cabbage.");
  await done();
  send("/new");
  await until(() => printed().includes("knows nothing"));
  send("Which word?");
  await done();
  expect(requests.at(-1)).toContain("Which word?");
  expect(requests.at(-1)).not.toContain("cabbage");
});

test("/rewind goes back to before a turn, after showing what changes", async () => {
  const undone: unknown[] = [];
  const reverts = async (target: unknown, how: unknown): Promise<never> => {
    undone.push(target, how);
    return { outcome: "nothing", reason: "Nothing has changed since #0." } as never;
  };
  const { send, done, printed, until, mode, requests } = await openAgentBench(
    [write, { text: "Written." }, { text: "Second." }, { text: "Third." }],
    {
      mode: "accept-edits",
      journal: createMemoryJournal(),
      undo: { undo: reverts, redo: reverts },
    },
  );
  send("Write.");
  await done();
  send("More.");
  await done();
  send("/rewind");
  await until(() => printed().includes("2  More."));
  send("/rewind 2");
  await until(() => printed().includes("To go back: /rewind 2 both"));
  expect(undone).toEqual([
    { type: "session", sessionId: expect.any(String) as string },
    { isDryRun: true },
  ]);
  expect(requests).toHaveLength(3);
  send("/rewind 2 conversation");
  await until(() => mode.line === "More.");
  expect(undone).toHaveLength(2);
  send(" Or less.");
  await done();
  expect(requests.at(-1)).not.toContain("Second.");
  expect(requests.at(-1)).toContain("Written.");
  send("/rewind 9");
  expect(printed()).toContain("There is no such turn.");
});

test("/rewind shows what each file would lose and get, of long changes only the beginning", async () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const paths = [
    {
      path: "/w/a.txt",
      did: "restored",
      contents: { before: bytes("new\n"), after: bytes("old\n") },
    },
    {
      path: "/w/b.txt",
      did: "deleted",
      contents: { before: bytes("row\n".repeat(100)), after: null },
    },
    { path: "/w/c.bin", did: "restored", contents: { before: bytes("\0"), after: bytes("\0\0") } },
    { path: "/w/large.txt", did: "restored", contents: { before: null, after: bytes("small") } },
  ];
  const reverts = async (): Promise<never> =>
    ({
      outcome: "done",
      entry: null,
      reverted: [],
      paths,
      foreignEntry: null,
      notes: [],
    }) as unknown as never;
  const { send, done, printed, until } = await openAgentBench([{ text: "Hello." }], {
    journal: createMemoryJournal(),
    undo: { undo: reverts, redo: reverts },
  });
  send("Hi.");
  await done();
  send("/rewind 1");
  await until(() => printed().includes("To go back: /rewind 1 both"));
  expect(printed()).toMatch(/restore +\S*a\.txt\n {4}@@.*\n {4}1 - new\n {4}1 \+ old\n/);
  expect(printed()).toMatch(/delete +\S*b\.txt\n[^]*… 81 more lines\n/);
  expect(printed()).toMatch(/restore +\S*c\.bin\n {2}restore +\S*large\.txt\n/);
});

test("/export writes the conversation to a new file and replaces none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { send, done, printed, until } = await openAgentBench([write, { text: "Written." }], {
    mode: "accept-edits",
  });
  send("Write.");
  await done();
  const file = join(folder, "conversation.md");
  send(`/export ${file}`);
  await until(() => printed().includes("was written to"));
  const text = readFileSync(file, "utf8");
  expect(text).toContain("## User\n\nWrite.");
  expect(text).toContain("**write_file**");
  expect(text).toContain("Written.");
  send(`/export ${file}`);
  await until(() => printed().includes("/export failed"));
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("/cost, /agents, /compact, /resume and /mcp say what there is", async () => {
  const { send, done, printed, until } = await openAgentBench([
    { text: "Yes.", usage: { inputTokens: 12_000, outputTokens: 345 } },
  ]);
  send("Go.");
  await done();
  send("/cost");
  expect(printed()).toMatch(/input\s+12,000 tokens/);
  send("/agents");
  await until(() => printed().includes("explore  looks"));
  send("/compact");
  await until(() => printed().includes("There is nothing to leave out yet."));
  send("/resume");
  await until(() => printed().includes("no stored conversation"));
  send("/mcp");
  expect(printed()).toContain("No MCP servers.");
});

test("/help lists the agent's commands, and tools with the slash that they need", async () => {
  const bench = await openAgentBench([]);
  bench.send("/help");
  expect(bench.printed()).toContain("/rewind");
  expect(bench.printed()).toContain("/TOOL key=value …");
});

test("Ctrl-O opens a call to its input and effects, on the other screen, and answers nothing", async () => {
  const { send, until, press, terminal, workspace } = await openAgentBench([write], { rows: 24 });
  send("Write.");
  await until(({ questions, isTyping }) => questions.length > 0 && !isTyping);
  const from = terminal.written.length;
  press("ctrl+o");
  await terminal.shows("A question waits", from);
  press("enter");
  await terminal.shows('"path": "a.txt"', from);
  await terminal.shows("write a.txt", from);
  press("y");
  expect(workspace.text("a.txt")).toBeUndefined();
  press("ctrl+o");
  const written = terminal.written.slice(from);
  expect(written.startsWith("\u001b[?1049h")).toBe(true);
  expect(written.endsWith("\u001b[?1049l")).toBe(true);
});
