import { expect, it } from "vitest";
import { stubAgents } from "./fixtures/stub-agents.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession } from "./fixtures/tool-session.ts";

it("reports to the agent that gave the task", async () => {
  const agents = stubAgents();
  const { call } = await openToolSession({
    session: { agents, agent: { name: "explore", depth: 1 } },
  });
  await call("finish_task", { summary: "Found it.", success: false, details: "Half of it." });
  expect(agents.conclusions).toEqual([
    { success: false, summary: "Found it.", details: "Half of it." },
  ]);
});

it("is for sub-agents only", async () => {
  const { call } = await openToolSession({ session: { agents: stubAgents() } });
  const outcome = await call("finish_task", { summary: "Done." });
  expect(outcome.error).toMatchObject({ code: "tool-not-available" });
  expect(outcome.error?.message).toContain("sub-agents");
});

testToolContract("finish_task", [{ summary: "Done." }]);
