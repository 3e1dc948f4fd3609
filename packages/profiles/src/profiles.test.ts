import type { Outcome } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { stubAgents } from "../../tools/src/fixtures/stub-agents.ts";
import { deferredTool } from "../../tools/src/fixtures/deferred-tool.ts";
import { openServerSession } from "../../tools/src/fixtures/server-session.ts";
import {
  openToolSession,
  textOf,
  type ToolSession,
} from "../../tools/src/fixtures/tool-session.ts";
import { type ProfileName, profileNames, profileTools } from "./profiles.ts";

type Input = Readonly<Record<string, unknown>>;

interface Use {
  readonly tool: string;
  readonly input: Input;
  /** What the answer holds, and what it doesn't. */
  readonly shows?: readonly string[];
  readonly hides?: readonly string[];
  /** The code it fails with. */
  readonly fails?: string;
  /** What is then on disk; null for nothing. */
  readonly leaves?: Readonly<Record<string, string | null>>;
}

const rows = Array.from({ length: 200 }, (_, index) => {
  const number = index + 1;
  return `row ${number};${number === 120 ? " the quokka" : ""}`;
});

const files = {
  "long.txt": `${rows.join("\n")}\n`,
  "odd/rows.txt": `==> no header <==\n7\tseven\n--- nor this ---\n${"more\n".repeat(9_000)}`,
  "src/one.ts": "export const one = 1;\nexport const two = 2;\n",
  "src/two.ts": 'import { one } from "./one";\n',
  "README.md": "# Sample\n",
  "logs/build.log": "quokka\n",
  ".gitignore": "logs\n",
  ".env": "TOKEN=quokka\n",
};

const one = "export const one = 1;\nexport const two = 2;\n";

const claudeUses = (names: {
  readonly read: string;
  readonly write: string;
  readonly edit: string;
  readonly glob: string;
  readonly grep: string;
  readonly bash: string;
}): readonly Use[] => [
  { tool: names.read, input: { file_path: "src/one.ts" }, shows: ["1\texport const one = 1;"] },
  {
    tool: names.read,
    input: { file_path: "long.txt", offset: 30, limit: 3 },
    shows: ["30\trow 30;", "32\trow 32;", "offset: 33"],
    hides: ["row 29;", "row 33;"],
  },
  { tool: names.read, input: { file_path: "long.txt", offset: 0, limit: 1 }, shows: ["row 1;"] },
  {
    tool: names.write,
    input: { file_path: "README.md", content: "gone\n" },
    fails: "file-not-read",
    leaves: { "README.md": "# Sample\n" },
  },
  {
    tool: names.write,
    input: { file_path: "new/file.txt", content: "new\n" },
    leaves: { "new/file.txt": "new\n" },
  },
  {
    tool: names.edit,
    input: { file_path: "src/one.ts", old_string: "two = 2", new_string: "two = 3" },
    leaves: { "src/one.ts": one.replace("two = 2", "two = 3") },
  },
  {
    tool: names.edit,
    input: { file_path: "src/one.ts", old_string: "", new_string: "x" },
    fails: "input-invalid",
    shows: [`'${names.write}'`],
  },
  {
    tool: names.edit,
    input: {
      file_path: "src/one.ts",
      old_string: "const",
      new_string: "let",
      replace_all: true,
    },
    leaves: { "src/one.ts": "export let one = 1;\nexport let two = 3;\n" },
  },
  {
    tool: names.glob,
    input: { pattern: "**/*.ts" },
    shows: ["src/one.ts", "src/two.ts"],
    hides: ["long.txt"],
  },
  { tool: names.glob, input: { pattern: "*.log" }, shows: ["ignore rules"], hides: ["set "] },
  {
    tool: names.grep,
    input: { pattern: "quokka" },
    shows: ["long.txt"],
    hides: ["the quokka", "build.log", ".env"],
  },
  {
    tool: names.grep,
    input: { pattern: "QUOKKA", output_mode: "content", "-i": true, "-A": 2 },
    shows: ["long.txt:120:row 120; the quokka", "long.txt-121-row 121;", "long.txt-122-row 122;"],
    hides: ["row 119;", "row 123;"],
  },
  {
    tool: names.grep,
    input: { pattern: "quokka", output_mode: "content", "-n": false },
    shows: ["long.txt:row 120;"],
  },
  {
    tool: names.grep,
    input: { pattern: "row 9;.row", output_mode: "content", multiline: true, type: "txt" },
    shows: ["long.txt:9:row 9;", "long.txt:10:row 10;"],
  },
  {
    tool: names.grep,
    input: { pattern: "quokka", type: "js" },
    hides: ["long.txt"],
  },
  {
    tool: names.grep,
    input: { pattern: "row", output_mode: "count", glob: "*.txt" },
    shows: ["long.txt:200"],
  },
  {
    tool: names.grep,
    input: { pattern: "row", output_mode: "content", head_limit: 2 },
    shows: ["row 2;", "offset: 2"],
    hides: ["row 3;"],
  },
  {
    tool: names.bash,
    input: { command: "echo $((6*7))-done", description: "Count", timeout: 5_000 },
    shows: ["42-done"],
  },
];

const uses: Readonly<Record<Exclude<ProfileName, "canonical">, readonly Use[]>> = {
  mutsumi: [
    { tool: "read_file", input: { uri: "src/one.ts" }, shows: [one.trimEnd()], hides: ["1\t"] },
    {
      tool: "partially_read_by_range",
      input: { uri: "long.txt", start_line: 50, end_line: 53 },
      shows: ["50: row 50;", "53: row 53;", "start_line: 54"],
      hides: ["row 49;", "row 54;", "offset"],
    },
    {
      tool: "partially_read_by_range",
      input: { uri: "long.txt", start_line: 53, end_line: 50 },
      fails: "input-invalid",
      shows: ["end_line 50 is before start_line 53"],
    },
    {
      tool: "partially_read_by_range",
      input: { uri: "long.txt", start_line: 500, end_line: 501 },
      fails: "input-invalid",
      shows: ["start_line 500 is past the end"],
    },
    {
      tool: "partially_read_around_keyword",
      input: { uri: "long.txt", keyword: "quokka", lines_before: 1, lines_after: 2 },
      shows: ["119: row 119;\n120: row 120; the quokka\n121: row 121;\n122: row 122;"],
      hides: ["row 118;", "row 123;", "Read on"],
    },
    {
      tool: "partially_read_around_keyword",
      input: { uri: "long.txt", keyword: "row 10", lines_before: 0, lines_after: 0 },
      shows: ["10: row 10;\n...\n100: row 100;\n101: row 101;"],
    },
    {
      tool: "partially_read_around_keyword",
      input: { uri: "long.txt", keyword: "no-such-animal" },
      shows: ["No occurrence of 'no-such-animal'"],
    },
    {
      tool: "partially_read_around_keyword",
      input: { uri: "long.txt", keyword: "a\nb" },
      fails: "input-invalid",
      shows: ["- keyword: "],
      hides: ["around."],
    },
    {
      tool: "edit_file_search_replace",
      input: { uri: "src/one.ts", search_replace: "two = 2", new_content: "two = 22" },
      leaves: { "src/one.ts": one.replace("two = 2", "two = 22") },
    },
    {
      tool: "edit_file_search_replace",
      input: { uri: "src/one.ts", search_replace: "seven = 7", new_content: "x" },
      fails: "edit-no-match",
      shows: ["search_replace"],
      hides: ["old_string"],
    },
    {
      tool: "edit_file_search_replace",
      input: { uri: "src/one.ts", search_replace: "export", new_content: "x" },
      fails: "edit-ambiguous",
      hides: ["replace_all"],
    },
    {
      tool: "create_file",
      input: { uri: "README.md", content: "gone\n" },
      fails: "file-changed",
      hides: ["must_not_exist"],
      leaves: { "README.md": "# Sample\n" },
    },
    {
      tool: "create_file",
      input: { uri: "new/made.txt", content: "made\n" },
      leaves: { "new/made.txt": "made\n" },
    },
    {
      tool: "edit_file_full_replace",
      input: { uri: "src/one.ts", new_content: "export {};\n" },
      leaves: { "src/one.ts": "export {};\n" },
    },
    {
      tool: "edit_file_full_replace",
      input: { uri: "README.md", new_content: "gone\n" },
      fails: "file-not-read",
      leaves: { "README.md": "# Sample\n" },
    },
    {
      tool: "edit_file_full_replace",
      input: { uri: "nothing.txt", new_content: "x\n" },
      fails: "file-not-found",
      shows: ["create_file"],
      leaves: { "nothing.txt": null },
    },
    {
      tool: "get_file_size",
      input: { uri: "long.txt" },
      shows: [`(${files["long.txt"].length} bytes)`, "Lines: 200"],
    },
    { tool: "get_file_size", input: { uri: "src" }, shows: ["directory with 2 entries"] },
    { tool: "mkdir", input: { uri: "a/b" }, shows: ["a/b"] },
    { tool: "ls", input: { uri: "." }, shows: ["[DIR ] src\n", "[FILE] long.txt"] },
    {
      tool: "search_file_contains_keyword",
      input: { uri: ".", keyword: "the quokka" },
      shows: ["long.txt:120:row 120; the quokka"],
      hides: ["two.ts", ".env"],
    },
    {
      tool: "search_file_contains_keyword",
      input: { keyword: "row [0-9]" },
      shows: ["No match for the text 'row [0-9]'"],
    },
    {
      tool: "search_file_name_includes",
      input: { uri: ".", name_includes: "two" },
      shows: ["src/two.ts"],
      hides: ["one.ts"],
    },
    {
      tool: "search_file_name_includes",
      input: { name_includes: "*" },
      shows: ["No file has '*' in its name"],
    },
    {
      tool: "search_file_name_includes",
      input: { name_includes: "src/one" },
      fails: "input-invalid",
      shows: ["name_includes 'src/one' has a slash"],
    },
    {
      tool: "shell_exec",
      input: { cmd: "pwd; echo $((6*7))-done", uri: "src" },
      shows: ["/ws/src\n42-done"],
    },
    { tool: "git_cmd", input: { cmd: "git --version", uri: "." }, shows: ["git version"] },
    {
      tool: "git_cmd",
      input: { cmd: "log 'open", uri: "." },
      fails: "input-invalid",
      shows: ["A quote (') isn't closed"],
    },
    {
      tool: "project_outline",
      input: { uri: "src/two.ts" },
      shows: ["src/two.ts (TypeScript; "],
    },
    { tool: "project_outline", input: {}, shows: [". (2 files, "] },
    {
      tool: "get_warning_error",
      input: { uri: "README.md" },
      fails: "tool-not-available",
      shows: ["No language server or checker is known for 'README.md'"],
    },
    { tool: "get_env_var", input: { name: "SAMPLE_COLOUR" }, shows: ["teal"] },
    { tool: "system_info", input: {}, shows: [process.platform === "darwin" ? "Darwin" : "Linux"] },
    {
      tool: "self_fork",
      input: { sub_agents: [{ prompt: "One." }, { prompt: "Two." }] },
      shows: ["1. Done", "2. Done"],
    },
    { tool: "get_available_models", input: {}, shows: ["openai/gpt-5"] },
  ],
  "gemini-cli": [
    {
      tool: "save_memory",
      input: { fact: "The user likes tea." },
      shows: ["Remembered in the user's memory: The user likes tea."],
      leaves: {
        "../memory/user.md":
          "# Memory\n\nFacts to remember, one bullet each. Edit or delete them as you like.\n\n- 2026-11-23: The user likes tea.\n",
      },
    },
    {
      tool: "save_memory",
      input: { fact: "x".repeat(501) },
      fails: "input-invalid",
      hides: ["forget", "scope"],
    },
    {
      tool: "read_file",
      input: { file_path: "src/one.ts" },
      shows: [one.trimEnd()],
      hides: ["1\t"],
    },
    {
      tool: "read_file",
      input: { file_path: "long.txt", start_line: 50, end_line: 52 },
      shows: ["row 50;\nrow 51;\nrow 52;", "start_line: 53"],
      hides: ["row 49;", "row 53;", "offset"],
    },
    {
      tool: "replace",
      input: {
        file_path: "src/one.ts",
        instruction: "Count on.",
        old_string: "one = 1",
        new_string: "one = 11",
      },
      leaves: { "src/one.ts": one.replace("one = 1", "one = 11") },
    },
    {
      tool: "replace",
      input: { file_path: "src/one.ts", old_string: "const", new_string: "let" },
      fails: "edit-ambiguous",
      shows: ["allow_multiple: true"],
    },
    {
      tool: "replace",
      input: {
        file_path: "src/one.ts",
        old_string: "const",
        new_string: "let",
        allow_multiple: true,
      },
      leaves: { "src/one.ts": "export let one = 11;\nexport let two = 2;\n" },
    },
    {
      tool: "write_file",
      input: { file_path: "w.txt", content: "w\n" },
      leaves: { "w.txt": "w\n" },
    },
    {
      tool: "list_directory",
      input: { dir_path: ".", ignore: ["*.md"] },
      shows: ["[DIR] src\n", "long.txt", "1 ignored", "respect_git_ignore: false"],
      hides: ["README.md", "logs"],
    },
    {
      tool: "list_directory",
      input: { dir_path: ".", file_filtering_options: { respect_git_ignore: false } },
      shows: ["[DIR] logs\n"],
    },
    {
      tool: "read_many_files",
      input: { include: ["src/two.ts", "*.md", "long.txt"] },
      shows: [
        '--- src/two.ts ---\nimport { one } from "./one";\n\n--- README.md ---\n# Sample\n',
        "row 200;",
      ],
      hides: ["==>", "1\t"],
    },
    {
      tool: "read_many_files",
      input: { include: ["odd/**"] },
      shows: [
        // The profile's own limit cuts it, and only lines of the file follow its header.
        "--- odd/rows.txt: lines 1 to ",
        " with start_line: ",
        " for more ---\n==> no header <==\n7\tseven\n--- nor this ---\n",
      ],
    },
    { tool: "read_many_files", input: { include: ["src/"] }, shows: ["one.ts", "two.ts"] },
    { tool: "read_many_files", input: { include: ["none-*.txt"] }, fails: "file-not-found" },
    { tool: "glob", input: { pattern: "SRC/*.ts" }, shows: ["src/one.ts", "src/two.ts"] },
    { tool: "glob", input: { pattern: "SRC/*.ts", case_sensitive: true }, shows: ["No file"] },
    { tool: "glob", input: { pattern: "*.log" }, shows: ["respect_git_ignore: false"] },
    {
      tool: "glob",
      input: { pattern: "*.log", respect_git_ignore: false },
      shows: ["logs/build.log"],
    },
    {
      tool: "search_file_content",
      input: { pattern: "QUOK+A", before: 1 },
      shows: ["File: long.txt\nL119- row 119;\nL120: row 120; the quokka"],
      hides: ["row 121;", "build.log"],
    },
    {
      tool: "search_file_content",
      input: { pattern: "QUOKKA", case_sensitive: true },
      shows: ["No match"],
    },
    {
      tool: "search_file_content",
      input: { pattern: "quokka", no_ignore: true, include: "*.log" },
      shows: ["File: logs/build.log\nL1: quokka"],
    },
    {
      tool: "run_shell_command",
      input: { command: "pwd; echo g-$((1+1))", dir_path: "src" },
      shows: ["/ws/src\ng-2"],
    },
    {
      tool: "google_web_search",
      input: { query: "pages" },
      shows: ["1. Page\n   https://site.test/page\n   Some words."],
    },
    {
      tool: "web_fetch",
      input: { prompt: "What is at http://127.0.0.1/?" },
      fails: "network-blocked",
    },
    {
      tool: "write_todos",
      input: {
        todos: [
          { description: "Find it", status: "in_progress" },
          { description: "Fix it", status: "pending" },
        ],
      },
      shows: ["1 pending, 1 in_progress"],
    },
  ],
  opencode: [
    {
      tool: "skill",
      input: { name: "sample" },
      shows: ["Skill sample, from user:", "Do it well.", "notes.md (7 bytes)"],
      hides: ["description:"],
    },
    { tool: "skill", input: { name: "nope" }, fails: "input-invalid", shows: ["sample"] },
    { tool: "read", input: { filePath: "long.txt" }, shows: ["1: row 1;", "200: row 200;"] },
    {
      tool: "read",
      input: { filePath: "long.txt", offset: 30, limit: 2 },
      shows: ["30: row 30;\n31: row 31;", "offset: 32"],
      hides: ["row 29;", "row 32;"],
    },
    {
      tool: "edit",
      input: { filePath: "long.txt", oldString: "the quokka", newString: "a wombat" },
      leaves: { "long.txt": files["long.txt"].replace("the quokka", "a wombat") },
    },
    {
      tool: "edit",
      input: { filePath: "long.txt", oldString: "row", newString: "line" },
      fails: "edit-ambiguous",
      shows: ["replaceAll: true", "oldString"],
      hides: ["old_string"],
    },
    { tool: "write", input: { filePath: "w.txt", content: "w\n" }, leaves: { "w.txt": "w\n" } },
    { tool: "glob", input: { pattern: "*.md" }, shows: ["README.md"] },
    {
      tool: "grep",
      input: { pattern: "wombat|one", include: "*.ts" },
      shows: ["src/two.ts:\n  Line 1: import { one }"],
      hides: ["long.txt"],
    },
    {
      tool: "bash",
      input: {
        command: "pwd; echo o-$((3+3))",
        workdir: "src",
        description: "Add",
        timeout: 9_000,
      },
      shows: ["/ws/src\no-6"],
    },
    {
      tool: "websearch",
      input: { query: "pages", numResults: 3 },
      shows: ["https://site.test/page"],
    },
    {
      tool: "websearch",
      input: { query: "pages", numResults: 21 },
      fails: "input-invalid",
      shows: ["numResults"],
    },
    {
      tool: "webfetch",
      input: { url: "http://127.0.0.1/", format: "html" },
      fails: "network-blocked",
    },
    {
      tool: "todowrite",
      input: {
        todos: [
          { content: "Find it", status: "in_progress", priority: "high" },
          { content: "Fix it", status: "pending", priority: "low" },
        ],
      },
      shows: ["1 pending, 1 in_progress"],
    },
    {
      tool: "task",
      input: { description: "Look", prompt: "Look.", subagent_type: "explore" },
      shows: ["I looked."],
    },
  ],
  "claude-code": [
    {
      tool: "Skill",
      input: { skill: "/sample", args: "fast" },
      shows: ["Do it well.", "ARGUMENTS: fast"],
    },
    { tool: "Skill", input: {}, fails: "input-invalid", shows: ["skill"] },
    ...claudeUses({
      read: "Read",
      write: "Write",
      edit: "Edit",
      glob: "Glob",
      grep: "Grep",
      bash: "Bash",
    }),
    { tool: "LS", input: { path: "." }, shows: ["src/\n", "one.ts", "long.txt"] },
    {
      tool: "LS",
      input: { path: ".", ignore: ["one.*", "logs"] },
      shows: ["- src/\n  - two.ts", "3 ignored"],
      hides: ["one.ts", "build.log"],
    },
    {
      tool: "Bash",
      input: { command: "echo up; sleep 4714", run_in_background: true },
      shows: [" in the background. Use this id"],
    },
    {
      tool: "BashOutput",
      input: { bash_id: "cmd_1" },
      fails: "input-invalid",
      shows: ["There is no background command 'cmd_1'"],
    },
    {
      tool: "KillShell",
      input: { shell_id: "cmd_1" },
      fails: "input-invalid",
      shows: ["There is no background command 'cmd_1'"],
    },
    {
      tool: "WebSearch",
      input: { query: "pages", allowed_domains: ["site.test"], blocked_domains: ["a.test"] },
      shows: ["https://site.test/page"],
    },
    {
      tool: "WebSearch",
      input: { query: "pages", allowed_domains: ["no domain"] },
      fails: "input-invalid",
      shows: ["'no domain' is not a domain"],
    },
    {
      tool: "WebFetch",
      input: { url: "http://127.0.0.1/", prompt: "What is there?" },
      fails: "network-blocked",
    },
    {
      tool: "TodoWrite",
      input: {
        todos: [
          { content: "Find it", status: "in_progress", activeForm: "Finding it" },
          { content: "Fix it", status: "pending", activeForm: "Fixing it" },
        ],
      },
      shows: ["1 pending, 1 in_progress"],
    },
    {
      tool: "Task",
      input: { description: "Look", prompt: "Look.", subagent_type: "explore" },
      shows: ["I looked."],
    },
  ],
  kode: [
    ...claudeUses({
      read: "read_file",
      write: "write_file",
      edit: "edit_file",
      glob: "glob",
      grep: "grep",
      bash: "bash",
    }),
    { tool: "task", input: { agent: "explore", prompt: "Look." }, shows: ["I looked."] },
    { tool: "task", input: { agent: "explore" }, fails: "input-invalid", shows: ["prompt"] },
  ],
  codex: [
    {
      tool: "apply_patch",
      input: {
        input:
          "*** Begin Patch\n*** Update File: src/one.ts\n@@\n-export const two = 2;\n+export const two = 5;\n*** Add File: p.txt\n+patched\n*** Delete File: README.md\n*** End Patch",
      },
      shows: ["M src/one.ts", "A p.txt", "D README.md"],
      leaves: {
        "src/one.ts": one.replace("two = 2", "two = 5"),
        "p.txt": "patched\n",
        "README.md": null,
      },
    },
    {
      tool: "apply_patch",
      input: {
        input:
          "*** Begin Patch\n*** Add File: q.txt\n+q\n*** Update File: src/two.ts\n@@\n-import { three }\n+x\n*** End Patch",
      },
      fails: "edit-no-match",
      leaves: { "q.txt": null },
    },
    { tool: "apply_patch", input: { input: "hello" }, fails: "input-invalid" },
    {
      tool: "shell",
      input: { command: ["bash", "-lc", "echo x-$((5+5)) | cat"] },
      shows: ["Exit code: 0\nOutput:\nx-10"],
    },
    {
      tool: "shell",
      input: { command: ["echo", "$HOME", "a  b", "it's"], workdir: "src" },
      shows: ["$HOME a  b it's"],
    },
    {
      tool: "shell",
      input: { command: ["bash", "-c", "exit 3"] },
      fails: "command-failed",
      shows: ["exited with status 3"],
    },
    { tool: "shell", input: { command: [] }, fails: "input-invalid" },
    {
      tool: "update_plan",
      input: {
        explanation: "First step",
        plan: [
          { step: "Find it", status: "in_progress" },
          { step: "Fix it", status: "pending" },
        ],
      },
      shows: ["1 pending, 1 in_progress"],
    },
    {
      tool: "update_plan",
      input: { plan: [{ step: "", status: "pending" }] },
      fails: "input-invalid",
      shows: ["plan"],
      hides: ["todos", "content"],
    },
  ],
};

async function open(profile: ProfileName): Promise<ToolSession> {
  return openToolSession({
    files,
    tools: await profileTools(profile),
    environment: { SAMPLE_COLOUR: "teal" },
    session: { agents: stubAgents() },
  });
}

function expectUse(use: Use, outcome: Outcome, session: ToolSession): void {
  const text = textOf(outcome);
  expect({ status: outcome.status, code: outcome.error?.code, text }).toMatchObject(
    use.fails === undefined ? { status: "ok" } : { status: "error", code: use.fails },
  );
  expect(outcome.tool).toBe(use.tool);
  for (const shown of use.shows ?? []) expect(text).toContain(shown);
  for (const hidden of use.hides ?? []) expect(text).not.toContain(hidden);
  for (const [path, content] of Object.entries(use.leaves ?? {})) {
    if (content === null) expect(() => session.bytes(path)).toThrow(/ENOENT/);
    else expect(session.bytes(path).toString()).toBe(content);
  }
}

describe.each(Object.entries(uses))("the profile %s", (profile, list) => {
  test("works under its names, arguments and wording", async () => {
    const session = await open(profile as ProfileName);
    for (const use of list) expectUse(use, await session.call(use.tool, use.input), session);
  });

  test("uses every tool it has in this test", async () => {
    const all = await profileTools(profile as ProfileName);
    const tools = all.filter(({ aliasOf, scope }) => aliasOf !== undefined && scope !== "sub");
    expect(new Set(list.map(({ tool }) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
  });
});

describe.each(profileNames)("under the profile %s", (profile) => {
  test("no name is there twice", async () => {
    const names = (await profileTools(profile)).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test("every tool presents a canonical one", async () => {
    const canonical = (await profileTools("canonical")).map(({ name }) => name);
    for (const { name, aliasOf = name } of await profileTools(profile)) {
      expect(canonical).toContain(aliasOf);
    }
  });

  test("rules for a canonical tool hold for every tool that presents it", async () => {
    const tools = await profileTools(profile);
    const canonical = new Set(tools.map(({ name, aliasOf = name }) => aliasOf));
    const session = await openToolSession({
      files,
      tools: [...tools, deferredTool],
      session: { agents: stubAgents() },
      rules: Array.from(canonical, (name) => ({ deny: `tool(${name})` })),
    });
    // The calls of one that passes calls on are those of the tools that they name.
    const called = tools.filter((tool) => tool.forwards === undefined && tool.scope !== "sub");
    for (const { name, description } of called) {
      const sample = typeof description === "string" ? undefined : description.samples?.[0];
      const outcome = await session.call(name, sample?.input ?? {});
      expect({ name, code: outcome.error?.code }).toEqual({ name, code: "permission-denied" });
    }
  });
});

test("get_warning_error shows the errors and warnings of a file or of all", async () => {
  const { call } = await openServerSession([], {
    tools: await profileTools("mutsumi"),
    files: { "a.fake": "use one\n", "b.fake": "WARN\n" },
  });
  expect(textOf(await call("get_warning_error", { uri: "a.fake" }))).toBe(
    "a.fake\n  1: error: Unknown name one [fake 7]\n\n1 error in 1 file (fake; 1 file checked).",
  );
  expect(textOf(await call("get_warning_error", {}))).toContain("b.fake\n  1: warning: WARN");
});

test("names each profile of the table", () => {
  expect([...profileNames].sort()).toEqual(
    ["canonical", "claude-code", "codex", "gemini-cli", "kode", "mutsumi", "opencode"].sort(),
  );
});
