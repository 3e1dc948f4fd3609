import type { Message, Model } from "@toolwright/agent";
import { expect, test } from "vitest";
import { openAgentBench } from "../fixtures/agent-bench.ts";
import type { ScreenState } from "../screen/screen-state.ts";

const noUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

const isAsked = ({ questions, isTyping }: ScreenState): boolean =>
  questions.length > 0 && !isTyping;

const write = (path: string): { name: string; input: object } => ({
  name: "write_file",
  input: { path, text: "hello" },
});

test("a line goes to the agent, whose text and calls follow it", async () => {
  const { send, done, printed } = await openAgentBench(
    [{ text: "I write it.", calls: [write("a.txt")] }, { text: "It is **written**." }],
    { mode: "accept-edits" },
  );
  send("Write a file.");
  await done();
  expect(printed()).toMatch(
    /› Write a file\.\n\nI write it\.\n\n✓ Write a\.txt {2}\d+ ms\n {2}a\.txt {2}\+1 −0\n[^]*\+ hello\n\nIt is written\.\n\n.*1 file changed · \/rewind goes back$/,
  );
});

test("a call that only reads is one line", async () => {
  const { send, done, printed } = await openAgentBench([
    { calls: [{ name: "look", input: {} }] },
    { text: "Seen." },
  ]);
  send("Look.");
  await done();
  expect(printed()).toMatch(/\n✓ Look {2}\d+ ms\n\nSeen\./);
});

test("a tool is called by hand with a slash, and its whole result is shown", async () => {
  const { send, done, printed, requests } = await openAgentBench([]);
  send("/look");
  await done();
  expect(printed()).toContain("a long text\n  a long text");
  expect(requests).toEqual([]);
});

test("the model's approval prompts are answered on the screen", async () => {
  const { send, until, press, done, live, workspace } = await openAgentBench(
    [{ calls: [write("a.txt")] }, { text: "Done." }],
    { columns: 100 },
  );
  send("Write.");
  await until(isAsked);
  expect(live()).toContain("│ would    write a.txt");
  expect(live()).toContain("Ctrl-C interrupts");
  press("y");
  await done();
  expect(workspace.text("a.txt")).toBe("hello");
});

test("a message typed while the agent works waits, is shown, and reaches the model before its next step", async () => {
  const bench = await openAgentBench([
    { calls: [{ name: "run", input: { command: "make" } }] },
    { when: "And quickly.", text: "Quickly then." },
  ]);
  const { send, until, press, done, live, printed, finish } = bench;
  send("Make it.");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 2);
  send("And quickly.");
  expect(live()).toMatch(/› And quickly\. {2}queued\n/);
  expect(printed()).not.toContain("And quickly.");
  finish();
  await done();
  expect(live()).not.toContain("queued");
  expect(printed()).toMatch(/› And quickly\.\n\nQuickly then\./);
});

test("a message that comes too late begins the next run", async () => {
  const { send, until, done, printed, press, finish } = await openAgentBench([
    { calls: [{ name: "run", input: { command: "make" } }], finish: "content-filter" },
    { when: "More.", text: "More it is." },
  ]);
  send("Make it.");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls.length === 1);
  send("More.");
  finish();
  await done();
  expect(printed()).toContain("More it is.");
});

test.each([["escape"], ["ctrl+c"]])(
  "%s interrupts the run, and its queued message comes back to the prompt",
  async (key) => {
    const { send, until, press, done, printed, mode } = await openAgentBench([
      { calls: [{ name: "run", input: { command: "make" } }] },
    ]);
    send("Make it.");
    await until(isAsked);
    press("y");
    await until(({ calls }) => calls[0]?.output.lineCount === 2);
    send("And then?");
    press(key);
    await done();
    expect(printed()).toMatch(/\nInterrupted\n/);
    expect(mode.line).toBe("And then?");
  },
);

test("Ctrl-C at a question interrupts the run, twice quits", async () => {
  const { send, until, press, mode, workspace, terminal } = await openAgentBench([
    { calls: [write("a.txt")] },
  ]);
  send("Write.");
  await until(isAsked);
  press("ctrl+c", "ctrl+c");
  await expect(mode.ended).resolves.toBe(130);
  expect(workspace.text("a.txt")).toBeUndefined();
  expect(terminal.isStarted).toBe(false);
});

test("keys typed ahead don't answer the agent's question", async () => {
  const { send, until, press, mode, workspace } = await openAgentBench([
    { calls: [write("a.txt")] },
  ]);
  send("Write.");
  press("y");
  await until(({ questions }) => questions.length > 0);
  press("y");
  expect(mode.line).toBe("yy");
  expect(workspace.text("a.txt")).toBeUndefined();
});

test("an own command's output is told to the model with the next message", async () => {
  const { send, until, done, finish, requests, printed } = await openAgentBench([
    { text: "I see." },
  ]);
  send("!make all");
  await until(({ calls }) => calls[0]?.output.lineCount === 2);
  finish();
  await done();
  send("What happened?");
  await done();
  expect(requests[0]).toContain("$ make all");
  expect(requests[0]).toContain("the output");
  expect(printed()).not.toContain("The user ran");
});

test("an own command's output doesn't make a model go on that was about to end", async () => {
  let release = (): void => {};
  const slow: Model = {
    id: "slow",
    async *stream() {
      yield { type: "text-delta", text: "Nearly " };
      await new Promise<void>((resolve) => (release = resolve));
      yield { type: "text-delta", text: "done." };
      yield { type: "part", part: { type: "text", text: "Nearly done." } };
      yield { type: "finish", reason: "stop", usage: noUsage };
    },
  };
  const { send, until, done, finish, printed } = await openAgentBench([], { model: () => slow });
  send("Go.");
  await until(({ view }) => view.run?.text === "Nearly ");
  send("!make");
  await until(({ calls }) => calls[0]?.output.lineCount === 2);
  finish();
  await until(({ calls }) => calls.length === 0);
  release();
  await done();
  expect(printed().match(/Nearly done\./g)).toHaveLength(1);
});

test("a command's output and a change of mode are no message of the person", async () => {
  const { send, until, press, done, finish, requests } = await openAgentBench([
    { text: "I see." },
    { calls: [{ name: "run", input: { command: "make" } }] },
    { text: "Made." },
  ]);
  const saidByPerson = (): readonly unknown[] =>
    (JSON.parse(requests.at(-1) ?? "[]") as Message[]).flatMap((message) =>
      message.role === "user"
        ? message.content.flatMap((part) =>
            part.type === "text" && part.isFromAgent !== true ? [part.text] : [],
          )
        : [],
    );
  send("!make all");
  await until(({ calls }) => calls[0]?.output.lineCount === 2);
  finish();
  await done();
  press("shift+tab");
  send("What happened?");
  await done();
  send("Make it.");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 2);
  press("shift+tab");
  send("And quickly.");
  finish();
  await done();
  expect(requests.at(-1)).toContain("the output");
  expect(requests.at(-1)).toContain("Mode auto:");
  expect(saidByPerson()).toEqual(["What happened?", "Make it.", "And quickly."]);
});

test("Shift-Tab changes the session's mode, and the model is told", async () => {
  const { send, done, press, session, live, requests } = await openAgentBench([{ text: "Yes." }]);
  press("shift+tab");
  expect(session.policy.mode).toBe("accept-edits");
  expect(live()).toContain("accept-edits mode");
  send("Go on.");
  await done();
  expect(requests[0]).toContain("Mode accept-edits:");
});

test("a model that can't be opened says why, and the message comes back", async () => {
  const { send, until, printed, mode } = await openAgentBench([], {
    model: () => {
      throw new Error("Set ANTHROPIC_API_KEY.");
    },
  });
  await until(() => printed().includes("Set ANTHROPIC_API_KEY."));
  send("Hello.");
  await until(() => mode.line === "Hello.");
});

test("Esc keeps a run from beginning while the model is still opened", async () => {
  const bench = await openAgentBench([{ text: "Never." }]);
  const { send, press, printed, mode, until, requests } = bench;
  send("Go.");
  press("escape");
  await until(() => mode.line === "Go.");
  expect(printed()).toContain("Interrupted before the model was asked.");
  expect(requests).toEqual([]);
});

test("the terminal rings when a question comes up, with a text that no model wrote", async () => {
  const { send, until, terminal } = await openAgentBench([{ calls: [write("a.txt")] }]);
  send("Write.");
  expect(terminal.written).not.toContain("\u0007\u0007");
  await until(({ questions }) => questions.length > 0);
  expect(terminal.written).toContain("\u001b]9;Toolwright waits for your answer\u0007\u0007");
});

test("the terminal is asked for its background, and its answer types nothing", async () => {
  const { mode, press, until } = await openAgentBench([]);
  const colours: unknown[] = [];
  mode.onBackground((colour) => colours.push(colour));
  press("\u001b]11;rgb:ffff/f0f0/0000\u001b\\");
  await until(() => colours.length > 0);
  expect(colours).toEqual([{ r: 255, g: 240, b: 0 }]);
  expect(mode.line).toBe("");
});

test("a failed request is told, and the answer that broke off isn't shown twice", async () => {
  const { send, done, printed } = await openAgentBench([
    { text: "Half", failure: { message: "overloaded" } },
    { text: "Whole." },
  ]);
  send("Go.");
  await done();
  expect(printed()).toContain("The model failed, trying again in 1 s: overloaded");
  expect(printed()).not.toContain("Half");
  expect(printed()).toContain("Whole.");
});

test("the status line has the model and the part of its context that is in use", async () => {
  const { send, done, live } = await openAgentBench([
    { text: "Yes.", usage: { inputTokens: 12_000, outputTokens: 345 } },
  ]);
  expect(live()).toContain("default mode · scripted/test");
  send("Go.");
  await done();
  expect(live()).toContain("12.3k of 200k context");
});

test("the screen never has more rows than the terminal while a model floods it", async () => {
  const flood = "```\n" + "row\n".repeat(3_000) + "```\n" + "| a | b |\n| - | - |\n".repeat(200);
  const { send, until, mode, terminal } = await openAgentBench(
    [{ reasoning: "hm\n".repeat(500), text: flood }],
    { rows: 24 },
  );
  send("Flood.");
  let count = 0;
  await until(({ view }) => {
    count += 1;
    terminal.resize(count % 2 === 0 ? 20 : 80, count % 3 === 0 ? 8 : 24);
    expect(mode.live(terminal.columns - 1).length).toBeLessThan(terminal.rows);
    return view.run === null;
  });
});

test("keys have their turn while a model floods the screen", async () => {
  const flood: Model = {
    id: "flood",
    async *stream() {
      const text = "A paragraph of **some** words.\n\n";
      for (let count = 0; count < 20_000; count += 1) yield { type: "text-delta", text };
      yield { type: "part", part: { type: "text", text } };
      yield { type: "finish", reason: "stop", usage: noUsage };
    },
  };
  const { send, until, mode, terminal, done } = await openAgentBench([], { model: () => flood });
  send("Flood.");
  // Timers wouldn't see this if the flood were taken at once.
  await until(({ view }) => view.run !== null && mode.transcript.render(79).length > 100);
  terminal.type("x");
  expect(mode.line).toBe("x");
  await done();
});

test("text typed at a question goes to the prompt, and its letters answer nothing", async () => {
  const { send, until, press, mode, session, workspace, terminal, done } = await openAgentBench([
    { calls: [write("a.txt")] },
    { text: "Done." },
  ]);
  send("Write.");
  await until(isAsked);
  press("/", "g", "r", "a", "n", "t", "s");
  expect(mode.line).toBe("/grants");
  terminal.paste(" and more");
  expect(mode.line).toBe("/grants and more");
  expect(mode.state.questions).toHaveLength(1);
  expect(session.grants).toEqual([]);
  await until(isAsked);
  press("y");
  await done();
  expect(workspace.text("a.txt")).toBe("hello");
});

test("quitting leaves the last row of the transcript as it is", async () => {
  const { mode, terminal } = await openAgentBench([]);
  mode.quit(0);
  await mode.ended;
  expect(mode.live(79)).toEqual([""]);
  expect(terminal.isStarted).toBe(false);
});
