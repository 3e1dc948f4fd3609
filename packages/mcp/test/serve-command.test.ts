import { type ChildProcess, execFile, spawn } from "node:child_process";
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
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

// The built command line, as hosts start it.
const bin = fileURLToPath(new URL("../../cli/bin/toolwright.cjs", import.meta.url));

let cwd: string;
let env: Record<string, string>;

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "serve-command-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cwd = join(folder, "work");
  for (const name of ["work", "home"]) mkdirSync(join(folder, name));
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  writeFileSync(join(cwd, "hello.txt"), "hello\n");
});

interface HttpServer {
  readonly url: URL;
  readonly token: string;
  readonly process: ChildProcess;
}

/** Without `--no-auth` it has a token. */
async function startHttp(...words: readonly string[]): Promise<HttpServer> {
  const child = spawn(process.execPath, [bin, "mcp", "serve", "--http", "0", ...words], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    errors += String(chunk);
    if (errors.split("\n").length > 2) break;
  }
  const [, url = ""] = / at (http:\S+)/.exec(errors) ?? [];
  const [, token = ""] = /Bearer (\S+)/.exec(errors) ?? [];
  return { url: new URL(url), token, process: child };
}

type Says = (params: ElicitRequest["params"]) => ElicitResult;

interface Host {
  readonly client: Client;
  readonly asked: ElicitRequest["params"][];
}

const eras = {
  "2025-11-25": { mode: "legacy" },
  "2026-07-28": { mode: { pin: "2026-07-28" } },
} as const;

type Era = keyof typeof eras;

async function connect(
  era: Era,
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  says?: Says,
): Promise<Host> {
  const client = new Client(
    { name: "test-host", version: "1.0.0" },
    {
      versionNegotiation: eras[era],
      capabilities: says === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  const asked: ElicitRequest["params"][] = [];
  if (says !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params);
      return says(params);
    });
  }
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, asked };
}

const overStdio = (...words: readonly string[]): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", "serve", ...words],
    cwd,
    env,
    stderr: "ignore",
  });

const overHttp = ({ url, token }: HttpServer): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });

const answer = (value: string): ElicitResult => ({ action: "accept", content: { answer: value } });

describe.each(Object.keys(eras) as Era[])("a host that speaks %s", (era) => {
  describe.each(["stdio", "http"])("over %s", (way) => {
    const open = async (says?: Says, ...words: readonly string[]): Promise<Host> =>
      connect(
        era,
        way === "stdio" ? overStdio(...words) : overHttp(await startHttp(...words)),
        says,
      );

    it("lists the tools and reads a file", async () => {
      const { client } = await open();
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("read_file");
      const result = await client.callTool({ name: "read_file", arguments: { path: "hello.txt" } });
      expect(JSON.stringify(result.content)).toContain("hello");
      expect(result).not.toHaveProperty("structuredContent");
      expect(tools.filter((tool) => "outputSchema" in tool)).toEqual([]);
    });

    it("asks its person, and the allowed call runs once", async () => {
      const { client, asked } = await open(() => answer("once"));
      const made = await client.callTool({
        name: "run_command",
        arguments: { command: "echo x >> log.txt" },
      });
      expect(made.isError ?? false).toBe(false);
      expect(asked).toHaveLength(1);
      expect(readFileSync(join(cwd, "log.txt"), "utf8")).toBe("x\n");
    });

    it("changes nothing when its person says no", async () => {
      const { client } = await open(() => ({ action: "decline" }));
      const refused = await client.callTool({
        name: "write_file",
        arguments: { path: "new.txt", content: "x" },
      });
      expect(refused.isError).toBe(true);
      expect(existsSync(join(cwd, "new.txt"))).toBe(false);
    });

    it("gets a refusal that names the way to allow it when it can't ask", async () => {
      const { client } = await open();
      const input = { path: "new.txt", content: "x" };
      const told = await client.callTool({ name: "write_file", arguments: input }).then(
        ({ content, isError }) => ({ said: JSON.stringify(content), isError, code: null }),
        ({ message, code }) => ({ said: String(message), isError: null, code }),
      );
      expect(told.said).toContain("toolwright policy grant 'write(new.txt)'");
      // The newer era has an error for a host that can't do what a call needs.
      const how = { "2025-11-25": { isError: true }, "2026-07-28": { code: -32_021 } }[era];
      expect(told).toMatchObject(how);
    });

    it("is told of progress when it wants to know", async () => {
      const { client } = await open(undefined, "--mode", "auto", "--unsandboxed");
      const told: number[] = [];
      await client.callTool(
        { name: "run_command", arguments: { command: "echo one; sleep 0.2; echo two" } },
        { onprogress: ({ progress }) => told.push(progress) },
      );
      expect(told.length).toBeGreaterThan(0);
      expect(told).toEqual([...told].sort((a, b) => a - b));
    });

    it("cancels a call, and its command ends", async () => {
      // In a sandbox it wouldn't know its own number.
      writeFileSync(join(cwd, "..", "settings.json"), '{ "shell": { "sandbox": "off" } }');
      const words = ["--settings", "../settings.json", "--mode", "auto", "--unsandboxed"];
      const { client } = await open(undefined, ...words);
      const cancel = new AbortController();
      const call = client.callTool(
        { name: "run_command", arguments: { command: "echo $$ > pid.txt; sleep 600" } },
        { signal: cancel.signal },
      );
      const ended = call.catch((thrown: unknown) => thrown);
      const pidFile = join(cwd, "pid.txt");
      await expect
        .poll(() => existsSync(pidFile) && readFileSync(pidFile, "utf8"), { timeout: 15_000 })
        .toMatch(/\d\n/);
      const pid = Number(readFileSync(pidFile, "utf8"));
      cancel.abort();
      expect(await ended).toBeInstanceOf(Error);
      await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
    });
  });
});

describe("structured results", () => {
  /** What each tool does well; whatever else is listed is called with nothing, and fails. */
  const inputs: Readonly<Record<string, Record<string, unknown>>> = {
    read_file: { path: "hello.txt", limit: 1 },
    write_file: { path: "new.txt", content: "new\n" },
    edit_file: { path: "hello.txt", old_string: "hello", new_string: "Hello" },
    search_text: { pattern: "l+" },
    find_files: { pattern: "**" },
    list_directory: { path: "." },
    file_info: { path: "hello.txt" },
    make_directory: { path: "made" },
    move_path: { from: "new.txt", to: "moved.txt" },
    delete_path: { path: "moved.txt" },
    run_command: { command: "seq 20000" },
    git: { command: "status" },
    system_info: {},
    get_environment: { names: ["HOME"] },
  };

  it("hold every line that the text holds, of answers, cuts and failures of every tool", async () => {
    const words = ["--structured", "--mode", "auto", "--unsandboxed"];
    const { client } = await connect("2026-07-28", overStdio(...words));
    const { tools } = await client.listTools();
    const order = Object.keys(inputs);
    const listed = tools.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    expect(listed.length).toBeGreaterThan(5);
    let succeeded = 0;
    for (const { name, outputSchema } of listed) {
      for (const given of [inputs[name] ?? {}, { no_such_field: 1 }]) {
        const { content, structuredContent, isError } = await client.callTool({
          name,
          arguments: given,
        });
        if (isError !== true) succeeded += 1;
        if (outputSchema === undefined) continue;
        const { text = "" } = (structuredContent ?? {}) as { text?: string };
        for (const part of content) {
          if (part.type === "text") expect(text, `${name}'s structure`).toContain(part.text);
        }
        expect(text).not.toBe("");
      }
    }
    expect(succeeded).toBeGreaterThan(4);
  });
});

/** One that has ended and that nobody has asked about (`Z`) counts as ended. */
function isAlive(processId: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, "latin1"));
  } catch {
    return false;
  }
}

describe("the conformance suite, on the real tools", () => {
  const suite = fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"),
  );
  const scenarios = [
    ["2025-11-25", "server-initialize"],
    ["2025-11-25", "ping"],
    ["2025-11-25", "tools-list"],
    ["2025-11-25", "dns-rebinding-protection"],
    ["2025-11-25", "server-session-lifecycle"],
    ["2026-07-28", "tools-list"],
    ["2026-07-28", "caching"],
    ["2026-07-28", "dns-rebinding-protection"],
    ["2026-07-28", "http-header-validation"],
  ] as const;

  it("holds for what needs no tools of its own", async () => {
    const { url } = await startHttp("--no-auth");
    const results = await Promise.all(
      scenarios.map(
        ([revision, scenario]) =>
          new Promise<string>((resolve) => {
            const words = ["server", "--url", url.href, "--scenario", scenario];
            const output = ["-o", join(cwd, "..", `${revision}-${scenario}`)];
            execFile(
              process.execPath,
              [suite, ...words, "--spec-version", revision, ...output],
              (error, stdout) =>
                resolve(`${revision} ${scenario}: ${error === null ? "ok" : stdout}`),
            );
          }),
      ),
    );
    expect(results).toEqual(scenarios.map(([revision, name]) => `${revision} ${name}: ok`));
  });
});
