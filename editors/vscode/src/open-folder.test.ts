import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { cellHtml } from "./cell-html.ts";
import type { Editor, ShownText } from "./editor.ts";
import type { LiveCall } from "./live-calls.ts";
import { OpenFolder } from "./open-folder.ts";

/** An editor without a window: it answers by functions and keeps what it was shown. */
function fakeEditor(answers: Partial<Pick<Editor, "choose" | "askText">> = {}) {
  const diffs: { before: ShownText; after: ShownText; title: string }[] = [];
  const texts: string[] = [];
  const messages: string[] = [];
  const picks: string[] = [];
  const unsaved = new Map<string, string>();
  const cells = new Map<string, string>();
  const notices: string[] = [];
  let refreshes = 0;
  const editor: Editor = {
    choose: answers.choose ?? (async () => undefined),
    async pick(_title, items) {
      const wanted = picks.shift();
      return items.find(({ label }) => label === wanted);
    },
    askText: answers.askText ?? (async () => undefined),
    showDiff: async (before, after, title) => void diffs.push({ before, after, title }),
    showText: async (text) => void texts.push(text),
    tell: (message) => void messages.push(message),
    say: (english, values = {}) =>
      english.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? ""),
    log: (text) => void notices.push(text),
    showCells: (shown) => shown.forEach(({ id, html }) => cells.set(id, html)),
    refresh: () => void (refreshes += 1),
    unsavedText: (path) => unsaved.get(basename(path)) ?? null,
    diagnostics: async () => [{ line: 2, severity: "error", message: "from the editor" }],
    openInEditor: async () => undefined,
  };
  return {
    editor,
    diffs,
    texts,
    messages,
    picks,
    unsaved,
    live: () => [...cells.values()].join("\n"),
    refreshes: () => refreshes,
  };
}

async function open(editor: Editor, { saveFiles = async () => undefined } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-vscode-")));
  const folder = join(base, "work");
  for (const path of [folder, join(base, "home")]) mkdirSync(path);
  writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
  // A file that has just changed counts as it is on the disk, whatever an editor shows.
  const earlier = Date.now() / 1000 - 60;
  utimesSync(join(folder, "a.txt"), earlier, earlier);
  const opened = await OpenFolder.open(editor, {
    folder,
    version: "0.1.0",
    mode: "default",
    saveFiles,
    more: {
      settings: {},
      environment: { HOME: join(base, "home"), PATH: process.env["PATH"] },
      administratorFile: join(base, "etc", "settings.json"),
    },
  });
  onTestFinished(async () => {
    await opened.close();
    rmSync(base, { recursive: true, force: true });
  });
  return { opened, folder, read: () => readFileSync(join(folder, "a.txt"), "utf8") };
}

/** The editor's agent, which has read the file. */
async function agentOf({ url, headers }: OpenFolder): Promise<Client> {
  const client = new Client({ name: "editor", version: "1" });
  onTestFinished(() => client.close());
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  await client.callTool({ name: "read_file", arguments: { path: "a.txt" } });
  return client;
}

const edit = {
  name: "edit_file",
  arguments: { path: "a.txt", old_string: "two", new_string: "2" },
};

describe("a folder of the editor", () => {
  test("offers its tools to the editor's agent, and to nobody without the token", async () => {
    const { editor, live } = fakeEditor();
    const { opened } = await open(editor);
    const client = await agentOf(opened);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("edit_file");
    const result = await client.callTool({ name: "read_file", arguments: { path: "a.txt" } });
    expect(JSON.stringify(result.content)).toContain("two");
    await vi.waitFor(() => expect(live()).toMatch(/class="ok".*Read .*a\.txt/s));
    const refused = await fetch(opened.url, { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
  });

  test("lists a call that waits, shows its change, and lets the person allow it", async () => {
    const fake = fakeEditor();
    const { opened, read } = await open(fake.editor);
    const client = await agentOf(opened);
    const call = client.callTool(edit);
    await vi.waitFor(() => expect(opened.approvals.questions).toHaveLength(1));
    const [question] = opened.approvals.questions;
    fake.picks.push("Show the change", "Allow once");
    await opened.approvals.answer(question?.id ?? "");
    expect(opened.approvals.questions).toHaveLength(1);
    await opened.approvals.answer(question?.id ?? "");
    expect(fake.diffs).toMatchObject([
      { before: { path: "a.txt", text: "one\ntwo\n" }, after: { text: "one\n2\n" } },
    ]);
    expect((await call).isError).not.toBe(true);
    expect(read()).toBe("one\n2\n");
    expect(opened.approvals.questions).toEqual([]);
    expect(fake.refreshes()).toBeGreaterThan(1);
  });

  test("tells the model why the person rejects a call", async () => {
    const { editor } = fakeEditor({
      choose: async () => "Reject",
      askText: async () => "Not this file.",
    });
    const { opened, read } = await open(editor);
    const result = await (await agentOf(opened)).callTool(edit);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("Not this file.");
    expect(read()).toBe("one\ntwo\n");
  });

  test("keeps a question whose message was closed, until the call is over", async () => {
    const fake = fakeEditor({ choose: async () => undefined });
    const { opened } = await open(fake.editor);
    const client = await agentOf(opened);
    const cancel = new AbortController();
    const call = client.callTool(edit, undefined, { signal: cancel.signal });
    await vi.waitFor(() => expect(opened.approvals.questions).toHaveLength(1));
    const [question] = opened.approvals.questions;
    fake.picks.push("an answer that isn't there");
    await opened.approvals.answer(question?.id ?? "");
    expect(opened.approvals.questions).toHaveLength(1);
    cancel.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(opened.approvals.questions).toEqual([]));
    fake.picks.push("Allow once");
    await opened.approvals.answer(question?.id ?? "");
    expect(fake.picks).toEqual(["Allow once"]);
  });

  test("allows a kind of call while the window is open", async () => {
    const fake = fakeEditor();
    const { opened, read } = await open(fake.editor);
    const client = await agentOf(opened);
    const call = client.callTool(edit);
    await vi.waitFor(() => expect(opened.approvals.questions).toHaveLength(1));
    const [question] = opened.approvals.questions;
    const label = question?.proposals[0]?.label;
    fake.picks.push(`Allow while the window is open: ${label}`);
    await opened.approvals.answer(question?.id ?? "");
    await call;
    const again = { ...edit, arguments: { path: "a.txt", old_string: "one", new_string: "1" } };
    expect((await client.callTool(again)).isError).not.toBe(true);
    expect(read()).toBe("1\n2\n");
  });

  test("lists changes, and takes them back and forth", async () => {
    const fake = fakeEditor({ choose: async () => "Allow once" });
    const { opened, read } = await open(fake.editor);
    await (await agentOf(opened)).callTool(edit);
    const [row] = await opened.journal();
    expect(row).toMatchObject({
      isUndoable: true,
      label: "edit_file a.txt",
    });
    await opened.undo(row?.id);
    expect(read()).toBe("one\ntwo\n");
    expect((await opened.journal()).find(({ id }) => id === row?.id)).toMatchObject({
      isUndoable: false,
      description: expect.stringContaining("undone") as string,
    });
    await opened.redo();
    expect(read()).toBe("one\n2\n");
    expect(fake.messages).toEqual(["restored a.txt", expect.stringContaining("a.txt")]);
  });

  test("asks before an undo overwrites what the person has changed since", async () => {
    const answers = ["Allow once", undefined, "Overwrite"];
    const fake = fakeEditor({ choose: async () => answers.shift() });
    const { opened, folder, read } = await open(fake.editor);
    await (await agentOf(opened)).callTool(edit);
    writeFileSync(join(folder, "a.txt"), "mine\n");
    await opened.undo();
    expect(read()).toBe("mine\n");
    await opened.undo();
    expect(read()).toBe("one\ntwo\n");
  });

  test("saves the editor's files before a call, and shows the editor's errors", async () => {
    const fake = fakeEditor();
    const saveFiles = vi.fn(async () => undefined);
    const { opened } = await open(fake.editor, { saveFiles });
    const client = await agentOf(opened);
    const result = await client.callTool({
      name: "call_tool",
      arguments: { name: "diagnostics", input: { paths: ["a.txt"] } },
    });
    expect(saveFiles).toHaveBeenCalled();
    expect(JSON.stringify(result.content)).toContain("from the editor");
  });

  test("reads what the editor shows, and changes no file with unsaved changes", async () => {
    const fake = fakeEditor({ choose: async () => "Allow once" });
    const { opened, read } = await open(fake.editor);
    fake.unsaved.set("a.txt", "one\ntwo\ntyped\n");
    const client = await agentOf(opened);
    const shown = await client.callTool({ name: "read_file", arguments: { path: "a.txt" } });
    expect(JSON.stringify(shown.content)).toContain("typed");
    const result = await client.callTool(edit);
    expect(JSON.stringify(result.content)).toContain("changes in the editor that are not saved");
    expect(read()).toBe("one\ntwo\n");
  });

  test("shows a call with its question, its output while it runs, and its change", async () => {
    const fake = fakeEditor();
    const { opened } = await open(fake.editor);
    const client = await agentOf(opened);
    const call = client.callTool(edit);
    await vi.waitFor(() => expect(fake.live()).toContain('class="waiting"'));
    const [question] = opened.approvals.questions;
    expect(fake.live()).toContain(`<button data-question="${question?.id}">Answer…</button>`);
    expect(fake.live()).toContain('<span class="removed">-two\n</span>');
    fake.picks.push("Allow once");
    await opened.approvals.answer(question?.id ?? "");
    await call;
    await vi.waitFor(() => expect(fake.live()).not.toContain("waiting"));
    expect(fake.live()).toContain('<span class="added">+2\n</span>');
    // A view that is opened later gets everything.
    expect(opened.live.cells.map(({ html }) => html)).toEqual(
      fake
        .live()
        .split("\n<article")
        .map((html, index) => (index === 0 ? html : `<article${html}`)),
    );
  });
});

describe("a cell of the live view", () => {
  const call: LiveCall = {
    title: "Run <b>npm</b>\u202e",
    isChild: false,
    state: "running",
    questionId: null,
    preview: null,
    output: "",
    outcome: null,
  };
  const say = (english: string): string => english;

  test("holds nothing that a page would run, and no hidden characters", () => {
    const hostile = `</pre><script>alert(1)</script><img src=x onerror='a()'>\u001b]0;title\u0007\u202e"`;
    const diff = { type: "diff", path: "a", diff: `+${hostile}` } as const;
    for (const html of [
      cellHtml({ ...call, output: hostile }, say),
      cellHtml({ ...call, title: hostile, questionId: `"><script>`, state: "waiting" }, say),
      cellHtml({ ...call, preview: diff }, say),
    ]) {
      expect(
        html.replaceAll(
          /<\/?(?:article|h2|span|small|button|pre)(?: (?:class|data-question)="[^"<>]*")?>/g,
          "",
        ),
      ).not.toMatch(/[<>"]/);
      expect(html).not.toMatch(/[\u001b\u0007\u202e]/);
    }
  });

  test("shows the end of a long output", () => {
    const html = cellHtml({ ...call, output: `first${"x".repeat(100_000)}last` }, say);
    expect(html.length).toBeLessThan(25_000);
    expect(html).toContain("last</pre>");
    expect(html).not.toContain("first");
  });
});

test("every text of the extension is there in Chinese, with the same values", () => {
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const textOf = (path: string): string => readFileSync(join(folder, path), "utf8");
  const chinese = JSON.parse(textOf("l10n/bundle.l10n.zh-cn.json")) as Record<string, string>;
  const sources = readdirSync(join(folder, "src")).filter((name) => !name.includes(".test."));
  const said = sources.flatMap((name) =>
    Array.from(
      textOf(join("src", name)).matchAll(/\b(?:say|l10n\.t)\(\s*"([^"]*)"/g),
      ([, text = ""]) => text,
    ),
  );
  expect([...new Set(said)].toSorted()).toEqual(Object.keys(chinese).toSorted());
  const values = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const [english, text] of Object.entries(chinese)) {
    expect(values(text)).toEqual(values(english));
    expect(text).toMatch(/\p{Script=Han}/u);
  }
  const english = JSON.parse(textOf("package.nls.json")) as Record<string, string>;
  const manifest = textOf("package.json");
  const used = Array.from(manifest.matchAll(/"%([^%]+)%"/g), ([, key = ""]) => key);
  expect(Object.keys(english).toSorted()).toEqual(used.toSorted());
  expect(Object.keys(JSON.parse(textOf("package.nls.zh-cn.json")) as object)).toEqual(
    Object.keys(english),
  );
});
