import { expect, it } from "vitest";
import { stubAgents } from "./fixtures/stub-agents.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

it("gives each task to a copy of the agent and returns the reports in order", async () => {
  const agents = stubAgents();
  const { call } = await openToolSession({ session: { agents } });
  const outcome = await call("fork_self", { tasks: ["One.", "Two."] });
  expect(agents.tasks).toEqual([
    { agent: null, task: "One." },
    { agent: null, task: "Two." },
  ]);
  expect(textOf(outcome)).toContain("1. Done (2 calls): I looked.\n\n2. Done");
  expect(outcome.structured).toMatchObject({ reports: [{ success: true }, { success: true }] });
});

it("limits a copy to paths and gives it another model", async () => {
  const agents = stubAgents();
  const { call } = await openToolSession({ session: { agents } });
  const limits = { paths: ["src/parser"], model: "openai/gpt-5" };
  await call("fork_self", { tasks: [{ task: "One.", ...limits }, "Two."] });
  expect(agents.tasks).toEqual([
    { agent: null, task: "One.", ...limits },
    { agent: null, task: "Two." },
  ]);
});

it("takes at most eight tasks", async () => {
  const { call } = await openToolSession({ session: { agents: stubAgents() } });
  const outcome = await call("fork_self", { tasks: Array.from({ length: 9 }, () => "One.") });
  expect(outcome.error?.code).toBe("input-invalid");
});

testToolContract("fork_self", [{ tasks: ["One."] }]);
