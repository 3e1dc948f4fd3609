import { describe, expect, it } from "vitest";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

describe("a command in the background", () => {
  it("is started, read on from where the last answer ended, and stopped", async () => {
    const { call } = await openToolSession();
    const command = "echo $$; echo ready; while read -r line; do echo got $line; done; sleep 4711";
    const started = await call("run_command", { command, background: true });
    expect(started.structured).toMatchObject({ backgroundId: "cmd_1", exitCode: null });
    const first = await call("command_output", { id: "cmd_1", wait_for_pattern: "^ready$" });
    expect(textOf(first)).toMatch(/^Matching line: ready\n\n(\d+)\nready\n\n\(cmd_1 is running /);
    const processId = Number(/\n(\d+)\nready/.exec(textOf(first))?.[1]);
    expect(isAlive(processId)).toBe(true);
    const { cursor } = first.structured as { cursor: number };
    expect(textOf(await call("command_output", { id: "cmd_1", since: cursor }))).toContain(
      "(no new output)",
    );
    expect((await call("command_input", { id: "cmd_1", text: "hello\n", end: true })).status).toBe(
      "ok",
    );
    const next = await call("command_output", {
      id: "cmd_1",
      since: cursor,
      wait_for_pattern: "got",
    });
    expect(textOf(next)).toContain("\n\ngot hello\n\n");
    const stopped = await call("stop_command", { id: "cmd_1", since: cursor });
    expect(textOf(stopped)).toMatch(/^got hello\n\n\(cmd_1 was stopped \(/);
    expect(isAlive(processId)).toBe(false);
    expect((await call("stop_command", { id: "cmd_1" })).status).toBe("ok");
  });

  it("is listed with how it stands", async () => {
    const { call } = await openToolSession();
    expect(textOf(await call("command_output", {}))).toBe("No background commands.");
    await call("run_command", { command: "echo a; exit 3", background: true });
    await call("run_command", { command: "sleep 4712", background: true });
    const ended = await call("command_output", { id: "cmd_1", wait_for_end: true });
    expect(textOf(ended)).toMatch(
      /^a\n\n\(cmd_1 exited with status 3 \(echo a; exit 3\); next since: 2\)$/,
    );
    const list = await call("command_output", {});
    expect(textOf(list)).toBe(
      "cmd_1 exited with status 3 (echo a; exit 3)\ncmd_2 is running (sleep 4712)",
    );
    expect(list.structured).toMatchObject({
      commands: [
        { id: "cmd_1", status: "ended", exitCode: 3 },
        { id: "cmd_2", status: "running", exitCode: null },
      ],
    });
  });

  it("is waited for until it listens, and no longer than was said", async () => {
    const { call } = await openToolSession();
    const server =
      "require('net').createServer().listen(0, '127.0.0.1', function () { console.log('port ' + this.address().port); })";
    await call("run_command", { command: `node -e "${server}"`, background: true });
    const told = await call("command_output", { id: "cmd_1", wait_for_pattern: "port \\d+" });
    const port = Number(/port (\d+)/.exec(textOf(told))?.[1]);
    const up = await call("command_output", { id: "cmd_1", wait_for_port: port });
    expect(textOf(up)).toContain(`It listens on port ${port}.`);
    const never = await call("command_output", { id: "cmd_1", wait_for_end: true, wait_ms: 50 });
    expect(textOf(never)).toContain("Still running after 0.05 s.");
  });

  it("is moved there while it runs, and the call answers with what it had written", async () => {
    const { session, call } = await openToolSession();
    const invocation = session.call({
      name: "run_command",
      input: { command: "echo begun; sleep 4713" },
    });
    for await (const event of invocation) {
      if (event.type === "invocation-update") invocation.moveToBackground();
    }
    const outcome = await invocation;
    expect(textOf(outcome)).toBe("begun\n\n(still running in the background as cmd_1)");
    expect(outcome.structured).toMatchObject({ backgroundId: "cmd_1", exitCode: null });
    expect(textOf(await call("stop_command", { id: "cmd_1" }))).toContain("cmd_1 was stopped");
  });

  it.each([
    ["command_output", { id: "cmd_9" }],
    ["command_input", { id: "cmd_9", text: "x" }],
    ["stop_command", { id: "cmd_9" }],
  ])("that isn't there fails %s, naming those that are", async (tool, input) => {
    const { call } = await openToolSession();
    const { error } = await call(tool, input);
    expect(error).toMatchObject({ code: "input-invalid" });
    expect(error?.message).toContain("There is no background command 'cmd_9'. There are none.");
  });

  it.each([
    ["command_output", { since: 3 }, "id is missing"],
    ["command_output", { id: "cmd_1", wait_for_port: 1, wait_for_end: true }, "give only one of"],
    ["command_input", { id: "cmd_1" }, "nothing to send"],
  ])("refuses %s of %j", async (tool, input, message) => {
    const { call } = await openToolSession();
    const { error } = await call(tool, input);
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toContain(message);
  });

  it("is asked for like one in the foreground, and so is what it is sent", async () => {
    const { call, session } = await openToolSession();
    const asked: string[] = [];
    session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
    await call("run_command", { command: "./serve", background: true });
    await call("run_command", { command: "cat", background: true });
    await call("command_input", { id: "cmd_2", text: "x" });
    expect(asked).toEqual(["Run ./serve in the background", 'Send cmd_2 "x"']);
  });
});
