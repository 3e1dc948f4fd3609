import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CommandBench,
  commandBench,
  projectPath,
  userPath,
} from "../../test/command-bench.ts";

interface Listed {
  readonly trust: string;
  readonly servers: readonly Record<string, unknown>[];
}

async function list(bench: CommandBench): Promise<Listed> {
  return JSON.parse((await bench.run("mcp", "list", "--json")).output) as Listed;
}

const servers = (bench: CommandBench, path = userPath): unknown =>
  (JSON.parse(bench.read(path)) as { mcpServers: unknown }).mcpServers;

describe("mcp add", () => {
  test("writes a command, and keeps comments and what else is in the file", async () => {
    const bench = commandBench();
    const before = '// mine\n{\n  "mode": "plan", // careful\n}\n';
    bench.put(userPath, before);
    const words = ["--env", "A=b=c", "--env", "B=", "--cwd", "/x", "--timeout", "5m"];
    const added = await bench.run("mcp", "add", "git", ...words, "--", "npx", "-y", "x", "--y");
    expect(added).toMatchObject({ status: 0, errors: "" });
    expect(added.output).toContain("Added the MCP server 'git' to ");
    const text = bench.read(userPath);
    expect(text).toContain('// mine\n{\n  "mode": "plan", // careful\n');
    expect((await list(bench)).servers).toMatchObject([
      { name: "git", state: "in-force", layer: "user", server: "npx -y x --y", timeoutMs: 300_000 },
    ]);
    expect(text).toContain('"A": "b=c"');
    expect(text).toContain('"cwd": "/x"');
  });

  test("writes a URL with its headers, in a file for this user alone", async () => {
    const bench = commandBench();
    const header = ["--header", "Authorization: Bearer ${TOKEN}", "--header", "X-A:1"];
    const added = await bench.run("mcp", "add", "far", "--url", "https://h/mcp", ...header);
    expect(added.status).toBe(0);
    expect(added.output).toContain("the variable TOKEN isn't set");
    expect(servers(bench)).toEqual({
      far: {
        type: "http",
        url: "https://h/mcp",
        headers: { Authorization: "Bearer ${TOKEN}", "X-A": "1" },
      },
    });
    if (process.platform !== "win32") {
      expect(statSync(join(bench.home, ".config/toolwright/settings.json")).mode & 0o777).toBe(
        0o600,
      );
    }
    await bench.run("mcp", "add", "old", "--url", "https://h/sse", "--sse");
    expect(servers(bench)).toMatchObject({ old: { type: "sse" } });
  });

  test("replaces a server of the name only when told to", async () => {
    const bench = commandBench();
    await bench.run("mcp", "add", "a", "--", "sh");
    const refused = await bench.run("mcp", "add", "a", "--", "ls");
    expect(refused.status).toBe(2);
    expect(refused.errors).toContain("--force");
    expect(servers(bench)).toEqual({ a: { command: "sh" } });
    expect((await bench.run("mcp", "add", "a", "--force", "--", "ls")).status).toBe(0);
    expect(servers(bench)).toEqual({ a: { command: "ls" } });
  });

  test("saves no program that isn't there, unless it is told to", async () => {
    const bench = commandBench();
    for (const command of ["no-such-program", "./no-such-program"]) {
      const refused = await bench.run("mcp", "add", "a", "--", command);
      expect(refused).toMatchObject({ status: 2, output: "" });
      expect(refused.errors).toContain("no-such-program");
      expect(refused.errors).toContain("--force");
      expect(existsSync(join(bench.home, ".config/toolwright/settings.json"))).toBe(false);
    }
    expect((await bench.run("mcp", "add", "a", "--force", "--", "no-such-program")).status).toBe(0);
    expect((await bench.run("mcp", "add", "b", "--", "${TOOL}")).status).toBe(0);
    const added = await bench.run("mcp", "add", "c", "--", "sh");
    expect(added.output).toContain("wasn't started");
    expect(added.output).toContain("toolwright mcp test c");
  });

  test("loses none of several at once", async () => {
    const bench = commandBench();
    const names = ["a", "b", "c", "d"];
    const ran = await Promise.all(names.map((name) => bench.run("mcp", "add", name, "--", "sh")));
    expect(ran.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(Object.keys(servers(bench) as object).toSorted()).toEqual(names);
  });

  test("into the project's settings says that these have to be trusted", async () => {
    const bench = commandBench();
    const added = await bench.run("mcp", "add", "a", "--project", "--", "sh");
    expect(added.output).toContain("toolwright policy trust");
    expect(servers(bench, projectPath)).toEqual({ a: { command: "sh" } });
    expect((await list(bench)).servers).toMatchObject([{ state: "untrusted" }]);
  });

  test("warns about a literal value, and doesn't show it", async () => {
    const bench = commandBench();
    const secret = "verysecretvalue";
    const added = await bench.run("mcp", "add", "a", "--env", `KEY=${secret}`, "--", "sh");
    expect(added.output).toContain("the value of KEY is stored in the file as it is");
    expect(added.output + added.errors).not.toContain(secret);
    const wrong = await bench.run("mcp", "add", "b", "--env", secret, "--", "sh");
    expect(wrong.status).toBe(2);
    expect(wrong.errors).not.toContain(secret);
  });

  test.each([
    [["add"], "Name the server"],
    [["add", "a"], "Give a command or a URL"],
    [["add", "a", "--url", "https://h", "--", "x"], "Give a command or a URL"],
    [["add", "a b", "--", "x"], "Use 'a-b'."],
    [["add", "a", "--url", "ftp://h"], "use http or https"],
    [["add", "a", "--url", "https://u:p@h"], "holds a password"],
    [["add", "a", "--url", "https://h", "--env", "A=b"], "--env needs a server with a command"],
    [["add", "a", "--sse", "--", "x"], "--sse needs a server with a URL"],
    [["add", "a", "--timeout", "soon", "--", "x"], "--timeout must be a time"],
    [["add", "a", "--project", "--settings", "x.json", "--", "x"], "not both"],
    [["remove"], "Name one server"],
    [["remove", "nothing"], "There is no MCP server 'nothing'. There are none."],
    [["list", "x"], "takes no argument"],
    [["import", "nowhere"], "is neither a file nor a host. Hosts: claude-code"],
    [["import", "cursor"], "There are no MCP servers in"],
  ])("mcp %j is refused", async (words, message) => {
    const bench = commandBench();
    bench.put("x.json", "{}");
    const ran = await bench.run("mcp", ...words);
    expect(ran).toMatchObject({ status: 2, output: "" });
    expect(ran.errors).toContain(message);
    expect(existsSync(join(bench.home, ".config/toolwright/settings.json"))).toBe(false);
  });

  test("leaves a file with an error alone", async () => {
    const bench = commandBench();
    bench.put(userPath, '{ "mode": }');
    const ran = await bench.run("mcp", "add", "a", "--", "x");
    expect(ran.status).toBe(2);
    expect(ran.errors).toContain("settings.json:1:11");
    expect(bench.read(userPath)).toBe('{ "mode": }');
  });
});

describe("mcp remove", () => {
  test("takes one out, and keeps the others and comments", async () => {
    const bench = commandBench();
    bench.put(
      userPath,
      '{\n  "mcpServers": {\n    // one\n    "a": { "command": "x" },\n    "b": { "command": "y" } // two\n  }\n}\n',
    );
    expect((await bench.run("mcp", "remove", "a")).status).toBe(0);
    expect(bench.read(userPath)).toContain('"b": { "command": "y" } // two');
    expect((await list(bench)).servers).toMatchObject([{ name: "b" }]);
  });

  test("names the file of a server that it can't remove", async () => {
    const bench = commandBench();
    const path = bench.put(projectPath, { mcpServers: { a: { command: "x" } } });
    const ran = await bench.run("mcp", "remove", "a");
    expect(ran.status).toBe(2);
    expect(ran.errors).toContain(`it is in ${path}:1`);
    expect((await bench.run("mcp", "remove", "a", "--project")).status).toBe(0);
    expect(servers(bench, projectPath)).toEqual({});
  });
});

describe("mcp list", () => {
  test("shows what counts and what doesn't, and no secret", async () => {
    const bench = commandBench();
    bench.put(userPath, {
      mcpServers: {
        a: { command: "npx", args: ["-y", "x y"], env: { KEY: "hidden-1" }, trust: true },
        b: { url: "https://h/mcp?key=hidden-2", headers: { Authorization: "Bearer hidden-3" } },
        c: { command: "x", disabled: true },
        d: {},
        e: { url: "https://me:hidden-4@h/" },
        f: { command: "x", args: ["--token=ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"] },
      },
    });
    bench.put(projectPath, { mcpServers: { a: { command: "evil" } } });
    const { output, errors, status } = await bench.run("mcp", "list");
    expect(status).toBe(0);
    expect(output.split("\n").map((row) => row.replaceAll(/ {2,}/g, " | "))).toEqual([
      "NAME | STATE | LAYER | SERVER",
      "a | not trusted | project | evil",
      'a | used, trusted | user | npx -y "x y"',
      "b | used | user | https://h/mcp?…",
      "c | off | user | x",
      "d | not usable | user | ",
      "e | not usable | user | https://…@h/",
      expect.stringMatching(/^f \| used \| user \| x --token=«/),
      "a: the project is not trusted: toolwright policy trust",
      expect.stringMatching(/^c: switched off in .*settings\.json$/),
      "",
    ]);
    expect(errors).toContain("MCP server 'd': it has neither a command nor a url; it is not used");
    const listed = await list(bench);
    expect(listed).toMatchObject({ trust: "untrusted" });
    expect(listed.servers[1]).toMatchObject({ environment: ["KEY"], isTrusted: true });
    const all = output + errors + JSON.stringify(listed);
    expect(all).not.toMatch(/hidden-\d|ghp_/);
  });

  test("says that there is none, and that a project's file isn't read", async () => {
    const bench = commandBench();
    expect((await bench.run("mcp", "list")).output).toContain("No MCP servers. To add one:");
    bench.put(".mcp.json", { mcpServers: { a: { command: "x" } } });
    const { output, errors } = await bench.run("mcp", "list");
    expect(output).toContain("No MCP servers");
    expect(errors).toContain(".mcp.json isn't read, because you haven't trusted this project");
    await bench.run("policy", "trust", "--yes");
    expect((await list(bench)).servers).toMatchObject([{ name: "a", state: "in-force" }]);
  });
});

describe("a person's trust of a server", () => {
  test("is listed among the rules, and a project's isn't", async () => {
    const bench = commandBench();
    bench.put(userPath, { mcpServers: { a: { command: "x", trust: true } } });
    bench.put(projectPath, { mcpServers: { b: { command: "y", trust: true } } });
    await bench.run("policy", "trust", "--yes");
    const { rules } = JSON.parse((await bench.run("policy", "list", "--json")).output) as {
      readonly rules: readonly unknown[];
    };
    expect(rules).toMatchObject([{ layer: "user", rule: { allow: "mcp(a/*)" }, counts: true }]);
  });
});

describe("mcp import", () => {
  const claude = "~/.claude.json";

  test("imports servers from every host's own files, and lists what it left out", async () => {
    const bench = commandBench();
    bench.put(claude, {
      numStartups: 5,
      mcpServers: { all: { type: "stdio", command: "all", env: {} } },
      projects: {
        [bench.workspace]: { mcpServers: { local: { command: "local" } } },
        "/elsewhere": { mcpServers: { other: { command: "other" } } },
      },
    });
    bench.put("~/.config/Claude/claude_desktop_config.json", {
      mcpServers: { desk: { command: "desk", args: ["pa$word"] } },
    });
    bench.put("~/.config/Code/User/mcp.json", {
      inputs: [{ id: "api-key", type: "promptString", password: true }],
      servers: {
        code: {
          type: "http",
          url: "https://h/mcp",
          headers: { Authorization: "Bearer ${input:api-key}" },
        },
      },
    });
    bench.put(
      "~/.cursor/mcp.json",
      '{ // mine\n "mcpServers": { "cur": { "url": "https://c/sse" } } }',
    );
    bench.put("~/.gemini/settings.json", {
      mcpServers: {
        gem: { httpUrl: "https://g/mcp", headers: { A: "$GEM" }, trust: true, timeout: 5_000 },
        bad: { command: "x", url: "https://x" },
      },
    });
    const dry = await bench.run("mcp", "import", "--dry-run");
    expect(dry.status).toBe(1);
    expect(dry.output).toContain("Would write 6 servers to ");
    expect(existsSync(join(bench.home, ".config/toolwright/settings.json"))).toBe(false);
    const { status, output } = await bench.run("mcp", "import");
    expect(status).toBe(1);
    for (const text of [
      "note: it was only for ",
      "the input 'api-key' is now the variable API_KEY",
      "'trust' isn't imported: its tools need approval",
      "it has both a command and a URL; keep one",
      "Wrote 6 servers to ",
    ]) {
      expect(output).toContain(text);
    }
    expect(servers(bench)).toEqual({
      local: { command: "local" },
      all: { type: "stdio", command: "all", env: {} },
      desk: { command: "desk", args: ["pa$word"] },
      code: { type: "http", url: "https://h/mcp", headers: { Authorization: "Bearer ${API_KEY}" } },
      cur: { url: "https://c/sse" },
      gem: { httpUrl: "https://g/mcp", headers: { A: "${GEM}" }, timeout: 5_000 },
    });
    const again = await bench.run("mcp", "import", "cursor");
    expect(again.status).toBe(0);
    expect(again.output).toContain("unchanged");
    expect(again.output).toContain("Wrote 0 servers");
  });

  test("converts the entries of Zed, Codex and opencode", async () => {
    const bench = commandBench();
    bench.put(
      "~/.config/zed/settings.json",
      '{ "theme": "One", // mine\n "context_servers": { "pg": { "source": "custom", "command": { "path": "pg", "args": ["a"] } } } }',
    );
    bench.put(
      "~/.codex/config.toml",
      `model = "m"
[mcp_servers.docs]
command = "docs"
args = ["-y"]
disabled_tools = ["x"]
startup_timeout_sec = 20
[mcp_servers.web]
url = "https://w/mcp"
bearer_token_env_var = "WEB_TOKEN"
http_headers = { A = "b" }
`,
    );
    bench.put(
      "~/.config/opencode/opencode.jsonc",
      '{ "mcp": { "local": { "type": "local", "command": ["x", "y"], "environment": { "K": "{env:KEY}" }, "enabled": false }, "far": { "type": "remote", "url": "https://f/mcp" } } }',
    );
    const { status, output } = await bench.run("mcp", "import");
    expect(status).toBe(0);
    expect(output).toContain("'startup_timeout_sec' isn't used here");
    expect(servers(bench)).toEqual({
      pg: { command: "pg", args: ["a"] },
      docs: { command: "docs", args: ["-y"], excludeTools: ["x"] },
      web: { url: "https://w/mcp", headers: { A: "b", Authorization: "Bearer ${WEB_TOKEN}" } },
      local: { command: "x", args: ["y"], env: { K: "${KEY}" }, enabled: false },
      far: { url: "https://f/mcp" },
    });
  });

  test.each([
    [
      "cursor",
      "~/.cursor/mcp.json",
      { mcpServers: { tw: { command: "npx", args: ["-y", "toolwright", "mcp", "serve"] } } },
    ],
    [
      "opencode",
      "~/.config/opencode/opencode.json",
      {
        mcp: {
          tw: { type: "local", command: ["/n/node", "/t/bin/toolwright.cjs", "mcp", "serve"] },
        },
      },
    ],
  ])("leaves out our own server in %s, which would start itself", async (host, path, text) => {
    const bench = commandBench();
    bench.put(path, text);
    const { output } = await bench.run("mcp", "import", host);
    expect(output).toContain("it is Toolwright itself");
    expect(output).toContain("Wrote 0 servers");
  });

  test("reads a project's files only when they are named", async () => {
    const bench = commandBench();
    bench.put(".mcp.json", { mcpServers: { evil: { command: "evil" } } });
    bench.put(".vscode/mcp.json", { servers: { evil: { command: "evil" } } });
    const all = await bench.run("mcp", "import");
    expect(all).toMatchObject({ status: 0 });
    expect(all.output).toContain("No MCP servers of other hosts were found.");
    expect(all.output).toContain(
      ".vscode/mcp.json belongs to the project, so it was skipped. To import it:",
    );
    expect(existsSync(join(bench.home, ".config/toolwright/settings.json"))).toBe(false);
    const named = await bench.run("mcp", "import", ".vscode/mcp.json");
    expect(named).toMatchObject({ status: 0 });
    expect(servers(bench)).toEqual({ evil: { command: "evil" } });
  });

  test("replaces nothing of the person's unless told to", async () => {
    const bench = commandBench();
    bench.put(userPath, { mcpServers: { a: { command: "mine", trust: true } } });
    bench.put("~/.cursor/mcp.json", { mcpServers: { a: { command: "theirs" } } });
    const kept = await bench.run("mcp", "import", "cursor");
    expect(kept.status).toBe(1);
    expect(kept.output).toContain("--force replaces it");
    expect(servers(bench)).toEqual({ a: { command: "mine", trust: true } });
    expect((await bench.run("mcp", "import", "cursor", "--force")).status).toBe(0);
    expect(servers(bench)).toEqual({ a: { command: "theirs" } });
  });

  test("takes the first of two hosts' servers of one name", async () => {
    const bench = commandBench();
    bench.put(claude, { mcpServers: { a: { command: "x" }, b: { command: "y" } } });
    bench.put("~/.cursor/mcp.json", { mcpServers: { a: { command: "x" }, b: { command: "z" } } });
    const { status, output } = await bench.run("mcp", "import", "--json");
    expect(status).toBe(1);
    const steps = (JSON.parse(output) as { servers: readonly { action: string }[] }).servers;
    expect(steps.map(({ action }) => action)).toEqual(["add", "add", "known", "leave-out"]);
    expect(servers(bench)).toEqual({ a: { command: "x" }, b: { command: "y" } });
  });

  test.each([
    ["no JSON", "{", "claude.json:1:2"],
    ["no object", '{ "mcpServers": { "a": 5 } }', "its entry isn't an object"],
    ["no name", '{ "mcpServers": { "***": { "command": "x" } } }', "its name isn't valid here"],
  ])("writes nothing of a file with %s", async (_what, text, message) => {
    const bench = commandBench();
    bench.put(claude, text);
    const { status, output, errors } = await bench.run("mcp", "import");
    expect(status).toBeGreaterThan(0);
    expect(output + errors).toContain(message);
    expect(existsSync(join(bench.home, ".config/toolwright/settings.json"))).toBe(false);
  });
});
