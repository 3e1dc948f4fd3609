import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommandBench, commandBench } from "../../test/command-bench.ts";

/** Contents that people have in these files, by path. */
const hostFiles = {
  "claude-code": [
    "~/.claude.json",
    `{
  "numStartups": 412,
  "tipsHistory": { "shift-enter": 14 },
  "mcpServers": {},
  "projects": {
    "/home/me/app": { "allowedTools": [], "mcpServers": { "db": { "type": "stdio", "command": "db-mcp" } } }
  },
  "oauthAccount": { "emailAddress": "me@example.com" }
}`,
  ],
  "claude-desktop": [
    "~/.config/Claude/claude_desktop_config.json",
    '{\n\t"globalShortcut": "",\n\t"mcpServers": {}\n}\n',
  ],
  cursor: [
    "~/.cursor/mcp.json",
    '{ "mcpServers": { "other": { "command": "x", "env": { "TOKEN": "${env:TOKEN}" } } } }',
  ],
  vscode: [
    "~/.config/Code/User/mcp.json",
    '{\r\n  "servers": {},\r\n  // asked once\r\n  "inputs": [{ "id": "key", "type": "promptString", "password": true },]\r\n}\r\n',
  ],
  zed: [
    "~/.config/zed/settings.json",
    `// Zed settings
//
// For information on how to configure Zed, see the documentation
{
  "agent": {
    "default_profile": "write", // nice
    "always_allow_tool_actions": false,
  },
  "context_servers": {
    "postgres": { "enabled": true, "settings": { "database_url": "postgresql://localhost" } },
  },
  "ui_font_size": 16,
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
}
`,
  ],
  "gemini-cli": [
    "~/.gemini/settings.json",
    '{\n  "security": { "auth": { "selectedType": "oauth-personal" } },\n  "general": { "vimMode": true }\n}\n',
  ],
  codex: [
    "~/.codex/config.toml",
    `model = "gpt-5" # mine
approval_policy = "on-request"

[features]
web_search = true

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]

[projects."/home/me/app"]
trust_level = "trusted"
`,
  ],
  opencode: [
    "~/.config/opencode/opencode.jsonc",
    `{
  "$schema": "https://opencode.ai/config.json",
  /* mine */ "theme": "x",
  "permission": { "webfetch": "ask" },
}`,
  ],
  jetbrains: [
    "~/.jetbrains/acp.json",
    `{
  "default_mcp_settings": { "use_idea_mcp": true },
  "agent_servers": {
    "Gemini": { "command": "gemini", "args": ["--acp"] }
  }
}`,
  ],
} as const;

const ids = Object.keys(hostFiles) as readonly (keyof typeof hostFiles)[];

function withAllHosts(): CommandBench {
  const bench = commandBench();
  for (const [path, text] of Object.values(hostFiles)) bench.put(path, text);
  return bench;
}

function texts(bench: CommandBench): readonly string[] {
  return ids.map((id) => bench.read(hostFiles[id][0]));
}

describe("toolwright init", () => {
  test("shows what it would change in every host, and changes nothing unasked", async () => {
    const bench = withAllHosts();
    const before = texts(bench);
    const { status, output } = await bench.run("init");
    expect(status).toBe(3);
    for (const id of ids) {
      expect(output).toContain(join(bench.home, hostFiles[id][0].slice(2)));
    }
    expect(output).toContain("To make these changes: toolwright init --yes");
    expect(texts(bench)).toEqual(before);
    expect((await bench.run("init", "--dry-run")).status).toBe(0);
    expect(texts(bench)).toEqual(before);
  });

  test("adds the server to each host in its own form, and keeps everything else", async () => {
    const bench = withAllHosts();
    expect((await bench.run("init", ...ids, "--yes")).status).toBe(0);
    const [claude, desktop, cursor, vscode, zed, gemini, codex, opencode] = texts(bench);
    expect(JSON.parse(claude ?? "")).toMatchObject({
      numStartups: 412,
      mcpServers: { toolwright: { type: "stdio", args: [expect.any(String), "mcp", "serve"] } },
    });
    expect(desktop).toContain(bench.workspace);
    expect(JSON.parse(cursor ?? "")).toMatchObject({
      mcpServers: {
        other: { command: "x" },
        toolwright: { command: expect.any(String) as string },
      },
    });
    expect(vscode).toContain('"${workspaceFolder}"');
    expect(vscode?.replaceAll("\r\n", "")).not.toContain("\n");
    expect(zed).toMatch(
      /^\/\/ Zed settings\n.*\/\/ nice\n.*"postgres".*"toolwright".*"ui_font_size"/s,
    );
    expect(JSON.parse(gemini ?? "")).toMatchObject({
      security: { auth: { selectedType: "oauth-personal" } },
      mcpServers: { toolwright: { command: expect.any(String) as string } },
    });
    expect(codex).toMatch(
      /^model = "gpt-5" # mine\n.*\ntrust_level = "trusted"\n\n\[mcp_servers\.toolwright\]\n/s,
    );
    expect(opencode).toContain('/* mine */ "theme": "x"');
    expect(opencode).toContain('"type": "local"');
    const again = await bench.run("init", ...ids, "--yes");
    expect(again.output.match(/Nothing to change\./g)).toHaveLength(ids.length + 1);
  });

  test("adds the agent to editors that speak ACP", async () => {
    const bench = withAllHosts();
    expect((await bench.run("init", "zed", "jetbrains", "--yes")).status).toBe(0);
    const agent = { args: [expect.any(String), "acp"], env: {} };
    expect(JSON.parse(bench.read("~/.jetbrains/acp.json"))).toMatchObject({
      default_mcp_settings: { use_idea_mcp: true },
      agent_servers: { Gemini: { command: "gemini" }, Toolwright: agent },
    });
    expect(bench.read(hostFiles.zed[0])).toMatch(
      /"agent_servers": \{\s*"Toolwright": \{\s*"type": "custom"/,
    );
    expect((await bench.run("init", "--undo", "zed")).status).toBe(0);
    expect(bench.read(hostFiles.zed[0])).toBe(hostFiles.zed[1]);
  });

  test("asks about the server and the agent separately", async () => {
    const bench = withAllHosts();
    await bench.runWith({ typed: "y\n" }, "init", "zed");
    const text = bench.read(hostFiles.zed[0]);
    expect(text).toContain('"toolwright"');
    expect(text).not.toContain('"Toolwright"');
    const { errors } = await bench.runWith({ typed: "y\n" }, "init", "jetbrains");
    expect(errors).toContain("Add the agent to JetBrains? [y/N]");
    expect(bench.read(hostFiles.jetbrains[0])).toContain('"Toolwright"');
  });

  test("prints what a person of Neovim has to add, and changes nothing", async () => {
    const bench = commandBench();
    const { status, output } = await bench.run("init", "neovim", "--yes");
    expect(status).toBe(0);
    expect(output).toContain('formatted_name = "Toolwright"');
    expect(output).toMatch(/commands = \{ default = \{ ".*", "acp" \} \}/);
    expect(existsSync(join(bench.home, ".config/nvim"))).toBe(false);
  });

  test("finds the hosts' files where their variables say", async () => {
    const bench = commandBench();
    const folder = join(bench.home, "elsewhere");
    const environment = {
      CLAUDE_CONFIG_DIR: join(folder, "claude"),
      CODEX_HOME: join(folder, "codex"),
      GEMINI_CLI_HOME: join(folder, "gemini"),
      XDG_CONFIG_HOME: join(folder, "config"),
    };
    const chosen = ["claude-code", "codex", "gemini-cli", "opencode"];
    await bench.runWith({ environment }, "init", ...chosen, "--yes", "--no-own-tools");
    for (const path of [
      "claude/.claude.json",
      "claude/settings.json",
      "codex/config.toml",
      "gemini/.gemini/settings.json",
      "gemini/.gemini/policies/toolwright.toml",
      "config/opencode/opencode.json",
    ]) {
      expect(existsSync(join(folder, path))).toBe(true);
    }
  });

  test("turns the hosts' own tools off where a setting can", async () => {
    const bench = withAllHosts();
    const { status, output } = await bench.run("init", ...ids, "--yes", "--no-own-tools");
    expect(status).toBe(0);
    expect(output).toContain("If policyPaths is set in its settings, add this file there.");
    expect(JSON.parse(bench.read("~/.claude/settings.json"))).toEqual({
      permissions: { deny: ["Bash", "Edit", "Write", "NotebookEdit", "Read", "Grep", "Glob"] },
    });
    // Without a pattern, the rule would also hide our own tools of these names.
    expect(bench.read("~/.gemini/policies/toolwright.toml")).toMatch(
      /^\[\[rule\]\]\ntoolName = \[ "run_shell_command", .*"read_file".*\]\nargsPattern = "\.\*"\ndecision = "deny"\n/,
    );
    expect(bench.read("~/.codex/config.toml")).toContain(
      "[features]\nshell_tool = false\nweb_search = true\n",
    );
    expect(bench.read("~/.config/opencode/opencode.jsonc")).toContain('"bash": "deny"');
  });

  test("takes everything back, byte for byte", async () => {
    const bench = withAllHosts();
    const before = texts(bench);
    await bench.run("init", ...ids, "--yes", "--no-own-tools");
    expect(texts(bench)).not.toEqual(before);
    expect((await bench.run("init", "--undo")).status).toBe(0);
    expect(texts(bench)).toEqual(before);
    expect(existsSync(join(bench.home, ".claude/settings.json"))).toBe(false);
    expect(existsSync(join(bench.home, ".gemini/policies/toolwright.toml"))).toBe(false);
    expect(await bench.run("init", "--undo")).toMatchObject({
      status: 1,
      output: expect.stringContaining("nothing to undo") as string,
    });
  });

  test("takes its part back from a file that has changed since", async () => {
    const bench = withAllHosts();
    await bench.run("init", "zed", "codex", "--yes");
    const zed = bench.read("~/.config/zed/settings.json");
    bench.put("~/.config/zed/settings.json", zed.replace("// nice", "// nicer"));
    bench.put("~/.codex/config.toml", "# written anew\n");
    const { status, output } = await bench.run("init", "--undo");
    expect(status).toBe(1);
    expect(bench.read("~/.config/zed/settings.json")).toBe(
      hostFiles.zed[1].replace("// nice", "// nicer"),
    );
    expect(output).toMatch(/config\.toml has changed since.*\[mcp_servers\.toolwright\]/s);
    expect(bench.read("~/.codex/config.toml")).toBe("# written anew\n");
  });

  test("takes its entries back from a file that its host has written anew", async () => {
    const bench = withAllHosts();
    const path = "~/.claude/settings.json";
    bench.put(path, { permissions: { deny: ["WebFetch"] } });
    await bench.run("init", "claude-code", "--yes", "--no-own-tools");
    bench.put(path, { theme: "x", ...(JSON.parse(bench.read(path)) as object) });
    const server = hostFiles["claude-code"][0];
    bench.put(server, { first: 1, ...(JSON.parse(bench.read(server)) as object) });
    expect((await bench.run("init", "--undo")).status).toBe(0);
    expect(JSON.parse(bench.read(path))).toEqual({
      theme: "x",
      permissions: { deny: ["WebFetch"] },
    });
    expect(JSON.parse(bench.read(server))).toMatchObject({ first: 1, mcpServers: {} });
  });

  test("doesn't replace an entry of that name", async () => {
    const bench = commandBench();
    const own = '{ "mcpServers": { "toolwright": { "command": "mine" } } }';
    bench.put("~/.cursor/mcp.json", own);
    const { status, output } = await bench.run("init", "cursor", "--yes");
    expect(status).toBe(1);
    expect(output).toContain("'mcpServers.toolwright' is there already, with another value");
    expect(bench.read("~/.cursor/mcp.json")).toBe(own);
  });

  test("asks at a terminal, and an answer but yes changes nothing", async () => {
    const bench = withAllHosts();
    const before = texts(bench);
    const no = await bench.runWith({ typed: "\n" }, "init", "zed");
    expect(no.status).toBe(0);
    expect(no.errors).toContain("Add it to Zed? [y/N]");
    expect(texts(bench)).toEqual(before);
    await bench.runWith({ typed: "y\n" }, "init", "zed");
    expect(bench.read("~/.config/zed/settings.json")).toContain("toolwright");
  });

  test("follows a link, and leaves read-only, dangling and broken files alone", async () => {
    const bench = commandBench();
    const real = bench.put("~/dotfiles/zed.json", "{}\n");
    mkdirSync(join(bench.home, ".config/zed"), { recursive: true });
    const link = join(bench.home, ".config/zed/settings.json");
    symlinkSync(real, link);
    expect((await bench.run("init", "zed", "--yes")).status).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toContain("toolwright");

    chmodSync(bench.put("~/.gemini/settings.json", "{}\n"), 0o444);
    bench.put("~/.codex/config.toml", "not [ toml\n");
    bench.put("~/.cursor/mcp.json", '{ "mcpServers": [] }');
    rmSync(real);
    const { status, output } = await bench.run(
      "init",
      "zed",
      "gemini-cli",
      "codex",
      "cursor",
      "--yes",
    );
    expect(status).toBe(1);
    expect(output).toContain("it is a dangling link");
    expect(output).toContain("it is read-only");
    expect(output).toContain("invalid TOML");
    expect(output).toContain("'mcpServers' must be an object");
    expect(bench.read("~/.gemini/settings.json")).toBe("{}\n");
  });

  test("refuses TOML that it can't extend without changing its meaning", async () => {
    const bench = commandBench();
    bench.put("~/.codex/config.toml", "mcp_servers = { other = { command = 'x' } }\n");
    const { status, output } = await bench.run("init", "codex", "--yes");
    expect(status).toBe(1);
    expect(output).toContain("Set mcp_servers.toolwright by hand");
    expect(bench.read("~/.codex/config.toml")).toContain("mcp_servers = {");
  });

  test("hides secrets that stand beside the change", async () => {
    const bench = commandBench();
    const key = `sk-ant-api03-${"a1B2".repeat(23)}-AA`;
    bench.put("~/.cursor/mcp.json", `{\n  "key": "${key}"\n}\n`);
    const { output } = await bench.run("init", "cursor", "--yes");
    expect(output).not.toContain(key);
    expect(bench.read("~/.cursor/mcp.json")).toContain(key);
  });

  test("names the hosts that it knows", async () => {
    const { status, errors } = await commandBench().run("init", "emacs");
    expect(status).toBe(2);
    expect(errors).toContain("No host 'emacs'. Known: claude-code, claude-desktop, cursor");
  });
});

test("undo restores any JSON file exactly", async () => {
  const bench = commandBench();
  const path = join(bench.home, ".gemini/settings.json");
  mkdirSync(join(bench.home, ".gemini"));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 2, "\t"),
      fc.constantFrom("", "\n"),
      async (value, indent, end) => {
        const { mcpServers: _, tools: __, ...others } = value;
        const text = JSON.stringify(others, null, indent) + end;
        writeFileSync(path, text);
        // A failure that is being shrunk must not count in the next try.
        rmSync(join(bench.home, ".local/state/toolwright/init.json"), { force: true });
        expect((await bench.run("init", "gemini-cli", "--yes", "--no-own-tools")).status).toBe(0);
        expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject(JSON.parse(text) as object);
        expect((await bench.run("init", "--undo")).status).toBe(0);
        expect(readFileSync(path, "utf8")).toBe(text);
      },
    ),
    { numRuns: 25 },
  );
});
