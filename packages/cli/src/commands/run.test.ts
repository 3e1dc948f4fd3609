import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandBench } from "../../test/command-bench.ts";

/** A script for the agent's model, in the workspace's parent. */
function scripted(bench: ReturnType<typeof commandBench>, steps: readonly object[]): string {
  return `scripted/${bench.put("~/steps.json", { steps })}`;
}

const edit = {
  text: "I change it.",
  calls: [
    { name: "read_file", input: { path: "a.txt" } },
    { name: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "two" } },
  ],
};

test("works on a task and prints the model's last text", async () => {
  const bench = commandBench();
  bench.put("a.txt", "one\n");
  const model = scripted(bench, [edit, { text: "It says two now." }]);
  const ran = await bench.run("run", "Change a.txt", "--model", model, "--mode", "accept-edits");
  expect(ran).toMatchObject({ status: 0, output: "It says two now.\n" });
  expect(ran.errors).toContain("I change it.");
  expect(ran.errors).toContain("a.txt");
  expect(bench.read("a.txt")).toBe("two\n");
});

test("undoes what the agent changed", async () => {
  const bench = commandBench();
  bench.put("a.txt", "one\n");
  const model = scripted(bench, [edit, { text: "Done." }]);
  await bench.run("run", "Change a.txt", "--model", model, "--mode", "accept-edits");
  expect((await bench.run("undo")).status).toBe(0);
  expect(bench.read("a.txt")).toBe("one\n");
});

test("refuses what needs approval when nobody is there, and exits with 3", async () => {
  const bench = commandBench();
  bench.put("a.txt", "one\n");
  const model = scripted(bench, [
    edit,
    { when: "refused", text: "I may not." },
    { text: "I may not." },
  ]);
  const ran = await bench.run("run", "Change a.txt", "--model", model);
  expect(ran.output).toBe("I may not.\n");
  expect(ran.errors).toContain("refused");
  expect(bench.read("a.txt")).toBe("one\n");
});

test("exits with 3 when the model gives up after a refusal", async () => {
  const bench = commandBench();
  const model = scripted(bench, [
    { calls: [{ name: "write_file", input: { path: "new.txt", content: "x" } }] },
    { text: "I may not." },
  ]);
  const ran = await bench.run("run", "Write", "--model", model);
  expect(ran.status).toBe(3);
  expect(existsSync(join(bench.workspace, "new.txt"))).toBe(false);
  expect((await bench.run("run", "Write", "--model", model, "--yes")).status).toBe(0);
  expect(bench.read("new.txt")).toBe("x");
});

test("changes nothing in plan mode, even with --yes", async () => {
  const bench = commandBench();
  const model = scripted(bench, [
    { calls: [{ name: "write_file", input: { path: "new.txt", content: "x" } }] },
    { text: "Planned." },
  ]);
  const ran = await bench.run("run", "Write", "--model", model, "--mode", "plan", "--yes");
  expect(ran.status).toBe(3);
  expect(existsSync(join(bench.workspace, "new.txt"))).toBe(false);
});

test("prints every event as a line of JSON, the result last", async () => {
  const bench = commandBench();
  bench.put("a.txt", "one\n");
  const model = scripted(bench, [edit, { text: "Done." }]);
  const ran = await bench.run("run", "x", "--model", model, "--mode", "accept-edits", "--json");
  const events = ran.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; seq: number; v: number });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.every(({ v }) => v === 1)).toBe(true);
  expect(events[0]?.type).toBe("session-start");
  expect(events.at(-1)).toMatchObject({ type: "session-end", status: "done", text: "Done." });
  expect(events.filter(({ type }) => type === "session-end")).toHaveLength(1);
});

test("takes the task from a pipe, behind the words", async () => {
  const bench = commandBench();
  const model = scripted(bench, [{ when: "Explain:\n\nthe log", text: "Explained." }]);
  const ran = await bench.runWith({ stdin: "the log\n" }, "run", "Explain:", "--model", model);
  expect(ran).toMatchObject({ status: 0, output: "Explained.\n" });
});

const reachable = ["--model", "compatible/m", "--base-url", "http://127.0.0.1:1/v1"];

test.each([
  [["run"], "Say what to do"],
  [["run", "x"], "No model"],
  [["run", "x", "--model", "gpt"], "names no model"],
  [["run", "x", "--model", "openai/gpt-5"], "set OPENAI_API_KEY"],
  [["run", "x", "--model", "compatible/m"], "--base-url URL"],
  [["run", "x", "--model", "scripted/none.json"], "can't be used"],
  [["run", "x", ...reachable, "--max-steps", "0"], "--max-steps"],
])("says what is missing: %j", async (words, message) => {
  const ran = await commandBench().run(...words);
  expect(ran.status).toBe(2);
  expect(ran.errors).toContain(message);
});

test("takes model and limits from the settings", async () => {
  const bench = commandBench();
  const model = scripted(bench, [
    { calls: [{ name: "list_directory", input: {} }], repeats: true },
  ]);
  bench.put("~/.config/toolwright/settings.json", { model, agent: { maxSteps: 2 } });
  const ran = await bench.run("run", "x", "--max-steps", "9");
  expect(ran.status).toBe(1);
  expect(ran.errors).toContain("The run has used its budget of 2 steps.");
});

test("does not let an untrusted project choose the model, but lets it tighten the limits", async () => {
  const bench = commandBench();
  const model = scripted(bench, [
    { calls: [{ name: "list_directory", input: {} }], repeats: true },
  ]);
  bench.put(".toolwright/settings.json", { model, agent: { maxSteps: 1 } });
  expect((await bench.run("run", "x")).errors).toContain("No model");
  expect((await bench.run("run", "x", "--model", model)).errors).toContain("budget of 1 steps");
});

test("reads a project's instructions only when it is trusted", async () => {
  const bench = commandBench();
  bench.put("AGENTS.md", "Answer in rhymes.");
  bench.put(".toolwright/settings.json", {});
  const before = await bench.run("run", "--show-prompt");
  expect(before.output).not.toContain("rhymes");
  expect(before.errors).toContain("AGENTS.md not read");
  await bench.run("policy", "trust", "--yes");
  const after = await bench.run("run", "--show-prompt");
  expect(after.output).toContain("Answer in rhymes.");
  expect(after.errors).toMatch(/AGENTS\.md: about \d+ tokens/);
});

test("trusts a folder that has nothing but instructions", async () => {
  const bench = commandBench();
  bench.put("AGENTS.md", "Answer in rhymes.");
  const trusted = await bench.run("policy", "trust", "--yes");
  expect(trusted.output).toContain("gives agents the instructions of AGENTS.md");
  expect((await bench.run("run", "--show-prompt")).output).toContain("Answer in rhymes.");
});

test("hides a secret in every part of the prompt", async () => {
  const bench = commandBench();
  const secret = "s3cr3t-value-of-mine";
  bench.put(".env", `API_KEY=${secret}\n`);
  bench.put("AGENTS.md", `Use ${secret} as the key.`);
  bench.put("~/.config/toolwright/AGENTS.md", `My key is ${secret}.`);
  bench.put("~/.claude/agents/tester.md", `---\ndescription: Tests ${secret}.\n---\n${secret}`);
  await bench.run("policy", "trust", "--yes");
  const { output } = await bench.run("run", "--show-prompt");
  expect(output).toContain("Use «secret:API_KEY» as the key.");
  expect(output).toContain("My key is «secret:API_KEY».");
  expect(output).not.toContain(secret);
});

test("reads the person's own instructions, before the project's", async () => {
  const bench = commandBench();
  bench.put("AGENTS.md", "Answer in rhymes.");
  bench.put("~/.config/toolwright/AGENTS.md", "Answer in French.");
  const untrusted = await bench.run("run", "--show-prompt");
  expect(untrusted.output).toContain("Answer in French.");
  await bench.run("policy", "trust", "--yes");
  const { output } = await bench.run("run", "--show-prompt");
  expect(output).toMatch(/Answer in French\.[^]*Answer in rhymes\./);
});

test("reads no instructions that a rule denies", async () => {
  const bench = commandBench();
  bench.put("AGENTS.md", "Answer in rhymes.");
  bench.put("~/.config/toolwright/settings.json", { rules: [{ deny: "read(AGENTS.md)" }] });
  await bench.run("policy", "trust", "--yes");
  expect((await bench.run("run", "--show-prompt")).output).not.toContain("rhymes");
});

/** The events of a run that reads the paths, one in each step. */
async function eventsOf(bench: ReturnType<typeof commandBench>, paths: readonly string[]) {
  const steps = paths.map((path) => ({ calls: [{ name: "read_file", input: { path } }] }));
  const model = scripted(bench, [...steps, { text: "Done." }]);
  const ran = await bench.run("run", "Read.", "--model", model, "--json");
  const lines = ran.output.trim().split("\n");
  return lines.map((line) => JSON.parse(line) as { type: string; path?: string });
}

test("reads nested instructions when the agent works below them, of the project alone", async () => {
  const bench = commandBench();
  bench.put("AGENTS.md", "Root.");
  bench.put(".gitignore", "build/\n");
  const folders = ["src", "src/deep", "build", "node_modules/x", "other", "unused"];
  for (const folder of folders) {
    bench.put(`${folder}/AGENTS.md`, `For ${folder}.`);
    bench.put(`${folder}/a.txt`, "a\n");
  }
  bench.put("other/.git", "gitdir: elsewhere\n");
  const paths = [
    "src/deep/a.txt",
    "build/a.txt",
    "node_modules/x/a.txt",
    "other/a.txt",
    "src/a.txt",
  ];
  const read = async (): Promise<readonly (string | undefined)[]> =>
    (await eventsOf(bench, paths))
      .filter(({ type }) => type === "instructions-read")
      .map(({ path }) => path);
  expect(await read()).toEqual([]);
  await bench.run("policy", "trust", "--yes");
  expect(await read()).toEqual(["src/AGENTS.md", "src/deep/AGENTS.md"]);
});

test("a page that the agent fetches with a prompt is read by its model", async () => {
  const proxy = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<p>The gate opens at nine.</p>");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const bench = commandBench();
  const { port } = proxy.address() as AddressInfo;
  bench.put("~/.config/toolwright/settings.json", {
    web: { proxy: `http://127.0.0.1:${port}` },
    rules: [{ allow: "network(site.example)" }],
  });
  const input = { url: "http://site.example/", prompt: "When does it open?" };
  const model = scripted(bench, [
    { calls: [{ name: "web_fetch", input }] },
    { when: "The gate opens at nine.", text: "At nine." },
    { when: "At nine.", text: "It opens at nine." },
  ]);
  const ran = await bench.run("run", "When does the gate open?", "--model", model);
  expect(ran).toMatchObject({ status: 0, output: "It opens at nine.\n" });
});

test("gives a task to a sub-agent, whose changes can be undone", async () => {
  const bench = commandBench();
  const model = scripted(bench, [
    {
      when: "Delegate it.",
      calls: [{ name: "delegate_task", input: { agent: "general", task: "Write it." } }],
    },
    {
      when: "Write it.",
      calls: [{ name: "write_file", input: { path: "new.txt", content: "x" } }],
    },
    { when: "new.txt", calls: [{ name: "finish_task", input: { summary: "It is written." } }] },
    { when: "It is written.", text: "All done." },
  ]);
  const ran = await bench.run("run", "Delegate it.", "--model", model, "--mode", "accept-edits");
  expect(ran).toMatchObject({ status: 0, output: "All done.\n" });
  expect(bench.read("new.txt")).toBe("x");
  expect((await bench.run("undo")).status).toBe(0);
  expect(existsSync(join(bench.workspace, "new.txt"))).toBe(false);
});

test("keeps a sub-agent that explores from writing", async () => {
  const bench = commandBench();
  const model = scripted(bench, [
    {
      when: "Delegate it.",
      calls: [{ name: "delegate_task", input: { agent: "explore", task: "Write it." } }],
    },
    {
      when: "Write it.",
      calls: [{ name: "write_file", input: { path: "new.txt", content: "x" } }],
    },
    { when: "denies", text: "I may not." },
    { when: "I may not.", text: "It may not." },
  ]);
  const ran = await bench.run("run", "Delegate it.", "--model", model, "--mode", "auto", "--yes");
  expect(ran.output).toBe("It may not.\n");
  expect(existsSync(join(bench.workspace, "new.txt"))).toBe(false);
});

test("lists the agents in the prompt", async () => {
  const ran = await commandBench().run("run", "--show-prompt");
  expect(ran.output).toContain("- explore: ");
});

const tester = `---
description: Tests the code.
tools: Read, Glob
---
You test.`;

test("gives tasks to agents of the person, with the tools that their files name", async () => {
  const bench = commandBench();
  bench.put("~/.claude/agents/tester.md", tester);
  expect((await bench.run("run", "--show-prompt")).output).toContain("- tester: Tests the code.");
  const model = scripted(bench, [
    {
      when: "Delegate it.",
      calls: [{ name: "delegate_task", input: { agent: "tester", task: "Write it." } }],
    },
    {
      when: "Write it.",
      calls: [{ name: "write_file", input: { path: "new.txt", content: "x" } }],
    },
    { when: "not in this session", text: "I can only read." },
    { when: "I can only read.", text: "It can only read." },
  ]);
  const ran = await bench.run("run", "Delegate it.", "--model", model, "--yes");
  expect(ran.output).toBe("It can only read.\n");
  expect(existsSync(join(bench.workspace, "new.txt"))).toBe(false);
});

test.each([".toolwright/agents/tester.md", ".claude/agents/tester.md"])(
  "uses %s of a project only as it was trusted",
  async (path) => {
    const bench = commandBench();
    bench.put(path, tester);
    const prompt = async () => (await bench.run("run", "--show-prompt")).output;
    expect(await prompt()).not.toContain("tester");
    await bench.run("policy", "trust", "--yes");
    expect(await prompt()).toContain("- tester: Tests the code.");
    bench.put(path, tester.replace("Tests the code", "Deletes the code"));
    expect(await prompt()).not.toContain("tester");
  },
);

test("does not let a project replace an agent of the person", async () => {
  const bench = commandBench();
  bench.put("~/.config/toolwright/agents/review.md", tester);
  bench.put(".toolwright/agents/review.md", tester.replace("Tests the code", "Does harm"));
  await bench.run("policy", "trust", "--yes");
  const { output } = await bench.run("run", "--show-prompt");
  expect(output).toContain("- review: Tests the code.");
  expect(output).not.toContain("Does harm");
});

test("says that an agent file can't approve anything", async () => {
  const bench = commandBench();
  bench.put(
    "~/.claude/agents/x.md",
    tester.replace("tools:", "permissionMode: bypassPermissions\ntools:"),
  );
  const ran = await bench.run("run", "--show-prompt");
  expect(ran.errors).toMatch(
    /x\.md: this has no effect in an agent file: permissionMode bypassPermissions/,
  );
});

test("says which file is no agent, and why", async () => {
  const bench = commandBench();
  bench.put("~/.config/toolwright/agents/broken.md", "no front matter");
  const ran = await bench.run("run", "--show-prompt");
  expect(ran.status).toBe(0);
  expect(ran.errors).toMatch(/broken\.md is no agent: it doesn't begin with front matter/);
});

test("shows an agent at work without any model", async () => {
  const bench = commandBench();
  const ran = await bench.run("run", "--demo", "--yes");
  expect(ran).toMatchObject({
    status: 0,
    output: "The test passes: `total` now counts each item.\n",
  });
  const [, folder = ""] = /toolwright undo --turn 1 --workspace '(\S+)'/.exec(ran.errors) ?? [];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fixed = readFileSync(join(folder, "src/total.js"), "utf8");
  expect(fixed).toContain("item.price * item.count");
  await bench.run("undo", "--workspace", folder);
  expect(readFileSync(join(folder, "src/total.js"), "utf8")).not.toContain("item.count");
});

test("lists for a sub-agent the tool by which it reports", async () => {
  const bench = commandBench();
  expect((await bench.run("tools", "--scope", "sub")).output).toContain("finish_task");
  expect((await bench.run("tools", "--all-tools")).output).not.toContain("finish_task");
});

const schema = {
  type: "object",
  properties: { count: { type: "integer" } },
  required: ["count"],
};

test("prints an answer that fits a schema as JSON, after corrections", async () => {
  const bench = commandBench();
  const file = bench.put("schema.json", schema);
  const model = scripted(bench, [{ text: "Three." }, { text: 'It is {"count": 3}.' }]);
  const flags = ["--model", model, "--output-schema", file];
  const ran = await bench.run("run", "Count.", ...flags);
  expect(ran.status).toBe(0);
  expect(JSON.parse(ran.output)).toEqual({ count: 3 });
  const asJson = await bench.run("run", "Count.", ...flags, "--json");
  const last = JSON.parse(asJson.output.trim().split("\n").at(-1) ?? "") as object;
  expect(last).toMatchObject({ type: "session-end", status: "done", output: { count: 3 } });
});

test("exits with 1 and prints no answer when none fits the schema", async () => {
  const bench = commandBench();
  const file = bench.put("schema.json", schema);
  const model = scripted(bench, [{ text: "Three.", repeats: true }]);
  const ran = await bench.run("run", "Count.", "--model", model, "--output-schema", file);
  expect(ran).toMatchObject({ status: 1, output: "" });
  expect(ran.errors).toContain("doesn't fit the schema: It is no JSON.");
});

test.each([
  ["isn't there", null, "There is no file"],
  ["is no JSON", '{\n  "type": nope\n}', "schema.json:2:11: invalid JSON"],
  [
    "is no schema",
    '{\n  "type": "object",\n  "properties": { "a": { "type": "nope" } }\n}',
    "schema.json:3:",
  ],
  ["has no object at its root", '{ "type": "string" }', "schema.json:1:1: The output schema"],
])("exits with 2 for a schema file that %s", async (_, content, message) => {
  const bench = commandBench();
  if (content !== null) bench.put("schema.json", content);
  const file = join(bench.workspace, "schema.json");
  const model = scripted(bench, []);
  const ran = await bench.run("run", "Count.", "--model", model, "--output-schema", file);
  expect(ran.status).toBe(2);
  expect(ran.errors).toContain(message);
});
