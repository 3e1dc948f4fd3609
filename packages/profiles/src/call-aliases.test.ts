import { describe, expect, test } from "vitest";
import { openToolSession, textOf } from "../../tools/src/fixtures/tool-session.ts";
import { callAliases } from "./call-aliases.ts";
import { type ProfileName, profileNames, profileTools } from "./profiles.ts";

const files = { "a.txt": "one\ntwo\nthree\n", "src/b.ts": "export const b = 1;\n" };

async function open(profile: ProfileName = "canonical", more: object = {}) {
  const tools = await profileTools(profile);
  return openToolSession({ files, tools, session: { aliases: callAliases }, ...more });
}

describe("a name from another set of tools", () => {
  test.each([
    ["Bash", { command: "echo $((40+2))", description: "Adds" }, "run_command", "42"],
    ["exec_command", { cmd: "echo $((40+2))", yield_time_ms: 1_000 }, "run_command", "42"],
    ["shell_exec", { cmd: "echo $((40+2))" }, "run_command", "42"],
    ["shell", { command: ["echo", "a b"] }, "run_command", "a b"],
    ["Read", { file_path: "a.txt", offset: 2, limit: 1 }, "read_file", "two"],
    ["partially_read_by_range", { uri: "a.txt", start_line: 2, end_line: 2 }, "read_file", "two"],
    ["Grep", { pattern: "const", output_mode: "content" }, "search_text", "b.ts"],
    ["grep_search", { pattern: "const", include_pattern: "*.ts" }, "search_text", "b.ts"],
    ["Glob", { pattern: "**/*.ts" }, "find_files", "src/b.ts"],
    ["ls", { uri: "." }, "list_directory", "a.txt"],
    [
      "AskUserQuestion",
      {
        questions: [
          {
            question: "Which?",
            header: "Which",
            options: [
              { label: "a", description: "A" },
              { label: "b", description: "B" },
            ],
            multiSelect: false,
          },
        ],
      },
      "ask_user",
      "No answer",
    ],
  ] as const)("%s is taken for the tool that it presents", async (name, input, tool, said) => {
    const { call } = await open();
    const outcome = await call(name, input);
    expect({ tool: outcome.tool, error: outcome.error }).toEqual({ tool, error: null });
    expect(textOf(outcome)).toContain(said);
    expect(outcome.metadata["repairs"]).toContain(`the tool is called '${tool}' here`);
  });

  test.each([
    ["opencode", "Bash", { command: "echo hi" }, "bash"],
    ["claude-code", "read_file", { path: "a.txt" }, "Read"],
    ["gemini-cli", "edit_file", { path: "a.txt", old_string: "two", new_string: "2" }, "replace"],
    ["codex", "exec_command", { cmd: "pwd", workdir: "src" }, "shell"],
    ["codex", "exec_command", { cmd: "pwd", tty: false, shell: "bash", login: true }, "shell"],
    ["codex", "shell_command", { command: "pwd", workdir: "src" }, "shell"],
    ["gemini-cli", "grep_search", { pattern: "b", names_only: true }, "search_file_content"],
    [
      "gemini-cli",
      "grep_search",
      { pattern: "b", include_pattern: "*.ts", max_matches_per_file: 1, total_max_matches: 5 },
      "search_file_content",
    ],
    ["canonical", "request_user_input", { questions: [{ id: "a", question: "Q?" }] }, "ask_user"],
  ] as const)("in the profile %s, %s is its own tool", async (profile, name, input, tool) => {
    const { call } = await open(profile);
    if (tool === "replace") await call("read_file", { file_path: "a.txt" });
    const outcome = await call(name, input);
    expect({ tool: outcome.tool, error: outcome.error }).toEqual({ tool, error: null });
  });

  test("of a background command's output or end is its own tool", async () => {
    for (const profile of ["claude-code", "canonical"] as const) {
      const { call } = await open(profile);
      const background = { command: "echo begun; sleep 60", run_in_background: true };
      expect((await call("Bash", background)).error).toBeNull();
      expect((await call("TaskOutput", { task_id: "cmd_1" })).error).toBeNull();
      expect((await call("KillBash", { shell_id: "cmd_1" })).error).toBeNull();
      expect((await call("TaskStop", { task_id: "cmd_1" })).error).toBeNull();
    }
  });

  test("never takes a wish for less confinement or a terminal for nothing", async () => {
    for (const [profile, name, input] of [
      ["claude-code", "Bash", { command: "pwd", dangerouslyDisableSandbox: true }],
      ["gemini-cli", "run_shell_command", { command: "pwd", is_background: true }],
      ["codex", "exec_command", { cmd: "pwd", tty: true }],
      ["codex", "exec_command", { cmd: "pwd", shell: "/bin/evil" }],
      ["gemini-cli", "grep_search", { pattern: "b", exclude_pattern: "x" }],
    ] as const) {
      const { call } = await open(profile);
      expect({ name, code: (await call(name, input)).error?.code }).toEqual({
        name,
        code: "input-invalid",
      });
    }
  });

  test("reaches no tool that the session doesn't have, and loosens no rule", async () => {
    const { call } = await open("codex");
    expect((await call("Read", { file_path: "a.txt" })).error?.code).toBe("tool-not-found");
    const excluded = await open("canonical", {
      session: { aliases: callAliases, tools: { excludedNames: ["run_command"] } },
    });
    const missing = await excluded.call("Bash", { command: "echo hi" });
    expect(missing.error?.code).toBe("tool-not-found");
    const denied = await open("canonical", { rules: [{ deny: "tool(run_command)" }] });
    for (const [name, field] of [
      ["Bash", "command"],
      ["exec_command", "cmd"],
      ["shell_exec", "cmd"],
    ] as const) {
      const outcome = await denied.call(name, { [field]: "echo hi" });
      expect({ code: outcome.error?.code, tool: outcome.tool }).toEqual({
        code: "permission-denied",
        tool: "run_command",
      });
    }
  });

  test("is decided by the effects of the input that it was made into", async () => {
    const { session } = await open();
    const explained = await session.explain({ name: "exec_command", input: { cmd: "rm a.txt" } });
    expect(explained).toMatchObject({ tool: "run_command", input: { command: "rm a.txt" } });
    expect(explained.effects).toContainEqual(expect.objectContaining({ type: "delete" }));
  });

  test("is known for every tool of every profile", async () => {
    for (const profile of profileNames) {
      for (const { name, aliasOf = name } of await profileTools(profile)) {
        const tool = { ruleName: aliasOf, name: "here", source: "builtin" };
        const meant = await callAliases.meantBy({ name, input: {} }, [tool as never]);
        expect({ name, meant: meant?.name }).toEqual({ name, meant: "here" });
      }
    }
  });
});

describe("a field's name from habit", () => {
  test("is taken for the field, and said", async () => {
    const { call } = await open();
    const outcome = await call("read_file", { file_path: "a.txt", lines: 1, offset: 0 });
    expect(textOf(outcome)).toContain("one");
    expect(outcome.metadata["repairs"]).toEqual([
      "'file_path' was taken for 'path'",
      "'lines' was taken for 'limit'",
      "'offset' was 0 and was left out",
    ]);
  });

  test.each([
    ["claude-code", "Write", { file_path: "n.txt", contents: "x" }],
    ["claude-code", "Grep", { pattern: "const", include: "*.ts" }],
    ["claude-code", "Read", { file_path: "a.txt", offset: 0 }],
    ["claude-code", "Bash", { command: "pwd", working_directory: "src" }],
    ["kode", "read_file", { path: "a.txt" }],
    ["kode", "write_file", { path: "n.txt", content: "x" }],
    ["gemini-cli", "read_file", { path: "a.txt" }],
  ] as const)("works in the profile %s: %s %j", async (profile, name, input) => {
    const { call } = await open(profile);
    const outcome = await call(name, input);
    expect(outcome.error).toBeNull();
    expect(outcome.metadata["repairs"]).toHaveLength(1);
  });

  test("never overrides a field that is given", async () => {
    const { call } = await open();
    const outcome = await call("read_file", { path: "a.txt", file_path: "src/b.ts" });
    expect(outcome.error?.code).toBe("input-invalid");
    expect(outcome.error?.message).toContain("'file_path' stands for 'path', and the two differ");
    expect(outcome.effects).toEqual([]);
    expect((await call("read_file", { path: "a.txt", file_path: "a.txt" })).status).toBe("ok");
  });

  test("is never declared", async () => {
    const { session } = await open();
    const text = JSON.stringify(session.declare("anthropic"));
    expect(text).not.toMatch(/file_path|working_directory|"contents"|"cmd"/);
  });
});
