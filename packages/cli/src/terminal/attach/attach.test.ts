import { expect, test, vi } from "vitest";
import { openAgentBench, type AgentBench } from "../fixtures/agent-bench.ts";
import { FakeJob } from "../fixtures/fake-job.ts";
import type { ScreenState } from "../screen/screen-state.ts";

const isAsked = ({ questions, isTyping }: ScreenState): boolean =>
  questions.length > 0 && !isTyping;

async function attached(
  steps: Parameters<typeof openAgentBench>[0] = [],
  options: Parameters<typeof openAgentBench>[1] = { columns: 80, rows: 24 },
): Promise<AgentBench & { readonly job: FakeJob; readonly from: number }> {
  const job = new FakeJob();
  await job.print("package name: ");
  const bench = await openAgentBench(steps, {
    ...options,
    terminals: () => (job.state.status === "running" ? [job] : []),
  });
  const from = bench.terminal.written.length;
  bench.send("/attach");
  await bench.terminal.shows("package name:", from);
  return { ...bench, job, from };
}

test.each([
  { columns: 80, rows: 24 },
  { columns: 140, rows: 40 },
  { columns: 20, rows: 8 },
])(
  "the program gets the size $columns × $rows, and a line below says how to leave",
  async (size) => {
    const { job, terminal, from } = await attached([], size);
    expect(job.sizes.at(-1)).toEqual({ columns: size.columns - 1, rows: size.rows - 1 });
    const frame = terminal.written.slice(from);
    expect(frame).toContain("\u001b[?1049h");
    expect(frame).toContain("Ctrl-] leaves");
    terminal.resize(60, 15);
    await vi.waitFor(() => expect(job.sizes.at(-1)).toEqual({ columns: 59, rows: 14 }));
  },
);

test("keys go to the program, Ctrl-C included, and Ctrl-] comes back", async () => {
  const { job, terminal, press, mode, printed } = await attached();
  terminal.type("name");
  press("enter", "up", "ctrl+c", "escape");
  expect(job.typed).toBe("name\r\u001b[A\u0003\u001b");
  press("ctrl+]");
  press("x");
  expect(job.typed).not.toContain("x");
  expect(mode.line).toBe("x");
  expect(job.isWatched).toBe(false);
  expect(printed()).toContain("cmd_1 goes on. To return to it: /attach cmd_1");
});

test("output appears while it comes, with the cursor in its place", async () => {
  const { job, terminal } = await attached();
  const from = terminal.written.length;
  await job.print("\r\nversion: \u001b]52;c;ZXZpbA==\u0007\u001b]0;evil\u0007");
  await terminal.shows("version:", from);
  await terminal.shows("\u001b[2;10H\u001b[?25h", from);
  expect(terminal.written.slice(from)).not.toMatch(/\]52|evil/);
});

test("the program's end comes back, and keys that were meant for it are typed nowhere", async () => {
  const { job, terminal, mode, press, printed } = await attached();
  await job.print("\r\nDone.\r\n");
  const from = terminal.written.length;
  job.exit();
  await terminal.shows("cmd_1 has ended", from);
  terminal.type("secret");
  press("enter");
  await terminal.shows("\u001b[?1049l", from);
  expect(mode.line).toBe("");
  expect(job.typed).toBe("");
  expect(printed()).toMatch(/package name:\nDone\./);
  expect(printed()).not.toContain("secret");
});

test("a question that comes up is told, and no key for the program answers it", async () => {
  const { job, terminal, press, until, workspace, session, from, mode } = await attached();
  session.call({ id: "w", name: "write_file", input: { path: "a.txt", text: "x" } });
  await terminal.shows("A question waits", from);
  terminal.type("yy");
  press("ctrl+]", "y");
  expect(job.typed).toBe("yy");
  expect(mode.state.isTyping).toBe(true);
  expect(workspace.text("a.txt")).toBeUndefined();
  await until(isAsked);
  press("y");
  await until(({ calls }) => calls.length === 0);
  expect(workspace.text("a.txt")).toBe("x");
});

test("the model is told that the person typed there, but not what", async () => {
  const { job, press, terminal, send, done, requests } = await attached([{ text: "I see." }]);
  terminal.type("hunter2");
  press("enter", "ctrl+]");
  expect(job.typed).toBe("hunter2\r");
  send("How is it?");
  await done();
  expect(requests[0]).toContain("typed into the terminal of cmd_1 (npm init)");
  expect(requests[0]).not.toContain("hunter2");
});

test("a secret on the program's screen is hidden, also where a row is too narrow for it", async () => {
  const redactor = { redact: (text: string) => text.replaceAll("s3cr3t-value", "[secret]") };
  const { job, terminal, session } = await attached([], { columns: 80, rows: 24, redactor });
  const from = terminal.written.length;
  await job.print(`\r\n${"-".repeat(70)}s3cr3t-value`);
  await terminal.shows("[secret]", from);
  expect(terminal.written.slice(from)).not.toContain("s3cr3t");
  // The model was told nothing of it.
  expect(session.labels?.context.has("secret")).toBe(false);
});

test("the list of calls opens the terminal of a call", async () => {
  const job = new FakeJob({ callId: "c1" });
  const { send, done, press, terminal } = await openAgentBench(
    [{ calls: [{ id: "c1", name: "look", input: {} }] }, { text: "Seen." }],
    { rows: 24, terminals: () => [job] },
  );
  send("Look.");
  await done();
  const from = terminal.written.length;
  press("ctrl+o");
  await terminal.shows("a opens its terminal", from);
  press("a");
  await terminal.shows("Ctrl-] leaves cmd_1", from);
  terminal.type("y");
  expect(job.typed).toBe("y");
});

test("/attach lists several programs, and says so when there is none", async () => {
  const jobs: FakeJob[] = [];
  const { send, printed } = await openAgentBench([], { terminals: () => jobs });
  send("/attach");
  expect(printed()).toContain("To start one: !!COMMAND");
  jobs.push(new FakeJob({ title: "vim a" }), new FakeJob({ title: "vim b" }));
  send("/attach");
  expect(printed()).toMatch(/cmd_1 {2}vim a\n/);
  send("/attach cmd_9");
  expect(printed()).toContain("No program 'cmd_9' runs in a terminal of its own.");
});
