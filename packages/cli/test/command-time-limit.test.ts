import { expect, test } from "vitest";
import type { Toolwright } from "@toolwright/runtime";
import { openSession } from "../src/commands/open-session.ts";
import { commandBench, projectPath, userPath } from "./command-bench.ts";
import { memoryContext } from "./memory-context.ts";

const options = {
  workspace: undefined,
  mode: undefined,
  profile: undefined,
  settings: undefined,
};

type Bench = ReturnType<typeof commandBench>;

function open(bench: Bench, profile?: "codex" | "mutsumi"): Promise<Toolwright> {
  const program = memoryContext({
    cwd: bench.workspace,
    environment: { HOME: bench.home, PATH: process.env["PATH"] },
  });
  return openSession({ ...options, profile }, program);
}

test.each([
  [undefined, "run_command", { command: "sleep 30" }],
  ["codex", "shell", { command: ["sleep", "30"] }],
  ["mutsumi", "shell_exec", { uri: ".", cmd: "sleep 30" }],
] as const)(
  "a command that names no limit has that of the settings (profile %s)",
  async (profile, name, input) => {
    const bench = commandBench();
    bench.put(userPath, {
      rules: [{ allow: "run(sleep *)" }],
      shell: { timeoutMs: 200, sandbox: "off" },
    });
    const opened = await open(bench, profile);
    try {
      const { error } = await opened.session.call({ name, input }).outcome;
      expect(error).toMatchObject({ code: "timeout", details: { timeoutMs: 200 } });
    } finally {
      await opened.close();
    }
  },
);

test("a command's own limit comes first, and an untrusted project sets none", async () => {
  const bench = commandBench();
  bench.put(userPath, { shell: { sandbox: "off", timeoutMs: 1 } });
  const opened = await open(bench);
  try {
    const input = { command: "sleep 0.1; echo done", timeout_ms: 60_000 };
    const { status } = await opened.session.call({ name: "run_command", input }).outcome;
    expect(status).toBe("ok");
  } finally {
    await opened.close();
  }
  bench.put(userPath, { shell: { sandbox: "off" } });
  bench.put(projectPath, { shell: { timeoutMs: 1 } });
  const untrusting = await open(bench);
  try {
    const input = { command: "sleep 0.1; echo done" };
    const { status } = await untrusting.session.call({ name: "run_command", input }).outcome;
    expect(status).toBe("ok");
  } finally {
    await untrusting.close();
  }
});
