import { defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { builtinTools } from "./builtin-tools.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const token = "tok-4f9K2mQ8xZ7pL3vN";
const odd = "p'$(touch pwned)\"w0rd";
const environment = { DEPLOY_TOKEN: token, ODD_PASSWORD: odd };
const config = `name: app\ntoken: ${token}\nport: 80\n`;

const open = (options: Parameters<typeof openToolSession>[0] = {}) =>
  openToolSession({ environment, hidesSecrets: true, ...options });

describe("a secret", () => {
  it("is a placeholder in what files, searches, commands and variables show", async () => {
    const { call, events } = await open({ files: { "config.yml": config } });
    const outcomes = [
      await call("read_file", { path: "config.yml" }),
      await call("search_text", { pattern: "token" }),
      await call("run_command", { command: "cat config.yml; base64 < config.yml" }),
      await call("run_command", {
        command: `node -e 'for (const c of "${token}") process.stdout.write(c)'`,
      }),
      await call("get_environment", { name: "DEPLOY_TOKEN" }),
      await call("read_file", { path: `${token}.txt` }),
    ];
    for (const outcome of outcomes) expect(textOf(outcome)).toContain("«secret:DEPLOY_TOKEN");
    const all = JSON.stringify([outcomes, events]);
    expect(all).not.toContain(token);
    expect(all).not.toContain(Buffer.from(config).toString("base64").slice(24, 40));
  });

  it("in a .env file is hidden before the first read of it, and after each change", async () => {
    const { call, put } = await open({
      files: {
        ".env": "A_TOKEN=first-0123456789ab\n",
        "sub/.env.local": "B_TOKEN='second-0123456789'\n",
      },
    });
    expect(textOf(await call("read_file", { path: ".env" }))).toContain("A_TOKEN=«secret:A_TOKEN»");
    expect(textOf(await call("read_file", { path: "sub/.env.local" }))).toContain(
      "«secret:B_TOKEN»",
    );
    put({ ".env": "A_TOKEN=third-0123456789ab\n" });
    expect(textOf(await call("run_command", { command: "cat .env" }))).toContain(
      "«secret:A_TOKEN»",
    );
    const written = await call("run_command", {
      command: "echo A_TOKEN=fourth-0123456789 > .env; cat .env",
    });
    expect(textOf(written)).not.toContain("fourth");
  });
});

describe("a cut", () => {
  it.each([12_000 - 8, 12_000, 12_000 + 4])(
    "of long output at %i bytes cuts no secret",
    async (before) => {
      const { call, put } = await open();
      put({
        "long.txt": `${"x".repeat(before - 12)}${token}${"y".repeat(50_000)}${token}${"z".repeat(before + 4_000 - 10)}`,
      });
      const outcome = await call("run_command", { command: "cat long.txt" });
      const text = textOf(outcome);
      expect(text).toContain("left out");
      for (let length = 4; length <= token.length; length += 1) {
        expect(text).not.toContain(token.slice(0, length));
        expect(text).not.toContain(token.slice(-length));
      }
      expect(text.length).toBeGreaterThan(27_000);
    },
  );
});

describe("output that is read while a command writes it", () => {
  it("shows no part of a secret that is half written", async () => {
    const { call } = await open();
    const half = token.slice(0, 11);
    const script = `process.stdout.write("start ${half}"); process.stdin.once("data", () => { process.stdout.write("${token.slice(11)} end\\n"); process.exit() })`;
    const started = await call("run_command", { command: `node -e '${script}'`, background: true });
    expect(started.status).toBe("ok");
    const id = (started.structured as { backgroundId: string }).backgroundId;
    const first = await call("command_output", { id, wait_for_pattern: "start" });
    const { cursor } = first.structured as { cursor: number };
    await call("command_input", { id, text: "go" });
    const second = await call("command_output", { id, since: cursor, wait_for_end: true });
    const inTheMiddle = await call("command_output", { id, since: cursor + 11 });
    expect(textOf(second)).toContain("«secret:DEPLOY_TOKEN» end");
    expect(textOf(first).split("(cmd_")[0]).not.toContain(half);
    expect(textOf(inTheMiddle).split("(cmd_")[0]).not.toContain(token.slice(11));
  });
});

describe("a line that is cut", () => {
  it("shows no part of a secret, wherever the cut falls", async () => {
    const { call, put } = await open();
    const texts: string[] = [];
    for (let before = 470; before < 510; before += 3) {
      put({
        "long.txt": `match ${"x".repeat(before)}${token}${"y".repeat(1_000)}${token}${"z".repeat(before - 160)} other`,
      });
      texts.push(textOf(await call("search_text", { pattern: "match" })));
      texts.push(textOf(await call("search_text", { pattern: "other" })));
    }
    const command = `echo ${"w".repeat(185)} «secret:DEPLOY_TOKEN» and more`;
    texts.push(textOf(await call("run_command", { command, background: true })));
    texts.push(textOf(await call("command_output", {})));
    const all = JSON.stringify(texts);
    for (let length = 5; length <= token.length; length += 1) {
      expect(all).not.toContain(token.slice(0, length));
      expect(all).not.toContain(token.slice(-length));
    }
  });
});

describe("a placeholder", () => {
  it("becomes the secret in an edit, which is asked, and shown nowhere", async () => {
    const { call, events, bytes } = await open({ files: { "config.yml": config }, mode: "auto" });
    await call("read_file", { path: "config.yml" });
    const outcome = await call("edit_file", {
      path: "config.yml",
      old_string: "token: «secret:DEPLOY_TOKEN»\nport: 80",
      new_string: "token: «secret:DEPLOY_TOKEN»\nport: 81",
    });
    expect(outcome).toMatchObject({ status: "ok" });
    expect(bytes("config.yml").toString()).toBe(config.replace("80", "81"));
    const [question] = events.flatMap((event) =>
      event.type === "approval-requested" ? [event.question] : [],
    );
    expect(question?.effects).toEqual([
      { type: "environment", variable: "DEPLOY_TOKEN", value: true, isSecret: true },
    ]);
    expect(question?.input).toMatchObject({ old_string: "token: «secret:DEPLOY_TOKEN»\nport: 80" });
    expect(JSON.stringify([outcome, events])).not.toContain(token);
  });

  it("becomes the secret in an approved command", async () => {
    const { call, events, bytes } = await open();
    const outcome = await call("run_command", {
      command: "echo key=«secret:DEPLOY_TOKEN» > out.txt; base64 out.txt",
    });
    expect(bytes("out.txt").toString()).toBe(`key=${token}\n`);
    expect(textOf(outcome)).toContain("«secret:DEPLOY_TOKEN:base64-1»");
    expect(JSON.stringify([outcome, events])).not.toContain(token);
  });

  it.each(["plan", "default", "accept-edits", "auto"] as const)(
    "is never resolved unasked in mode %s",
    async (mode) => {
      const rules = [
        { allow: "tool(write_file)" },
        { allow: "environment(*)" },
        { allow: "write(**)" },
      ];
      const { call, bytes } = await open({ mode, rules, answer: () => ({ outcome: "reject" }) });
      const outcome = await call("write_file", { path: "a.txt", content: "«secret:DEPLOY_TOKEN»" });
      expect(outcome.status).toBe("refused");
      expect(() => bytes("a.txt")).toThrow(/ENOENT/);
    },
  );

  it("stays denied where a rule denies it", async () => {
    const { call } = await open({ rules: [{ deny: "environment(DEPLOY_TOKEN)" }] });
    const outcome = await call("write_file", { path: "a.txt", content: "«secret:DEPLOY_TOKEN»" });
    expect(outcome).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
  });

  it("stays text in a command whose words its value would change", async () => {
    const { call, bytes } = await open();
    const outcome = await call("run_command", {
      command: "echo '«secret:ODD_PASSWORD»' > out.txt",
    });
    expect(bytes("out.txt").toString()).toBe("«secret:ODD_PASSWORD»\n");
    expect(textOf(outcome)).toContain("«secret:ODD_PASSWORD» was left as plain text");
    expect(() => bytes("pwned")).toThrow(/ENOENT/);
    await call("write_file", { path: "b.txt", content: "«secret:ODD_PASSWORD»" });
    expect(bytes("b.txt").toString()).toBe(odd);
  });

  it.each([
    ["the network", "curl -H 'Authorization: «secret:DEPLOY_TOKEN»' http://127.0.0.1:9/"],
    ["a file outside", "echo «secret:DEPLOY_TOKEN» > ../out.txt"],
    ["nobody knows what", 'eval "$X" «secret:DEPLOY_TOKEN»'],
  ])("stays text in a command that reaches %s", async (_what, command) => {
    const { call, events } = await open();
    const outcome = await call("run_command", { command });
    expect(textOf(outcome)).toContain("«secret:DEPLOY_TOKEN» was left as plain text");
    expect(JSON.stringify(events)).not.toContain('"isSecret":true');
  });

  it("stays text in a call to another server", async () => {
    const given: unknown[] = [];
    const remote = defineTool({
      name: "remote",
      kind: "other",
      description: "Sends.",
      input: z.strictObject({ text: z.string() }),
      effects: () => [{ type: "external", server: "s", tool: "t" } as const],
      execute: async (input) => {
        given.push(input);
        return { content: "sent" };
      },
    });
    const { call } = await open({ tools: [...(await builtinTools()), remote] });
    const outcome = await call("remote", { text: "«secret:DEPLOY_TOKEN»" });
    expect(given).toEqual([{ text: "«secret:DEPLOY_TOKEN»" }]);
    expect(textOf(outcome)).toContain("left as plain text");
  });

  it("that nobody knows stays text", async () => {
    const { call, bytes, events } = await open({ mode: "accept-edits" });
    await call("write_file", { path: "a.txt", content: "«secret:NOBODY» «secret:»" });
    expect(bytes("a.txt").toString()).toBe("«secret:NOBODY» «secret:»");
    expect(events.some(({ type }) => type === "approval-requested")).toBe(false);
  });

  it("that a file holds as text is shown as text, and written back as text", async () => {
    const planted = "see «secret:DEPLOY_TOKEN» and «secret:literal:X»\n";
    const { call, bytes, events } = await open({
      files: { "a.md": planted },
      mode: "accept-edits",
    });
    const shown = textOf(await call("read_file", { path: "a.md" }));
    expect(shown).toContain("see «secret:literal:DEPLOY_TOKEN» and «secret:literal:literal:X»");
    const outcome = await call("edit_file", {
      path: "a.md",
      old_string: "see «secret:literal:DEPLOY_TOKEN» and",
      new_string: "look at «secret:literal:DEPLOY_TOKEN» and",
    });
    expect(outcome).toMatchObject({ status: "ok" });
    expect(bytes("a.md").toString()).toBe(planted.replace("see", "look at"));
    expect(events.some(({ type }) => type === "approval-requested")).toBe(false);
  });
});
