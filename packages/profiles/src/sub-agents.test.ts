import { expect, test } from "vitest";
import { stubAgents } from "../../tools/src/fixtures/stub-agents.ts";
import { openToolSession } from "../../tools/src/fixtures/tool-session.ts";
import { callAliases } from "./call-aliases.ts";
import { profileTools } from "./profiles.ts";
import type { ProfileName } from "./profiles.ts";

async function open(profile: ProfileName, depth = 0) {
  const agents = stubAgents();
  const opened = await openToolSession({
    tools: await profileTools(profile),
    session: { agents, agent: { name: "main", depth } },
  });
  return { ...opened, agents };
}

test.each([
  ["claude-code", "Task", { description: "Look", prompt: "Look.", subagent_type: "explore" }],
  ["opencode", "task", { description: "Look", prompt: "Look.", subagent_type: "explore" }],
  ["kode", "task", { agent: "explore", prompt: "Look." }],
] as const)("%s's %s gives a task to a sub-agent", async (profile, tool, input) => {
  const { call, agents } = await open(profile);
  const outcome = await call(tool, input);
  expect(outcome).toMatchObject({ error: null, structured: { success: true } });
  expect(agents.tasks).toEqual([{ agent: "explore", task: "Look." }]);
});

test("mutsumi's self_fork starts copies", async () => {
  const { call, agents } = await open("mutsumi");
  const limits = { allowed_uris: ["src"], model: "openai/gpt-5" };
  const outcome = await call("self_fork", {
    context_summary: "It is small.",
    sub_agents: [{ prompt: "One.", ...limits }, { prompt: "Two." }],
  });
  expect(outcome).toMatchObject({
    error: null,
    structured: { reports: [{ success: true }, { success: true }] },
  });
  const context = "Context:\nIt is small.";
  expect(agents.tasks).toEqual([
    { agent: null, task: `One.\n\n${context}`, paths: ["src"], model: "openai/gpt-5" },
    { agent: null, task: `Two.\n\n${context}` },
  ]);
});

test("mutsumi's task_finish is for sub-agents only", async () => {
  const main = await open("mutsumi");
  expect((await main.call("task_finish", { context_summary: "Done." })).error?.code).toBe(
    "tool-not-available",
  );
  const sub = await open("mutsumi", 1);
  expect(await sub.call("task_finish", { context_summary: "Done." })).toMatchObject({
    error: null,
  });
  expect(sub.agents.conclusions).toEqual([{ success: true, summary: "Done.", details: "" }]);
});

test("mutsumi's get_available_models tells the models with their labels", async () => {
  const { call } = await open("mutsumi");
  expect(await call("get_available_models", {})).toMatchObject({
    content: [{ type: "text", text: "openai/gpt-5: fast, 400,000 tokens of context" }],
    structured: { models: [{ id: "openai/gpt-5" }] },
  });
});

test.each([
  ["Agent", { description: "Look", prompt: "Look.", subagent_type: "explore" }],
  ["invoke_agent", { agent_name: "explore", prompt: "Look." }],
  ["Task", { description: "Look", prompt: "Look.", subagent_type: "explore" }],
  ["task", { description: "Look", prompt: "Look.", subagent_type: "explore" }],
  ["task", { agent: "explore", prompt: "Look." }],
  ["spawn_agent", { message: "Look.", agent_type: "explore" }],
])("a call of %s means delegate_task", async (tool, input) => {
  const agents = stubAgents();
  const { call } = await openToolSession({ session: { agents, aliases: callAliases } });
  expect(await call(tool, input)).toMatchObject({ tool: "delegate_task", error: null });
  expect(agents.tasks).toEqual([{ agent: "explore", task: "Look." }]);
});

test.each([
  ["Agent", { description: "Look", prompt: "Look." }],
  ["spawn_agent", { message: "Look." }],
])("a call of %s without an agent's name means the general one", async (tool, input) => {
  const agents = stubAgents();
  const { call } = await openToolSession({ session: { agents, aliases: callAliases } });
  expect(await call(tool, input)).toMatchObject({ tool: "delegate_task", error: null });
  expect(agents.tasks).toEqual([{ agent: "general", task: "Look." }]);
});

test("a session without agents has none under any name", async () => {
  const { call } = await openToolSession({ session: { aliases: callAliases } });
  const outcome = await call("Agent", { prompt: "Look.", subagent_type: "explore" });
  expect(outcome.error?.code).toMatch(/^tool-not-(?:found|available)$/);
});
