import fc from "fast-check";
import { expect, test } from "vitest";
import { call, openAgents, runAgents } from "../fixtures/sub-agent-session.ts";
import { Agent } from "../agent.ts";
import type { AgentBudgets, AgentEvent } from "../events/events.ts";
import type { Model, ModelEvent } from "../model/model.ts";
import type { ScriptedStep } from "../testing/index.ts";

/** Gives tasks to several sub-agents side by side, which never end by themselves. */
function endless(children: number): Model {
  let made = 0;
  const callOf = (name: string, input: unknown): ModelEvent => {
    made += 1;
    const id = `made_${made}`;
    return { type: "part", part: { type: "tool-call", id, name, input: JSON.stringify(input) } };
  };
  return {
    id: "endless",
    price: { inputUsd: 100_000, outputUsd: 100_000 },
    async *stream({ messages }): AsyncGenerator<ModelEvent> {
      if (messages.length === 1 && JSON.stringify(messages).includes("Do it.")) {
        const input = { agent: "general", task: "Work on." };
        for (let at = 0; at < children; at += 1) yield callOf("delegate", input);
      } else {
        yield callOf("look", {});
        yield callOf("write", { path: `${made}` });
      }
      yield {
        type: "finish",
        reason: "tool-calls",
        usage: { inputTokens: 9, cachedInputTokens: 0, outputTokens: 1 },
      };
    },
  };
}

async function runEndless(children: number, budgets: AgentBudgets) {
  const opened = await openAgents();
  const run = new Agent({ ...opened, model: endless(children), system: "", budgets }).run("Do it.");
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return { result: await run, events };
}

const count = (events: readonly AgentEvent[], type: AgentEvent["type"]): number =>
  events.filter((event) => event.type === type).length;

test("sub-agents side by side use no more steps and calls than are left of their parent's", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      async (children, maxSteps, maxToolCalls) => {
        const { result, events } = await runEndless(children, { maxSteps, maxToolCalls });
        expect(count(events, "step-start")).toBeLessThanOrEqual(maxSteps);
        expect(count(events, "invocation-start")).toBeLessThanOrEqual(maxToolCalls);
        expect(result).toMatchObject({
          status: "failed",
          reason: expect.stringMatching(
            new RegExp(`budget of (?:${maxSteps} steps|${maxToolCalls} tool calls)`),
          ) as string,
        });
      },
    ),
    { numRuns: 60 },
  );
});

test.each<[string, AgentBudgets]>([
  ["tokens", { maxTokens: 100 }],
  ["costs", { maxCostUsd: 10 }],
])("once their parent's %s are used, no sub-agent begins a step", async (_, budgets) => {
  const { events, result } = await runEndless(5, budgets);
  expect(result.status).toBe("failed");
  // Ten tokens a step. At most four others are under way when the hundredth token is paid for.
  expect(result.usage.inputTokens + result.usage.outputTokens).toBeLessThanOrEqual(140);
  expect(count(events, "step-end")).toBe(count(events, "step-start"));
  expect(result.costUsd).toBeCloseTo(count(events, "step-end"), 5);
});

test("charges sub-agents of sub-agents to all above them", async () => {
  const steps: ScriptedStep[] = [
    { when: "Do it.", calls: [call("delegate", { agent: "general", task: "One." })] },
    { when: "One.", calls: [call("delegate", { agent: "general", task: "Two." })] },
    { repeats: true, calls: [call("look"), call("write", { path: "a" })] },
  ];
  const { events, result } = await runAgents(steps, await openAgents(), {
    budgets: { maxSteps: 9 },
  });
  expect(count(events, "step-start")).toBe(9);
  expect(result.reason).toBe("The run has used its budget of 9 steps.");
});

test("a sub-agent that never finishes ends by its own limit, and its report says so", async () => {
  const definitions = [
    { name: "slow", description: "Slow.", prompt: "", maxSteps: 3, source: "t" },
  ];
  const steps: ScriptedStep[] = [
    { when: "Do it.", calls: [call("delegate", { agent: "slow", task: "Look." })] },
    ...[1, 2, 3].map((at) => ({
      when: at === 1 ? "Look." : "looked",
      calls: [call("look"), call("write", { path: `${at}` })],
    })),
    { when: "budget of 3 steps", text: "It did not finish." },
  ];
  const { events, result } = await runAgents(steps, await openAgents({ definitions }));
  expect(events.find(({ type }) => type === "agent-end")).toMatchObject({
    report: {
      success: false,
      summary: "The run has used its budget of 3 steps.",
      filesModified: ["1", "2", "3"],
      errors: ["The run has used its budget of 3 steps."],
      toolCallCount: 6,
    },
  });
  expect(result).toMatchObject({ status: "done", text: "It did not finish." });
});

test("a sub-agent has no more working time than is left of its parent's", async () => {
  const steps: ScriptedStep[] = [
    { when: "Do it.", calls: [call("delegate", { agent: "general", task: "Hang." })] },
    { when: "Hang.", calls: [call("hang")] },
    { repeats: true, text: "Over." },
  ];
  const { events, result } = await runAgents(steps, await openAgents(), {
    budgets: { maxDurationMs: 50 },
  });
  const end = events.find((event) => event.type === "agent-end");
  expect(end?.report.success).toBe(false);
  // Both limits are reached at the same moment, so either run may be the first to end.
  expect(JSON.stringify([end?.report, result.reason])).toContain("working time");
});
