import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CommandBench, commandBench } from "../../test/command-bench.ts";

function scripted(bench: CommandBench, name: string, steps: readonly object[]): string {
  return `scripted/${bench.put(`~/${name}.json`, { steps })}`;
}

const writing = { calls: [{ name: "write_file", input: { path: "a.txt", content: "x" } }] };

/** A run that its budget has ended after its first step, which wrote a file. */
async function stopped(
  bench: CommandBench,
): Promise<{ readonly id: string; readonly errors: string }> {
  const model = scripted(bench, "first", [writing, { text: "Never." }]);
  const words = ["--model", model, "--mode", "accept-edits", "--max-steps", "1"];
  const { status, errors } = await bench.run("run", "Write a.txt.", ...words);
  expect(status).toBe(1);
  return { id: /run --resume (\S+)/.exec(errors)?.[1] ?? "", errors };
}

/** The path of the only stored conversation. */
function stored(bench: CommandBench): string {
  const folder = join(bench.home, ".local/state/toolwright/conversations");
  const inside = join(folder, readdirSync(folder)[0] ?? "");
  return join(inside, readdirSync(inside).find((name) => name.endsWith(".jsonl")) ?? "");
}

test("a run that ended early says how it is continued, and goes on without a task", async () => {
  const bench = commandBench();
  const { id } = await stopped(bench);
  const steps = [
    { when: "Go on with the task.", calls: [{ name: "read_file", input: { path: "a.txt" } }] },
    { text: "It is written." },
  ];
  const model = scripted(bench, "second", steps);
  const ran = await bench.run("run", "--resume", id, "--model", model);
  expect(ran).toMatchObject({ status: 0, output: "It is written.\n" });
  expect(ran.errors).not.toContain("--resume");
  const sessions = (await bench.run("journal", "sessions", "--json")).output.trim().split("\n");
  expect(sessions).toHaveLength(1);
  expect((await bench.run("undo", "--session", id, "--turn", "1")).status).toBe(0);
  expect(existsSync(join(bench.workspace, "a.txt"))).toBe(false);
});

test("the latest conversation is continued with a new task, by the same model", async () => {
  const bench = commandBench();
  bench.put("~/first.json", { steps: [{ text: "One." }] });
  const model = `scripted/${join(bench.home, "first.json")}`;
  await bench.run("run", "Say one.", "--model", model);
  bench.put("~/first.json", { steps: [{ when: "Say two.", text: "Two." }] });
  const ran = await bench.run("run", "--resume", "last", "Say two.");
  expect(ran).toMatchObject({ status: 0, output: "Two.\n" });
});

test("a conversation whose task is done needs a new one", async () => {
  const bench = commandBench();
  await bench.run("run", "Hello", "--model", scripted(bench, "s", [{ text: "Hello." }]));
  const ran = await bench.run("run", "--resume", "last");
  expect(ran.status).toBe(2);
  expect(ran.errors).toMatch(/no open task.*toolwright run --resume session-\S+ "TASK"/);
});

test.each(["none", "../../../x", "session-\u001b[31m"])(
  "an id that names no conversation is a usage error: %j",
  async (id) => {
    const bench = commandBench();
    await stopped(bench);
    const ran = await bench.run("run", "--resume", id, "Go on.");
    expect(ran.status).toBe(2);
    expect(ran.errors).toContain("No conversation");
    expect(ran.errors).not.toContain("\u001b");
  },
);

test("a damaged conversation, and one of a newer version, are usage errors that change nothing", async () => {
  const bench = commandBench();
  const { id } = await stopped(bench);
  const path = stored(bench);
  const whole = readFileSync(path, "utf8");
  for (const [content, message] of [
    [whole.replace('"type":"answer"', '"type":"later"'), /damaged: line \d+ is invalid/],
    [whole.replace('{"conversation":1', '{"conversation":9'), /newer version/],
  ] as const) {
    writeFileSync(path, content);
    const model = scripted(bench, "s", [{ text: "Never." }]);
    const ran = await bench.run("run", "--resume", id, "Go on.", "--model", model);
    expect(ran.status).toBe(2);
    expect(ran.errors).toMatch(message);
    expect(readFileSync(path, "utf8")).toBe(content);
  }
});

test("conversations are listed, for people and for programs, and deleted", async () => {
  const bench = commandBench();
  expect((await bench.run("conversations")).output).toContain("has no conversations");
  const { id } = await stopped(bench);
  const listed = (await bench.run("conversations")).output;
  expect(listed).toMatch(/CONVERSATION +TIME \(UTC\) +STATUS +TURNS +TASK\n/);
  expect(listed).toMatch(new RegExp(`${id} .* failed +1 +Write a\\.txt\\.`));
  expect(JSON.parse((await bench.run("conversations", "--json")).output)).toMatchObject({
    id,
    status: "failed",
    title: "Write a.txt.",
    turns: 1,
  });
  expect((await bench.run("conversations", "--remove", "none")).status).toBe(2);
  expect((await bench.run("conversations", "--remove", id)).output).toContain(id);
  expect((await bench.run("conversations", "--json")).output).toBe("");
  expect((await bench.run("undo")).status).toBe(0);
});
