import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AgentEvent } from "@toolwright/agent";
import { scriptedModel, type ScriptedStep } from "@toolwright/agent/testing";
import type { Outcome } from "@toolwright/core";
import { defaultSandbox } from "@toolwright/sandbox";
import { createTrustStore, readTrustedContent } from "@toolwright/workspace/internal";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openToolwright } from "../open-toolwright.ts";
import type { ToolwrightOptions } from "../options.ts";
import type { HookCommandSettings, HookEventName, Settings } from "../settings/settings.ts";
import type { Toolwright } from "../toolwright.ts";

const sandbox = await defaultSandbox(process.env).available();

interface Bench {
  readonly opened: Toolwright;
  readonly notices: readonly string[];
  readonly read: (path: string) => string;
  /** Calls a tool and returns its outcome with its text. */
  readonly call: (name: string, input: object) => Promise<Outcome & { readonly text: string }>;
}

interface BenchOptions extends ToolwrightOptions {
  /** By path in the workspace; `~/` is the home folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly isTrusted?: boolean;
}

async function bench({ files = {}, isTrusted, ...options }: BenchOptions): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-"));
  const at = (path: string): string =>
    path.startsWith("~/") ? join(folder, "home", path.slice(2)) : join(folder, "work", path);
  for (const path of [at("."), at("~/.")]) mkdirSync(path, { recursive: true });
  for (const [path, content] of Object.entries({ "a.txt": "one\n", ...files })) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  }
  const home = at("~/.");
  if (isTrusted === true) trust(at("."), join(home, ".local/state/toolwright"));
  const notices: string[] = [];
  const opened = await openToolwright({
    workspace: at("."),
    environment: { HOME: home, PATH: process.env["PATH"] },
    administratorFile: join(folder, "etc", "settings.json"),
    settings: {},
    onNotice: (notice) => void notices.push(notice),
    thirdPartyTools: "never",
    ...options,
  });
  onTestFinished(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    opened,
    notices,
    read: (path) => readFileSync(at(path), "utf8"),
    call: async (name, input) => {
      const outcome = await opened.session.call({ name, input });
      const text = outcome.content
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("\n");
      return { ...outcome, text };
    },
  };
}

function trust(root: string, stateDirectory: string): void {
  const content = readTrustedContent(root);
  if ("problem" in content) throw new Error(content.problem);
  createTrustStore(stateDirectory).accept({ root, hash: content.hash, trustedAtMs: 1 });
}

type Hook = Partial<HookCommandSettings> & { readonly command: string; readonly matcher?: string };

/** Unconfined, so that tests run where no sandbox works. */
function hooks(given: Partial<Record<HookEventName, Hook>>): Settings {
  const groups = Object.entries(given).map(([event, { matcher, ...hook }]) => [
    event,
    [
      {
        ...(matcher !== undefined && { matcher }),
        hooks: [{ type: "command", sandbox: false, ...hook }],
      },
    ],
  ]);
  return { hooks: Object.fromEntries(groups) as NonNullable<Settings["hooks"]> };
}

const read = { path: "a.txt" };
const print = (value: unknown): string => `printf '%s' '${JSON.stringify(value)}'`;

describe("a command before a call", () => {
  test("gets the call as JSON", async () => {
    const { call, read: fileAt } = await bench({
      settings: hooks({ PreToolUse: { command: "cat > seen.json" } }),
      mode: "accept-edits",
    });
    expect(await call("read_file", read)).toMatchObject({ status: "ok" });
    expect(JSON.parse(fileAt("seen.json"))).toMatchObject({
      session_id: expect.stringMatching(/^session-/) as string,
      cwd: expect.stringMatching(/work$/) as string,
      permission_mode: "acceptEdits",
      hook_event_name: "PreToolUse",
      tool_name: "read_file",
      tool_input: read,
    });
  });

  test("denies it with its reason", async () => {
    const { call } = await bench({
      settings: hooks({ PreToolUse: { command: "echo 'Not that one.' >&2; exit 2" } }),
    });
    const outcome = await call("read_file", read);
    expect(outcome).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(outcome.text).toContain("denied it: Not that one.");
  });

  test("may change the input, which is decided anew", async () => {
    const updatedInput = { path: "../../outside.txt" };
    const { call } = await bench({
      settings: hooks({ PreToolUse: { command: print({ hookSpecificOutput: { updatedInput } }) } }),
    });
    expect(await call("read_file", read)).toMatchObject({ status: "refused" });
  });

  test.each([{ hookSpecificOutput: { permissionDecision: "allow" } }, { decision: "approve" }])(
    "can't approve it: %j",
    async (answer) => {
      const { call, notices, opened } = await bench({
        settings: hooks({ PreToolUse: { command: print(answer) } }),
      });
      const outcome = await call("write_file", { path: "new.txt", content: "x" });
      expect(outcome.status).toBe("refused");
      expect(existsSync(join(opened.session.workspace.cwd, "new.txt"))).toBe(false);
      await call("read_file", read);
      expect(notices.filter((notice) => notice.includes("tried to approve"))).toHaveLength(1);
    },
  );

  test.each([
    ["fails", "exit 1", {}, "ended with status 1"],
    ["prints nonsense", "echo '{nonsense'", {}, "broken JSON"],
    ["hangs", "sleep 600", { timeout: 1 }, "took longer than 1 s"],
    ["floods", "yes", {}, "printed more than 1000000 bytes"],
    ["isn't there", "no-such-program-here", {}, "ended with status 127"],
  ])("refuses it when it %s", async (_, command, more, reason) => {
    const { call } = await bench({ settings: hooks({ PreToolUse: { command, ...more } }) });
    const outcome = await call("read_file", read);
    expect(outcome.status).toBe("refused");
    expect(outcome.text).toContain(reason);
  });

  test.each([
    ["read_file", true],
    ["Read", true],
    ["Edit|Read", true],
    ["*", true],
    ["", true],
    ["Edit|Write", false],
    ["read", true],
    ["rea", false],
  ])("with the matcher '%s' counts for read_file: %s", async (matcher, counts) => {
    const { call } = await bench({
      settings: hooks({ PreToolUse: { matcher, command: "exit 2" } }),
    });
    expect((await call("read_file", read)).status).toBe(counts ? "refused" : "ok");
  });
});

describe("a command after a call", () => {
  test("gets the result and adds to it", async () => {
    const { call, read: fileAt } = await bench({
      settings: hooks({
        PostToolUse: { command: "cat > seen.json; echo 'Check the tests.' >&2; exit 2" },
      }),
    });
    const outcome = await call("read_file", read);
    expect(outcome.status).toBe("ok");
    expect(outcome.text).toMatch(/one[^]*The hook '.*' says: Check the tests\./);
    expect(JSON.parse(fileAt("seen.json"))).toMatchObject({
      tool_response: { is_error: false },
    });
  });

  test("that fails changes nothing", async () => {
    const { call, notices } = await bench({
      settings: hooks({ PostToolUse: { command: "exit 1" } }),
    });
    const outcome = await call("read_file", read);
    await call("read_file", read);
    expect(notices.filter((notice) => notice.includes("'exit 1' failed"))).toHaveLength(1);
    expect(outcome).toMatchObject({ status: "ok", metadata: { hookFaults: [expect.anything()] } });
  });

  test("never shows a secret that it prints", async () => {
    const { call } = await bench({
      files: { ".env": "API_KEY=s3cr3t-value-of-mine\n" },
      settings: hooks({ PostToolUse: { command: "cat .env" } }),
    });
    expect((await call("read_file", read)).text).toContain("says: API_KEY=«secret:API_KEY»");
  });
});

test("a hook never gets a secret of a result", async () => {
  const { call, read: fileAt } = await bench({
    files: { ".env": "API_KEY=s3cr3t-value-of-mine\n" },
    settings: hooks({ PostToolUse: { command: "cat > seen.json" } }),
    approver: () => ({ outcome: "once" }),
  });
  expect(await call("read_file", { path: ".env" })).toMatchObject({ status: "ok" });
  expect(fileAt("seen.json")).toContain("API_KEY=«secret:API_KEY»");
  expect(fileAt("seen.json")).not.toContain("s3cr3t");
});

async function run(
  { opened }: Bench,
  steps: readonly ScriptedStep[] = [{ text: "Done." }],
): Promise<{ events: readonly AgentEvent[]; said: string; status: string }> {
  const said: string[] = [];
  const model = scriptedModel(steps, {
    onRequest: ({ messages }) => said.push(JSON.stringify(messages)),
  });
  const started = (await opened.agent({ model })).run("Do it.");
  const events: AgentEvent[] = [];
  for await (const event of started) events.push(event);
  const { status } = await started;
  return { events: events.filter(({ type }) => type === "hook"), said: said.at(-1) ?? "", status };
}

describe("a command at a point of an agent", () => {
  test.each(["SessionStart", "UserPromptSubmit", "BeforeStep"] as const)(
    "of %s adds context",
    async (event) => {
      const given = await bench({
        settings: hooks({ [event]: { command: "cat > seen.json; echo 'It is noon.'" } }),
      });
      const ran = await run(given);
      expect(ran.said).toContain("Context from the hook 'cat > seen.json; echo 'It is noon.'':");
      expect(ran.said).toContain("It is noon.");
      expect(JSON.parse(given.read("seen.json"))).toMatchObject({ hook_event_name: event });
    },
  );

  test("of UserPromptSubmit ends the run", async () => {
    const given = await bench({
      settings: hooks({
        UserPromptSubmit: { command: "grep -q 'Do it' && echo 'Not today.' >&2 && exit 2" },
      }),
    });
    expect(await run(given)).toMatchObject({ status: "refused", said: "" });
  });

  test("of Stop makes it continue, and knows that it has", async () => {
    const command = `grep -q '"stop_hook_active":true' || { echo 'Run the tests.' >&2; exit 2; }`;
    const ran = await run(await bench({ settings: hooks({ Stop: { command } }) }), [
      { text: "Done." },
      { when: "Run the tests.", text: "Green." },
    ]);
    expect(ran).toMatchObject({ status: "done", events: [{ continue: "Run the tests." }] });
  });

  test("of SubagentStop counts only for sub-agents", async () => {
    const given = await bench({
      settings: hooks({
        SubagentStop: { matcher: "explore", command: "cat >> stops.json" },
      }),
    });
    await run(given, [
      { calls: [{ name: "delegate_task", input: { agent: "explore", task: "Look." } }] },
      {
        when: "Look.",
        calls: [{ name: "finish_task", input: { success: true, summary: "Seen." } }],
      },
      { when: "Seen.", text: "Done." },
    ]);
    expect(JSON.parse(given.read("stops.json"))).toMatchObject({ agent_type: "explore" });
  });

  test("that fails is reported, and the run goes on", async () => {
    const ran = await run(
      await bench({ settings: hooks({ SessionStart: { command: "exit 7" } }) }),
    );
    expect(ran).toMatchObject({
      status: "done",
      events: [{ point: "session-start", problem: "it ended with status 7: " }],
    });
  });
});

const projectHooks = (command: string, more: object = {}): string =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command, ...more }] }] } });

describe("the hooks of a project", () => {
  test("count only when it is trusted", async () => {
    const files = { ".toolwright/settings.json": projectHooks("touch ran; exit 2") };
    const untrusted = await bench({ files });
    expect((await untrusted.call("read_file", read)).status).toBe("ok");
    expect(existsSync(join(untrusted.opened.session.workspace.cwd, "ran"))).toBe(false);
    const trusted = await bench({ files, isTrusted: true });
    expect((await trusted.call("read_file", read)).status).toBe("refused");
  });

  test("can't leave the sandbox, whatever they say", async () => {
    const escape = `echo out > "$HOME/../out.txt"; cat "$HOME/../home/key.txt"; true`;
    const { call, opened } = await bench({
      files: {
        ".toolwright/settings.json": projectHooks(escape, { sandbox: false }),
        "~/key.txt": "key",
      },
      isTrusted: true,
    });
    const outcome = await call("read_file", read);
    expect(existsSync(join(opened.session.workspace.cwd, "../out.txt"))).toBe(false);
    if (!sandbox.ok) expect(outcome.text).toContain("no sandbox works here to confine it");
  });

  test("don't run what a rule denies", async () => {
    const { call } = await bench({
      files: { ".toolwright/settings.json": projectHooks("npm publish") },
      isTrusted: true,
      settings: { rules: [{ deny: "run(npm publish *)" }] },
    });
    const outcome = await call("read_file", read);
    expect(outcome.status).toBe("refused");
    expect(outcome.text).toContain("wasn't run");
  });
});

describe("a confined command", () => {
  test("needs a sandbox", async () => {
    const { call } = await bench({
      settings: {
        shell: { sandbox: "off" },
        ...hooks({ PreToolUse: { command: "true", sandbox: true } }),
      },
    });
    const outcome = await call("read_file", read);
    expect(outcome.status).toBe("refused");
    expect(outcome.text).toContain('Give it "sandbox": false');
  });

  test.skipIf(!sandbox.ok)("changes the workspace, but nothing in plan mode", async () => {
    const settings = hooks({ PreToolUse: { command: "touch made", sandbox: true } });
    const writing = await bench({ settings });
    expect((await writing.call("read_file", read)).status).toBe("ok");
    expect(writing.read("made")).toBe("");
    const planning = await bench({ settings, mode: "plan" });
    expect((await planning.call("read_file", read)).text).toContain("Read-only");
  });

  test.skipIf(!sandbox.ok)("reads the script that the person's settings name", async () => {
    const { call } = await bench({
      files: { "~/hooks/guard.sh": "echo 'By the script.' >&2; exit 2" },
      settings: hooks({ PreToolUse: { command: "bash ~/hooks/guard.sh", sandbox: true } }),
    });
    expect((await call("read_file", read)).text).toContain("By the script.");
  });

  test.skipIf(!sandbox.ok)("has no secrets and no network", async () => {
    const command = "cat .env; (echo > /dev/tcp/127.0.0.1/80) 2>&1; true";
    const { call } = await bench({
      files: { ".env": "API_KEY=s3cr3t-value-of-mine\n" },
      settings: hooks({ PostToolUse: { command, sandbox: true } }),
    });
    expect((await call("read_file", read)).text).not.toMatch(/API_KEY=/);
  });
});

test("ends with the call that is cancelled", async () => {
  const { opened } = await bench({
    settings: hooks({ PreToolUse: { command: "echo $$ > pid; sleep 600", timeout: 600 } }),
  });
  const file = join(opened.session.workspace.cwd, "pid");
  const invocation = opened.session.call({ name: "read_file", input: read });
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toMatch(/\d\n/), { timeout: 8_000 });
  invocation.cancel("Enough.");
  expect(await invocation).toMatchObject({ status: "cancelled" });
  const isAlive = (): boolean => existsSync(`/proc/${readFileSync(file, "utf8").trim()}`);
  await vi.waitFor(() => expect(isAlive()).toBe(false), { timeout: 8_000 });
});

test("gets a large call without reading it", async () => {
  const { call, read: fileAt } = await bench({
    settings: hooks({ PreToolUse: { command: "true" } }),
    mode: "accept-edits",
  });
  const content = "x".repeat(2_000_000);
  expect(await call("write_file", { path: "big.txt", content })).toMatchObject({ status: "ok" });
  expect(fileAt("big.txt")).toHaveLength(content.length);
});

test("runs for each of many calls at once", async () => {
  const { opened, read: fileAt } = await bench({
    settings: hooks({ PreToolUse: { command: "echo x >> count" } }),
  });
  const calls = Array.from({ length: 12 }, () => ({ name: "read_file", input: read }));
  const outcomes = await opened.session.callAll(calls);
  expect(outcomes.every(({ status }) => status === "ok")).toBe(true);
  expect(fileAt("count")).toBe("x\n".repeat(12));
});
