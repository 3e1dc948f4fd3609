import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

let folder: string;
let cwd: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
  cwd = join(folder, "work");
  write("hello.txt", "line 1\nline 2\nline 3\n");
  write("src/a.ts", "export const alpha = 1;\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

const content = (path: string): string => readFileSync(join(cwd, path), "utf8");
const isThere = (path: string): boolean => existsSync(join(cwd, path));

/** Nothing of the machine's own configuration reaches a test. */
function environmentFor(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const { PATH = "" } = process.env;
  return {
    PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
    LANG: "C.UTF-8",
    ...more,
  };
}

function run(words: readonly string[], options: RunOptions = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd: options.cwd ?? cwd,
    env: environmentFor(options.environment),
    input: options.input ?? "",
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stdout + stderr).not.toMatch(/\n\s+at /);
  return { status, stdout, stderr };
}

interface Outcome {
  readonly callId: string;
  readonly tool: string;
  readonly status: string;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly decision: { readonly decision: string; readonly mode: string } | null;
  readonly effects: readonly { readonly type: string; readonly path?: string }[];
  readonly durationMs: number;
}

function call(
  tool: string,
  input: unknown,
  flags: readonly string[] = [],
  options: RunOptions = {},
): Run & { readonly outcome: Outcome } {
  const words = ["call", tool, "--input", JSON.stringify(input), "--json", ...flags];
  const done = run(words, options);
  return { ...done, outcome: JSON.parse(done.stdout) as Outcome };
}

const textOf = ({ content: parts }: Outcome): string =>
  parts.map(({ text = "" }) => text).join("\n");

describe("toolwright", () => {
  it("shows help for itself and for every command, and its version", () => {
    const help = run(["--help"]);
    expect([help.status, help.stderr]).toEqual([0, ""]);
    for (const command of ["call", "tools", "policy explain", "policy check", "doctor"]) {
      expect(help.stdout).toContain(`  ${command} `);
      const own = run([...command.split(" "), "--help"]);
      expect([own.status, own.stderr]).toEqual([0, ""]);
      expect(own.stdout).toContain(`toolwright ${command}`);
    }
    expect(run(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [["clal"], "Unknown command 'clal'. Did you mean 'call'?"],
    [["policy"], "'policy' needs a subcommand. Known: explain, "],
    [["policy", "expalin"], "'policy' has no subcommand 'expalin'. Did you mean 'explain'?"],
    [["call"], "Name a tool: "],
    [["call", "read_file", "--no-such-flag"], "Unknown flag '--no-such-flag'"],
    [["call", "read_file", "README.md", "more"], "'more' isn't key=value, and all required"],
    [
      ["polcy", "list"],
      "Unknown command 'polcy list'. Did you mean 'policy list'? Commands: call, ",
    ],
    [["call", "--stdin", "read_file"], "--stdin reads all calls from standard input"],
    [["call", "read_file", "--mode", "no-such"], "Known: plan, default, accept-edits, auto."],
    [["tools", "--profile", "vim"], "Known: canonical, mutsumi, "],
    [["call", "read_file", "--workspace", "nowhere", "path=a"], "nowhere"],
    [["call", "read_file", "--settings", "none.json", "path=a"], "none.json"],
    [["call", "read_file", "--input", "@none.json"], "the file doesn't exist"],
  ])("ends with 2 and a message on standard error alone for %j", (words, message) => {
    const { status, stdout, stderr } = run(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^toolwright: /);
  });

  it("says in one line that interactive mode needs a terminal, and ends with 2", () => {
    const { status, stdout, stderr } = run([]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^toolwright: [^\n]* needs a terminal\. [^\n]*toolwright --help\n$/);
  });

  it("doesn't use the home folder as the workspace unless it is named", () => {
    const home = join(folder, "home");
    environmentFor();
    writeFileSync(join(home, "a.txt"), "here\n");
    const refused = run(["call", "read_file", "path=a.txt"], { cwd: home });
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
    const named = run(["call", "read_file", "path=a.txt", "--workspace", "."], { cwd: home });
    expect(named.status).toBe(0);
  });
});

describe("toolwright call", () => {
  it("prints the outcome as one line of JSON with every key", () => {
    const { status, outcome, stdout } = call("read_file", { path: "hello.txt" });
    expect(status).toBe(0);
    expect(stdout.indexOf("\n")).toBe(stdout.length - 1);
    expect(Object.keys(outcome)).toEqual([
      "callId",
      "tool",
      "status",
      "content",
      "display",
      "structured",
      "error",
      "decision",
      "effects",
      "metadata",
      "durationMs",
    ]);
    expect(outcome).toMatchObject({
      tool: "read_file",
      status: "ok",
      error: null,
      decision: { decision: "allow", mode: "default" },
      effects: [{ type: "read", path: join(cwd, "hello.txt") }],
    });
    expect(textOf(outcome)).toContain("line 2");
  });

  it.skipIf(process.platform === "win32")(
    "writes answers into a file whole, and says so when no more of them fits",
    () => {
      write("long.txt", "a line of some length\n".repeat(150));
      const line = JSON.stringify({ tool: "read_file", input: { path: "long.txt" } });
      const answers = join(folder, "answers.jsonl");
      const into = (limit: string): ReturnType<typeof spawnSync> =>
        spawnSync(
          "bash",
          [
            "-c",
            `trap '' XFSZ; ulimit -f ${limit}; exec "$0" "$1" call --stdin > "$2"`,
            process.execPath,
            bin,
            answers,
          ],
          { cwd, input: `${line}\n${line}\n`, encoding: "utf8", env: environmentFor() },
        );
      expect(into("unlimited").status).toBe(0);
      const [first = "", second = "", ...rest] = readFileSync(answers, "utf8").split("\n");
      expect(rest).toEqual([""]);
      expect([first, second].map((each) => (JSON.parse(each) as Run).status)).toEqual(["ok", "ok"]);
      const cut = into("4");
      expect(cut.status).toBe(1);
      expect(cut.stderr).toContain("EFBIG");
      expect(readFileSync(answers)).toHaveLength(4_096);
    },
  );

  it("takes key=value, JSON from standard input and from a file, to the same end", () => {
    write("input.json", '{"path":"hello.txt","limit":1}');
    const given = [
      run(["call", "read_file", "path=hello.txt", "limit=1"]),
      run(["call", "read_file", "--input", "-"], { input: '{"path":"hello.txt","limit":1}' }),
      run(["call", "read_file", "--input", "@input.json"]),
      run(["--workspace", cwd, "call", "read_file", "path=hello.txt", "limit:=1"], { cwd: folder }),
    ];
    for (const { status, stdout } of given) {
      expect(status).toBe(0);
      expect(stdout).toContain("line 1");
      expect(stdout).not.toContain("line 2");
    }
  });

  it("prints plain text for people, errors on standard error, and no colours into a pipe", () => {
    const environment = { FORCE_COLOR: "3", CLICOLOR_FORCE: "1", DEBUG: "*" };
    const read = run(["call", "read_file", "path=hello.txt"], { environment });
    expect([read.status, read.stderr]).toEqual([0, ""]);
    const missing = run(["call", "read_file", "path=helo.txt"], { environment });
    expect([missing.status, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain("hello.txt");
    expect(read.stdout + missing.stderr).not.toContain("\u001b");
    const json = call("read_file", { path: "hello.txt" }, [], { environment });
    expect(json.outcome.status).toBe("ok");
    expect(json.stdout).not.toContain("\u001b");
  });

  it.each([
    ["read_file", { path: "none.txt" }, 1, "error", "file-not-found"],
    ["read_file", { path: "src" }, 1, "error", "not-a-file"],
    ["read_file", {}, 2, "error", "input-invalid"],
    ["read_file", { path: "a", pth: "b" }, 2, "error", "input-invalid"],
    ["read_fiel", {}, 2, "error", "tool-not-found"],
    ["write_file", { path: "hello.txt", content: "" }, 1, "error", "file-not-read"],
  ])("ends %s %j with %i, %s, %s", (tool, input, status, outcomeStatus, code) => {
    const done = call(tool, input, ["--mode", "accept-edits"]);
    expect(done.outcome).toMatchObject({ status: outcomeStatus, error: { code } });
    expect(done.status).toBe(status);
  });

  it("answers broken JSON as invalid input that says where it is broken", () => {
    const { status, stdout } = run(["call", "read_file", "--input", "{not json", "--json"]);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "input-invalid" } });
  });

  it("refuses a write without an approver, and says what would allow it", () => {
    const { status, outcome } = call("write_file", { path: "new.txt", content: "x\n" });
    expect([status, outcome.status, isThere("new.txt")]).toEqual([3, "refused", false]);
    expect(outcome.error?.message).toMatch(/--yes.*--mode accept-edits.*write\(new\.txt\)/s);
    expect(outcome.effects).toMatchObject([{ type: "write", operation: "create" }]);
  });

  it("writes with --yes, or in a mode that allows it, and leaves nothing else behind", () => {
    expect(call("write_file", { path: "a/b.txt", content: "zwei ü\n" }, ["--yes"]).status).toBe(0);
    expect(content("a/b.txt")).toBe("zwei ü\n");
    const flags = ["--mode", "accept-edits"];
    expect(call("write_file", { path: "a/c.txt", content: "c\n" }, flags).status).toBe(0);
    expect(readdirSync(join(cwd, "a")).toSorted()).toEqual(["b.txt", "c.txt"]);
    expect(readdirSync(cwd).toSorted()).toEqual(["a", "hello.txt", "src"]);
  });

  it("keeps a denial with --yes: of a rule, of plan mode", () => {
    write("deny.json", '// mine\n{ "rules": [ { "deny": "write(**)" }, ] }\n');
    const denied = call("write_file", { path: "n.txt", content: "" }, [
      "--yes",
      "--settings",
      "deny.json",
    ]);
    expect([denied.status, denied.outcome.error?.code]).toEqual([3, "permission-denied"]);
    expect(denied.outcome.error?.message).toContain("write(**)");
    const plan = call("write_file", { path: "n.txt", content: "" }, ["--yes", "--mode", "plan"]);
    expect([plan.status, isThere("n.txt")]).toEqual([3, false]);
    expect(call("read_file", { path: "hello.txt" }, ["--mode", "plan"]).status).toBe(0);
  });

  it("uses the user's settings, and from the project only what tightens the policy", () => {
    const allow = '{ "mode": "auto", "rules": [{ "allow": "write(**)" }] }';
    write(".toolwright/settings.json", allow);
    const input = { path: "new.txt", content: "x" };
    expect(call("write_file", input).status).toBe(3);
    write(".toolwright/settings.json", '{ "rules": [{ "deny": "read(src/**)" }] }');
    expect(call("read_file", { path: "src/a.ts" }).status).toBe(3);
    mkdirSync(join(folder, "config", "toolwright"), { recursive: true });
    writeFileSync(join(folder, "config", "toolwright", "settings.json"), allow);
    expect(call("write_file", input).status).toBe(0);
    expect(call("read_file", { path: "src/a.ts" }).status).toBe(3);
  });

  it("stops at settings that are wrong, with file, line and column", () => {
    write("broken.json", '{\n  "rulse": []\n}\n');
    const { status, stdout, stderr } = run([
      "call",
      "read_file",
      "path=hello.txt",
      "--settings",
      "broken.json",
      "--json",
    ]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("broken.json:2:3: ");
  });

  it("needs approval to read outside the workspace or secrets", () => {
    write(".env", "TOKEN=very-secret\n");
    const { status, stdout, outcome } = call("read_file", { path: ".env" });
    expect([status, outcome.status, stdout.includes("very-secret")]).toEqual([3, "refused", false]);
    writeFileSync(join(folder, "outside.txt"), "elsewhere\n");
    expect(call("read_file", { path: "../outside.txt" }).status).toBe(3);
  });

  it("cancels a running command at SIGINT and SIGTERM, prints the outcome, and leaves no process", async () => {
    for (const [signal, seconds] of [
      ["SIGINT", "31.4159"],
      ["SIGTERM", "27.1828"],
    ] as const) {
      const words = ["call", "run_command", `command=sleep ${seconds}`, "--yes", "--json"];
      const child = spawn(process.execPath, [bin, ...words], { cwd, env: environmentFor() });
      let stdout = "";
      child.stdout.on("data", (chunk: Buffer) => {
        stdout += chunk.toString();
      });
      const ended = new Promise((resolve) => child.on("close", resolve));
      await until(() => processesWith(seconds).length > 0);
      child.kill(signal);
      expect(await ended).toBe(130);
      expect(JSON.parse(stdout)).toMatchObject({
        status: "cancelled",
        error: { code: "cancelled" },
      });
      expect(processesWith(seconds)).toEqual([]);
    }
  });
});

/** Looks again and again until it holds; the test's own time limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Processes that have the word among their arguments. */
function processesWith(word: string): readonly string[] {
  return readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes(word);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

describe("toolwright call --stdin", () => {
  const outcomesOf = ({ stdout }: Run): readonly Outcome[] =>
    stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Outcome);

  it("runs its lines one after the other in one session", () => {
    const lines = [
      '{"id":"r1","tool":"read_file","input":{"path":"src/a.ts"}}',
      '{"id":"e1","tool":"edit_file","input":{"path":"src/a.ts","old_string":"alpha = 1","new_string":"alpha = 11"}}',
      "{broken",
      '{"id":"u1","tool":"no_such_tool","input":{}}',
      '{"id":"s1","tool":"search_text","input":{"pattern":"alpha = 11"}}',
    ];
    const done = run(["call", "--stdin", "--yes"], { input: lines.join("\n") });
    const outcomes = outcomesOf(done);
    expect(done.status).toBe(0);
    expect(outcomes.map(({ callId, status }) => [callId, status])).toEqual([
      ["r1", "ok"],
      ["e1", "ok"],
      ["line-3", "error"],
      ["u1", "error"],
      ["s1", "ok"],
    ]);
    expect(content("src/a.ts")).toBe("export const alpha = 11;\n");
  });

  it("refuses a call that needs approval, and goes on", () => {
    const lines = [
      '{"tool":"write_file","input":{"path":"n.txt","content":""}}',
      '{"tool":"read_file","input":{"path":"hello.txt"}}',
    ];
    const outcomes = outcomesOf(run(["call", "--stdin"], { input: lines.join("\n") }));
    expect(outcomes.map(({ status }) => status)).toEqual(["refused", "ok"]);
  });

  it("ends quietly when its reader goes away", async () => {
    const child = spawn(process.execPath, [bin, "call", "--stdin"], { cwd, env: environmentFor() });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.stdin.on("error", () => undefined);
    const line = '{"tool":"read_file","input":{"path":"hello.txt"}}\n';
    child.stdin.write(line);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.destroy();
    child.stdin.write(line);
    expect(await ended).toBe(1);
    expect(stderr).toBe("");
  });
});

describe("toolwright tools", () => {
  const list = (...flags: readonly string[]): readonly Record<string, unknown>[] => {
    const done = run(["tools", "--json", ...flags]);
    expect([done.status, done.stderr]).toEqual([0, ""]);
    return (JSON.parse(done.stdout) as { tools: readonly Record<string, unknown>[] }).tools;
  };
  const namesOf = (tools: readonly Record<string, unknown>[]): readonly unknown[] =>
    tools.map(({ name }) => name);

  it("lists the tools that a model would see, each with a whole schema", () => {
    const tools = list();
    expect(namesOf(tools)).toEqual(
      expect.arrayContaining(["read_file", "write_file", "edit_file", "run_command"]),
    );
    expect(JSON.stringify(tools)).not.toContain('"$ref"');
    for (const tool of tools) {
      expect(tool).toMatchObject({ source: "builtin", inputSchema: { type: "object" } });
      const { properties } = tool["inputSchema"] as {
        properties: Record<string, { description?: string }>;
      };
      for (const { description = "" } of Object.values(properties)) {
        expect(description).not.toBe("");
      }
    }
  });

  it("speaks each vendor's dialect", () => {
    const [gemini, ...others] = list("--dialect", "gemini");
    expect([others, Object.keys(gemini ?? {})]).toEqual([[], ["functionDeclarations"]]);
    expect(list("--dialect", "mcp")[0]).toHaveProperty("annotations.readOnlyHint");
    expect(list("--dialect", "openai-chat")[0]).toMatchObject({ type: "function", function: {} });
  });

  it("shows only the tools of plan mode, and with --all why others are missing", () => {
    const names = namesOf(list("--mode", "plan"));
    expect(names).toContain("read_file");
    expect(names).not.toContain("write_file");
    const { stdout } = run(["tools", "--json", "--all", "--mode", "plan"]);
    const { unavailable } = JSON.parse(stdout) as { unavailable: readonly unknown[] };
    expect(unavailable).toContainEqual({
      name: "write_file",
      source: "builtin",
      reason: "not in mode 'plan': its kind is edit",
    });
  });

  it("defines with --all also what is deferred or lacks something, and says what", () => {
    const { stdout } = run(["tools", "--json", "--all", "--profile", "claude-code"]);
    const { tools, unavailable } = JSON.parse(stdout) as {
      tools: readonly Record<string, unknown>[];
      unavailable: readonly { name: string; reason: string }[];
    };
    expect(namesOf(tools)).toEqual(expect.arrayContaining(["Read", "WebSearch", "Skill"]));
    expect(namesOf(list("--profile", "claude-code"))).not.toContain("WebSearch");
    expect(unavailable.find(({ name }) => name === "WebSearch")?.reason).toContain("doctor");
    expect(namesOf(list("--all"))).toEqual(expect.arrayContaining(["read_file", "git"]));
  });

  it("omits the tools that the settings disable", () => {
    write("off.json", '{ "tools": { "run_command": { "enabled": false } } }');
    const flags = ["--settings", "off.json"];
    expect(namesOf(list(...flags))).not.toContain("run_command");
    expect(run(["tools", "--all", ...flags]).stdout).toContain("switched off by the settings");
    const refused = call("run_command", { command: "true" }, ["--yes", ...flags]);
    expect(refused.outcome.status).toBe("error");
  });

  it("prints a table for people", () => {
    const { stdout } = run(["tools"]);
    expect(stdout).toMatch(/^read_file +read +builtin +\w/m);
    expect(stdout).not.toContain("\u001b");
  });
});

describe("toolwright policy", () => {
  it("explains a call for a newcomer, and runs nothing", () => {
    const { status, stdout } = run(["policy", "explain", "write_file", "path=n.txt", "content=x"]);
    expect(status).toBe(0);
    expect(stdout).toContain("write_file: ask, it needs approval (mode 'default')");
    expect(stdout).toContain("write n.txt (create)");
    expect(stdout).toContain("to change it: --yes");
    expect(isThere("n.txt")).toBe(false);
  });

  it("explains as JSON, and a command by its text", () => {
    const call = run(["policy", "explain", "read_file", "path=hello.txt", "--json"]);
    expect(JSON.parse(call.stdout)).toMatchObject({
      tool: "read_file",
      isExact: true,
      decision: { decision: "allow", proof: [{ effect: { type: "read" }, decision: "allow" }] },
      error: null,
    });
    for (const words of [["touch made.txt"], ["--command", "touch made.txt"]]) {
      const { status, stdout } = run(["policy", "explain", ...words]);
      expect(status).toBe(0);
      expect(stdout).toContain(": ask,");
    }
    expect(isThere("made.txt")).toBe(false);
  });

  it("ends with 2 for a call that could never be made", () => {
    expect(run(["policy", "explain", "read_fiel", "path=x"]).status).toBe(2);
    expect(run(["policy", "explain", "read_file"]).status).toBe(2);
  });

  it("checks command lines, with one answer for each line of any content", () => {
    const lines = ['{"command":"npm test"}', "{broken", '{"command":5}', '{"command":"ls"}'];
    const { status, stdout } = run(["policy", "check", "--stdin"], { input: lines.join("\n") });
    const checked = stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { command: unknown; decision: string; complete: boolean });
    expect(status).toBe(0);
    expect(checked.map(({ command }) => command)).toEqual(["npm test", null, null, "ls"]);
    const decisions = checked.map(({ decision, complete }) => [decision, complete]);
    expect(decisions).toEqual([
      ["ask", false],
      ["deny", false],
      ["deny", false],
      ["allow", true],
    ]);
    expect(Object.keys(checked[0] ?? {})).toEqual([
      "command",
      "decision",
      "effects",
      "complete",
      "reasons",
      "rule",
    ]);
    expect(JSON.parse(run(["policy", "check", "npm test", "--json"]).stdout)).toEqual(checked[0]);
  });
});

describe("toolwright doctor", () => {
  it("shows what works here", () => {
    const { status, stdout } = run(["doctor", "--json"]);
    const { ok, checks } = JSON.parse(stdout) as {
      ok: boolean;
      checks: readonly { name: string; status: string; fix: string | null }[];
    };
    expect([status, ok]).toEqual([0, true]);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "node",
        "ripgrep",
        "state",
        "workspace",
        "user settings",
        "terminal",
      ]),
    );
    for (const { status: found, fix } of checks) expect(fix === null).toBe(found === "ok");
    expect(existsSync(join(folder, "state", "toolwright"))).toBe(false);
  });

  it("ends with 1 and says how to fix problems", () => {
    write(".toolwright/settings.json", '{ "rules": [ { "deny": "wirte(**)" } ] }');
    const { status, stdout } = run(["doctor"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^fail {2}project settings +.*settings\.json:1:14: /m);
    expect(stdout).toContain("to fix: ");
  });
});
