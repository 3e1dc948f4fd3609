import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const filesystem = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
);
const memory = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-memory/dist/index.js"),
);
const hostile = fileURLToPath(
  new URL("../packages/mcp/src/client/fixtures/hostile-server.ts", import.meta.url),
);

let cwd: string;
let env: Record<string, string>;

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-servers-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cwd = join(folder, "work");
  mkdirSync(cwd);
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
  };
});

function settings(content: object): void {
  const file = join(env["XDG_CONFIG_HOME"] ?? "", "toolwright", "settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}

function server(...words: readonly string[]): object {
  return { command: process.execPath, args: ["--no-warnings", ...words] };
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function toolwright(words: readonly string[], input = ""): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...words], { cwd, env });
  child.stdin.end(input);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => {
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

interface Listing {
  readonly tools: readonly { readonly name: string }[];
}

describe("the servers of the settings", () => {
  it("are listed when they are ready, and one that never is delays nobody for long", async () => {
    settings({ mcpServers: { memory: server(memory), silent: server(hostile, "silent") } });
    const { status, stdout, stderr } = await toolwright(["tools", "--json"]);
    expect(status).toBe(0);
    const names = (JSON.parse(stdout) as Listing).tools.map(({ name }) => name);
    expect(names).toContain("mcp__memory__read_graph");
    expect(names).toContain("read_file");
    expect(stderr).toContain("'silent' isn't ready yet");
  });

  it("are called and change files, which undo restores", async () => {
    settings({ mcpServers: { fs: server(filesystem, cwd) } });
    const path = join(cwd, "notes.txt");
    writeFileSync(path, "before");
    const input = JSON.stringify({ path, content: "after" });
    const words = ["call", "mcp__fs__write_file", "--input", input];
    const refused = await toolwright(words);
    expect(refused.status).toBe(3);
    expect(readFileSync(path, "utf8")).toBe("before");
    const done = await toolwright([...words, "--yes"]);
    expect(done).toMatchObject({ status: 0 });
    expect(readFileSync(path, "utf8")).toBe("after");
    expect(await toolwright(["undo"])).toMatchObject({ status: 0 });
    expect(readFileSync(path, "utf8")).toBe("before");
  });

  it("are waited for by a line that calls them, and by no other", async () => {
    settings({
      mcpServers: { late: server(hostile, "slow", "300"), silent: server(hostile, "silent") },
      rules: [{ allow: "mcp(late/*)" }],
    });
    writeFileSync(join(cwd, "a.txt"), "a");
    const lines = [
      { tool: "read_file", input: { path: "a.txt" } },
      { tool: "mcp__late__echo", input: {} },
    ];
    const input = lines.map((line) => JSON.stringify(line)).join("\n");
    const { status, stdout } = await toolwright(["call", "--stdin"], input);
    expect(status).toBe(0);
    const outcomes = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(outcomes).toMatchObject([
      { tool: "read_file", status: "ok" },
      { tool: "mcp__late__echo", status: "ok", content: [{ text: "late" }] },
    ]);
  });

  it("that fail say so, and standard output has nothing of it", async () => {
    settings({ mcpServers: { dead: server(hostile, "dead"), loud: server(hostile, "banner") } });
    const { status, stdout, stderr } = await toolwright(["call", "mcp__dead__echo", "--json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "mcp-failed" } });
    expect(stderr).toContain("API_KEY is missing");
    expect((await toolwright(["tools"])).stdout).not.toContain("Welcome");
  });
});
