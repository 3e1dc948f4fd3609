import { expect, test } from "vitest";
import {
  administratorPath,
  commandBench,
  projectPath,
  userPath,
} from "../../test/command-bench.ts";

test("an empty policy is said in words", async () => {
  expect(await commandBench().run("policy", "list")).toEqual({
    status: 0,
    output: [
      "mode    default",
      "trust   not needed: the project has no settings of its own",
      "",
      "No rules: the mode and the built-in rules decide.",
      "",
      "No grants.",
      "",
    ].join("\n"),
    errors: "",
  });
});

test("rules come by layer, each with its place and what else it says", async () => {
  const bench = commandBench();
  const project = bench.put(projectPath, '{ "rules": [{ "allow": "write(p)" }] }');
  const user = bench.put(
    userPath,
    '{\n  "rules": [\n    { "ask": "run(git push *)", "always": true, "agent": "a", "when": ["web", "secret"] },\n    { "allow": "read(.env)", "protected": true, "except": ["read(b)"] }\n  ]\n}',
  );
  const administrator = bench.put(administratorPath, '{ "rules": [{ "deny": "write(x)" }] }');
  const { output } = await bench.run("policy", "list");
  expect(output.split("\n").slice(3, 8)).toEqual([
    "rules",
    `  administrator  deny write(x)  ${administrator.replace("work/../", "")}:1:13`,
    `  user           ask run(git push *), for the agent a, when web, secret, always  ${user}:3:5`,
    `  user           allow read(.env), except read(b), protected paths included  ${user}:4:5`,
    `  project        allow write(p)  ${project}:1:13  not in force: the project isn't trusted`,
  ]);
});

test("settings with a wrong rule are named with their place", async () => {
  const bench = commandBench();
  bench.put(userPath, '{ "rules": [{ "deny": "write(" }] }');
  const { status, errors } = await bench.run("policy", "list");
  expect([status, errors]).toEqual([2, expect.stringContaining("settings.json:1:13:")]);
});
