import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { Agent, type RunOptions } from "../agent.ts";
import { memorySession } from "../fixtures/memory-session.ts";
import { scriptedModel, type ScriptedStep } from "../testing/index.ts";
import type { AgentHooks } from "../hooks/agent-hooks.ts";

const schema = {
  type: "object",
  properties: { count: { type: "integer", minimum: 0 } },
  required: ["count"],
  additionalProperties: false,
} as const;

async function agentWith(
  steps: readonly ScriptedStep[],
  hooks: AgentHooks = {},
): Promise<{ agent: Agent; sent: string[] }> {
  const session = await memorySession();
  const sent: string[] = [];
  const model = scriptedModel(steps, {
    onRequest: ({ messages }) => sent.push(JSON.stringify(messages.at(-1))),
  });
  return { agent: new Agent({ session, model, system: "Work.", hooks }), sent };
}

async function run(steps: readonly ScriptedStep[], options: RunOptions = { outputSchema: schema }) {
  const { agent, sent } = await agentWith(steps);
  return { result: await agent.run("Count.", options), sent };
}

test.each([
  ["alone", '{"count": 3}'],
  ["in a code block", 'Here:\n\n```json\n{"count": 3}\n```\nDone.'],
  ["between words", 'There are: {"count": 3} files.'],
])("takes the value from an answer that has it %s", async (_, text) => {
  const { result, sent } = await run([{ text }]);
  expect(result).toMatchObject({ status: "done", output: { count: 3 }, text });
  expect(sent[0]).toContain("fits this JSON Schema");
  expect(sent[0]).toContain(JSON.stringify(JSON.stringify(schema)).slice(1, 30));
});

test("has no output without a schema", async () => {
  const { result } = await run([{ text: '{"count": 3}' }], {});
  expect(result).not.toHaveProperty("output");
});

test("has the schema's type once the status says that the run is done", async () => {
  const { agent } = await agentWith([{ text: '{"count": 3}' }, { text: "Three." }]);
  const outputSchema = z.object({ count: z.int() });
  const result = await agent.run("Count.", { outputSchema });
  expectTypeOf(result.output).toEqualTypeOf<{ count: number } | undefined>();
  if (result.status !== "done") throw new Error(result.reason);
  expectTypeOf(result.output).toEqualTypeOf<{ count: number }>();
  expectTypeOf(result.reason).toEqualTypeOf<undefined>();
  const { output } = await agent.run("Once more.");
  expectTypeOf(output).toEqualTypeOf<undefined>();
});

test("tells the model what is wrong, and takes the corrected value", async () => {
  const { result, sent } = await run([
    { text: "Three." },
    { when: "It is no JSON.", text: '{"count": "three"}' },
    { when: "'count'", text: '{"count": 3, "more": 1}' },
    { when: "'more'", text: '{"count": 3}' },
  ]);
  expect(result).toMatchObject({ status: "done", output: { count: 3 } });
  expect(sent).toHaveLength(4);
});

test("fails with the reason when the model doesn't get it right in four answers", async () => {
  const { result, sent } = await run([{ text: "{}", repeats: true }]);
  expect(result.status).toBe("failed");
  expect(result.reason).toMatch(/doesn't fit the schema: .*count/);
  expect(result).not.toHaveProperty("output");
  expect(sent).toHaveLength(4);
});

test("asks the hooks of the end first", async () => {
  const { agent } = await agentWith([{ text: "{}" }, { when: "Red.", text: '{"count": 1}' }], {
    stop: [
      { name: "tests", run: ({ continued }) => (continued === 0 ? { continue: "Red." } : {}) },
    ],
  });
  expect(await agent.run("Count.", { outputSchema: schema })).toMatchObject({
    output: { count: 1 },
  });
});

test("takes a schema of a library, with its type", async () => {
  const { agent } = await agentWith([{ text: '{"name": "x"}' }]);
  const outputSchema = z.object({ name: z.string().transform((name) => name.length) });
  const { output } = await agent.run("Name it.", { outputSchema });
  expectTypeOf(output).toEqualTypeOf<{ name: number } | undefined>();
  expect(output).toEqual({ name: 1 });
});

test.each([
  ["that is no schema", { type: "nonsense" }],
  ["whose root is no object", { type: "string" }],
  ["that is too long", { ...schema, description: "x".repeat(200_000) }],
])("fails before the first step for a schema %s", async (_, outputSchema) => {
  const { result, sent } = await run([{ text: "{}" }], { outputSchema });
  expect(result.status).toBe("failed");
  expect(result.reason).toContain("output schema");
  expect(sent).toEqual([]);
});
