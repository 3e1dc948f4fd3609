import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry, type Mode, type Outcome, type Rule, type Tool } from "@toolwright/core";
import { createProcessHost, defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { builtinTools } from "../builtin-tools.ts";
import { openToolSession, textOf, type ToolSession } from "../fixtures/tool-session.ts";
import { discoveredTool } from "./discovered-tool.ts";
import { type ListRequest, listTools } from "./list-tools.ts";
import type { Declarations } from "./parse-declarations.ts";

/** A bash script of its own in a fresh folder: its path. */
function script(text: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "discovery-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "command.sh");
  writeFileSync(path, `#!/usr/bin/env bash\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const sandbox = await defaultSandbox(process.env).available();

async function list(text: string, options: Partial<ListRequest> = {}): Promise<Declarations> {
  const processes = createProcessHost({ environment: process.env });
  onTestFinished(() => processes.close());
  return listTools(processes, {
    words: ["bash", script(text)],
    cwd: tmpdir(),
    sandbox: null,
    untrustedPrograms: [],
    ...options,
  });
}

describe("the list command", () => {
  test("declares tools on its standard output, whatever it says on standard error", async () => {
    const { declarations, problems } = await list(
      `echo 'warming up' >&2; echo '[{"name":"a","parameters":{"type":"OBJECT"}},{"name":"no name"}]'`,
    );
    expect(declarations).toEqual([
      { name: "a", description: "Runs a.", input: { type: "object" } },
    ]);
    expect(problems).toHaveLength(1);
  });

  test("has no input, and isn't waited for by what it leaves behind", async () => {
    const { declarations } = await list(`cat; (sleep 600 & ) ; sleep 600 & echo '[{"name":"a"}]'`);
    expect(declarations).toHaveLength(1);
  });

  test.each([
    ["prints garbage", "echo hello; echo there >&2", /not JSON.*hello/],
    ["prints nothing", "true", /printed nothing/],
    ["prints what is no text", "printf '\\xff\\xfe[]'", /isn't UTF-8/],
    [
      "exits with a status",
      "echo some; echo oops >&2; exit 3",
      /exited with status 3[^]*some[^]*oops/,
    ],
    ["is killed", "kill -9 $$", /ended by signal|SIGKILL|status 137/],
    ["floods", 'yes \'{"name":"a"}\'', /printed more than 4.0 MB/],
    ["floods standard error", "yes >&2 & sleep 0.2; kill %1; exit 1", /exited with status 1/],
  ])("that %s is an error that says so", async (_what, text, why) => {
    await expect(list(text)).rejects.toMatchObject({
      code: "discovered-tool-failed",
      message: expect.stringMatching(why),
    });
  });

  test("that hangs is stopped with all that it started", async () => {
    await expect(list("sleep 600 & sleep 600", { timeoutMs: 300 })).rejects.toMatchObject({
      code: "discovered-tool-failed",
      message: expect.stringContaining("longer than 300 ms"),
    });
  });

  test.skipIf(!sandbox.ok)(
    "runs in a sandbox, where it finds its own script and can't change it",
    async () => {
      const processes = createProcessHost({
        environment: process.env,
        sandbox: defaultSandbox(process.env),
      });
      onTestFinished(() => processes.close());
      const { declarations } = await listTools(processes, {
        words: ["bash", script(`touch "$0.made" && exit 1; echo '[{"name":"a"}]'`)],
        cwd: "/",
        sandbox: { writablePaths: [], network: "off" },
        untrustedPrograms: [],
      });
      expect(declarations).toHaveLength(1);
    },
  );

  test("that isn't there is an error with its name", async () => {
    await expect(list("", { words: ["no-such-program-here"] })).rejects.toMatchObject({
      code: "discovered-tool-failed",
      message: expect.stringMatching(/'no-such-program-here' couldn't be started/),
    });
  });

  test("of several megabytes is read, and a schema that is none costs its tool", async () => {
    const { declarations } = await list(
      `echo '['; for i in {1..900}; do printf '{"name":"t%s","description":"%01000d"},' $i 0; done; echo '{"name":"last"},{"name":"odd","parameters":{"type":"WIDGET"}},{"name":"list","parameters":{"type":"ARRAY"}},{"name":"last"},{"name":"read_file"}]'`,
    );
    expect(declarations).toHaveLength(905);
    const registry = createRegistry();
    await registry.register(await builtinTools(), { source: "builtin" });
    const tools = declarations
      .slice(-5)
      .map((each) => discoveredTool(each, { words: ["x"], timeoutMs: 1 }));
    const reports = await registry.register(tools, { source: "command" });
    expect(reports.map((report) => (report.isRegistered ? null : report.reason))).toEqual([
      null,
      expect.stringContaining("'odd' can't be used"),
      expect.stringContaining("'list' can't be used"),
      expect.stringMatching(/'last' is taken by a tool of the discovery command/),
      expect.stringMatching(
        /'read_file' is taken by a tool of the built-in set.*discovery command/,
      ),
    ]);
  });
});

interface CallOptions {
  readonly mode?: Mode;
  readonly rules?: readonly Rule[];
  readonly isConfined?: boolean;
  readonly name?: string;
  readonly timeoutMs?: number;
}

async function opened(
  text: string,
  { name = "feed", timeoutMs = 20_000, ...options }: CallOptions = {},
): Promise<ToolSession & { readonly asked: readonly string[]; readonly tool: Tool }> {
  const asked: string[] = [];
  const tool = discoveredTool(
    {
      name,
      description: "Feeds.",
      input: { type: "object", properties: { food: { type: "string" } } },
    },
    { words: ["bash", script(text)], timeoutMs },
  );
  const session = await openToolSession({
    ...options,
    tools: [tool],
    answer: ({ summary }) => {
      asked.push(summary);
      return { outcome: "once" };
    },
  });
  return { ...session, asked, tool };
}

const failure = ({ error }: Outcome): string => `${error?.code}: ${error?.message}`;

describe("a discovered tool", () => {
  test("gets its input on standard input and its name as one word, and answers on standard output", async () => {
    const { call, asked } = await opened(`echo "$# $1"; cat; echo noise >&2`);
    const outcome = await call("feed", { food: "$(touch pwned) `x` ' \" \n ü" });
    expect(textOf(outcome)).toBe('1 feed\n{"food":"$(touch pwned) `x` \' \\" \\n ü"}');
    expect(outcome.metadata).toMatchObject({ stderr: "noise\n", exitCode: 0 });
    expect(asked).toEqual([expect.stringMatching(/^Run bash .*command\.sh feed$/)]);
  });

  test("is asked for by the run of its command, and refused in plan mode", async () => {
    const plan = await opened("echo never", { mode: "plan" });
    expect((await plan.call("feed", {})).status).toBe("refused");
    const denied = await opened("echo never", { rules: [{ deny: "run(bash *)" }] });
    const outcome = await denied.call("feed", {});
    expect(outcome.status).toBe("refused");
    expect(outcome.effects).toContainEqual(
      expect.objectContaining({ type: "run", program: "bash", specified: false }),
    );
    const allowed = await opened("echo fed", { rules: [{ allow: "tool(feed)" }] });
    expect(textOf(await allowed.call("feed", {}))).toBe("fed");
    expect(allowed.asked).toEqual([]);
  });

  test("is denied what no command may do, whoever wrote the settings", async () => {
    const tool = discoveredTool(
      { name: "feed", description: "Feeds.", input: { type: "object" } },
      { words: ["env", "sudo", "feeder"], timeoutMs: 1_000 },
    );
    const { call } = await openToolSession({ tools: [tool], rules: [{ allow: "tool(feed)" }] });
    const outcome = await call("feed", {});
    expect(outcome).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(outcome.error?.message).toContain("sudo");
  });

  test("that fails tells status and both streams", async () => {
    const { call } = await opened("echo half done; echo no tin >&2; exit 4");
    const outcome = await call("feed", {});
    expect(failure(outcome)).toMatch(
      /^discovered-tool-failed: '.*feed' exited with status 4\.\n\nStandard output:\nhalf done\n\nStandard error:\nno tin$/,
    );
    expect(outcome.error).toMatchObject({ details: { exitCode: 4, signal: null } });
  });

  test("that is killed tells the signal", async () => {
    const { call } = await opened("kill -TERM $$");
    expect(failure(await call("feed", {}))).toMatch(
      /^discovered-tool-failed: .*ended by signal SIGTERM\.[^]*Standard output: \(empty\)/,
    );
  });

  test("whose command isn't there is a failure of that tool", async () => {
    const tool = discoveredTool(
      { name: "lost", description: "Lost.", input: { type: "object" } },
      { words: ["no-such-program-here"], timeoutMs: 1_000 },
    );
    const { call } = await openToolSession({ tools: [tool] });
    expect(failure(await call("lost", {}))).toMatch(
      /^discovered-tool-failed: 'no-such-program-here lost' couldn't be started/,
    );
  });

  test("that hangs is stopped after its time limit, with all that it started", async () => {
    const { call } = await opened("echo begun; sleep 600 & sleep 600", { timeoutMs: 500 });
    const { error } = await call("feed", {});
    expect(error?.code).toBe("timeout");
  });

  test("that floods both streams is cut, and doesn't read its input is no matter", async () => {
    const { call } = await opened(
      "head -c 3000000 /dev/zero | tr '\\0' x; head -c 3000000 /dev/zero | tr '\\0' y >&2; exit 1",
    );
    const outcome = await call("feed", { food: "z".repeat(300_000) });
    expect(outcome.error?.code).toBe("discovered-tool-failed");
    expect(Buffer.byteLength(outcome.error?.message ?? "")).toBeLessThan(110_000);
  });

  test("checks its input by the declared schema before anything runs", async () => {
    const { call, asked } = await opened("echo never");
    const outcome = await call("feed", { food: 7, drink: "x" });
    expect(outcome.error?.code).toBe("input-invalid");
    expect(asked).toEqual([]);
  });

  test.skipIf(!sandbox.ok)(
    "finds its own script in a sandbox, and nothing of the home directory",
    async () => {
      const { call, home } = await opened(
        'cat; echo; cat "$HOME/diary.txt" 2>/dev/null || echo "no diary"; touch /etc/made 2>/dev/null || echo "not made"',
        { isConfined: true },
      );
      writeFileSync(join(home, "diary.txt"), "dear diary");
      const outcome = await call("feed", { food: "fish" });
      expect(textOf(outcome)).toBe('{"food":"fish"}\nno diary\nnot made');
    },
  );
});
