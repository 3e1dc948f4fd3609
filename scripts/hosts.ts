// `npm run hosts`: tests that a model gets our answers in Claude Code and Codex, and that these, Gemini CLI and opencode
// list the server that `init` adds. Installs their command lines, gives them `mcp serve` and a fake model on loopback that
// makes calls, and checks the next request to the model. `npm run hosts codex` tests only that one. They come from the npm
// registry (about 350 MB, kept in node_modules/.cache). If they can't be installed, it prints the reason and exits with 0.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.ts";
import { type FakeCall, type FakeModel, startFakeModel } from "./hosts/fake-model.ts";
import { root, runTool } from "./repository.ts";

interface Host {
  readonly packages: readonly string[];
  /** Below `node_modules`. */
  readonly program: string;
  /** Before `program`. */
  readonly runner?: string;
  readonly environment: (model: string, home: string) => Readonly<Record<string, string>>;
  /** A session with a fake model. */
  readonly session?: HostSession;
  /** What it says of a server that is there, after `mcp list`. */
  readonly listed: RegExp;
}

interface HostSession {
  readonly words: (model: string, serve: readonly string[]) => readonly string[];
  /** Flags that disable the host's own tools, and the names of those tools. */
  readonly alone: { readonly words: readonly string[]; readonly gone: readonly string[] };
}

const system = `${process.platform}-${process.arch}`;
const target = `${process.arch === "arm64" ? "aarch64" : "x86_64"}-${process.platform === "darwin" ? "apple-darwin" : "unknown-linux-musl"}`;
const node = process.execPath;

const hosts: Readonly<Record<string, Host>> = {
  "claude-code": {
    packages: ["@anthropic-ai/claude-code@2.1.330"],
    program: `@anthropic-ai/claude-code-${system}/claude`,
    environment: (model, home) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    session: {
      words: (_model, [command = "", ...words]) => [
        "-p",
        "go",
        "--strict-mcp-config",
        "--mcp-config",
        JSON.stringify({ mcpServers: { toolwright: { command, args: words } } }),
        "--allowedTools",
        "mcp__toolwright",
      ],
      alone: {
        words: ["--disallowedTools", "Bash,Edit,Write,NotebookEdit,Read,Grep,Glob"],
        gone: ["Bash", "Edit", "Write", "NotebookEdit", "Read", "Grep", "Glob"],
      },
    },
    listed: /^toolwright: .*Connected/m,
  },
  codex: {
    packages: ["@openai/codex@0.169.0"],
    program: `@openai/codex-${system}/vendor/${target}/bin/codex`,
    environment: (_model, home) => ({ CODEX_HOME: home }),
    session: {
      words: (model, [command = "", ...words]) => [
        "exec",
        "--skip-git-repo-check",
        "--dangerously-bypass-approvals-and-sandbox",
        // For newer models it has a tool that runs JavaScript, which no flag takes away.
        "-m",
        "gpt-5-codex",
        "-c",
        'model_provider="fake"',
        "-c",
        `model_providers.fake={name="fake",base_url="${model}/v1",wire_api="responses"}`,
        "-c",
        `mcp_servers.toolwright.command=${JSON.stringify(command)}`,
        "-c",
        `mcp_servers.toolwright.args=${JSON.stringify(words)}`,
        "go",
      ],
      alone: { words: ["--disable", "shell_tool"], gone: ["exec_command", "shell"] },
    },
    listed: /^toolwright .*enabled/m,
  },
  "gemini-cli": {
    packages: ["@google/gemini-cli@0.61.0"],
    runner: node,
    program: "@google/gemini-cli/bundle/gemini.js",
    environment: () => ({ GEMINI_CLI_TRUST_WORKSPACE: "true" }),
    listed: /toolwright: .*Connected/,
  },
  opencode: {
    packages: [`opencode-${system}@1.18.33`],
    program: `opencode-${system}/bin/opencode`,
    environment: () => ({}),
    listed: /toolwright .*connected/,
  },
};

/** A call, and the text that the model must get. */
const steps: readonly (FakeCall & { readonly holds: readonly string[] })[] = [
  { tool: "read_file", input: { path: "hello.txt", limit: 1 }, holds: ["1\\thello", "offset: 2"] },
  { tool: "search_text", input: { pattern: "hel+o" }, holds: ["hello.txt", "hello world"] },
  { tool: "run_command", input: { command: "echo from-the-command" }, holds: ["from-the-command"] },
  { tool: "read_file", input: { path: "none.txt" }, holds: ["none.txt", "does not exist"] },
  {
    tool: "write_file",
    input: { path: "new.txt", content: "" },
    holds: ["toolwright policy grant 'write(new.txt)'"],
  },
];
/** Without a user, a host answers every question with no. */
const nobody = ["--approve", "deny"];
const runMs = 60_000;

const cache = join(root, "node_modules", ".cache", "hosts");
const bin = join(root, "packages", "cli", "bin", "toolwright.cjs");
const wanted = process.argv.slice(2);
const problem = await build();
if (problem !== "") {
  console.error(problem.trimEnd());
  process.exitCode = 1;
} else {
  for (const name of wanted.length > 0 ? wanted : Object.keys(hosts)) await tryHost(name);
}

async function tryHost(name: string): Promise<void> {
  const host = hosts[name];
  if (host === undefined)
    throw new Error(`No host '${name}'. There are: ${Object.keys(hosts).join(", ")}.`);
  const missing = await install(name, host);
  if (missing !== null) {
    console.log(`skipped ${name}: it can't be installed here: ${missing}`);
    return;
  }
  const { session } = host;
  if (session !== undefined) {
    for (const flags of [[], ["--structured"]]) {
      const problems = await problemsOf(name, { ...host, session }, flags);
      report([name, "with mcp serve", ...flags].join(" "), problems);
    }
  }
  report(`${name} after toolwright init`, await problemsAfterInit(name, host));
}

function report(what: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? "ok     " : "FAILED "} ${what}`);
  for (const each of problems) console.log(`    ${each}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Resolves to the reason why it can't be installed, or to null. */
async function install(name: string, { packages, program }: Host): Promise<string | null> {
  const folder = join(cache, name);
  const installed = join(folder, "node_modules", program);
  const stamp = join(folder, `${packages.join(" ").replaceAll("/", "+")}.installed`);
  if (existsSync(stamp) && existsSync(installed)) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  const { status, output } = await runTool("npm", words, { isQuiet: true, cwd: folder });
  if (status !== 0) return output.trim().split("\n").at(-1) ?? "npm failed";
  if (!existsSync(installed)) return `there is none for ${system}`;
  writeFileSync(stamp, "");
  return null;
}

async function problemsOf(
  name: string,
  host: Required<Pick<Host, "session">> & Host,
  flags: readonly string[],
): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), "toolwright-hosts-"));
  const model = await startFakeModel("toolwright", steps);
  try {
    const cwd = join(home, "work");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "hello.txt"), "hello world\nsecond line\n");
    const { words: wordsFor, alone } = host.session;
    const words = wordsFor(model.url, [node, bin, "mcp", "serve", ...nobody, ...flags]);
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_STATE_HOME: join(home, "state"),
      ...host.environment(model.url, home),
    };
    const output = await runHost(name, host, [...words, ...alone.words], { cwd, environment });
    return [...missingIn(model, output), ...shownIn(model, alone)];
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Whether the host lists the server that `toolwright init` has added, and no longer after `--undo`. */
async function problemsAfterInit(name: string, host: Host): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), "toolwright-hosts-"));
  try {
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_STATE_HOME: join(home, "state"),
      ...host.environment("http://127.0.0.1:9", home),
    };
    const options = { cwd: join(home, "work"), environment };
    mkdirSync(options.cwd);
    const list = (): Promise<string> => runHost(name, host, ["mcp", "list"], options);
    const added = await run(node, [bin, "init", name, "--yes", "--no-own-tools"], options);
    const listed = await list();
    if (!host.listed.test(listed)) return [...added.split("\n"), ...listed.split("\n")];
    const undone = await run(node, [bin, "init", "--undo"], options);
    const left = await list();
    return host.listed.test(left) ? [...undone.split("\n"), ...left.split("\n")] : [];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function missingIn({ results }: FakeModel, output: string): string[] {
  if (results.length < steps.length) {
    return [
      `The model was told of ${results.length} of ${steps.length} calls.`,
      ...output.trim().split("\n"),
    ];
  }
  return steps.flatMap(({ tool, holds }, index) => {
    const told = results[index] ?? "";
    const lost = holds.filter((text) => !told.replaceAll("\\\\", "\\").includes(text));
    return lost.map(
      (text) => `${tool}: the model isn't told '${text}', but: ${told.slice(0, 300)}`,
    );
  });
}

function shownIn({ shown }: FakeModel, alone: HostSession["alone"]): string[] {
  return alone.gone
    .filter((name) => shown.includes(name))
    .map((name) => `The host's own tool '${name}' is there in spite of ${alone.words.join(" ")}.`);
}

interface RunOptions {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

function runHost(
  name: string,
  { runner, program }: Host,
  words: readonly string[],
  options: RunOptions,
): Promise<string> {
  const path = join(cache, name, "node_modules", program);
  return runner === undefined ? run(path, words, options) : run(runner, [path, ...words], options);
}

/** Resolves to its output. */
function run(program: string, words: readonly string[], options: RunOptions): Promise<string> {
  const { cwd, environment } = options;
  const child = spawn(program, words, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), runMs);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}
