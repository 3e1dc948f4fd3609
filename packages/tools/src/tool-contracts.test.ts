import { assertToolContract } from "@toolwright/testing";
import { rgPath } from "@vscode/ripgrep";
import { describe, expect, test } from "vitest";
import { builtinTools } from "./builtin-tools.ts";

type Inputs = readonly Readonly<Record<string, unknown>>[];

/** What each tool is run with for real, beside its examples and the inputs that are made up. */
const inputs: Readonly<Record<string, Inputs>> = {
  read_file: [
    { path: "README.md" },
    { path: "src/deep/note.txt", offset: 2, limit: 1 },
    { path: "link.txt" },
    { path: ".env" },
    { path: "binary.bin" },
    { path: "../outside/secret.txt" },
    { path: "readme" },
  ],
  read_many_files: [
    { paths: ["README.md", "src/**"] },
    { paths: [".env", "binary.bin", "missing.txt", "link.txt"] },
    { paths: ["*.md", "../outside/*", "src/deep/note.txt"], max_bytes_per_file: 500 },
  ],
  file_info: [{ path: "README.md" }, { path: "src" }, { path: "link.txt" }, { path: "binary.bin" }],
  list_directory: [{}, { path: "src" }, { path: "folder" }, { path: ".." }],
  write_file: [
    { path: "new/deep/file.txt", content: "new\n" },
    { path: "src/main.ts", content: "export const answer = 43;\n" },
    { path: "link.txt", content: "through the link\n" },
  ],
  edit_file: [
    { path: "src/main.ts", old_string: "42", new_string: "43" },
    { path: "src/deep/note.txt", old_string: "o", new_string: "0", replace_all: true },
  ],
  apply_patch: [
    {
      patch: `*** Begin Patch
*** Update File: src/main.ts
@@
-export const answer = 42;
+export const answer = 43;
*** Add File: new/deep/file.txt
+new
*** Delete File: README.md
*** Update File: src/deep/note.txt
*** Move to: note.txt
*** End Patch`,
    },
    { patch: "*** Begin Patch\n*** Delete File: .env\n*** End Patch" },
    { patch: "*** Begin Patch\n*** Add File: ../outside/new.txt\n+new\n*** End Patch" },
  ],
  make_directory: [{ path: "new/deep" }, { path: "src" }, { path: "folder/sub" }, { path: ".." }],
  move_path: [
    { from: "README.md", to: "docs/READ.md" },
    { from: "src", to: "new/src" },
    { from: "link.txt", to: "link-2.txt" },
    { from: "README.md", to: "../outside/README.md" },
    { from: ".env", to: "env.txt" },
  ],
  delete_path: [
    { path: "README.md" },
    { path: "src", recursive: true },
    { path: "folder" },
    { path: ".", recursive: true },
    { path: "../outside", recursive: true },
  ],
  find_files: [{ pattern: "**/*.ts" }, { pattern: "*", path: "src" }],
  search_text: [{ pattern: "answer" }, { pattern: "TOKEN" }, { pattern: "o", path: "src/deep" }],
  run_command: [{ command: "echo out; echo err >&2" }, { command: "exit 3" }],
  command_output: [{}, { id: "cmd_1" }],
  command_input: [{ id: "cmd_1", text: "yes\n" }],
  stop_command: [{ id: "cmd_1" }],
  git: [{ args: ["--version"] }, { args: ["no-such-command"] }],
  get_environment: [{}, { name: "NODE_ENV" }, { name: "NODE_ENVV" }],
  system_info: [{}],
  search_tools: [
    { query: "nothing", server: "custom" },
    { query: "x", server: "nobody" },
  ],
};

describe.concurrent("does only what it declares, whatever it is given:", () => {
  // One that passes calls on never runs: the tools that it names do.
  const running = builtinTools.filter((tool) => tool.forwards === undefined);
  test.for(running.map(({ name }) => name))("%s", { timeout: 60_000 }, async (toolName) => {
    const report = await assertToolContract({
      toolModule: new URL("./builtin-tools.ts", import.meta.url),
      exportName: "builtinTools",
      toolName,
      worldModule: new URL("./fixtures/contract-world.ts", import.meta.url),
      inputs: inputs[toolName] ?? [],
      helpers: [rgPath, "git", "bash"],
      cancelPoints: 12,
      fuzzRuns: 60,
    });
    expect(report.outcomes["ok"]).toBeGreaterThan(0);
    expect(report.outcomes["cancelled"]).toBeGreaterThan(0);
  });
});
