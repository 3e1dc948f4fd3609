import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type AcpBench, acpBench, chooses, type EditorOptions, programFile } from "./acp-bench.ts";

const write = (path = "a.txt", content = "new\n") => ({
  calls: [{ name: "write_file", input: { path, content } }],
});
const done = { text: "Done." };

function commandLineOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    // It has just ended.
    return "";
  }
}

describe("an editor", () => {
  test("learns what the agent can do, and nothing more", async () => {
    const bench = acpBench();
    const { initialized } = await bench.editor({ words: bench.script([done]) });
    expect(initialized).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "toolwright" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false },
      },
      authMethods: [],
    });
  });

  test("gets streamed text, thoughts and each call with its diff, and the change is made", async () => {
    const bench = acpBench();
    bench.put("a.txt", "one\ntwo\n");
    const steps = [
      {
        reasoning: "It is short.",
        text: "I change it.",
        calls: [{ name: "read_file", input: { path: "a.txt" } }],
      },
      {
        calls: [
          { name: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "1" } },
        ],
      },
      done,
    ];
    const editor = await bench.editor({
      words: [...bench.script(steps), "--mode", "accept-edits"],
    });
    const { sessionId } = await editor.open();
    expect(await editor.prompt(sessionId, "Change it.")).toEqual({ stopReason: "end_turn" });
    expect(bench.read("a.txt")).toBe("1\ntwo\n");
    expect(editor.said()).toBe("I change it.Done.");
    expect(editor.told("agent_thought_chunk")[0]).toMatchObject({
      content: { text: "It is short." },
    });
    const [read, edit] = editor.told("tool_call");
    expect(read).toMatchObject({
      title: "Read file",
      name: "read_file",
      kind: "read",
      status: "pending",
    });
    expect(edit).toMatchObject({ kind: "edit", rawInput: { path: "a.txt", new_string: "1" } });
    const told = editor
      .told("tool_call_update")
      .filter(({ toolCallId }) => toolCallId === edit?.toolCallId);
    const path = join(bench.cwd, "a.txt");
    const diff = { type: "diff", path, oldText: "one\ntwo\n", newText: "1\ntwo\n" };
    expect(told[0]).toMatchObject({
      status: "in_progress",
      title: "Edit a.txt: 1 edit, +1 -1 lines",
      locations: [{ path, line: 1 }],
      content: [diff],
    });
    expect(told.at(-1)).toMatchObject({ status: "completed", content: [diff] });
    expect(editor.updates.every((update) => update.sessionId === sessionId)).toBe(true);
  });

  test("without a usable model gets an error that says what to do, and a method to try again", async () => {
    const bench = acpBench();
    const editor = await bench.editor();
    expect(editor.initialized.authMethods).toEqual([
      expect.objectContaining({
        id: "model",
        description: expect.stringContaining("settings.json") as string,
      }),
    ]);
    await expect(editor.open()).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("toolwright acp --model") as string,
    });
    await expect(editor.agent.request("authenticate", { methodId: "model" })).rejects.toMatchObject(
      { code: -32000 },
    );
    const model = bench.script([done])[1];
    bench.put("~/.config/toolwright/settings.json", { model });
    expect(await editor.agent.request("authenticate", { methodId: "model" })).toEqual({});
    expect((await editor.open()).sessionId).toMatch(/^session-/);
    const keyless = await acpBench().editor({ words: ["--model", "openai/gpt-5"] });
    await expect(keyless.open()).rejects.toMatchObject({
      message: expect.stringContaining("OPENAI_API_KEY") as string,
    });
  });

  test("shows a plan made of the todos", async () => {
    const bench = acpBench();
    const todos = [
      { content: "Look", status: "completed" },
      { content: "Fix", status: "in_progress" },
      { content: "Rest", status: "cancelled" },
    ];
    const steps = [{ calls: [{ name: "write_todos", input: { todos } }] }, done];
    const editor = await bench.editor({ words: bench.script(steps) });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Plan.");
    expect(editor.told("plan").at(-1)?.entries).toEqual([
      { content: "Look", status: "completed", priority: "medium" },
      { content: "Fix", status: "in_progress", priority: "medium" },
    ]);
  });

  test("gets the reason of a failed run as an error", async () => {
    const bench = acpBench();
    const steps = [{ failure: { message: "The model is on holiday.", isRetryable: false } }];
    const editor = await bench.editor({ words: bench.script(steps) });
    const { sessionId } = await editor.open();
    await expect(editor.prompt(sessionId, "Hello")).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("on holiday") as string,
    });
  });
});

test("tells an editor that shows notices what standard error is told", async () => {
  const bench = acpBench();
  bench.put("AGENTS.md", "Be brief.\n");
  const editor = await bench.editor({
    words: bench.script([done]),
    capabilities: { session: { notices: {} } },
  });
  await editor.open();
  await expect
    .poll(() => editor.told("notice").map(({ title }) => title))
    .toEqual([expect.stringContaining("AGENTS.md not read: this folder isn't trusted")]);
  expect(editor.errors()).toContain("AGENTS.md not read");
});

test("tells an editor that the steps of a prompt are used up", async () => {
  const bench = acpBench();
  bench.put("~/.config/toolwright/settings.json", { agent: { maxSteps: 2 } });
  const steps = [{ calls: [{ name: "list_directory", input: {} }], repeats: true }];
  const editor = await bench.editor({ words: bench.script(steps) });
  const { sessionId } = await editor.open();
  expect(await editor.prompt(sessionId, "Look.")).toEqual({ stopReason: "max_turn_requests" });
  expect(JSON.stringify(editor.told("agent_thought_chunk").at(-1))).toContain("2 steps");
});

describe("a permission request", () => {
  test("shows the effects, the reason and the diff, and offers each width", async () => {
    const bench = acpBench();
    const editor = await bench.editor({
      words: bench.script([write(), done]),
      says: chooses("once"),
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Write.");
    expect(bench.read("a.txt")).toBe("new\n");
    const [asked] = editor.asked;
    expect(asked?.sessionId).toBe(sessionId);
    expect(asked?.toolCall).toMatchObject({ kind: "edit", status: "pending" });
    const [told, diff] = asked?.toolCall.content ?? [];
    expect(JSON.stringify(told)).toMatch(/would.*write a\.txt.*because/s);
    expect(diff).toMatchObject({ type: "diff", oldText: null, newText: "new\n" });
    expect(asked?.options.map(({ optionId, kind }) => `${optionId} ${kind}`)).toEqual([
      "once allow_once",
      "stage allow_once",
      "session-0 allow_always",
      "session-1 allow_always",
      "always-0 allow_always",
      "reject reject_once",
    ]);
    const position = editor.updates.findIndex(
      ({ update }) => "toolCallId" in update && update.toolCallId === asked?.toolCall.toolCallId,
    );
    expect(position).toBeGreaterThanOrEqual(0);
  });

  test("answered for the session holds for the next call, and only in that session", async () => {
    const bench = acpBench();
    const steps = [
      { when: "First.", ...write("a.txt") },
      { when: "Second.", ...write("b.txt") },
      { when: "Third.", ...write("c.txt") },
      { ...done, repeats: true },
    ];
    const editor = await bench.editor({ words: bench.script(steps), says: chooses("session-1") });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "First.");
    await editor.prompt(sessionId, "Second.");
    expect(editor.asked).toHaveLength(1);
    expect(bench.read("b.txt")).toBe("new\n");
    const other = await editor.open();
    await editor.prompt(other.sessionId, "Third.");
    expect(editor.asked).toHaveLength(2);
    expect(editor.asked[1]?.sessionId).toBe(other.sessionId);
  });

  test.each([
    ["rejected", chooses("reject")],
    ["cancelled", () => ({ outcome: "cancelled" }) as const],
    ["answered with an option that was not offered", chooses("allow-everything")],
    ["answered with a proposal that doesn't exist", chooses("session-7")],
    ["answered with nothing known", () => ({ outcome: "approved" }) as never],
    [
      "answered with an error",
      () => {
        throw new Error("no");
      },
    ],
  ])("%s changes nothing", async (_, says) => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([write(), done]), says });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Write.");
    expect(existsSync(join(bench.cwd, "a.txt"))).toBe(false);
    expect(editor.told("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  });

  test("can be rejected with a reason that the model reads", async () => {
    const bench = acpBench();
    const steps = [write(), { when: "use the other file", text: "I will." }];
    const editor = await bench.editor({
      words: bench.script(steps),
      capabilities: { elicitation: { form: {} } },
      says: chooses("reject-with-reason"),
      fills: () => ({ action: "accept", content: { reason: "use the other file" } }),
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Write.");
    expect(editor.said()).toBe("I will.");
    expect(existsSync(join(bench.cwd, "a.txt"))).toBe(false);
  });

  test("that nobody answers ends with the prompt's cancellation, and a late answer changes nothing", async () => {
    const bench = acpBench();
    const late = Promise.withResolvers<{ outcome: "selected"; optionId: string }>();
    const reached = Promise.withResolvers<AbortSignal>();
    const editor = await bench.editor({
      words: bench.script([write(), done]),
      says: (_asked, signal) => {
        reached.resolve(signal);
        return late.promise;
      },
    });
    const { sessionId } = await editor.open();
    const prompting = editor.prompt(sessionId, "Write.");
    const signal = await reached.promise;
    await editor.agent.notify("session/cancel", { sessionId });
    expect(await prompting).toEqual({ stopReason: "cancelled" });
    expect(signal.aborted).toBe(true);
    late.resolve({ outcome: "selected", optionId: "once" });
    expect(await editor.prompt(sessionId, "/mode")).toEqual({ stopReason: "end_turn" });
    expect(existsSync(join(bench.cwd, "a.txt"))).toBe(false);
  });

  test("of a sub-agent is under its name", async () => {
    const bench = acpBench();
    const steps = [
      { calls: [{ name: "delegate_task", input: { agent: "general", task: "Write it." } }] },
      { when: "Write it.", ...write() },
      {
        when: "a.txt",
        text: "It is written.",
        calls: [{ name: "finish_task", input: { success: true, summary: "Wrote it." } }],
      },
      { when: "Wrote it.", text: "All done." },
    ];
    const editor = await bench.editor({ words: bench.script(steps), says: chooses("once") });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Let it write.");
    expect(editor.said()).toBe("All done.");
    expect(editor.asked[0]?.toolCall.title).toMatch(/^\[general\] /);
    const calls = editor.told("tool_call");
    const child = calls.find(({ name }) => name === "write_file");
    expect(child?.title).toBe("[general] Write file");
    expect(child?.toolCallId).toBe(editor.asked[0]?.toolCall.toolCallId);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(calls.length);
    const delegation = calls.find(({ name }) => name === "delegate_task");
    const shown = editor
      .told("tool_call_update")
      .filter(({ toolCallId }) => toolCallId === delegation?.toolCallId);
    expect(JSON.stringify(shown)).toContain("**general**: It is written.");
  });
});

describe("a question of the model", () => {
  const ask = {
    calls: [
      {
        name: "ask_user",
        input: {
          questions: [
            { question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] },
          ],
        },
      },
    ],
  };

  test("is a form for an editor that shows forms", async () => {
    const bench = acpBench();
    const steps = [ask, { when: "blue", text: "Blue it is." }];
    const asked: unknown[] = [];
    const editor = await bench.editor({
      words: bench.script(steps),
      capabilities: { elicitation: { form: {} } },
      fills: (params) => {
        asked.push(params);
        const { properties = {} } = (params as { requestedSchema: { properties?: object } })
          .requestedSchema;
        const [field = ""] = Object.keys(properties);
        return { action: "accept", content: { [field]: "blue" } };
      },
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Paint.");
    expect(editor.said()).toBe("Blue it is.");
    expect(asked).toMatchObject([{ mode: "form", sessionId }]);
  });

  test("is unanswered in other editors, and the model is told", async () => {
    const bench = acpBench();
    const steps = [ask, { text: "I ask in words." }];
    const editor = await bench.editor({ words: bench.script(steps) });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Paint.");
    expect(editor.told("tool_call_update").at(-1)).not.toMatchObject({ status: "failed" });
    expect(JSON.stringify(editor.told("tool_call_update").at(-1))).toMatch(/[Nn]obody/);
    expect(editor.said()).toBe("I ask in words.");
  });
});

describe("a running prompt", () => {
  const slow = {
    calls: [{ name: "run_command", input: { command: "echo begun; sleep 60; echo over" } }],
  };

  test("shows a command's output while it runs, and is cancelled with it", async () => {
    const bench = acpBench();
    const editor = await bench.editor({
      words: bench.script([slow, done]),
      says: chooses("once"),
      capabilities: { _meta: { terminal_output: true } },
    });
    const { sessionId } = await editor.open();
    const prompting = editor.prompt(sessionId, "Run it.");
    await expect
      .poll(() => JSON.stringify(editor.told("tool_call_update")), { timeout: 15_000 })
      .toContain('"terminal_output":{"terminal_id":');
    const second = editor.prompt(sessionId, "And this.");
    await expect(second).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining("another prompt") as string,
    });
    await editor.agent.notify("session/cancel", { sessionId });
    expect(await prompting).toEqual({ stopReason: "cancelled" });
    expect(editor.told("tool_call")[0]).toMatchObject({
      content: [{ type: "terminal" }],
      _meta: { terminal_info: {} },
    });
  });

  test("ends with its editor, and leaves no process behind", async () => {
    const bench = acpBench();
    const marker = `acp-${randomUUID()}`;
    // What it prints isn't in the call's title.
    const command = `printf 'be%s\\n' gun; sh -c 'sleep 60; : ${marker}'`;
    const lasting = { calls: [{ name: "run_command", input: { command } }] };
    const editor = await bench.editor({
      words: bench.script([lasting, done]),
      says: chooses("once"),
    });
    const { sessionId } = await editor.open();
    editor.prompt(sessionId, "Run it.").catch(() => undefined);
    await expect
      .poll(() => JSON.stringify(editor.told("tool_call_update")), { timeout: 15_000 })
      .toContain("begun");
    const isRunning = (): boolean =>
      readdirSync("/proc").some((id) => /^\d+$/.test(id) && commandLineOf(id).includes(marker));
    if (process.platform === "linux") expect(isRunning()).toBe(true);
    const exit = once(editor.process, "exit");
    editor.process.stdin?.destroy();
    expect(await exit).toEqual([0, null]);
    if (process.platform === "linux") await expect.poll(isRunning).toBe(false);
  });
});

describe("a session", () => {
  test("has modes in both forms, changed by either side", async () => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([write(), done]) });
    const opened = await editor.open();
    const { sessionId } = opened;
    expect(opened.modes).toMatchObject({ currentModeId: "default" });
    expect(opened.modes?.availableModes.map(({ id }) => id)).toEqual([
      "plan",
      "default",
      "accept-edits",
      "auto",
    ]);
    await editor.agent.request("session/set_mode", { sessionId, modeId: "accept-edits" });
    await editor.prompt(sessionId, "Write.");
    expect(bench.read("a.txt")).toBe("new\n");
    const { configOptions } = await editor.agent.request("session/set_config_option", {
      sessionId,
      configId: "mode",
      value: "plan",
    });
    expect(configOptions[0]).toMatchObject({ id: "mode", currentValue: "plan" });
    await editor.prompt(sessionId, "/mode default");
    expect(editor.told("current_mode_update").map(({ currentModeId }) => currentModeId)).toEqual([
      "accept-edits",
      "plan",
      "default",
    ]);
    expect(editor.said()).toContain("The mode is default.");
  });

  test("has no mode looser than the settings allow", async () => {
    const bench = acpBench();
    bench.put(".toolwright/settings.json", { mode: "default" });
    const editor = await bench.editor({ words: bench.script([write(), done]) });
    const { sessionId, modes } = await editor.open();
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["plan", "default"]);
    for (const modeId of ["auto", "accept-edits", "root", "__proto__"]) {
      await expect(
        editor.agent.request("session/set_mode", { sessionId, modeId }),
      ).rejects.toMatchObject({ code: -32602 });
    }
    await editor.prompt(sessionId, "Write.");
    expect(existsSync(join(bench.cwd, "a.txt"))).toBe(false);
  });

  test("changes its model and goes on with the conversation", async () => {
    const bench = acpBench();
    const [, model = ""] = bench.script([{ text: "I am one. The number is 7." }]);
    const other = `scripted/${bench.put("~/other.json", { steps: [{ text: "I am two." }] })}`;
    bench.put("~/.config/toolwright/settings.json", {
      model,
      models: [{ id: other, contextTokens: 1000 }],
    });
    const editor = await bench.editor();
    const { sessionId, configOptions } = await editor.open();
    expect(configOptions?.[1]).toMatchObject({ id: "model", currentValue: model });
    await editor.prompt(sessionId, "Hello");
    const set = (value: string) =>
      editor.agent.request("session/set_config_option", { sessionId, configId: "model", value });
    await expect(set("scripted/nowhere.json")).rejects.toMatchObject({ code: -32602 });
    await set(other);
    await editor.prompt(sessionId, "Hello");
    expect(editor.said()).toBe("I am one. The number is 7.I am two.");
    expect(editor.told("usage_update").at(-1)).toMatchObject({ size: 1000 });
  });

  test("offers commands that the model doesn't see", async () => {
    const bench = acpBench();
    bench.put("a.txt", "old\n");
    const steps = [
      { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      write(),
      done,
      { when: "/etc/hosts", text: "A path is no command." },
    ];
    const editor = await bench.editor({
      words: [...bench.script(steps), "--mode", "accept-edits"],
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Write.");
    const [commands] = editor.told("available_commands_update");
    expect(commands?.availableCommands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["undo", "redo", "mode", "model", "compact", "cost"]),
    );
    await editor.prompt(sessionId, "/undo");
    expect(bench.read("a.txt")).toBe("old\n");
    await editor.prompt(sessionId, "/redo");
    expect(bench.read("a.txt")).toBe("new\n");
    await editor.prompt(sessionId, "/cost");
    expect(editor.said()).toMatch(/a\.txt.*This session has used 0 input/s);
    await editor.prompt(sessionId, "/compact");
    expect(editor.said()).toContain("short enough");
    await editor.prompt(sessionId, "/undo prompt");
    expect(bench.read("a.txt")).toBe("old\n");
    await editor.prompt(sessionId, "/journal 2");
    expect(editor.said()).toMatch(/\n\s*\d+ .* undo +ok .*write_file/);
    await editor.prompt(sessionId, "/grants");
    await editor.prompt(sessionId, "/grants end nothing");
    await editor.prompt(sessionId, "/mcp");
    expect(editor.said()).toMatch(
      /There are no grants\..*There is no grant 'nothing'\..*No MCP servers\./s,
    );
    await editor.prompt(sessionId, "/etc/hosts");
    expect(editor.said()).toContain("A path is no command.");
  });

  test("takes text, mentions, attached text and pictures as one message", async () => {
    const bench = acpBench();
    const uri = pathToFileURL(join(bench.cwd, "src/a.ts")).href;
    const steps = [{ when: "Look at @src/a.ts#L2 and @src/a.ts.", text: "Seen." }];
    const editor = await bench.editor({ words: bench.script(steps) });
    const { sessionId } = await editor.open();
    const { stopReason } = await editor.agent.request("session/prompt", {
      sessionId,
      prompt: [
        { type: "text", text: "Look at " },
        { type: "resource_link", uri: `${uri}#L2`, name: "a.ts" },
        { type: "text", text: " and " },
        { type: "resource", resource: { uri, text: "export {};\n" } },
        { type: "text", text: "." },
        { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      ],
    });
    expect(stopReason).toBe("end_turn");
    expect(editor.said()).toBe("Seen.");
    // What a file says isn't the person's, also in a conversation that is told again.
    await editor.agent.request("session/close", { sessionId });
    await editor.agent.request("session/load", { sessionId, cwd: bench.cwd, mcpServers: [] });
    const saidAgain = editor.told("user_message_chunk").map(({ content }) => content);
    expect(saidAgain).toEqual([
      { type: "text", text: "Look at @src/a.ts#L2 and @src/a.ts." },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ]);
  });

  test("is closed alone, and then it is unknown", async () => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([done]) });
    const [one, two] = [await editor.open(), await editor.open()];
    await editor.agent.request("session/close", { sessionId: one.sessionId });
    await expect(editor.prompt(one.sessionId, "Hello")).rejects.toMatchObject({ code: -32002 });
    expect(await editor.prompt(two.sessionId, "Hello")).toEqual({ stopReason: "end_turn" });
  });

  test("uses further folders that the editor names", async () => {
    const bench = acpBench();
    const further = join(bench.folder, "further");
    bench.put("../further/b.txt", "beside\n");
    const steps = [
      { calls: [{ name: "read_file", input: { path: join(further, "b.txt") } }] },
      { when: "beside", text: "Read." },
    ];
    const editor = await bench.editor({ words: bench.script(steps) });
    const { sessionId } = await editor.open({ additionalDirectories: [further] });
    await editor.prompt(sessionId, "Read.");
    expect(editor.said()).toBe("Read.");
    expect(editor.asked).toEqual([]);
  });
});

describe("an MCP server that an editor passes", () => {
  const steps = [
    { calls: [{ name: "mcp__other__read_file", input: { path: "b.txt" } }] },
    { when: "beside", text: "I have read it." },
    { text: "I could not.", repeats: true },
  ];

  /** A server with a file of its own, beside two that can't be used. */
  function servers(bench: AcpBench): readonly object[] {
    bench.put("../other/b.txt", "beside\n");
    const { environment } = bench;
    const env = Object.entries(environment).map(([name, value]) => ({ name, value }));
    const folder = join(bench.folder, "other");
    const args = [programFile, "mcp", "serve", "--workspace", folder];
    return [
      { name: "other", command: process.execPath, args, env },
      { name: "missing", command: "/nowhere/at/all", args: [], env: [] },
      { type: "sse", name: "old", url: "http://127.0.0.1:9/sse", headers: [] },
    ];
  }

  test("gives the agent its tools, which need approval", async () => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script(steps), says: chooses("once") });
    const { sessionId } = await editor.open({ mcpServers: servers(bench) });
    await editor.prompt(sessionId, "Read it.");
    expect(editor.said()).toBe("I have read it.");
    expect(editor.asked).toHaveLength(1);
    expect(editor.errors()).toContain("'old' isn't used");
  });

  test("isn't started where a rule denies it, and can't loosen anything by its name", async () => {
    const bench = acpBench();
    bench.put("~/.config/toolwright/settings.json", {
      rules: [{ deny: "mcp(other/*)" }],
    });
    const editor = await bench.editor({ words: bench.script(steps), says: chooses("once") });
    const { sessionId } = await editor.open({
      mcpServers: [
        ...servers(bench),
        { name: "__proto__", command: "/nowhere", args: [], env: [] },
      ],
    });
    await editor.prompt(sessionId, "Read it.");
    expect(editor.said()).toBe("I could not.");
    expect(editor.asked).toEqual([]);
  });
});

describe("the text of an editor", () => {
  const steps = [
    { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
    { when: "typed, not saved", text: "I see it." },
    {
      when: "Change it.",
      calls: [
        { name: "edit_file", input: { path: "a.txt", old_string: "typed", new_string: "new" } },
      ],
    },
    { when: "not saved", text: "Please save it." },
    { text: "I see the disk.", repeats: true },
  ];

  function withFile(): AcpBench {
    const bench = acpBench();
    utimesSync(bench.put("a.txt", "on disk\n"), 1_000, 1_000);
    return bench;
  }

  test("is what the agent reads, and it changes no file with unsaved changes", async () => {
    const bench = withFile();
    const link = join(bench.folder, "link");
    symlinkSync(bench.cwd, link);
    const asked: string[] = [];
    const editor = await bench.editor({
      words: [...bench.script(steps), "--mode", "accept-edits"],
      capabilities: { fs: { readTextFile: true } },
      reads: (wanted) => {
        asked.push(wanted);
        return "typed, not saved\n";
      },
    });
    const { sessionId } = await editor.open({ cwd: link });
    await editor.prompt(sessionId, "Read it.");
    await editor.prompt(sessionId, "Change it.");
    expect(editor.said()).toBe("I see it.Please save it.");
    expect(new Set(asked)).toEqual(new Set([join(link, "a.txt")]));
    expect(bench.read("a.txt")).toBe("on disk\n");
  });

  test.each<[string, object, NonNullable<EditorOptions["reads"]>]>([
    ["doesn't offer its texts", {}, () => "typed, not saved\n"],
    [
      "answers with errors",
      { readTextFile: true },
      () => Promise.reject(new Error("unknown file")),
    ],
    ["answers with nothing", { readTextFile: true }, () => ""],
    ["never answers", { readTextFile: true }, () => new Promise<string>(() => undefined)],
  ])("isn't read when the editor %s", async (_, fs, reads) => {
    const bench = withFile();
    const editor = await bench.editor({
      words: bench.script(steps),
      capabilities: { fs },
      reads,
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Read it.");
    expect(editor.said()).toBe("I see the disk.");
  });
});

describe("a stored session", () => {
  const steps = [
    {
      when: "Write it.",
      reasoning: "Easy.",
      text: "I write.",
      ...write(),
    },
    { when: "a.txt", text: "Written." },
    { when: "And now?", text: "Now nothing." },
  ];

  /** A session of an editor that was killed. */
  async function interrupted(bench: AcpBench): Promise<string> {
    const editor = await bench.editor({
      words: [...bench.script(steps), "--mode", "accept-edits"],
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Write it.");
    const exit = once(editor.process, "exit");
    editor.process.kill("SIGKILL");
    await exit;
    return sessionId;
  }

  test("is listed for its folder and for all, and loaded with everything that was said", async () => {
    const bench = acpBench();
    const sessionId = await interrupted(bench);
    const editor = await bench.editor({ words: bench.script(steps.slice(2)) });
    const listed = { sessionId, cwd: bench.cwd, title: "Write it." };
    for (const cwd of [bench.cwd, undefined]) {
      const { sessions } = await editor.agent.request("session/list", cwd ? { cwd } : {});
      expect(sessions).toEqual([expect.objectContaining(listed)]);
    }
    const elsewhere = await editor.agent.request("session/list", { cwd: bench.folder });
    expect(elsewhere.sessions).toEqual([]);
    const loaded = await editor.agent.request("session/load", {
      sessionId,
      cwd: bench.cwd,
      mcpServers: [],
    });
    expect(loaded.modes?.currentModeId).toBe("default");
    const told = editor.updates.map(({ update }) => update);
    expect(told.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      "user_message_chunk",
      "agent_thought_chunk",
      "agent_message_chunk",
      "tool_call",
      "tool_call_update",
      "agent_message_chunk",
    ]);
    expect(told[0]).toMatchObject({ content: { text: "Write it." } });
    expect(told[3]).toMatchObject({ title: "Write file", rawInput: { path: "a.txt" } });
    expect(told[4]).toMatchObject({
      status: "completed",
      content: [{ type: "diff", newText: "new\n" }],
    });
    await editor.prompt(sessionId, "And now?");
    expect(editor.said()).toBe("I write.Written.Now nothing.");
    await editor.prompt(sessionId, "/undo");
    expect(existsSync(join(bench.cwd, "a.txt"))).toBe(false);
  });

  test("is listed with a title in which no character is hidden", async () => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([done]) });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, "Look\u{1b}[2J \u{202e}here.");
    const { sessions } = await editor.agent.request("session/list", {});
    expect(sessions[0]?.title).toBe("Look\\u{1b}[2J \\u{202e}here.");
  });

  test("is resumed without being told again, and deleted", async () => {
    const bench = acpBench();
    const sessionId = await interrupted(bench);
    const editor = await bench.editor({ words: bench.script(steps.slice(2)) });
    const place = { sessionId, cwd: bench.cwd, mcpServers: [] };
    await editor.agent.request("session/resume", place);
    await editor.prompt(sessionId, "And now?");
    expect(editor.said()).toBe("Now nothing.");
    // Again, while it is open here.
    await editor.agent.request("session/load", place);
    await editor.agent.request("session/delete", { sessionId });
    expect(await editor.agent.request("session/list", {})).toEqual({ sessions: [] });
    await expect(editor.prompt(sessionId, "And now?")).rejects.toMatchObject({ code: -32002 });
    expect(bench.read("a.txt")).toBe("new\n");
  });

  test.each([
    ["unknown", "session-unknown"],
    ["of another folder", "../../x"],
    ["our word for the latest one", "last"],
    ["empty", ""],
  ])("is not found by an id that is %s", async (_, sessionId) => {
    const bench = acpBench();
    await interrupted(bench);
    const editor = await bench.editor({ words: bench.script(steps) });
    for (const method of ["session/load", "session/resume"] as const) {
      await expect(
        editor.agent.request(method, { sessionId, cwd: bench.cwd, mcpServers: [] }),
      ).rejects.toMatchObject({ code: -32002 });
    }
    await expect(
      editor.agent.request("session/list", { cursor: "toString" }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});

describe("a wrong request", () => {
  test.each([
    ["relative", () => "work", "not an absolute path"],
    ["missing", () => "/nowhere/at/all", "/nowhere/at/all"],
    ["a file", (bench: AcpBench) => bench.put("a.txt", ""), "a.txt"],
    ["the root of the disk", () => "/", "more than a project"],
    ["the home folder", (bench: AcpBench) => join(bench.folder, "home"), "more than a project"],
  ])("for a folder that is %s opens nothing", async (_, folder, message) => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([done]) });
    await expect(editor.open({ cwd: folder(bench) })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message) as string,
    });
    expect((await editor.open()).sessionId).toMatch(/^session-/);
  });

  test.each([
    ["relative", "further", "not an absolute path"],
    ["missing", "/nowhere/at/all", "/nowhere/at/all"],
    ["the root of the disk", "/", "more than a project"],
  ])("for a further folder that is %s opens nothing", async (_, folder, message) => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([done]) });
    await expect(editor.open({ additionalDirectories: [folder] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message) as string,
    });
  });

  test("for the home folder is fulfilled when the person has named it", async () => {
    const bench = acpBench();
    const home = join(bench.folder, "home");
    const editor = await bench.editor({ words: [...bench.script([done]), "--workspace", home] });
    expect((await editor.open({ cwd: home })).sessionId).toMatch(/^session-/);
    await expect(editor.open({ cwd: "/" })).rejects.toMatchObject({ code: -32602 });
  });

  test("for an unknown session, method, option or empty prompt is answered, and the rest goes on", async () => {
    const bench = acpBench();
    const editor = await bench.editor({ words: bench.script([done]) });
    const { sessionId } = await editor.open();
    const { agent } = editor;
    await expect(editor.prompt("session-unknown", "Hello")).rejects.toMatchObject({ code: -32002 });
    await expect(agent.request("session/fly", {})).rejects.toMatchObject({ code: -32601 });
    await expect(
      agent.request("session/set_config_option", { sessionId, configId: "toString", value: "x" }),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(agent.request("session/prompt", { sessionId, prompt: [] })).rejects.toMatchObject({
      code: -32602,
    });
    await agent.notify("session/cancel", { sessionId: "session-unknown" });
    expect(await editor.prompt(sessionId, "Hello")).toEqual({ stopReason: "end_turn" });
  });

  test("that is no JSON, no object or not initialized costs one line, and standard output stays JSON", async () => {
    const bench = acpBench();
    const child = bench.spawn(bench.script([done]));
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const send = (text: string): void => void child.stdin?.write(`${text}\n`);
    const request = (id: number, method: string, params: object): void =>
      send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    send("{ this is no JSON");
    send("[]");
    send("42");
    send('{"jsonrpc":"2.0","id":3}');
    request(1, "session/new", { cwd: bench.cwd, mcpServers: [] });
    request(2, "initialize", { protocolVersion: 1, clientCapabilities: { fs: "yes" } });
    await expect.poll(() => output, { timeout: 15_000 }).toMatch(/"id":2,.*\n/);
    request(4, "session/new", { cwd: 7 });
    request(5, "session/new", { cwd: bench.cwd, mcpServers: [] });
    await expect.poll(() => output, { timeout: 15_000 }).toMatch(/"id":5,.*\n/);
    const answers = output
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row) as { id?: number | null; error?: { code: number } });
    const codeOf = (id: number) => answers.find((answer) => answer.id === id)?.error?.code;
    expect(answers.filter(({ id }) => id === null).map(({ error }) => error?.code)).toEqual(
      expect.arrayContaining([-32700, -32600]),
    );
    expect([codeOf(1), codeOf(2), codeOf(4), codeOf(5)]).toEqual([
      -32600,
      undefined,
      -32602,
      undefined,
    ]);
  });

  test("that answers twice, or what nobody asked, changes nothing", async () => {
    const bench = acpBench();
    const child = bench.spawn(bench.script([write(), { ...done, repeats: true }]));
    const lines: { id?: unknown; method?: string; result?: { sessionId?: string } }[] = [];
    let rest = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      const rows = (rest + chunk.toString()).split("\n");
      rest = rows.pop() ?? "";
      for (const row of rows) lines.push(JSON.parse(row) as (typeof lines)[number]);
    });
    const send = (message: object): void =>
      void child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const line = async (matches: (one: (typeof lines)[number]) => boolean) => {
      await expect.poll(() => lines.some(matches), { timeout: 15_000 }).toBe(true);
      return lines.find(matches);
    };
    send({ id: 1, method: "initialize", params: { protocolVersion: 1 } });
    await line(({ id }) => id === 1);
    send({ id: 2, method: "session/new", params: { cwd: bench.cwd, mcpServers: [] } });
    const sessionId = (await line(({ id }) => id === 2))?.result?.sessionId;
    const prompt = [{ type: "text", text: "Write." }];
    send({ id: 3, method: "session/prompt", params: { sessionId, prompt } });
    const asked = await line(({ method }) => method === "session/request_permission");
    const answer = (optionId: string): object => ({ outcome: { outcome: "selected", optionId } });
    for (const id of [999, "made-up", null]) send({ id, result: answer("once") });
    send({ id: asked?.id, result: answer("reject") });
    send({ id: asked?.id, result: answer("once") });
    expect(await line(({ id }) => id === 3)).toMatchObject({ result: { stopReason: "end_turn" } });
    send({ id: asked?.id, result: answer("once") });
    send({ id: 4, method: "session/prompt", params: { sessionId, prompt } });
    expect(await line(({ id }) => id === 4)).toMatchObject({ result: { stopReason: "end_turn" } });
    expect(existsSync(join(bench.cwd, "a.txt"))).toBe(false);
  });

  test("that never ends, ends the program with a reason", async () => {
    const bench = acpBench();
    const child = bench.spawn(bench.script([done]));
    let errors = "";
    child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const exit = once(child, "exit");
    const part = "x".repeat(1024 * 1024);
    child.stdin?.on("error", () => undefined);
    for (let index = 0; index < 64; index += 1) child.stdin?.write(part);
    expect(await exit).toEqual([0, null]);
    expect(errors).toMatch(/exceeds/);
  });
});
