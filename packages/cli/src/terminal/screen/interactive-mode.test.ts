import { english, verbatim } from "@toolwright/core/internal";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  type Mode,
  read,
  type Rule,
  type Session,
  type Tool,
  unknown,
  write,
} from "@toolwright/core";
import { createMemoryWorkspace, createScriptedApprover } from "@toolwright/testing";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import { afterEach, expect, test } from "vitest";
import { visibleWidth } from "@earendil-works/pi-tui";
import { FakeTerminal } from "../fixtures/fake-terminal.ts";
import { signatureOf } from "../../input/tool-signature.ts";
import { Completions } from "../prompt/completions.ts";
import { maxPromptLength } from "../prompt/prompt.ts";
import { themeFor } from "../../text/theme.ts";
import { ApprovalView } from "../question/approval-view.ts";
import { InteractiveMode } from "./interactive-mode.ts";
import type { ScreenState } from "./screen-state.ts";

const path = { type: "string", description: "Which file." };
const encoder = new TextEncoder();

const readFile = defineTool({
  name: "read_file",
  kind: "read",
  description: "Reads a file.",
  input: { type: "object", properties: { path }, required: ["path"] },
  effects: (input) => [read(String(input["path"]))],
  async execute(input, { workspace }) {
    const { bytes } = await workspace.read(String(input["path"]));
    return { content: new TextDecoder().decode(bytes) };
  },
});

const writeFile = defineTool({
  name: "write_file",
  kind: "edit",
  description: "Writes a file.",
  input: {
    type: "object",
    properties: { path, text: { type: "string" } },
    required: ["path", "text"],
  },
  effects: (input) => [write(String(input["path"]))],
  async execute(input, { workspace }) {
    const target = String(input["path"]);
    const replaces = await workspace.version(target);
    await workspace.write(target, encoder.encode(String(input["text"])), { replaces });
    return { content: "written" };
  },
});

/** Prints, and ends when it is told to or cancelled. */
let finish: () => void = () => {};
const runForever = defineTool({
  name: "run",
  kind: "execute",
  description: "Runs a command.",
  input: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  effects: () => [unknown("what it does isn't known")],
  prepare: (input) => ({
    summary: "Run it",
    effects: [unknown("what it does isn't known")],
    preview: { type: "terminal" as const, command: String(input["command"]), output: "" },
    prepared: input,
  }),
  execute: (_input, context) =>
    new Promise<{ content: string }>((resolve, reject) => {
      context.update({ output: "line 1\nline 2\n" });
      finish = () => resolve({ content: "done" });
      context.signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      context.backgroundSignal.addEventListener("abort", () => resolve({ content: "runs on" }));
    }),
});

const listing = defineTool({
  name: "list",
  kind: "read",
  description: "Lists much.",
  input: { type: "object", properties: {} },
  effects: () => [],
  execute: () => ({
    content: Array.from({ length: 1000 }, (_, index) => `row ${index}`).join("\n"),
  }),
});

const oddTool = (description: string): Tool =>
  defineTool({
    name: "odd_tool",
    kind: "read",
    description,
    input: { type: "object", properties: {} },
    effects: () => [],
    execute: () => ({ content: "odd" }),
  });

interface Bench {
  readonly interactiveMode: InteractiveMode;
  readonly session: Session;
  readonly workspace: ReturnType<typeof createMemoryWorkspace>;
  readonly terminal: FakeTerminal;
  /** Everything in the transcript. */
  readonly printed: () => string;
  /** The live part of the screen. */
  readonly live: () => string;
  readonly type: (text: string) => void;
  readonly press: (...names: readonly string[]) => void;
  /** Types a line, sends it, and takes the hands off the keys. */
  readonly send: (text: string) => void;
  readonly until: (isSo: (state: ScreenState) => boolean) => Promise<void>;
  readonly history: string[];
}

const benches: { readonly interactiveMode: InteractiveMode; readonly session: Session }[] = [];

afterEach(async () => {
  for (const { interactiveMode, session } of benches.splice(0)) {
    interactiveMode.quit(0);
    interactiveMode.close();
    await session.close();
  }
});

async function open({
  mode = "default",
  rows = 4000,
  rules = [],
  description = "Odd.",
}: {
  mode?: Mode;
  rows?: number;
  rules?: readonly Rule[];
  description?: string;
} = {}): Promise<Bench> {
  const registry = createRegistry();
  const tools: readonly Tool[] = [readFile, writeFile, runForever, listing, oddTool(description)];
  await registry.register(tools, { source: "builtin" });
  const workspace = createMemoryWorkspace({ files: { "README.md": "# Hello\n", "src/a.ts": "a" } });
  const policy = createPolicy({
    layers: [{ name: "user", source: "test", rules }],
    mode,
    roots: workspace.roots,
  });
  const session = await createSession({ registry, workspace, policy });
  const history: string[] = [];
  let nowMs = 10_000;
  const terminal = new FakeTerminal({ columns: 80, rows });
  const interactiveMode = new InteractiveMode({
    session,
    workspaceName: "project",
    version: "1.2.3",
    history: { entries: ["earlier"], append: (entry) => (history.push(entry), null) },
    look: themeFor({ NO_COLOR: "1" }),
    terminal,
    environment: {},
    now: () => nowMs,
  });
  benches.push({ interactiveMode, session });
  interactiveMode.start();

  const press = (...names: readonly string[]): void => {
    for (const name of names) {
      nowMs += 300;
      terminal.press(name);
    }
  };
  const type = (text: string): void => terminal.type(text);
  const plain = (shown: readonly string[]): string =>
    shown.map((row) => stripTerminalSequences(row).trimEnd()).join("\n");
  return {
    interactiveMode,
    session,
    workspace,
    terminal,
    history,
    printed: () => plain(interactiveMode.transcript.render(79)),
    live: () => plain(interactiveMode.live(79)),
    type,
    press,
    send(text) {
      type(text);
      press("enter");
      nowMs += 1000;
    },
    async until(isSo) {
      // A call that was just sent begins before the next turn of the event loop.
      do await new Promise((resolve) => setImmediate(resolve));
      while (!isSo(interactiveMode.state));
    },
  };
}

const isIdle = ({ calls }: ScreenState): boolean => calls.length === 0;
const isAsked = ({ questions, isTyping }: ScreenState): boolean =>
  questions.length > 0 && !isTyping;

test("a call's result stands below what was typed", async () => {
  const { send, until, printed, history, interactiveMode } = await open();
  send("read_file README.md");
  await until(isIdle);
  expect(printed()).toMatch(
    /\n› read_file README\.md\n✓ Read file: read README\.md {2}\d+ ms\n {2}# Hello$/,
  );
  expect(history).toEqual(["read_file README.md"]);
  expect(interactiveMode.line).toBe("");
});

test("a failure says what to do", async () => {
  const { send, until, printed } = await open();
  send("read_file REDME.md");
  await until(isIdle);
  expect(printed()).toContain("file-not-found");
  expect(printed()).toContain("README.md");
});

test("a line that can't be read stays in the prompt and says why", async () => {
  const { send, live, interactiveMode, history } = await open();
  send("read_file 'open");
  expect(live()).toContain("isn't closed");
  expect(interactiveMode.line).toBe("read_file 'open");
  expect(history).toEqual([]);
});

test("a name that nobody knows gets the nearest ones, and the way to a shell", async () => {
  const { send, live } = await open();
  send("read_fiel README.md");
  expect(live()).toContain("no tool 'read_fiel'. Did you mean read_file?");
  expect(live()).toContain("!read_fiel README.md");
});

test("a shell command of the person's own runs without a question of the mode", async () => {
  const { send, until, printed, live, session } = await open();
  const questions: string[] = [];
  session.approvals.watch({ asked: ({ summary }) => questions.push(summary) });
  send("!make all");
  await until(() => live().includes("line 2"));
  finish();
  await until(isIdle);
  expect(printed()).toMatch(/\n› !make all\n✓ Run it/);
  expect(printed()).toContain("allowed once");
  expect(questions).toEqual(["Run it"]);
});

test("what somebody else calls is asked all the same while an own command runs", async () => {
  const { send, until, press, live, session } = await open();
  send("!make all");
  await until(() => live().includes("line 2"));
  const other = session.call({ name: "write_file", input: { path: "x", text: "x" } }).outcome;
  finish();
  await until(isAsked);
  press("n", "enter");
  expect((await other).status).toBe("refused");
});

test.each([
  [{ ask: "unknown(*)" }, "default"],
  [{ ask: "tool(run)", always: true }, "default"],
] as const)("a rule %j asks for an own command, too", async (rule, mode) => {
  const { send, until, press, printed } = await open({ mode, rules: [rule] });
  send("!make all");
  await until(isAsked);
  press("c");
  await until(isIdle);
  expect(printed()).toContain("cancelled");
});

test.each([
  [{ deny: "tool(run)" }, "default"],
  [{ ask: "unknown(*)" }, "plan"],
] as const)("a denial holds for an own command: %j in mode %s", async (rule, mode) => {
  const { send, until, printed } = await open({ mode, rules: [rule] });
  send("!make all");
  await until(isIdle);
  expect(printed()).toContain("permission-denied");
});

test("/grants lists what was allowed, and ends it", async () => {
  const { send, press, until, printed, session } = await open();
  send("write_file path=a.txt text=1");
  await until(isAsked);
  press("s");
  await until(isIdle);
  const [grant] = session.grants;
  expect(grant?.id).toMatch(/^g-[0-9a-f]{8}$/);
  send("/grants");
  await until(() => printed().includes("/grants end ID"));
  expect(printed()).toContain(`${grant?.id}: ${grant?.pattern}, for the first session`);
  send("/grants end g-");
  await until(() => printed().includes("Ended g-"));
  expect(session.grants).toEqual([]);
  send("/grants");
  await until(() => printed().includes("There are no grants."));
});

test("y lets the call go on, once", async () => {
  const { send, press, until, printed, live, workspace } = await open();
  send("write_file path=new.txt text=hello");
  await until(isAsked);
  expect(live()).toContain("│ would    write new.txt");
  expect(workspace.text("new.txt")).toBeUndefined();
  press("y");
  await until(isIdle);
  expect(workspace.text("new.txt")).toBe("hello");
  expect(printed()).toContain("allowed once");
  send("write_file path=new.txt text=again");
  await until(isAsked);
});

test("s allows the like for the session", async () => {
  const { send, press, until, workspace } = await open();
  send("write_file path=new.txt text=hello");
  await until(isAsked);
  press("s");
  await until(isIdle);
  send("write_file path=new.txt text=again");
  await until(({ calls, questions }) => calls.length === 0 && questions.length === 0);
  expect(workspace.text("new.txt")).toBe("again");
});

test("n and a word reject", async () => {
  const { send, press, until, printed, workspace } = await open();
  send("write_file path=new.txt text=hello");
  await until(isAsked);
  press("n", "n", "o", "enter");
  await until(isIdle);
  expect(printed()).toMatch(/approval-rejected[\s\S]*no/);
  expect(workspace.text("new.txt")).toBeUndefined();
});

const asksForName = (session: Session): Promise<unknown> =>
  session.approvals.elicit({
    id: "e1",
    sessionId: session.id,
    callId: "c1",
    agent: "main",
    from: "the MCP server 'crm'",
    message: "Who is it for?\u001b[2J",
    kind: "form",
    schema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name", minLength: 2 },
        size: { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] },
        urgent: { type: "boolean", default: false },
      },
      required: ["name", "size"],
    },
  });

test("a server's form is filled in field by field", async () => {
  const { interactiveMode, session, press, type, until, live } = await open();
  const answer = asksForName(session);
  await until(isAsked);
  expect(live()).toContain("the MCP server 'crm' asks:");
  expect(live()).not.toContain("\u001b");
  press("y");
  expect(live()).toContain("Name  (at least 2 characters)");
  type("A");
  press("enter");
  expect(live()).toContain("It must be at least 2 characters.");
  type("da");
  press("enter");
  expect(live()).toContain("2 Medium");
  press("2", "enter");
  press("enter");
  expect(await answer).toEqual({
    action: "accept",
    content: { name: "Ada", size: "m", urgent: false },
  });
  expect(interactiveMode.state.questions).toEqual([]);
});

test("a server's form can be declined, and Ctrl-C cancels it", async () => {
  const { session, press, until } = await open();
  const declined = asksForName(session);
  await until(isAsked);
  press("n");
  expect(await declined).toEqual({ action: "decline" });
  const cancelled = asksForName(session);
  await until(isAsked);
  press("ctrl+c");
  expect(await cancelled).toEqual({ action: "cancel" });
});

test("e edits the input, which is decided anew", async () => {
  const { send, press, type, until, workspace, live } = await open();
  send("write_file path=new.txt text=hello");
  await until(isAsked);
  press("e", "ctrl+u");
  type('{"path":"other.txt","text":"edited"}');
  press("enter");
  await until(
    ({ questions: [first] }) =>
      first instanceof ApprovalView && first.question.summary.includes("other.txt"),
  );
  expect(live()).toContain("write other.txt");
  press("y");
  await until(isIdle);
  expect([workspace.text("new.txt"), workspace.text("other.txt")]).toEqual([undefined, "edited"]);
});

test("keys that are still on their way when a question comes up don't answer it", async () => {
  const { type, press, until, interactiveMode, workspace, live } = await open();
  type("write_file path=new.txt text=hello");
  press("enter");
  await until(({ questions }) => questions.length > 0);
  press("y");
  expect(interactiveMode.state.questions).toHaveLength(1);
  expect(interactiveMode.line).toBe("y");
  expect(live()).toContain("stop typing to answer");
  await until(isAsked);
  press("y");
  await until(isIdle);
  expect(workspace.text("new.txt")).toBe("hello");
});

test("a key that is held down a little too long doesn't answer the next question", async () => {
  const { session, until, press, interactiveMode, terminal } = await open();
  for (const name of ["a.txt", "b.txt"]) {
    session.call({ name: "write_file", input: { path: name, text: "x" } });
  }
  await until(({ questions }) => questions.length === 2);
  press("y");
  terminal.press("y");
  expect(interactiveMode.state.questions).toHaveLength(1);
  press("y");
  expect(interactiveMode.state.questions).toEqual([]);
});

test("several questions are asked one after the other", async () => {
  const { session, until, press, live, workspace } = await open();
  const outcomes = session.callAll([
    { name: "write_file", input: { path: "a.txt", text: "a" } },
    { name: "write_file", input: { path: "b.txt", text: "b" } },
  ]);
  await until(({ questions }) => questions.length === 2);
  expect(live()).toContain("write_file  1 of 2");
  press("y");
  await until(({ questions }) => questions.length === 1);
  expect(live()).not.toContain("write_file  1 of");
  press("c");
  expect((await outcomes).map(({ status }) => status)).toEqual(["ok", "cancelled"]);
  expect(workspace.text("b.txt")).toBeUndefined();
});

test("a question that somebody else answers goes away", async () => {
  const { session, send, until, interactiveMode, workspace } = await open();
  send("write_file path=new.txt text=hello");
  await until(isAsked);
  session.approvals.attach(createScriptedApprover(() => ({ outcome: "once" })));
  await until(isIdle);
  expect(interactiveMode.state.questions).toEqual([]);
  expect(workspace.text("new.txt")).toBe("hello");
});

test("a command whose end doesn't fit on the screen is printed as a whole", async () => {
  const { send, until, printed } = await open({ rows: 14 });
  send(`run command='${"echo x; ".repeat(100)}rm -rf the-end'`);
  await until(isAsked);
  expect(printed().replace(/\s/g, "")).toContain("rm-rfthe-end");
});

test("what a running call prints is shown as it comes", async () => {
  const { send, press, until, live, printed } = await open();
  send("run x");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 3);
  expect(live()).toMatch(/ Run it {2}\d\.\d s\n {2}│ line 1\n {2}│ line 2/);
  finish();
  await until(isIdle);
  expect(printed()).toContain("done");
});

test("Ctrl-C cancels the running call, a second one quits", async () => {
  const { send, press, until, printed, interactiveMode, terminal } = await open();
  send("run x");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 3);
  press("ctrl+c");
  await until(isIdle);
  expect(printed()).toContain("cancelled after");
  expect(terminal.isStarted).toBe(true);
  press("ctrl+c");
  await expect(interactiveMode.ended).resolves.toBe(130);
});

test("Ctrl-B moves a running command to the background, and otherwise moves the cursor", async () => {
  const { send, type, press, until, printed, live, interactiveMode } = await open();
  send("run x");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 3);
  expect(live()).toContain("Ctrl-B for background");
  type("ab");
  press("ctrl+b");
  type("-");
  expect(interactiveMode.line).toBe("a-b");
  press("ctrl+e", "ctrl+u", "ctrl+b");
  await until(isIdle);
  expect(printed()).toContain("runs on");
});

test("Ctrl-C cancels an open question and its call", async () => {
  const { send, press, until, workspace } = await open();
  send("write_file path=new.txt text=hello");
  await until(isAsked);
  press("ctrl+c");
  await until(isIdle);
  expect(workspace.text("new.txt")).toBeUndefined();
});

test("Ctrl-C clears the line, and quits only when pressed twice in a row", async () => {
  const { type, press, send, interactiveMode, live, terminal } = await open();
  type("half a li");
  press("ctrl+c");
  expect(interactiveMode.line).toBe("");
  expect(live()).toContain("Press Ctrl-C again to quit");
  send("/help");
  send("/help");
  press("ctrl+c");
  expect(terminal.isStarted).toBe(true);
});

test.each(["/exit", "/quit", "exit", "quit"])("%s quits with 0", async (line) => {
  const { send, interactiveMode } = await open();
  send(line);
  await expect(interactiveMode.ended).resolves.toBe(0);
});

test("Ctrl-D quits on an empty line alone", async () => {
  const { type, press, interactiveMode, terminal } = await open();
  type("x");
  press("ctrl+d");
  expect(terminal.isStarted).toBe(true);
  press("backspace", "ctrl+d");
  await expect(interactiveMode.ended).resolves.toBe(0);
});

test("quitting cancels what runs", async () => {
  const { send, press, until, session, interactiveMode } = await open();
  send("run x");
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls[0]?.output.lineCount === 3);
  const cancelled = new Promise((resolve) => {
    session.subscribe((event) => {
      if (event.type === "invocation-end") resolve(event.outcome.status);
    });
  });
  interactiveMode.quit(143);
  await expect(cancelled).resolves.toBe("cancelled");
  await expect(interactiveMode.ended).resolves.toBe(143);
});

test("/mode changes what is asked", async () => {
  const { send, until, printed, live, session } = await open();
  send("/mode plan");
  expect(session.policy.mode).toBe("plan");
  await until(({ mode }) => mode === "plan");
  expect(live()).toContain("plan mode");
  send("write_file path=new.txt text=hello");
  await until(isIdle);
  expect(printed()).toContain("permission-denied");
  send("/mode wild");
  expect(printed()).toContain("There is no mode 'wild'. Modes: plan, default, accept-edits, auto.");
});

test("/explain tells the decision and runs nothing", async () => {
  const { send, printed, workspace, session, until } = await open();
  send("/explain write_file path=new.txt text=hello");
  await until(() => printed().includes("write new.txt"));
  expect(printed()).toContain("ask");
  expect(workspace.text("new.txt")).toBeUndefined();
  expect(session.approvals.pending).toEqual([]);
});

test("/show prints all of the last result", async () => {
  const { send, until, printed } = await open();
  send("/show");
  expect(printed()).toContain("There is no result yet");
  send("list");
  await until(isIdle);
  expect(printed()).toContain("976 more lines (/show prints all)");
  expect(printed()).not.toContain("row 999");
  send("/show");
  expect(printed()).toContain("row 999");
});

test("what is printed after something long stands behind it", async () => {
  const { send, until, printed } = await open();
  send("list");
  await until(isIdle);
  send("/show");
  send("/tools");
  expect(printed().indexOf("row 999")).toBeLessThan(printed().indexOf("› /tools"));
});

test("/help lists the commands, and a tool's arguments", async () => {
  const { send, printed } = await open();
  send("/help");
  expect(printed()).toContain("/explain");
  send("/help read_file");
  expect(printed()).toMatch(/path string, required\s+Which file\./);
  send("/help read_fiel");
  expect(printed()).toContain("Did you mean read_file");
});

test("/clear empties the screen", async () => {
  const { send, printed, terminal } = await open();
  send("/help");
  send("/clear");
  expect(printed()).toBe("");
  expect(terminal.written).toContain("\u001b[3J");
});

test("a paste that is too long is cut, and that is said", async () => {
  const { interactiveMode, live, terminal } = await open();
  terminal.paste("x".repeat(maxPromptLength + 10));
  expect(interactiveMode.line).toHaveLength(maxPromptLength);
  expect(live()).toContain("262,144");
});

test("a large paste is folded, and sent whole", async () => {
  const { live, terminal, press, until, workspace } = await open({ mode: "accept-edits" });
  const text = Array.from({ length: 500 }, (_, index) => `row\t${index} 宽`).join("\n");
  terminal.paste(`write_file path=new.txt text='${text}'`);
  expect(live()).toContain("› [paste #1 +500 lines]");
  press("enter");
  await until(() => workspace.text("new.txt") !== undefined);
  expect(workspace.text("new.txt")).toBe(text);
});

test("hidden characters and tabs that are pasted are sent, and shown by a sign", async () => {
  const { interactiveMode, live, terminal } = await open();
  const text = "a\u202eb\tc\u200bd 👩‍👩‍👧 \ud800\u{100001}";
  terminal.paste(`${text}\u001b[31m\u009b1m`);
  expect(interactiveMode.line).toBe(`${text}[31m1m`);
  expect(live()).toContain("› a�b c�d 👩‍👩‍👧 ��[31m1m");
  terminal.press("ctrl+c");
  terminal.type("x\u202ey");
  expect([interactiveMode.line, live().includes("› x�y")]).toEqual(["x\u202ey", true]);
});

test("the arrows and a search restore a line with its hidden characters", async () => {
  const { interactiveMode, press, type, terminal, send } = await open();
  terminal.paste("!echo \u202e\tx");
  press("enter");
  send("/help");
  press("up", "up");
  expect(interactiveMode.line).toBe("!echo \u202e\tx");
  press("ctrl+c", "ctrl+r");
  type("HELP");
  press("enter");
  expect(interactiveMode.line).toBe("/help");
  press("ctrl+r", "ctrl+r");
  terminal.paste("\u202e");
  expect(terminal.written).not.toContain("\u202e");
  press("escape");
  expect(interactiveMode.line).toBe("/help");
});

test("a line that begins with a blank isn't in the history", async () => {
  const { interactiveMode, press, send } = await open();
  send("/tools");
  send(" /help");
  press("up");
  expect(interactiveMode.line).toBe("/tools");
});

test("commands are offered as they are typed; Enter completes one before a second sends it", async () => {
  const { interactiveMode, type, press, until, live, printed } = await open();
  type("/exp");
  await until(() => live().includes("/explain"));
  press("enter");
  expect(interactiveMode.line).toBe("/explain ");
  press("ctrl+c");
  type("/tools");
  await until(() => !live().includes("the tools of this session"));
  press("enter");
  expect(printed()).toContain("read_file");
});

test("paths of the workspace are offered and completed", async () => {
  const { interactiveMode, type, press, until, live } = await open();
  type("read_file path=");
  press("tab");
  await until(() => live().includes("README.md"));
  expect(live()).toMatch(/README\.md\n\s+src\//);
  type("s");
  await until(() => !live().includes("README.md"));
  press("tab");
  expect(interactiveMode.line).toBe("read_file path=src/");
  press("tab");
  await until(() => interactiveMode.line === "read_file path=src/a.ts ");
});

test("nothing outside of the workspace is offered", async () => {
  const { session, workspace } = await open();
  const known = {
    tools: session.tools.map(signatureOf),
    commands: [],
    modes: [],
    hasAgent: false,
    language: english,
  };
  const completions = new Completions(() => known, workspace);
  const offered = (line: string): ReturnType<Completions["getSuggestions"]> =>
    completions.getSuggestions([line], 0, line.length, { signal: new AbortController().signal });
  expect(await offered("read_file path=src/")).not.toBeNull();
  expect(await offered("read_file path=../")).toBeNull();
  completions.close();
});

test("what a tool's author wrote can't break the menu", async () => {
  const { type, until, live } = await open({ description: "a\u001b[2J\u202eb" });
  type("/odd");
  await until(() => live().includes("odd_tool"));
  expect(live()).toContain("a\\u{1b}[2J\\u{202e}b");
});

test("the screen never has more rows than the terminal, nor wider ones", async () => {
  const { session, until, interactiveMode, terminal } = await open({ mode: "accept-edits" });
  for (let count = 0; count < 30; count++)
    session.call({ name: "run", input: { command: "宽x".repeat(500) } });
  await until(({ questions }) => questions.length > 0);
  terminal.paste("multi\nline\n".repeat(4));
  for (const rows of [8, 12, 24, 50]) {
    for (const columns of [20, 40, 120]) {
      terminal.resize(columns, rows);
      const drawn = interactiveMode.live(columns - 1);
      expect(drawn.length).toBeLessThan(rows);
      for (const row of drawn) expect(visibleWidth(row)).toBeLessThan(columns);
    }
  }
});

test("what has left the screen is drawn once, whatever comes and however the size changes", async () => {
  const { send, until, terminal } = await open({ rows: 20 });
  send("read_file README.md");
  await until(isIdle);
  send("list");
  await until(isIdle);
  send("/show");
  await terminal.shows("row 999");
  const before = terminal.written.length;
  terminal.resize(60, 15);
  await terminal.shows("row 999", before);
  expect(terminal.written.slice(before)).not.toContain("row 900");
  expect(terminal.written.match(/row 500/g)).toHaveLength(1);
});

test("no row is lost when the terminal gets lower and gives up the rows below the cursor", async () => {
  const { send, until, terminal } = await open({ rows: 20 });
  send("list");
  await until(isIdle);
  await terminal.shows("row 23");
  const before = terminal.written.length;
  terminal.resize(80, 14);
  await terminal.shows("row 23", before);
  // One row below the cursor, the status, went: so a row more is drawn than there is room for.
  const drawn = terminal.written.slice(before).match(/row \d+/g) ?? [];
  expect(drawn).toHaveLength(14 - 3 - 1 + 1);
});

test("once closed it leaves the session's questions to others", async () => {
  const { session, interactiveMode } = await open();
  interactiveMode.close();
  const outcome = await session.call({ name: "write_file", input: { path: "new.txt", text: "x" } });
  expect(outcome.status).toBe("refused");
});

test("news is printed, and the mode shown is the one that is in force", async () => {
  const { session, interactiveMode, printed } = await open({ mode: "accept-edits" });
  session.setMode("plan");
  interactiveMode.tell(verbatim("The settings have changed and are in force."));
  expect(printed()).toContain("The settings have changed and are in force.");
  expect(interactiveMode.state.mode).toBe("plan");
});
