import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
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
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CallToolResultSchema,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
  ToolListChangedNotificationSchema,
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
}

/** The official client of the older era, as most hosts have it. */
async function openHost({ words = [], says }: HostOptions = {}): Promise<Host> {
  const capabilities = says === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: "test-host", version: "1.0.0" }, { capabilities });
  const asked: ElicitRequest["params"][] = [];
  if (says !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params);
      return says(params);
    });
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
  it("gets every tool with title, hints and the schema of its results", async () => {
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
      outputSchema: { type: "object" },
    });
    expect(host.client.getInstructions()).toContain("toolwright undo");
  });

  it("gets structured results that fit their schema, which the client checks", async () => {
    const host = await openHost({ words: ["--mode", "auto"] });
    await host.client.listTools();
    const result = await host.client.callTool({
      name: "read_file",
      arguments: { path: "hello.txt" },
    });
    expect(result).toMatchObject({ structuredContent: { path: "hello.txt" } });
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
    const host = await openHost({ says: () => said as ElicitResult });
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

  it("isn't asked when the server asks nobody", async () => {
    const host = await openHost({ words: ["--approve", "deny"], says: () => yes("once") });
    const refused = await call(host, "write_file", { path: "new.txt", content: "x" });
    expect(refused.text).toContain("--approve deny");
    expect(host.asked).toHaveLength(0);
  });
});
