import { expect, test } from "vitest";
import { parseAgentFile } from "./parse-agent-file.ts";

const parse = (text: string, fileName = "tester.md") =>
  parseAgentFile(text, { fileName, source: `.toolwright/agents/${fileName}` });

test("reads an agent with everything it may say", async () => {
  const text = `---
name: db-tester
description: Tests the
  database.
tools: read_file, run_command
model: openai/gpt-5-mini
mode: accept-edits
maxSteps: 12
paths: [src/db/, test]
rules:
  - deny: "write(migrations/**)"
---
Run the migrations first.
`;
  expect(await parse(text)).toEqual({
    name: "db-tester",
    description: "Tests the database.",
    tools: ["read_file", "run_command"],
    model: "openai/gpt-5-mini",
    mode: "accept-edits",
    maxSteps: 12,
    paths: ["src/db", "test"],
    rules: [{ deny: "write(migrations/**)" }],
    prompt: "Run the migrations first.",
    source: ".toolwright/agents/tester.md",
  });
});

test("takes the file's name, all tools and the parent's model by default", async () => {
  const text = "---\ndescription: Tests.\nmodel: sonnet\ncolor: red\n---\nTest it.";
  expect(await parse(text)).toEqual({
    name: "tester",
    description: "Tests.",
    prompt: "Test it.",
    rules: [],
    source: ".toolwright/agents/tester.md",
  });
});

/** Each line doubles the one before. */
const bomb = Array.from({ length: 30 }, (_, at) =>
  at === 0 ? "a0: &a0 [x]\n" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]\n`,
).join("");

test.each([
  ["no front matter", "# Tester", "front matter"],
  ["no description", "---\nname: a\n---\n", "no description"],
  ["a name with a path", "---\nname: ../a\ndescription: A.\n---\n", "its name"],
  ["an unknown mode", "---\ndescription: A.\nmode: yolo\n---\n", "its mode"],
  ["a rule without a pattern", "---\ndescription: A.\nrules: [{ deny: 1 }]\n---\n", "its rules"],
  ["rules that are a text", "---\ndescription: A.\nrules: deny all\n---\n", "its rules"],
  ["tools that are a map", "---\ndescription: A.\ntools: { a: true }\n---\n", "its tools"],
  ["no steps", "---\ndescription: A.\nmaxSteps: 0\n---\n", "maxSteps"],
  ["negative steps", "---\ndescription: A.\nmaxSteps: -1\n---\n", "maxSteps"],
  ["steps as text", "---\ndescription: A.\nmaxSteps: '9'\n---\n", "maxSteps"],
  ["paths out of the workspace", "---\ndescription: A.\npaths: [../x]\n---\n", "its path"],
  ["paths that are a map", "---\ndescription: A.\npaths: { a: 1 }\n---\n", "its paths"],
  ["the main agent's name", "---\nname: main\ndescription: A.\n---\n", "its name"],
  ["the name of copies", "---\nname: fork\ndescription: A.\n---\n", "its name"],
  ["a name in other letters", "---\nname: revіew\ndescription: A.\n---\n", "its name"],
  ["an invisible name", '---\nname: "a\\u200b"\ndescription: A.\n---\n', "its name"],
  ["a long name", `---\nname: ${"a".repeat(65)}\ndescription: A.\n---\n`, "its name"],
  ["a repeated field", "---\ndescription: A.\nmode: plan\nmode: auto\n---\n", "no valid YAML"],
  ["a repeated field by merge", "---\ndescription: A.\n<<: *x\n---\n", "no valid YAML"],
  ["aliases that grow", `---\n${bomb}description: A.\n---\n`, "no valid YAML"],
  ["a misspelled restriction", "---\ndescription: A.\npath: [src]\n---\n", "mean 'paths'?"],
  [
    "an empty list under a wrong name",
    "---\ndescription: A.\nallowed-tools: []\n---\n",
    "did you mean",
  ],
  ["huge front matter", `---\ndescription: ${"A".repeat(20_000)}\n---\n`, "no closing line"],
  ["nothing but a mark", "\ufeff---\r\n---\r\n", "not a list of fields"],
  ["YAML that is none", "---\ndescription: [\n---\n", "no valid YAML"],
])("says why an agent with %s can't be used", async (_, text, reason) => {
  expect(await parse(text)).toContain(reason);
});

test("reads a file with a byte order mark and Windows line ends", async () => {
  const text = "\ufeff---\r\ndescription: A.\r\nmode: plan\r\n---\r\nLook.\r\n";
  expect(await parse(text)).toMatchObject({ mode: "plan", prompt: "Look." });
});

test("keeps a restriction that an anchor repeats", async () => {
  const text =
    "---\ndescription: A.\nrules:\n  - &r { deny: write(**) }\n  - *r\npaths: &p [src]\ntools: *p\n---\n";
  expect(await parse(text)).toMatchObject({
    rules: [{ deny: "write(**)" }, { deny: "write(**)" }],
    paths: ["src"],
    tools: ["src"],
  });
});

test("takes an asterisk for all tools, but not among others", async () => {
  expect(await parse('---\ndescription: A.\ntools: "*"\n---\n')).not.toHaveProperty("tools");
  expect(await parse('---\ndescription: A.\ntools: [read_file, "*"]\n---\n')).toMatchObject({
    tools: ["read_file", "*"],
  });
});

test("takes what restricts from Claude Code's own fields", async () => {
  const text =
    "---\ndescription: A.\ndisallowedTools: Write, Edit\npermissionMode: plan\nmaxTurns: 7\nhooks: {}\n---\n";
  expect(await parse(text)).toMatchObject({
    excludedTools: ["Write", "Edit"],
    mode: "plan",
    maxSteps: 7,
  });
  const loose = "---\ndescription: A.\npermissionMode: bypassPermissions\n---\n";
  expect(await parse(loose)).not.toHaveProperty("mode");
  expect(await parse("---\ndescription: A.\npermissionMode: plan\n---\n")).not.toHaveProperty(
    "ignored",
  );
});

test("gives an agent with an empty list of tools none, not all", async () => {
  expect(await parse("---\ndescription: A.\ntools: []\n---\n")).toMatchObject({ tools: [] });
});

test("names what has no effect: what would approve, hooks, and what is unknown", async () => {
  const text =
    "---\ndescription: A.\npermissionMode: bypassPermissions\nautoConfirmDangerous: true\nhooks: {}\nrules:\n  - allow: run(*)\n---\n";
  expect(await parse(text)).toMatchObject({
    ignored: ["permissionMode bypassPermissions", "hooks", "allow run(*)", "autoConfirmDangerous"],
  });
});
