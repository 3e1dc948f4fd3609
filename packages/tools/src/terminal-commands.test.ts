import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

describe("a command with tty, without a sandbox", () => {
  runsInTerminal(false);
});

describe.skipIf(!availability.ok)(`a command with tty, in a sandbox${reason}`, () => {
  runsInTerminal(true);
});

function runsInTerminal(isConfined: boolean): void {
  it("has a terminal of a known size; without tty it has none", async () => {
    const { call } = await openToolSession({ isConfined });
    const command = "test -t 0 && test -t 1 && test -t 2 && echo tty $(stty size); true";
    expect(textOf(await call("run_command", { command, tty: true }))).toBe(
      "tty 40 120\n\n(exit status 0)",
    );
    expect(textOf(await call("run_command", { command }))).toBe("(no output; exit status 0)");
  });

  it("answers in plain text, both outputs as one, and fails as ever", async () => {
    const { call } = await openToolSession({ isConfined });
    const command = String.raw`printf '\e[1;31mred\e[0m\n'; echo 10%; echo err >&2; exit 3`;
    const { error } = await call("run_command", { command, tty: true });
    expect(error).toMatchObject({ code: "command-failed", details: { exitCode: 3 } });
    expect(error?.message).toBe("The command exited with status 3.\n\nred\n10%\nerr");
  });

  it("takes lines and keys in the background, Ctrl-C too", async () => {
    const { call } = await openToolSession({ isConfined });
    const command = [
      "trap 'echo interrupted; exit 7' INT",
      "read -r -p 'Name? ' name; echo hello $name",
      "read -r -s -n 1 key; echo key $key",
      "echo waiting; while :; do read -r line; done",
    ].join("\n");
    await call("run_command", { command, tty: true, background: true });
    const shows = async (pattern: string): Promise<string> =>
      textOf(await call("command_output", { id: "cmd_1", wait_for_pattern: pattern }));
    expect(await shows("Name\\? $")).toContain("Matching line: Name?");
    await call("command_input", { id: "cmd_1", text: "Ada\n" });
    expect(await shows("^hello")).toContain("hello Ada");
    await call("command_input", { id: "cmd_1", text: "q" });
    expect(await shows("^waiting")).toContain("key q\n");
    await call("command_input", { id: "cmd_1", text: "\u0003" });
    const ended = await call("command_output", { id: "cmd_1", wait_for_end: true });
    expect(textOf(ended)).toContain("interrupted\n\n(cmd_1 exited with status 7 ");
  });

  it("takes the end of its input", async () => {
    const { call } = await openToolSession({ isConfined });
    await call("run_command", { command: "cat; echo over", tty: true, background: true });
    await call("command_input", { id: "cmd_1", text: "a line\n", end: true });
    const ended = await call("command_output", { id: "cmd_1", wait_for_end: true });
    expect(textOf(ended)).toContain("a line\na line\nover\n\n(cmd_1 exited with status 0 ");
  });

  it("that waits for keys in the foreground ends at its time limit", async () => {
    const { call } = await openToolSession({ isConfined });
    const command = "echo before; read -r line; echo after";
    const { error } = await call("run_command", { command, tty: true, timeout_ms: 300 });
    expect(error?.code).toBe("timeout");
    expect(error?.message).not.toContain("after\n");
  });
}

describe("a command with tty", () => {
  it("is asked for though it would only read: what is known of programs isn't known of them in a terminal", async () => {
    const { call, session } = await openToolSession({ files: { "a.txt": "a\n" } });
    const asked: string[] = [];
    session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
    await call("run_command", { command: "cat a.txt" });
    expect(asked).toEqual([]);
    const { effects } = await call("run_command", { command: "cat a.txt", tty: true });
    expect(asked).toEqual(["Run cat a.txt in a terminal"]);
    expect(effects).toMatchObject([
      { type: "run", program: "cat", specified: false },
      { type: "read" },
    ]);
  });

  it("runs unasked by a rule for its words, and is denied like any other", async () => {
    const { call } = await openToolSession({
      rules: [{ allow: "run(echo *)" }],
      answer: () => ({ outcome: "reject" }),
    });
    expect((await call("run_command", { command: "echo hello", tty: true })).status).toBe("ok");
    const { status, decision } = await call("run_command", { command: "sudo true", tty: true });
    expect([status, decision?.decision]).toEqual(["refused", "deny"]);
  });
});
