import { execFileSync, spawn, spawnSync } from "node:child_process";
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
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

let folder: string;
let work: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-people-")));
  work = join(folder, "work");
  for (const path of [work, join(folder, "home")]) mkdirSync(path);
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
    LANG: "C.UTF-8",
    TMUX_TMPDIR: folder,
  };
  onTestFinished(() => {
    if (hasTmux) spawnSync("tmux", ["-L", "test", "kill-server"], { env });
    rmSync(folder, { recursive: true, force: true });
  });
});

const request = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

const hello = request(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: { elicitation: {} },
  clientInfo: { name: "raw", version: "1" },
});

const tmux = (...words: readonly string[]): string =>
  execFileSync("tmux", ["-L", "test", "-f", "/dev/null", ...words], { env, encoding: "utf8" });

describe("--approve console", () => {
  it("prompts on the terminal, and never on the protocol's streams", async (context) => {
    context.skip(!hasTmux, "tmux isn't installed: nothing to look at a terminal with");
    const call = { name: "write_file", arguments: { path: "new.txt", content: "fresh\n" } };
    writeFileSync(join(folder, "requests"), hello + request(2, "tools/call", call));
    const answers = join(folder, "answers");
    const command = `cd '${work}'; (cat '${folder}/requests'; sleep 60) | '${process.execPath}' '${bin}' mcp serve --approve console > '${answers}'`;
    tmux("new-session", "-d", "-s", "s", "-x", "120", "-y", "40", `bash -c "${command}"`);
    const screen = (): string => tmux("capture-pane", "-p", "-t", "s");
    await expect.poll(screen, { timeout: 15_000 }).toContain("Allow?");
    expect(screen()).toContain("new.txt");
    expect(existsSync(join(work, "new.txt"))).toBe(false);
    tmux("send-keys", "-t", "s", "y", "Enter");
    await expect
      .poll(() => readFileSync(answers, "utf8").split("\n").length, { timeout: 15_000 })
      .toBe(3);
    expect(readFileSync(join(work, "new.txt"), "utf8")).toBe("fresh\n");
    const lines = readFileSync(answers, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
    expect(lines.join("")).not.toContain("elicitation/create");
  });

  it("reports a missing terminal at once", async () => {
    // A process that leads a session of its own belongs to no terminal.
    const child = spawn(process.execPath, [bin, "mcp", "serve", "--approve", "console"], {
      cwd: work,
      env,
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    expect((await once(child, "exit"))[0]).toBe(2);
    expect(errors).toContain("--approve console needs a terminal");
  });
});

interface Http {
  readonly url: string;
  readonly token: string;
  readonly printed: () => string;
  readonly output: () => string;
  /** Resolves to the exit status. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

async function startHttp(...words: readonly string[]): Promise<Http> {
  const child = spawn(process.execPath, [bin, "mcp", "serve", "--http", "0", ...words], {
    cwd: work,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => printed.split("\n").length, { timeout: 15_000 }).toBeGreaterThan(2);
  return {
    url: / at (http:\S+)/.exec(printed)?.[1] ?? "",
    token: /Bearer (\S+)/.exec(printed)?.[1] ?? "",
    printed: () => printed,
    output: () => output,
    async kill(signal) {
      child.kill(signal);
      const [status] = (await once(child, "exit")) as [number | null];
      return status;
    },
  };
}

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });

describe("mcp serve --http", () => {
  it("prints its address and a token once, on standard error", async () => {
    const { url, token, printed, output } = await startHttp();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(printed().split(token)).toHaveLength(2);
    expect((await post(url, hello)).status).toBe(401);
    const wrong = { authorization: `Bearer ${token.slice(1)}` };
    expect((await post(url, hello, wrong)).status).toBe(401);
    expect((await post(url, hello, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect(output()).toBe("");
    expect(printed().split(token)).toHaveLength(2);
  });

  it("has another token each time", async () => {
    const [first, second] = [await startHttp(), await startHttp()];
    expect(first.token).not.toBe(second.token);
  });

  it("accepts calls without a token with --no-auth, but only for this machine's host names", async () => {
    const { url, printed } = await startHttp("--no-auth");
    expect(printed()).toContain("every program on this machine may call it");
    expect((await post(url, hello)).status).toBe(200);
    expect((await post(url, hello, { origin: "null" })).status).toBe(403);
  });

  it("ends after SIGTERM with a stream and a call open", async () => {
    const http = await startHttp("--no-auth", "--mode", "auto", "--unsandboxed");
    const opened = await post(http.url, hello);
    const headers = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const listening = await fetch(http.url, {
      headers: { ...headers, accept: "text/event-stream" },
    });
    expect(listening.status).toBe(200);
    const command = { name: "run_command", arguments: { command: "touch started; sleep 600" } };
    const call = post(http.url, request(2, "tools/call", command), headers)
      .then((response) => response.text())
      .catch(() => "");
    await expect.poll(() => existsSync(join(work, "started")), { timeout: 15_000 }).toBe(true);
    expect(await http.kill("SIGTERM")).toBe(0);
    await call;
    await listening.body?.cancel().catch(() => undefined);
  });

  it("reports an invalid port", async () => {
    const taken = createServer();
    await once(taken.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const run = (given: string) =>
      spawnSync(process.execPath, [bin, "mcp", "serve", "--http", given], {
        cwd: work,
        env,
        encoding: "utf8",
      });
    const used = run(String(port));
    expect(used.status).toBe(2);
    expect(used.stderr).toContain(`Port ${port} is in use by another program. --http 0`);
    for (const given of ["65536", "http", "80.5"]) {
      const wrong = run(given);
      expect(wrong.status).toBe(2);
      expect(wrong.stderr).toContain("must be a port from 0 to 65535");
    }
  });
});
