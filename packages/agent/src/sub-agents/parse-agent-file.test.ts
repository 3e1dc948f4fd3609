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

test.each([
  ["no front matter", "# Tester", "front matter"],
  ["no description", "---\nname: a\n---\n", "no description"],
  ["a name with a path", "---\nname: ../a\ndescription: A.\n---\n", "its name"],
  ["an unknown mode", "---\ndescription: A.\nmode: yolo\n---\n", "its mode"],
  ["a rule without a pattern", "---\ndescription: A.\nrules: [{ deny: 1 }]\n---\n", "its rules"],
  ["rules that are a text", "---\ndescription: A.\nrules: deny all\n---\n", "its rules"],
  ["tools that are a map", "---\ndescription: A.\ntools: { a: true }\n---\n", "its tools"],
  ["no steps", "---\ndescription: A.\nmaxSteps: 0\n---\n", "maxSteps"],
  ["YAML that is none", "---\ndescription: [\n---\n", "no valid YAML"],
])("says why an agent with %s can't be used", async (_, text, reason) => {
  expect(await parse(text)).toContain(reason);
});

test("gives an agent with an empty list of tools none, not all", async () => {
  expect(await parse("---\ndescription: A.\ntools: []\n---\n")).toMatchObject({ tools: [] });
});
