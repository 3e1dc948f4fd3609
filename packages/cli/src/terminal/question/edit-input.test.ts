import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openAgentBench } from "../fixtures/agent-bench.ts";

/** An editor that replaces a word, as a person would. */
function editor(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "editor.sh");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

test.skipIf(process.platform === "win32")(
  "a call's input is edited in $EDITOR before it runs, and what was edited is what runs",
  async () => {
    const write = { name: "write_file", input: { path: "a.txt", text: "hello" } };
    const { send, until, press, done, workspace, live, mode } = await openAgentBench(
      [{ calls: [write] }, { text: "Done." }],
      { environment: { EDITOR: editor('sed -i.old s/hello/goodbye/ "$1"') } },
    );
    send("Write.");
    await until(({ questions, isTyping }) => questions.length > 0 && !isTyping);
    press("e", "ctrl+g");
    await until(() => live().includes("goodbye"));
    expect(workspace.text("a.txt")).toBeUndefined();
    press("enter");
    // The edited call is decided again.
    await until(({ questions }) => questions.length > 0 && live().includes("y once"));
    press("y");
    await done();
    expect(workspace.text("a.txt")).toBe("goodbye");
    expect(mode.line).toBe("");
  },
);

test.skipIf(process.platform === "win32")(
  "an editor that fails changes nothing, and the question stays open",
  async () => {
    const write = { name: "write_file", input: { path: "a.txt", text: "hello" } };
    const { send, until, press, live, workspace, terminal } = await openAgentBench(
      [{ calls: [write] }, { text: "Done." }],
      { environment: { EDITOR: editor("echo '{' > \"$1\"; exit 1") } },
    );
    send("Write.");
    await until(({ questions, isTyping }) => questions.length > 0 && !isTyping);
    press("e");
    const from = terminal.written.length;
    press("ctrl+g");
    await until(() => terminal.isStarted && terminal.written.length > from);
    expect(live()).toContain('"hello"');
    press("escape");
    expect(live()).toContain("y once");
    expect(workspace.text("a.txt")).toBeUndefined();
  },
);
