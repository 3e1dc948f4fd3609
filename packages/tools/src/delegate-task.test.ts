import { expect, it } from "vitest";
import { stubAgents } from "./fixtures/stub-agents.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

it("gives the sub-agent the whole task and returns its report", async () => {
  const agents = stubAgents({ details: "In two places.", filesModified: ["a.ts"] });
  const { call } = await openToolSession({ session: { agents } });
  const outcome = await call("delegate_task", {
    agent: "explore",
    task: "Look for it.",
    context: "It is small.",
    expectedOutcome: "A path.",
  });
  expect(agents.tasks).toEqual([
    {
      agent: "explore",
      task: "Look for it.\n\nContext:\nIt is small.\n\nExpected outcome:\nA path.",
    },
  ]);
  expect(textOf(outcome)).toContain(
    "Done (2 calls): I looked.\n\nIn two places.\n\nFiles modified: a.ts",
  );
  expect(outcome.structured).toEqual({
    success: true,
    summary: "I looked.",
    details: "In two places.",
    filesModified: ["a.ts"],
    errors: [],
    toolCallCount: 2,
    durationMs: 5,
  });
  expect(outcome.effects).toEqual([{ type: "agent", agent: "explore" }]);
});

it("passes on the paths and the model of the task", async () => {
  const agents = stubAgents();
  const { call } = await openToolSession({ session: { agents } });
  const task = { agent: "general", task: "Port it.", paths: ["src/parser"], model: "openai/gpt-5" };
  await call("delegate_task", task);
  expect(agents.tasks).toEqual([task]);
});

it("tells why a task was not done", async () => {
  const agents = stubAgents({ success: false, summary: "I failed.", errors: ["no such file"] });
  const { call } = await openToolSession({ session: { agents } });
  const outcome = await call("delegate_task", { agent: "explore", task: "Look." });
  expect(outcome.status).toBe("ok");
  expect(textOf(outcome)).toContain("Not done (2 calls): I failed.\n\nErrors:\n- no such file");
});

it("obeys rules about agents", async () => {
  const agents = stubAgents();
  const { call } = await openToolSession({
    session: { agents },
    rules: [{ deny: "agent(explore)" }],
  });
  const outcome = await call("delegate_task", { agent: "explore", task: "Look." });
  expect(outcome.error?.code).toBe("permission-denied");
  expect(agents.tasks).toEqual([]);
});

it("is not offered where no agent works", async () => {
  const { session, call } = await openToolSession();
  expect(session.tools.map(({ name }) => name)).not.toContain("delegate_task");
  const outcome = await call("delegate_task", { agent: "explore", task: "Look." });
  expect(outcome.error?.code).toBe("tool-not-available");
  expect(outcome.error?.message).toContain("no agent works in this session");
});

testToolContract("delegate_task", [{ agent: "explore", task: "Look." }]);
