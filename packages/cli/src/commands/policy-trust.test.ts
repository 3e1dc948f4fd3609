import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  administratorPath,
  type CommandBench,
  commandBench,
  projectPath,
  userPath,
} from "../../test/command-bench.ts";

const loose = {
  mode: "accept-edits",
  rules: [
    { allow: "delete(tmp/**)" },
    { deny: "write(no)" },
    { allow: "read(.env)", protected: true },
  ],
  tools: { web_fetch: { enabled: true }, write_file: { autoApprove: true } },
};

async function statusOf(bench: CommandBench, path: string): Promise<number> {
  return (await bench.run("call", "write_file", `path=${path}`, "content=x")).status;
}

async function listing(bench: CommandBench): Promise<Record<string, unknown>> {
  return JSON.parse((await bench.run("policy", "list", "--json")).output) as Record<
    string,
    unknown
  >;
}

describe("a project that nobody trusts", () => {
  test("only tightens, and one line says so and how to accept it", async () => {
    const bench = commandBench();
    bench.put(projectPath, loose);
    const { status, errors } = await bench.run("call", "write_file", "path=a", "content=x");
    expect(status).toBe(3);
    expect(errors.split("\n").filter((text) => text.includes("policy trust"))).toEqual([
      `toolwright: ${join(bench.workspace, projectPath)} (allows delete(tmp/**) and 4 more): you haven't trusted this project, so its settings can only tighten the policy. To review and trust it: toolwright policy trust.`,
    ]);
    expect(await statusOf(bench, "no")).toBe(3);
    expect(await listing(bench)).toMatchObject({
      mode: "default",
      trust: { state: "untrusted" },
      rules: [
        { rule: { allow: "delete(tmp/**)" }, counts: false, line: 1 },
        { rule: { deny: "write(no)" }, counts: true },
        { rule: { allow: "read(.env)" }, counts: false },
        { rule: { allow: "tool(write_file)" }, counts: false },
      ],
    });
  });

  test("can't speak to the terminal by its rules", async () => {
    const bench = commandBench();
    bench.put(projectPath, { rules: [{ allow: `write(\u001bc\n\u202e${"x".repeat(500)})` }] });
    const { errors } = await bench.run("tools");
    expect(errors).toContain("(allows write(\\u{1b}c\\n\\u{202e}xxx");
    expect(errors.split("\n")).toHaveLength(2);
    const { output } = await bench.run("policy", "trust", "--yes");
    for (const hidden of ["\u001b", "\u202e"]) expect(errors + output).not.toContain(hidden);
  });

  test("is no word where it only tightens", async () => {
    const bench = commandBench();
    const tight = {
      mode: "plan",
      rules: [{ deny: "write(**)" }, { ask: "read(x)" }],
      tools: { git: { enabled: false } },
      shell: { sandbox: "required" },
    };
    bench.put(projectPath, tight);
    const { errors } = await bench.run("policy", "explain", "write_file", "path=a", "content=x");
    expect(errors).toBe("");
    expect(await listing(bench)).toMatchObject({ mode: "plan" });
  });

  test.each([
    ["roots", { roots: ["/"] }, "also works in /"],
    ["a sandbox that is off", { shell: { sandbox: "off" } }, "sets the sandbox to off"],
    ["hosts", { shell: { network: ["*"] } }, "lets commands reach *"],
    ["MCP servers", { mcpServers: { x: { command: "sh" } } }, "starts the MCP server x: sh"],
    [
      "hooks",
      { hooks: { Stop: [{ hooks: [{ type: "command", command: "sh x" }] }] } },
      "runs sh x as a hook of Stop",
    ],
    [
      "a command that lists tools",
      { discovery: { listCommand: ["sh", "-c", "x"], callCommand: "sh call" } },
      "gets tools from the command sh -c x, and runs them with sh call",
    ],
    [
      "language servers",
      { languageServers: { x: { command: "sh", args: ["-c", "y"] }, off: { enabled: false } } },
      "sets the language server x (sh -c y)",
    ],
    ["a model", { model: "compatible/x" }, "sets model"],
  ])("doesn't get its %s", async (_what, settings, words) => {
    const bench = commandBench();
    bench.put(projectPath, settings);
    const { errors } = await bench.run("tools", "--json");
    expect(errors).toContain(`(${words}): you haven't trusted`);
  });
});

describe("policy trust", () => {
  test("shows what would count and is bound to, and then that counts", async () => {
    const bench = commandBench();
    bench.put(projectPath, loose);
    bench.put(".toolwright/agents/reviewer.md", "You review.");
    const servers = { y: { command: "npx", args: ["-y", "${Y}"] }, z: { httpUrl: "https://z" } };
    bench.put(".mcp.json", { mcpServers: { ...servers, off: { command: "no", disabled: true } } });
    bench.put(".env", "A=1");
    const { status, output } = await bench.run("policy", "trust", "--yes");
    expect(status).toBe(0);
    for (const text of [
      "  allows delete(tmp/**)",
      "  allows read(.env) (protected paths still need approval)",
      "  sets the mode to accept-edits",
      "  allows every call of write_file",
      "  enables web_fetch",
      "  .toolwright/agents/reviewer.md  11 bytes",
      "  starts the MCP server y: npx -y ${Y}",
      "  uses the MCP server z at https://z",
    ]) {
      expect(output).toContain(`${text}\n`);
    }
    expect(output).toMatch(/\.mcp\.json {2}\d+ bytes/);
    expect(output).not.toContain("server off");
    expect(await listing(bench)).toMatchObject({
      mode: "accept-edits",
      trust: { state: "trusted" },
    });
    const wrote = await bench.run("call", "write_file", "path=a", "content=x");
    expect(wrote).toMatchObject({ status: 0, errors: "" });
    // A denial stays one, and no project lifts a protection.
    expect(await statusOf(bench, "no")).toBe(3);
    expect((await bench.run("call", "read_file", "path=.env")).status).toBe(3);
  });

  test("tells which of the person's MCP servers the project would replace", async () => {
    const bench = commandBench();
    bench.put(userPath, { mcpServers: { a: { command: "mine" }, b: { command: "mine" } } });
    bench.put(".mcp.json", { mcpServers: { a: { command: "theirs" }, c: { command: "x" } } });
    const { output } = await bench.run("policy", "trust", "--yes");
    expect(output).toContain(
      "  replaces your MCP server a if it differs; your rules for a then apply",
    );
    expect(output).not.toContain("replaces your MCP server b");
  });

  test.each([
    ["settings that allow more", projectPath, { rules: [{ allow: "write(**)" }] }],
    ["a new agent", ".toolwright/agents/new.md", "x"],
    ["a new MCP server", ".mcp.json", "{}"],
  ])("ends with %s, until it is accepted again", async (_what, path, content) => {
    const bench = commandBench();
    bench.put(projectPath, { rules: [{ allow: "write(a)" }] });
    await bench.run("policy", "trust", "--yes");
    expect(await statusOf(bench, "a")).toBe(0);
    bench.put(path, content);
    bench.put("b", "");
    const { status, errors } = await bench.run("call", "write_file", "path=c", "content=x");
    expect(status).toBe(3);
    expect(errors).toContain("the project has changed since you trusted it");
    expect((await bench.run("policy", "list")).output).toContain(
      "have changed since you trusted them",
    );
    expect((await bench.run("policy", "trust", "--yes")).output).toContain(
      "It has changed since you trusted it.",
    );
    expect(await listing(bench)).toMatchObject({ trust: { state: "trusted" } });
  });

  test("asks at a terminal, and nothing but yes is yes", async () => {
    const bench = commandBench();
    bench.put(projectPath, loose);
    for (const typed of ["\n", "n\n", "maybe\n"]) {
      const { status, output } = await bench.runWith({ typed }, "policy", "trust");
      expect([status, output]).toEqual([3, expect.stringContaining("Not trusted")]);
    }
    expect(await listing(bench)).toMatchObject({ trust: { state: "untrusted" } });
    expect((await bench.runWith({ typed: "y\n" }, "policy", "trust")).status).toBe(0);
    expect(await listing(bench)).toMatchObject({ trust: { state: "trusted" } });
  });

  test("is a usage error where nobody can be asked", async () => {
    const bench = commandBench();
    bench.put(projectPath, loose);
    const { status, errors } = await bench.run("policy", "trust");
    expect([status, errors]).toEqual([2, expect.stringContaining("--yes")]);
  });

  test("accepts no rules that can't be read, and no links", async () => {
    const bench = commandBench();
    bench.put(projectPath, { rules: [{ allow: "wirte(a)" }] });
    const broken = await bench.run("policy", "trust", "--yes");
    expect([broken.status, broken.errors]).toEqual([
      2,
      expect.stringContaining("settings.json:1:"),
    ]);
    bench.put(projectPath, { rules: [{ allow: "write(a)" }] });
    mkdirSync(join(bench.workspace, "agents"));
    symlinkSync("../agents", join(bench.workspace, ".toolwright", "agents"));
    const linked = await bench.run("policy", "trust", "--yes");
    expect([linked.status, linked.errors]).toEqual([
      2,
      expect.stringContaining(".toolwright/agents is a link"),
    ]);
  });

  test("is told which skills it would offer", async () => {
    const bench = commandBench();
    bench.put(".claude/skills/pdf/SKILL.md", "---\ndescription: x\n---\n");
    bench.put(".claude/skills/pdf/data.txt", "not covered");
    const { output } = await bench.run("policy", "trust", "--yes");
    expect(output).toContain("offers the skill pdf");
    expect(output).toContain(".claude/skills/pdf/SKILL.md");
    expect(output).not.toContain("data.txt");
  });

  test("has nothing to do where there is nothing, or nothing new", async () => {
    const bench = commandBench();
    expect((await bench.run("policy", "trust")).output).toContain("There is nothing to trust");
    bench.put(projectPath, loose);
    await bench.run("policy", "trust", "--yes");
    expect((await bench.run("policy", "trust")).output).toContain("is already trusted");
  });

  test("ends with untrust, and doctor shows the state", async () => {
    const bench = commandBench();
    bench.put(projectPath, { rules: [{ allow: "write(a)" }] });
    await bench.run("policy", "trust", "--yes");
    expect((await bench.run("doctor")).output).toMatch(/trust .*you accepted .* on 2/);
    expect((await bench.run("policy", "untrust")).output).toContain("is no longer trusted");
    expect((await bench.run("policy", "untrust")).output).toContain("wasn't trusted");
    expect(await statusOf(bench, "a")).toBe(3);
    expect((await bench.run("doctor")).output).toMatch(/trust .*aren't accepted/);
  });

  test("is not what a tool can do", async () => {
    const bench = commandBench();
    bench.put(projectPath, loose);
    bench.put(userPath, { mode: "auto", rules: [{ allow: "run(*)" }, { allow: "unknown(*)" }] });
    const { status } = await bench.run(
      "call",
      "run_command",
      "command=toolwright policy trust --yes",
      "--yes",
    );
    expect(status).toBe(3);
  });
});

describe("the administrator's settings", () => {
  test("deny whatever the user allows, and name their file", async () => {
    const bench = commandBench();
    bench.put(administratorPath, { rules: [{ deny: "write(a)" }] });
    bench.put(userPath, { rules: [{ allow: "write(**)" }] });
    const { status, output } = await bench.run(
      "call",
      "write_file",
      "path=a",
      "content=x",
      "--json",
    );
    expect(status).toBe(3);
    expect(output).toContain('"layer":"administrator"');
    expect(await statusOf(bench, "b")).toBe(0);
  });

  test("are a ceiling for the mode, and switch off for good", async () => {
    const bench = commandBench();
    bench.put(administratorPath, { mode: "default", tools: { write_file: { enabled: false } } });
    bench.put(userPath, { mode: "auto", tools: { write_file: { enabled: true } } });
    expect(await listing(bench)).toMatchObject({ mode: "default" });
    const { output, errors } = await bench.run("tools", "--mode", "auto");
    expect(output).not.toContain("write_file");
    expect(errors).toMatch(
      /^toolwright: the mode is default instead of auto, because .*settings\.json allows no looser one\.\n$/,
    );
  });

  test("with an error stop every command", async () => {
    const bench = commandBench();
    const path = bench.put(administratorPath, "{ ");
    const { status, errors } = await bench.run("tools");
    expect([status, errors]).toEqual([2, expect.stringContaining(`${path}:1:`)]);
  });
});
