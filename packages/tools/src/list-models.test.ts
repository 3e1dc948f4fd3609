import { expect, it } from "vitest";
import { stubAgents } from "./fixtures/stub-agents.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

it("lists the models with their tags and context sizes", async () => {
  const { call } = await openToolSession({ session: { agents: stubAgents() } });
  const outcome = await call("list_models", {});
  expect(textOf(outcome)).toBe("openai/gpt-5: fast, 400,000 tokens of context");
  expect(outcome.structured).toEqual({
    models: [{ id: "openai/gpt-5", tags: ["fast"], contextTokens: 400_000 }],
  });
});

it("tells prices where they are known", async () => {
  const models = [{ id: "a/b", tags: [], price: { input: 1.25, output: 10 } }];
  const { call } = await openToolSession({ session: { agents: { ...stubAgents(), models } } });
  const outcome = await call("list_models", {});
  expect(textOf(outcome)).toBe("a/b: $1.25 input and $10 output per million tokens");
  expect(outcome.structured).toEqual({ models });
});

it("says where models are listed when there are none", async () => {
  const agents = { ...stubAgents(), models: [] };
  const { call } = await openToolSession({ session: { agents } });
  expect(textOf(await call("list_models", {}))).toContain('settings ("models")');
});

testToolContract("list_models", [{}]);
