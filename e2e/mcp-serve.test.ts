import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CallToolResultSchema,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const inspector = fileURLToPath(new URL("../node_modules/.bin/mcp-inspector", import.meta.url));

let folder: string;
let cwd: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-serve-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cwd = join(folder, "work");
  const home = join(folder, "home");
  mkdirSync(home);
  env = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_STATE_HOME: join(folder, "state") };
  write("hello.txt", "line 1\nline 2\n");
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

interface Host {
  readonly client: Client;
  /** What the person was asked so far. */
  readonly asked: ElicitRequest["params"][];
  readonly errors: () => string;
}

interface HostOptions {
  readonly words?: readonly string[];
  /** What the person says; without it the host can't ask. */
  readonly says?: (params: ElicitRequest["params"]) => ElicitResult;
  /** Folders that the host says it works in. */
  readonly roots?: () => readonly string[];
}

/** The official client of the older era, as most hosts have it. */
async function openHost({ words = [], says, roots }: HostOptions = {}): Promise<Host> {
  const capabilities = {
    ...(says !== undefined && { elicitation: {} }),
    ...(roots !== undefined && { roots: { listChanged: true } }),
  };
  const client = new Client({ name: "test-host", version: "1.0.0" }, { capabilities });
  const asked: ElicitRequest["params"][] = [];
  if (says !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params);
      return says(params);
    });
  }
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots().map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", "serve", ...words],
    cwd,
    env,
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, asked, errors: () => errors };
}

const call = async (
  { client }: Host,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<{ readonly text: string; readonly isError: boolean }> => {
  const result = await client.callTool({ name, arguments: input }, CallToolResultSchema);
  const { content, isError = false } = CallToolResultSchema.parse(result);
  const text = content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
  return { text, isError };
};

const yes = (answer: string): ElicitResult => ({ action: "accept", content: { answer } });

describe("a host of the older era", () => {
  it("gets every tool with title and hints, and no schema of results", async () => {
    const host = await openHost();
    const { tools } = await host.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain("run_command");
    expect(names).toEqual([...(await host.client.listTools()).tools].map(({ name }) => name));
    const readFile = tools.find(({ name }) => name === "read_file");
    expect(readFile).toMatchObject({
      title: "Read file",
      annotations: { readOnlyHint: true, destructiveHint: false },
      inputSchema: { type: "object", required: ["path"] },
    });
    expect(readFile).not.toHaveProperty("outputSchema");
    expect(host.client.getInstructions()).toContain("toolwright undo");
  });

  it("gets structured results that fit their schema, which the client checks", async () => {
    const host = await openHost({ words: ["--mode", "auto", "--structured"] });
    await host.client.listTools();
    const result = await host.client.callTool({
      name: "read_file",
      arguments: { path: "hello.txt" },
    });
    expect(result).toMatchObject({
      structuredContent: { text: "1\tline 1\n2\tline 2", result: { path: "hello.txt" } },
    });
    for (const [name, input] of [
      ["search_text", { pattern: "line" }],
      ["run_command", { command: "echo hi" }],
      ["run_command", { command: "exit 3" }],
      ["git", { command: "status" }],
      ["read_file", { path: "hello.txt", start_line: 2 }],
    ] as const) {
      await expect(host.client.callTool({ name, arguments: input })).resolves.toBeDefined();
    }
  });

  it("has tools under the names of a profile", async () => {
    const host = await openHost({ words: ["--profile", "claude-code"] });
    const { tools } = await host.client.listTools();
    expect(tools.map(({ name }) => name)).toContain("Read");
    expect(await call(host, "Read", { file_path: "hello.txt" })).toMatchObject({ isError: false });
  });

  it("is told of a missing tool and of bad input in a way that helps", async () => {
    const host = await openHost();
    await expect(call(host, "read_fiel", {})).rejects.toThrow("Did you mean read_file");
    const wrong = await call(host, "read_file", { pth: "hello.txt" });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toContain("path");
  });

  it("asks its person, who sees what would happen, and the call runs once allowed", async () => {
    const host = await openHost({ says: () => yes("once") });
    const made = await call(host, "write_file", { path: "new.txt", content: "fresh\n" });
    expect(made.isError).toBe(false);
    expect(readFileSync(join(cwd, "new.txt"), "utf8")).toBe("fresh\n");
    expect(host.asked).toHaveLength(1);
    expect(host.asked[0]?.message).toContain("new.txt");
    expect(host.asked[0]?.message).toContain("+fresh");
  });

  it("asks again for the next call, but not what was allowed for as long as the server runs", async () => {
    const answers = ["session", "once"];
    const host = await openHost({ says: () => yes(answers.shift() ?? "reject") });
    await call(host, "write_file", { path: "new.txt", content: "1\n" });
    await call(host, "read_file", { path: "new.txt" });
    await call(host, "write_file", { path: "new.txt", content: "2\n" });
    expect(host.asked).toHaveLength(1);
    await call(host, "write_file", { path: "other.txt", content: "1\n" });
    expect(host.asked).toHaveLength(2);
  });

  it("passes a no on with its reason, and nothing is changed", async () => {
    const says = (): ElicitResult => ({
      action: "accept",
      content: { answer: "reject", feedback: "use notes.txt" },
    });
    const host = await openHost({ says });
    const refused = await call(host, "write_file", { path: "new.txt", content: "x" });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain("use notes.txt");
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
  });

  it.each([
    ["declines", { action: "decline" }],
    ["dismisses the question", { action: "cancel" }],
    ["answers with nothing", { action: "accept", content: {} }],
    ["answers with something else", { action: "accept", content: { answer: "yes" } }],
  ] as const)("changes nothing when its person %s", async (_, said) => {
    const host = await openHost({ says: () => said });
    const refused = await call(host, "write_file", { path: "new.txt", content: "x" });
    expect(refused.isError).toBe(true);
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
  });

  it("that can't ask gets a refusal that names the way to allow it", async () => {
    const refused = await call(await openHost(), "write_file", { path: "new.txt", content: "x" });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain("toolwright policy grant 'write(new.txt)'");
    expect(refused.text).toContain("elicitation");
  });

  it("that can't ask gets a call done once its person has run what the refusal names", async () => {
    const host = await openHost();
    const input = { path: "it's new.txt", content: "x" };
    const { text } = await call(host, "write_file", input);
    expect(text).not.toMatch(/--yes|--mode|restart/);
    const [, command = "", where = ""] =
      /`toolwright (policy grant .+)` in (\S+);/.exec(text) ?? [];
    expect(where).toBe(cwd);
    const shell = spawnSync("sh", ["-c", `"${process.execPath}" "${bin}" ${command}`], {
      cwd,
      env,
    });
    expect(shell.status).toBe(0);
    await expect
      .poll(async () => (await call(host, "write_file", input)).isError, { timeout: 10_000 })
      .toBe(false);
  });

  it("isn't asked when the server asks nobody", async () => {
    const host = await openHost({ words: ["--approve", "deny"], says: () => yes("once") });
    const refused = await call(host, "write_file", { path: "new.txt", content: "x" });
    expect(refused.text).toContain("--approve deny");
    expect(host.asked).toHaveLength(0);
  });
});

describe("the folders of an older host", () => {
  it("narrow the workspace, and what is outside of them is asked", async () => {
    write("inner/a.txt", "in\n");
    const host = await openHost({ roots: () => [join(cwd, "inner")] });
    expect((await call(host, "read_file", { path: "inner/a.txt" })).isError).toBe(false);
    const outside = await call(host, "read_file", { path: "hello.txt" });
    expect(outside.isError).toBe(true);
    expect(outside.text).toContain("outside the folders that the host works in");
    expect(outside.text).not.toContain("line 1");
  });

  it("are taken anew when they change", async () => {
    write("inner/a.txt", "in\n");
    let folders = [join(cwd, "inner")];
    const host = await openHost({ roots: () => folders });
    expect((await call(host, "read_file", { path: "hello.txt" })).isError).toBe(true);
    folders = [cwd];
    await host.client.sendRootsListChanged();
    expect((await call(host, "read_file", { path: "hello.txt" })).isError).toBe(false);
  });

  it("never add one, which standard error tells", async () => {
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "b.txt"), "out\n");
    const host = await openHost({ roots: () => [other, folder] });
    const outside = await call(host, "read_file", { path: join(other, "b.txt") });
    expect(outside.isError).toBe(true);
    expect((await call(host, "read_file", { path: "hello.txt" })).isError).toBe(false);
    await expect
      .poll(() => host.errors(), { timeout: 15_000 })
      .toContain(`the host works in ${other}`);
  });
});

interface Started {
  readonly child: ChildProcess;
  send(message: object): void;
  /** The answer to the request of that id. */
  answer(id: number): Promise<Record<string, unknown>>;
  readonly output: () => string;
  readonly errors: () => string;
}

/** Without a client between: what is really on the streams. */
function start(words: readonly string[] = [], environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [bin, "mcp", "serve", ...words], {
    cwd,
    env: { ...env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const chunks: Buffer[] = [];
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const output = (): string => Buffer.concat(chunks).toString();
  return {
    child,
    output,
    errors: () => errors,
    send: (message) =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    async answer(id) {
      const find = (): Record<string, unknown> | undefined =>
        output()
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          .find((message) => message["id"] === id && !("method" in message));
      await expect.poll(find, { timeout: 15_000 }).toBeDefined();
      return find() ?? {};
    },
  };
}

const hello = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

async function opened(started: Started): Promise<Started> {
  started.send(hello);
  await started.answer(1);
  started.send({ method: "notifications/initialized" });
  return started;
}

const callMessage = (id: number, name: string, input: object): object => ({
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

/** Resolves when the program has ended. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** One that has ended and that nobody has asked about (`Z`) counts as ended. */
function isAlive(processId: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, "latin1"));
  } catch {
    return false;
  }
}

describe("standard input and output", () => {
  it("carry the protocol and nothing else, whatever is printed", async () => {
    const noisy = join(folder, "noisy.cjs");
    writeFileSync(
      noisy,
      'setInterval(() => { console.log("noise"); process.stdout.write("more noise\\n"); }, 5).unref();',
    );
    const started = await opened(start([], { NODE_OPTIONS: `--require ${noisy}` }));
    started.send({ id: 2, method: "tools/list", params: {} });
    await started.answer(2);
    await expect.poll(() => started.errors(), { timeout: 15_000 }).toContain("more noise");
    const lines = started.output().trimEnd().split("\n");
    const early = lines.findIndex((line) => line.startsWith("{"));
    for (const line of lines.slice(early)) expect(JSON.parse(line)).toHaveProperty("jsonrpc");
  });

  it("goes on after a line that is no message", async () => {
    const started = await opened(start());
    started.child.stdin?.write("this is no JSON\n[1, 2\n\n");
    started.send(callMessage(3, "read_file", { path: "hello.txt" }));
    expect(JSON.stringify(await started.answer(3))).toContain("line 1");
  });

  it("take and give messages of 12 MiB", async () => {
    const text = "0123456789abcdef".repeat((12 * 1024 * 1024) / 16);
    const started = await opened(start(["--mode", "accept-edits"]));
    started.send(callMessage(2, "write_file", { path: "large.txt", content: text }));
    expect((await started.answer(2))["result"]).not.toHaveProperty("isError");
    expect(readFileSync(join(cwd, "large.txt"), "utf8") === text).toBe(true);
  });

  it("get every answer when the input ends right after the requests", () => {
    const messages = [
      hello,
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list", params: {} },
      callMessage(3, "read_file", { path: "hello.txt" }),
    ];
    const { stdout, status } = spawnSync(process.execPath, [bin, "mcp", "serve"], {
      cwd,
      env,
      encoding: "utf8",
      input: messages.map((each) => `${JSON.stringify({ jsonrpc: "2.0", ...each })}\n`).join(""),
    });
    expect(status).toBe(0);
    const ids = stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(new Set(ids)).toEqual(new Set([1, 2, 3]));
    expect(ids).toHaveLength(3);
  });

  it("end the server with its commands when the host closes them", async () => {
    write("../settings.json", '{ "shell": { "sandbox": "off" } }');
    const started = await opened(
      start(["--settings", "../settings.json", "--mode", "auto", "--unsandboxed"]),
    );
    const command = "trap '' TERM HUP INT; echo $$ > pid.txt; sleep 600 & wait; sleep 600";
    started.send(callMessage(2, "run_command", { command }));
    const pidFile = join(cwd, "pid.txt");
    await expect
      .poll(() => existsSync(pidFile) && readFileSync(pidFile, "utf8"), { timeout: 15_000 })
      .toMatch(/\d\n/);
    const pid = Number(readFileSync(pidFile, "utf8"));
    started.child.stdin?.end();
    await ended(started.child);
    expect(started.child.exitCode).toBe(0);
    await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false);
  });

  it("end the server when its host is killed", async () => {
    const host = join(folder, "host.cjs");
    const serve = JSON.stringify([bin, "mcp", "serve"]);
    writeFileSync(
      host,
      `const child = require("node:child_process").spawn(process.execPath, ${serve}, { stdio: ["pipe", "pipe", "ignore"] });
       child.stdin.write(${JSON.stringify(`${JSON.stringify({ jsonrpc: "2.0", ...hello })}\n`)});
       child.stdout.once("data", () => console.log(child.pid));
       setInterval(() => {}, 1000);`,
    );
    const killed = spawn(process.execPath, [host], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void killed.kill("SIGKILL"));
    const [printed] = (await once(killed.stdout, "data")) as [Buffer];
    const pid = Number(printed.toString());
    expect(isAlive(pid)).toBe(true);
    killed.kill("SIGKILL");
    await expect.poll(() => isAlive(pid), { timeout: 2_000 }).toBe(false);
  });

  it("end the server when nobody reads its output any more", async () => {
    const started = await opened(start());
    started.child.stdout?.destroy();
    started.send({ id: 2, method: "tools/list", params: {} });
    await ended(started.child);
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "end after %s, and do not wait for a running command",
    async (signal) => {
      const started = await opened(start(["--mode", "auto", "--unsandboxed"]));
      started.send(callMessage(2, "run_command", { command: "sleep 600" }));
      started.child.kill(signal);
      await ended(started.child);
      expect(started.child.exitCode).toBe(0);
    },
  );

  it("say why nothing can be served, with exit status 2", async () => {
    write(".toolwright/settings.json", "{ nonsense");
    const started = start();
    started.send(hello);
    await ended(started.child);
    expect(started.child.exitCode).toBe(2);
    expect(started.errors()).toContain("settings.json");
    const wrong = start(["--no-auth"]);
    await ended(wrong.child);
    expect(wrong.child.exitCode).toBe(2);
    expect(wrong.errors()).toContain("--http");
  });
});

describe("the person's own servers", () => {
  const everything = fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  );

  it("stand behind the same policy, and come when they are ready", async () => {
    const mcpServers = { all: { command: process.execPath, args: [everything, "stdio"] } };
    write("../home/.config/toolwright/settings.json", JSON.stringify({ mcpServers }));
    const host = await openHost({
      says: ({ message }) =>
        message.includes("MCP server 'all' asks:")
          ? { action: "accept", content: { name: "Ada" } }
          : yes("session"),
    });
    const names = async (): Promise<readonly string[]> =>
      (await host.client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toContain("read_file");
    await expect.poll(names, { timeout: 15_000 }).toContain("mcp__all__echo");
    const echoed = await call(host, "mcp__all__echo", { message: "through" });
    expect(echoed).toEqual({ text: expect.stringContaining("through"), isError: false });
    for (const _ of [1, 2]) await call(host, "mcp__all__get-env", {});
    expect(host.asked.map(({ message }) => message.split("\n").at(3))).toEqual([
      expect.stringContaining("external all/get-env"),
    ]);
    const told: number[] = [];
    await host.client.callTool(
      {
        name: "mcp__all__trigger-long-running-operation",
        arguments: { duration: 0.4, steps: 4 },
      },
      CallToolResultSchema,
      { onprogress: ({ progress, total }) => total === 4 && told.push(progress) },
    );
    expect(told.at(-1)).toBeGreaterThan(1);
    const said = await call(host, "mcp__all__trigger-elicitation-request", {});
    expect(said.text).toContain("Ada");
    expect(host.asked).toHaveLength(3);
  });
});

describe("the Inspector's command line", () => {
  const inspect = async (...words: readonly string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [inspector, "--cli", process.execPath, bin, "mcp", "serve", ...words],
      { cwd, env },
    );
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it("lists the tools and calls one", async () => {
    const { tools } = await inspect("--method", "tools/list");
    expect(tools).toContainEqual(expect.objectContaining({ name: "read_file" }));
    const words = ["--method", "tools/call", "--tool-name", "read_file"];
    const { content } = await inspect(...words, "--tool-arg", "path=hello.txt");
    expect(JSON.stringify(content)).toContain("line 1");
  });
});
