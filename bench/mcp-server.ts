// Question: how long does an MCP host wait for `toolwright mcp serve`, at its start and for each call?
// Baseline: @modelcontextprotocol/server-filesystem, in the same run, interleaved; a hand-written server
// without imports shows Node's limit.
// Workload: from spawn until `tools/list` is answered, then 200 sequential reads of a file of 1.6 kB; ours
// with policy and journal as always. Then SIGTERM to a server over HTTP with an open stream and a running
// command.
// Source of the goals: start 1.0 x, a call 1.5 x (aims: 0.6 and 1.0); ended 2 s after SIGTERM.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describeMachine, goal, spreadOf, table } from "./support/measure.ts";

const rounds = 21;
const warmUps = 3;
const reads = 200;
const ends = 5;

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const filesystem = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-mcp-server-")));
const work = join(folder, "work");
mkdirSync(work);
const text = Array.from(
  { length: 40 },
  (_, line) => `line ${line} of a file as agents read it\n`,
).join("");
writeFileSync(join(work, "sample.txt"), text.padEnd(1_600, "."));
const env = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, "state") };

const byHand = join(folder, "by-hand.mjs");
writeFileSync(
  byHand,
  `import { readFileSync } from "node:fs";
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  rest += chunk;
  for (let end; (end = rest.indexOf("\\n")) >= 0; rest = rest.slice(end + 1)) {
    const { id, method, params } = JSON.parse(rest.slice(0, end));
    if (id === undefined) continue;
    const result =
      method === "initialize" ? { protocolVersion: params.protocolVersion, capabilities: {} }
      : method === "tools/list" ? { tools: [] }
      : { content: [{ type: "text", text: readFileSync(params.arguments.path, "utf8") }] };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  }
});`,
);

interface Contestant {
  readonly name: string;
  readonly words: readonly string[];
  readonly tool: string;
}

const contestants: readonly Contestant[] = [
  { name: "by hand, no imports", words: [byHand], tool: "read" },
  { name: "server-filesystem", words: [filesystem, work], tool: "read_text_file" },
  { name: "toolwright mcp serve", words: [bin, "mcp", "serve"], tool: "read_file" },
];

type Reply = { readonly id?: number; readonly result?: object; readonly error?: object };

/** A host with one request at a time and no overhead of its own. */
class Host {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #rest = "";
  #answer: (reply: Reply) => void = () => undefined;
  #id = 0;

  constructor(words: readonly string[]) {
    const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"];
    this.#child = spawn(process.execPath, words, { cwd: work, env, stdio });
    this.#child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      this.#rest += chunk;
      for (let end = this.#rest.indexOf("\n"); end >= 0; end = this.#rest.indexOf("\n")) {
        const reply = JSON.parse(this.#rest.slice(0, end)) as Reply;
        this.#rest = this.#rest.slice(end + 1);
        if (reply.id === this.#id) this.#answer(reply);
      }
    });
  }

  async request(method: string, params: object): Promise<object> {
    this.#id += 1;
    const answered = new Promise<Reply>((resolve) => (this.#answer = resolve));
    this.#child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params })}\n`,
    );
    const { result, error } = await answered;
    if (result === undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  notify(method: string): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`);
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, "exit");
  }
}

interface Figures {
  readonly initializeMs: number;
  readonly listMs: number;
  readonly callMs: number;
}

async function measure({ name, words, tool }: Contestant): Promise<Figures> {
  const startMs = performance.now();
  const host = new Host(words);
  await host.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  });
  const initializeMs = performance.now() - startMs;
  host.notify("notifications/initialized");
  await host.request("tools/list", {});
  const listMs = performance.now() - startMs;
  const call = { name: tool, arguments: { path: join(work, "sample.txt") } };
  const first = JSON.stringify(await host.request("tools/call", call));
  if (!first.includes("line 39 of a file")) throw new Error(`${name} answered ${first}`);
  const callsMs = performance.now();
  for (let count = 0; count < reads; count += 1) await host.request("tools/call", call);
  const callMs = (performance.now() - callsMs) / reads;
  await host.close();
  return { initializeMs, listMs, callMs };
}

/** From SIGTERM to the end of a server that has a stream and a command open, in milliseconds. */
async function measureEnd(): Promise<number> {
  const words = [
    bin,
    "mcp",
    "serve",
    "--http",
    "0",
    "--no-auth",
    "--mode",
    "auto",
    "--unsandboxed",
  ];
  const server = spawn(process.execPath, words, {
    cwd: work,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const url = await new Promise<string>((resolve) => {
      let printed = "";
      server.stderr.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        const [, address] = / at (http:\S+)\s/.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
    });
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const post = (session: object, id: number, method: string, params: object): Promise<Response> =>
      fetch(url, {
        method: "POST",
        headers: { ...headers, ...session },
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
      });
    const opened = await post({}, 1, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1.0.0" },
    });
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const stream = await fetch(url, { headers: { ...session, accept: "text/event-stream" } });
    const started = join(work, "started");
    rmSync(started, { force: true });
    const command = { command: "touch started; sleep 600" };
    const call = post(session, 2, "tools/call", { name: "run_command", arguments: command })
      .then((response) => response.text())
      .catch(() => "");
    while (!existsSync(started)) await setTimeout(10);
    const startMs = performance.now();
    server.kill("SIGTERM");
    await once(server, "exit");
    const endMs = performance.now() - startMs;
    await call;
    await stream.body?.cancel().catch(() => undefined);
    return endMs;
  } finally {
    server.kill("SIGKILL");
  }
}

try {
  const figures = new Map(contestants.map(({ name }) => [name, [] as Figures[]]));
  for (let round = 0; round < rounds + warmUps; round += 1) {
    for (const contestant of contestants) {
      const measured = await measure(contestant);
      // The first rounds fill the caches, the compile cache among them.
      if (round >= warmUps) figures.get(contestant.name)?.push(measured);
    }
  }
  const median = (name: string, of: keyof Figures): number =>
    spreadOf((figures.get(name) ?? []).map((each) => each[of])).median;
  const ratio = (name: string, of: keyof Figures): number =>
    median(name, of) / median("server-filesystem", of);
  console.log(`MCP servers over standard input and output. ${describeMachine()}\n`);
  console.log(
    table([
      ["what", "initialize", "tools/list", "ratio", "a read", "ratio"],
      ...contestants.map(({ name }) => [
        name,
        `${median(name, "initializeMs").toFixed(0)} ms`,
        `${median(name, "listMs").toFixed(0)} ms`,
        `x${ratio(name, "listMs").toFixed(2)}`,
        `${median(name, "callMs").toFixed(3)} ms`,
        `x${ratio(name, "callMs").toFixed(2)}`,
      ]),
    ]),
  );
  console.log();
  goal("start to tools/list", ratio("toolwright mcp serve", "listMs"), 1, "x");
  goal("a read of 1.6 kB", ratio("toolwright mcp serve", "callMs"), 1.5, "x");
  let slowestMs = 0;
  for (let count = 0; count < ends; count += 1) {
    slowestMs = Math.max(slowestMs, await measureEnd());
  }
  goal(`SIGTERM to the end over HTTP, the slowest of ${ends}`, slowestMs, 2_000, "ms");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
