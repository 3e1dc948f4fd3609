import { expect, test } from "vitest";
import { commandBench, userPath } from "../../test/command-bench.ts";

const lines = (...cases: readonly unknown[]): string =>
  cases.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join("\n");

test("counts the examples that hold, and ends with 0", async () => {
  const bench = commandBench();
  bench.put(userPath, {
    rules: [
      { allow: "write(src/**)", match: ["write(src/a)"], notMatch: ["write(b)", "read(src/a)"] },
      { deny: "write(x)" },
    ],
  });
  expect(await bench.run("policy", "test")).toEqual({
    status: 0,
    output: "3 rule examples, 0 cases: all as expected\n",
    errors: "",
  });
});

test("names each example that doesn't hold with its rule's place, and ends with 1", async () => {
  const bench = commandBench();
  const path = bench.put(
    userPath,
    '{ "rules": [\n  { "deny": "write(x)", "match": ["write(y)", "write(x)"], "notMatch": ["write(X)"] }\n] }',
  );
  const { status, output } = await bench.run("policy", "test", "--json");
  expect(status).toBe(1);
  expect(JSON.parse(output)).toEqual({
    examples: 3,
    cases: 0,
    failures: [
      { where: `${path}:2:3`, what: "write(y)", problem: expect.stringContaining("doesn't match") },
      // Denials fold case.
      { where: `${path}:2:3`, what: "write(X)", problem: expect.stringContaining("although") },
    ],
  });
});

test("a rule that can't be read fails once", async () => {
  const bench = commandBench();
  bench.put(userPath, { rules: [{ deny: "wirte(x)", match: ["write(x)", "write(y)"] }] });
  const { status, output } = await bench.run("policy", "test");
  expect([status, output]).toEqual([1, expect.stringContaining("1 failed")]);
  expect(output).toContain("Did you mean 'write'?");
});

test("tests the policy with a file of cases, even if an example fails", async () => {
  const bench = commandBench();
  bench.put(userPath, { rules: [{ allow: "write(src/**)", match: ["write(other)"] }] });
  const file = bench.put(
    "cases.jsonl",
    lines(
      { tool: "write_file", input: { path: "src/a", content: "x" }, expect: "allow" },
      "",
      { tool: "write_file", input: { path: "b", content: "x" }, expect: "allow" },
      { command: "sudo reboot", expect: "deny" },
      { tool: "write_file", input: {}, expect: "ask" },
      { tool: "nothing", input: {}, expect: "ask" },
      '{"command":"ls"}',
      '{"command":"ls","tool":"x","expect":"allow"}',
      "no JSON",
    ),
  );
  const { status, output } = await bench.run("policy", "test", file, "--json");
  expect(status).toBe(1);
  const report = JSON.parse(output) as { failures: { where: string; problem: string }[] };
  expect(report).toMatchObject({ examples: 1, cases: 8 });
  expect(report.failures.slice(1).map(({ where, problem }) => [where, problem])).toEqual([
    [`${file}:3`, expect.stringMatching(/^expected allow, got ask \(default mode: /)],
    [`${file}:5`, expect.stringContaining("fails before")],
    [`${file}:6`, expect.stringContaining("fails before")],
    [`${file}:7`, expect.stringContaining("not a case")],
    [`${file}:8`, expect.stringContaining("not a case")],
    [`${file}:9`, expect.stringContaining("not a case")],
  ]);
});

test("asks for the mode that is given", async () => {
  const bench = commandBench();
  bench.put(
    "cases.jsonl",
    lines({ tool: "write_file", input: { path: "a", content: "x" }, expect: "deny" }),
  );
  expect((await bench.run("policy", "test", "cases.jsonl")).status).toBe(1);
  expect((await bench.run("policy", "test", "cases.jsonl", "--mode", "plan")).status).toBe(0);
});

test("a file that isn't there is a usage error", async () => {
  const { status, errors } = await commandBench().run("policy", "test", "gone.jsonl");
  expect([status, errors]).toEqual([
    2,
    "toolwright: The file 'gone.jsonl' can't be read (ENOENT).\n",
  ]);
});
