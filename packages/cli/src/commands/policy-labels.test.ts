import type { JournalEntry } from "@toolwright/workspace";
import { expect, test } from "vitest";
import { commandBench, userPath } from "../../test/command-bench.ts";
import { labelsBefore } from "./labels-before.ts";

const rules =
  '{ "rules": [{ "allow": "network(*)" }, { "deny": "run(npm *)", "when": ["mcp:*"] }] }';

test("policy explain and check decide as if text with labels were there", async () => {
  const bench = commandBench();
  bench.put(userPath, rules);
  const explain = async (...flags: readonly string[]): Promise<unknown> => {
    const { output } = await bench.run(
      "policy",
      "explain",
      "web_fetch",
      "url=https://docs.example/",
      "--json",
      ...flags,
    );
    return (JSON.parse(output) as { decision: { decision: string } }).decision.decision;
  };
  expect(await explain()).toBe("allow");
  expect(await explain("--labels", "web")).toBe("allow");
  expect(await explain("--labels", "web,secret")).toBe("ask");
  const check = async (...flags: readonly string[]): Promise<string> =>
    (await bench.run("policy", "check", "npm test", ...flags)).output;
  expect(await check()).toMatch(/^ask/);
  expect(await check("--labels", "mcp:notes")).toContain(
    "deny run(npm *) when mcp:* (mcp:notes from --labels)",
  );
  const wrong = await bench.run("policy", "check", "npm test", "--labels", "web,scret");
  expect(wrong).toMatchObject({ status: 2 });
  expect(wrong.errors).toContain("No label 'scret'. Labels: workspace, secret");
});

test("journalled calls have the labels of earlier calls of their session and its sub-agents", () => {
  const entry = (id: number, sessionId: string, metadata: object): JournalEntry =>
    ({ startedAtMs: id, sessionId, callId: `c${id}`, tool: "t", outcome: { metadata } }) as never;
  const entries = [
    entry(5, "s", {}),
    entry(4, "s", { clearedLabel: "web" }),
    entry(3, "s/c1", { labels: ["secret", "nonsense"] }),
    entry(2, "other", { labels: ["mcp:notes"] }),
    entry(1, "s", { labels: ["web"] }),
  ];
  const labelsOf = labelsBefore(entries);
  const labels = entries.map((each) => [...labelsOf(each).keys()]);
  expect(labels).toEqual([["secret"], ["web", "secret"], ["web"], [], []]);
});
