import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import {
  type ApprovalQuestion,
  defineTool,
  type Grant,
  type Outcome,
  type ProcessHost,
  read,
  type Redactor,
  type OutputStore,
} from "@toolwright/core";
import type { Mode } from "@toolwright/core";
import type { CallRecord } from "@toolwright/core/ports";
import { createMemoryJournal, openWorkspace } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { testWorld as world } from "./fixtures/test-world.ts";
import { openToolwright } from "./open-toolwright.ts";
import type { ToolwrightOptions } from "./options.ts";
import type { Toolwright } from "./toolwright.ts";

const userSettings = "~/.config/toolwright/settings.json";

function call({ session }: Toolwright, name: string, input: object): Promise<Outcome> {
  return session.call({ name, input }).outcome;
}

const write = (toolwright: Toolwright, path: string, content: string): Promise<Outcome> =>
  call(toolwright, "write_file", { path, content });

/** The paths on which this process has files open, where the system tells. */
function openFiles(): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

const run = (toolwright: Toolwright, command: string): Promise<Outcome> =>
  call(toolwright, "run_command", { command });

describe("settings", () => {
  it("are the user's and the project's by default", async () => {
    const { open, put } = world();
    put(userSettings, { mode: "accept-edits" });
    put(".toolwright/settings.json", { rules: [{ deny: "write(vault/**)" }] });
    const toolwright = await open();
    expect(await write(toolwright, "a.txt", "x")).toMatchObject({ status: "ok" });
    expect(await write(toolwright, "vault/a.txt", "x")).toMatchObject({ status: "refused" });
  });

  it("switch all tools off with one key, which no other file switches on", async () => {
    const { open, put } = world();
    put(userSettings, { tools: { read_file: { enabled: true } } });
    put(".toolwright/settings.json", { tools: false });
    const toolwright = await open();
    expect(toolwright.session.tools).toEqual([]);
    expect(toolwright.declare("anthropic")).toEqual([]);
    const outcome = await call(toolwright, "read_file", { path: "a.txt" });
    expect(outcome.error?.code).toBe("tool-not-available");
  });

  it("are none with false", async () => {
    const { open, put } = world();
    put(userSettings, { mode: "accept-edits" });
    put(".toolwright/settings.json", "no settings");
    expect((await open({ settings: false })).session.policy.mode).toBe("default");
  });

  it("come from an object or a file on top of the user's", async () => {
    const { open, put } = world();
    put(userSettings, { rules: [{ deny: "write(vault/**)" }] });
    const given = { mode: "accept-edits", rules: [{ deny: "write(own/**)" }] } as const;
    const file = put("given.json", given);
    for (const [index, settings] of [given, file].entries()) {
      const toolwright = await open({ settings });
      expect(await write(toolwright, `${index}.txt`, "x")).toMatchObject({ status: "ok" });
      expect(await write(toolwright, "own/a.txt", "x")).toMatchObject({ status: "refused" });
      expect(await write(toolwright, "vault/a.txt", "x")).toMatchObject({ status: "refused" });
    }
  });

  it("given as an object stay in force when the files are read again", async () => {
    const { open, put } = world();
    const toolwright = await open({
      mode: "accept-edits",
      settings: { rules: [{ deny: "write(own/**)" }] },
    });
    put(userSettings, { rules: [{ deny: "write(vault/**)" }] });
    expect(await toolwright.reload()).toBeNull();
    expect(await write(toolwright, "own/a.txt", "x")).toMatchObject({ status: "refused" });
    expect(await write(toolwright, "vault/a.txt", "x")).toMatchObject({ status: "refused" });
  });

  it("of the administrator hold whatever is given", async () => {
    const { open, put } = world();
    const administratorFile = put("~/etc/settings.json", { mode: "plan" });
    const toolwright = await open({ administratorFile, settings: false, mode: "auto" });
    expect(toolwright.session.policy.mode).toBe("plan");
  });
});

describe("a change of the mode", () => {
  it("holds for the next call, in both directions", async () => {
    const toolwright = await world().open();
    expect(await write(toolwright, "a.txt", "x")).toMatchObject({ status: "refused" });
    expect(await toolwright.setMode("accept-edits")).toBe("accept-edits");
    expect(await write(toolwright, "a.txt", "x")).toMatchObject({ status: "ok" });
    expect(await toolwright.setMode("plan")).toBe("plan");
    expect(await write(toolwright, "b.txt", "x")).toMatchObject({ status: "refused" });
  });

  it("goes no further than the settings allow", async () => {
    const { open, put } = world();
    const administratorFile = put("~/etc/settings.json", { mode: "default" });
    const toolwright = await open({ administratorFile });
    expect(await toolwright.setMode("auto")).toBe("default");
    expect(await write(toolwright, "a.txt", "x")).toMatchObject({ status: "refused" });
    expect(await toolwright.setMode("plan")).toBe("plan");
  });

  it("to auto decides as a session that was opened in it, with a sandbox or without", async () => {
    const decisions = ["auto", "default"].map(async (mode) => {
      const toolwright = await world().open({ mode: mode as Mode });
      await toolwright.setMode("auto");
      const call = { name: "run_command", input: { command: "node build.js" } };
      return (await toolwright.session.explain(call)).decision?.decision;
    });
    const [opened, changed] = await Promise.all(decisions);
    expect(changed).toBe(opened);
  });
});

describe("invalid options", () => {
  it.each<[string, object, string]>([
    ["an unknown one", { worksapce: "." }, "has no option 'worksapce'. Did you mean 'workspace'?"],
    [
      "a mode",
      { mode: "autp" },
      "Unknown `mode` 'autp'. Did you mean 'auto'? Known: plan, default",
    ],
    ["a profile", { profile: "claude" }, "Unknown `profile` 'claude'."],
    ["an approver", { approver: 3 }, "`approver` must be a function that answers a question"],
    ["settings", { settings: true }, "`settings` must be a file, an object, or `false`"],
    ["an empty workspace", { workspace: "" }, 'For the current folder, use "."'],
    ["a missing workspace", { workspace: "/nowhere/at/all" }, "/nowhere/at/all"],
    ["a missing file", { settings: "/nowhere.json" }, "There is no settings file '/nowhere.json'"],
    ["a setting", { settings: { mod: "plan" } }, "given to openToolwright: the file"],
    ["a rule", { settings: { rules: [{ allow: "wirte(a)" }] } }, "wirte"],
  ])("are refused: %s", async (_, given, message) => {
    const opening = openToolwright({ ...world().options, ...given });
    await expect(opening).rejects.toMatchObject({
      name: "ConfigurationError",
      code: expect.stringMatching(/^(options|settings)-invalid$/),
      message: expect.stringContaining(message),
    });
  });

  it.each([[null], [["."]], ["."]])("are refused if they aren't an object: %j", async (options) => {
    await expect(openToolwright(options as never)).rejects.toMatchObject({
      code: "options-invalid",
      message: "The options of openToolwright must be an object.",
    });
  });

  it("are refused: a home directory that isn't named", async () => {
    const { workspace: _, ...options } = world().options;
    const opening = openToolwright({ ...options, cwd: options.environment?.["HOME"] ?? "" });
    await expect(opening).rejects.toThrow("holds more than a project");
  });

  it("are refused: a tool with the name of a built-in one", async () => {
    const tool = defineTool({
      name: "read_file",
      kind: "read",
      description: "Reads.",
      input: { type: "object" },
      effects: () => [],
      execute: () => "",
    });
    await expect(openToolwright({ ...world().options, tools: [tool] })).rejects.toThrow(
      "`tools`: 'read_file' is unusable.",
    );
  });
});

describe("an approver", () => {
  it("answers questions as a function", async () => {
    const { open, read: contentOf } = world();
    const asked: ApprovalQuestion[] = [];
    const toolwright = await open({
      approver(question) {
        asked.push(question);
        return { outcome: "once" };
      },
    });
    expect(await write(toolwright, "a.txt", "x")).toMatchObject({ status: "ok" });
    expect(asked).toMatchObject([{ tool: { name: "write_file" } }]);
    expect(contentOf("a.txt")).toBe("x");
  });

  it("is missing by default, so that calls that need approval are refused", async () => {
    const { open, root } = world();
    expect(await write(await open(), "a.txt", "x")).toMatchObject({ status: "refused" });
    expect(existsSync(join(root, "a.txt"))).toBe(false);
  });
});

describe("undo", () => {
  it("undoes the last change, a call, a turn, or everything since an entry, and redo restores it", async () => {
    const { open, root } = world();
    const toolwright = await open({ mode: "accept-edits" });
    const there = (): string =>
      ["a", "b", "c", "d"].filter((name) => existsSync(join(root, name))).join("");
    await write(toolwright, "a", "");
    const [last] = await toolwright.journal.entries({ limit: 1 });
    const since = last?.id ?? 0;
    const { callId } = await write(toolwright, "b", "");
    toolwright.session.beginTurn();
    const { turn } = toolwright.session;
    await write(toolwright, "c", "");
    toolwright.session.beginTurn();
    await write(toolwright, "d", "");
    expect(there()).toBe("abcd");
    expect(await toolwright.undo()).toMatchObject({ outcome: "done" });
    expect(there()).toBe("abc");
    expect(await toolwright.redo()).toMatchObject({ outcome: "done" });
    expect(there()).toBe("abcd");
    await toolwright.undo({ call: callId });
    expect(there()).toBe("acd");
    await toolwright.undo({ turn });
    expect(there()).toBe("ad");
    await toolwright.undo({ since });
    expect(there()).toBe("a");
    expect(await toolwright.undo({ call: "call-none" })).toMatchObject({ outcome: "nothing" });
  });

  it("reaches changes of an earlier session", async () => {
    const { open, root } = world();
    const first = await open({ mode: "accept-edits" });
    await write(first, "a.txt", "x");
    await first.close();
    const second = await open();
    expect(await second.undo()).toMatchObject({ outcome: "done" });
    expect(existsSync(join(root, "a.txt"))).toBe(false);
  });

  it("never says that a command which went on in the background changed nothing", async () => {
    const { open } = world();
    const toolwright = await open({ mode: "auto", unsandboxed: true });
    await call(toolwright, "run_command", {
      command: "(sleep 60; date) > log.txt",
      background: true,
    });
    const reasons = ["What its command changes in the background can't be undone."];
    expect(await toolwright.undo()).toMatchObject({ outcome: "not-undoable", reasons });
    await write(toolwright, "a.txt", "x");
    expect(await toolwright.undo({ turn: toolwright.session.turn })).toMatchObject({
      outcome: "done",
      notes: reasons,
    });
  });

  it("has its files closed with the session", async () => {
    const { open, options } = world();
    const toolwright = await open({ mode: "auto", unsandboxed: true });
    await run(toolwright, "echo x > a.txt");
    await toolwright.close();
    const home = options.environment?.["HOME"] ?? "";
    const isOpen = (path: string): boolean => openFiles().some((file) => file.startsWith(path));
    expect(isOpen(home)).toBe(false);
  });
});

describe("a port that is given", () => {
  it("is the workspace", async () => {
    const { root, open, put } = world();
    put("inner/a.txt", "in the given workspace\n");
    const workspace = openWorkspace({ roots: [join(root, "inner")] });
    const toolwright = await open({ workspace });
    const outcome = await call(toolwright, "read_file", { path: "a.txt" });
    expect(JSON.stringify(outcome.content)).toContain("in the given workspace");
    expect(toolwright.session.workspace).toBe(workspace);
  });

  const refusing: ProcessHost = {
    start: () => Promise.reject(new Error("started elsewhere")),
    close: () => Promise.reject(new Error("closed by somebody else")),
  };

  it("is the process host, which is not closed", async () => {
    const { open } = world();
    const toolwright = await open({
      processes: refusing,
      approver: () => ({ outcome: "once" }),
    });
    expect(JSON.stringify(await run(toolwright, "npm test"))).toContain("internal");
    await toolwright.close();
  });

  it("isn't a process host without a sandbox where the settings require one", async () => {
    const { options } = world();
    const settings = { shell: { sandbox: "required" } } as const;
    await expect(openToolwright({ ...options, processes: refusing, settings })).rejects.toThrow(
      "Give both, or neither.",
    );
  });

  it("counts as no sandbox: in auto mode a command needs approval", async () => {
    const { open } = world();
    const toolwright = await open({ processes: refusing, mode: "auto" });
    expect(await run(toolwright, "npm test")).toMatchObject({ status: "refused" });
  });

  it("is the confinement of commands", async () => {
    const { open } = world();
    const asked: string[] = [];
    const toolwright = await open({
      sandboxFactory: {
        profileFor: ({ effects }) => {
          asked.push(...effects.map(({ type }) => type));
          return Promise.resolve(null);
        },
      },
    });
    expect(await run(toolwright, "echo hello")).toMatchObject({ status: "ok" });
    expect(asked).toContain("run");
  });

  it("is the journal, as a full store or as a recorder of every call", async () => {
    const { open, root } = world();
    const store = createMemoryJournal();
    const whole = await open({ journal: store, mode: "accept-edits" });
    await write(whole, "a.txt", "x");
    expect(store.entries()).toMatchObject([{ tool: "write_file" }]);
    await whole.close();
    expect(store.entries()).toHaveLength(1);

    const told: CallRecord[] = [];
    const journal = {
      recordIntent: () => undefined,
      recordOutcome: (record: CallRecord) => void told.push(record),
    };
    const telling = await open({ journal, mode: "accept-edits" });
    await write(telling, "b.txt", "x");
    expect(told).toMatchObject([{ tool: "write_file", outcome: { status: "ok" } }]);
    expect(await telling.undo()).toMatchObject({ outcome: "done" });
    expect(existsSync(join(root, "b.txt"))).toBe(false);
  });

  it("is the snapshots and the undo", async () => {
    const { open } = world();
    const taken: string[] = [];
    const nothing = { outcome: "nothing", reason: "somebody else keeps it" } as const;
    const toolwright = await open({
      mode: "accept-edits",
      undo: {
        snapshots: {
          outlook: () => ({ undoable: true, reasons: [] }),
          take({ callId }) {
            taken.push(callId);
            return null;
          },
        },
        undo: { undo: async () => nothing, redo: async () => nothing },
      },
    });
    const { callId } = await write(toolwright, "a.txt", "x");
    expect(taken).toEqual([callId]);
    expect(await toolwright.undo()).toEqual(nothing);
  });

  it("is the store of long outputs", async () => {
    const { open, put } = world();
    put("long.txt", "line\n".repeat(100_000));
    const kept: string[] = [];
    const outputStore: OutputStore = {
      async keep(text) {
        kept.push(text);
        return { handle: null, reason: "it is kept elsewhere" };
      },
      open: () => ({
        write: (chunk) => void kept.push(Buffer.from(chunk).toString()),
        end: async () => ({ handle: null, reason: "it is kept elsewhere" }),
        discard: async () => undefined,
      }),
    };
    const toolwright = await open({ outputStore, settings: { budgets: { outputBytes: 2_000 } } });
    await run(toolwright, "cat long.txt");
    expect(kept).not.toEqual([]);
  });

  it("is the store of grants", async () => {
    const { open } = world();
    const kept: Grant[] = [];
    const toolwright = await open({
      grants: {
        list: async () => kept,
        add: async (grant) => void kept.push(grant),
        remove: async () => false,
        use: async () => [],
      },
      approver: () => ({ outcome: "always" }),
    });
    expect(await write(toolwright, "a.txt", "x")).toMatchObject({ status: "ok" });
    expect(kept).toMatchObject([{ pattern: "write(a.txt)" }]);
  });

  it("is the ranking of tools that are searched for", async () => {
    const { open } = world();
    const tool = defineTool({
      name: "paint_wall",
      kind: "other",
      exposure: "deferred",
      description: "Paints.",
      input: { type: "object" },
      effects: () => [],
      execute: () => ({ content: "" }),
    });
    const rank = async (query: string): Promise<readonly string[]> =>
      query === "brush" ? ["paint_wall"] : [];
    const { session } = await open({ tools: [tool], rank });
    const { structured } = await session.call({ name: "search_tools", input: { query: "brush" } });
    expect(structured).toMatchObject({ tools: [{ name: "paint_wall" }] });
  });

  it("is the redactor", async () => {
    const { open, put } = world();
    put("a.txt", "the launch code is 0000\n");
    const redactor: Redactor = { redact: (text) => text.replaceAll("0000", "****") };
    const toolwright = await open({ redactor });
    const outcome = await call(toolwright, "read_file", { path: "a.txt" });
    expect(JSON.stringify(outcome)).toContain("****");
    expect(JSON.stringify(outcome)).not.toContain("0000");
  });
});

describe("a session", () => {
  it("has the program's own tools beside the built-in ones, and declares both", async () => {
    const { open } = world();
    const tool = defineTool({
      name: "count_notes",
      kind: "read",
      description: "Counts notes.",
      input: { type: "object", properties: {} },
      effects: () => [read("notes.txt")],
      execute: () => "3",
    });
    const toolwright = await open({ tools: [tool] });
    expect(await call(toolwright, "count_notes", {})).toMatchObject({ status: "ok" });
    const names = toolwright.declare("anthropic").map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["read_file", "run_command", "count_notes"]));
  });

  it("runs search_text and run_command, confined where a sandbox works", async () => {
    const { open, put } = world();
    put("a.txt", "TODO: sleep\n");
    const toolwright = await open();
    const found = await call(toolwright, "search_text", { pattern: "TODO" });
    expect(JSON.stringify(found.content)).toContain("TODO: sleep");
    const ran = await run(toolwright, "wc -l a.txt");
    expect(ran).toMatchObject({ status: "ok" });
  });

  it("leaves no process behind when it is closed", async () => {
    const { open, read: contentOf, root } = world();
    const toolwright = await open({
      approver: () => ({ outcome: "once" }),
      settings: { shell: { sandbox: "off" } },
    });
    const started = await call(toolwright, "run_command", {
      command: "echo $$ > pid; touch ready; sleep 600",
      background: true,
    });
    expect(started).toMatchObject({ status: "ok" });
    await expect.poll(() => existsSync(join(root, "ready")), { timeout: 10_000 }).toBe(true);
    const pid = Number(contentOf("pid"));
    expect(() => process.kill(pid, 0)).not.toThrow();
    await toolwright.close();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("can be open twice at once in one folder", async () => {
    const { open, root } = world();
    const [one, other] = await Promise.all([
      open({ mode: "accept-edits" }),
      open({ mode: "plan" }),
    ]);
    const outcomes = await Promise.all([write(one, "a.txt", "x"), write(other, "b.txt", "x")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["ok", "refused"]);
    await one.close();
    expect(await call(other, "read_file", { path: "a.txt" })).toMatchObject({ status: "ok" });
    expect(existsSync(join(root, "b.txt"))).toBe(false);
  });

  it("reports ignored settings before it is open", async () => {
    const { open, put } = world();
    put(".toolwright/settings.json", { rules: [{ allow: "write(**)" }] });
    const told: string[] = [];
    await open({ onNotice: (notice) => void told.push(notice) });
    expect(told).toEqual([expect.stringContaining("you haven't trusted this project")]);
  });
});

describe("the language", () => {
  it("is that of questions and refusals, while the model reads English", async () => {
    const bench = world();
    bench.put("a.txt", "one\n");
    const asked: ApprovalQuestion[] = [];
    const toolwright = await bench.open({
      language: "zh",
      approver: (question) => {
        asked.push(question);
        return { outcome: "reject" };
      },
    });
    const outcome = await call(toolwright, "delete_path", { path: "a.txt" });
    expect(asked).toMatchObject([
      { summary: "删除 a.txt", tool: { title: "删除" }, proposals: [{ label: "删除 a.txt" }] },
    ]);
    expect(outcome.display).toEqual({ type: "text", text: "“delete_path”未运行：你拒绝了它。" });
    expect(outcome.error?.message).toMatch(/^'delete_path' was not run: the person rejected it\./);
  });

  it("is English by default, and another one is refused with those that there are", async () => {
    const bench = world();
    expect((await bench.open()).session.language.code).toBe("en");
    const other = { language: "de" } as unknown as ToolwrightOptions;
    await expect(bench.open(other)).rejects.toThrow("Unknown `language` 'de'. Known: en, zh.");
  });
});
