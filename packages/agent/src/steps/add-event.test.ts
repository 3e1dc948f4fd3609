import { createApprovalQueue, defineTool } from "@toolwright/core";
import { expect, test } from "vitest";
import type { AgentEvent } from "../events/events.ts";
import { call, openAgents, runAgents } from "../fixtures/sub-agent-session.ts";
import type { ScriptedStep } from "../testing/index.ts";
import { addEvent, noSteps } from "./add-event.ts";
import type { AgentSteps, Step } from "./step.ts";

const listOf = (events: readonly AgentEvent[]): AgentSteps => events.reduce(addEvent, noSteps);

/** The last step as it was after each event that changed it, by its own and its calls' states. */
function statesOf(events: readonly AgentEvent[]): readonly string[] {
  let list = noSteps;
  const states: string[] = [];
  for (const event of events) {
    list = addEvent(list, event);
    const step = list.steps.at(-1);
    if (step === undefined) continue;
    const state = [step.state, ...step.calls.map((each) => each.state)].join(" ");
    if (state !== states.at(-1)) states.push(state);
  }
  return states;
}

const looking: readonly ScriptedStep[] = [
  { reasoning: "I should look.", text: "Looking.", calls: [call("look")] },
  { text: "All is well.\nReally." },
];

test("lists steps with their thinking, text, calls, turn and summary", async () => {
  const { events, result } = await runAgents(looking, await openAgents());
  const list = listOf(events);
  expect(list).toMatchObject({ agent: "main", result, report: null, success: true });
  expect(list.steps).toMatchObject([
    {
      number: 1,
      turn: 1,
      state: "completed",
      thinking: "I should look.",
      text: "Looking.",
      summary: "Look",
      end: { finishReason: "tool-calls" },
      calls: [
        {
          tool: "look",
          title: "Look",
          state: "completed",
          input: {},
          outcome: { status: "ok", content: [{ type: "text", text: "main looked" }] },
        },
      ],
    },
    { number: 2, state: "completed", calls: [], summary: "All is well." },
  ]);
});

test("a call is pending, running, then completed", async () => {
  const { events } = await runAgents([{ calls: [call("look")] }, { text: "" }], await openAgents());
  const end = events.findIndex(({ type }) => type === "step-end");
  expect(statesOf(events.slice(0, end + 1))).toEqual([
    "pending",
    "running pending",
    "running running",
    "running completed",
    "completed completed",
  ]);
});

test("a call awaits confirmation while a person is asked, and fails when it is rejected", async () => {
  const approvals = createApprovalQueue();
  approvals.attach({ name: "person", ask: async () => ({ outcome: "reject" }) });
  const opened = await openAgents({ mode: "default", session: { approvals } });
  const steps = [{ calls: [call("write", { path: "a" })] }, { text: "No." }];
  const { events } = await runAgents(steps, opened);
  const states = statesOf(events.slice(0, events.findIndex(({ type }) => type === "step-end") + 1));
  expect(states).toContain("awaiting-confirmation awaiting-confirmation");
  expect(states.at(-1)).toBe("failed failed");
  const list = listOf(events);
  expect(list.steps[0]?.summary).toContain("(refused)");
  expect(list.success).toBe(false);
});

test("success means that not all calls failed", async () => {
  const opened = await openAgents();
  const calls = [call("look"), call("nonsense")];
  const { events } = await runAgents([{ calls }, { text: "So." }], opened);
  const list = listOf(events);
  expect(list.steps[0]?.calls.map(({ state }) => state)).toEqual(["completed", "failed"]);
  expect(list.steps[0]).toMatchObject({ success: true, state: "completed" });
  expect(list.success).toBe(true);
});

test("sums a step up with what its calls did and found", async () => {
  const find = defineTool({
    name: "find",
    kind: "search",
    description: "Finds.",
    input: { type: "object", properties: {} },
    effects: () => [],
    prepare: (prepared) => ({ summary: "Find: *.ts", effects: [], prepared }),
    execute: () => ({ content: "a b", display: { type: "text", text: "Found 2 files" } }),
  });
  const opened = await openAgents({ more: [find] });
  const calls = [call("find"), call("look")];
  const { events } = await runAgents([{ calls }, { text: "So." }], opened);
  expect(listOf(events).steps[0]?.summary).toBe("Find: *.ts (Found 2 files); Look");
});

test("shows sub-agents below the call that started them, as deep as they are", async () => {
  const { events } = await runAgents(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "general", task: "One." })] },
      { when: "One.", calls: [call("delegate", { agent: "explore", task: "Two." })] },
      { when: "Two.", text: "Deep.", calls: [call("look")] },
      { when: "explore looked", calls: [call("finish", { summary: "Seen." })] },
      { when: "Seen.", text: "I had it looked at." },
      { text: "Fine." },
    ],
    await openAgents(),
  );
  const one = listOf(events).steps[0]?.calls[0]?.agents[0];
  expect(one).toMatchObject({ agent: "general", task: "One.", report: { success: true } });
  const two = one?.steps[0]?.calls[0]?.agents[0];
  expect(two).toMatchObject({ agent: "explore", task: "Two.", report: { summary: "Seen." } });
  expect(two?.steps.map(({ text }) => text)).toEqual(["Deep.", ""]);
  expect(two?.steps[0]?.calls[0]?.outcome?.content).toEqual([
    { type: "text", text: "explore looked" },
  ]);
});

test("keeps the copies of one call apart", async () => {
  const { events } = await runAgents(
    [
      { when: "Do it.", calls: [call("fork", { tasks: ["One.", "Two."] })] },
      { when: "One.", text: "Did one." },
      { when: "Two.", text: "Did two." },
      { text: "Both." },
    ],
    await openAgents(),
  );
  const copies = listOf(events).steps[0]?.calls[0]?.agents ?? [];
  expect(copies.map(({ task, steps }) => [task, steps.map(({ text }) => text)])).toEqual([
    ["One.", ["Did one."]],
    ["Two.", ["Did two."]],
  ]);
  expect(new Set(copies.map(({ sessionId }) => sessionId)).size).toBe(2);
});

test("drops what a failed request had streamed", async () => {
  const steps = [{ text: "Half a", failure: { message: "cut off" } }, { text: "A whole answer." }];
  const { events } = await runAgents(steps, await openAgents());
  expect(listOf(events).steps.map(({ text }) => text)).toEqual(["A whole answer."]);
  const retry = events.findIndex(({ type }) => type === "retry");
  expect(listOf(events.slice(0, retry)).steps[0]?.text).toBe("Half a");
  expect(listOf(events.slice(0, retry + 1)).steps[0]?.text).toBe("");
});

test("shows one line for a call whose id the agent had to change", async () => {
  const id = "call_0";
  const steps = [
    { calls: [{ ...call("look"), id }] },
    { calls: [{ ...call("look"), id }] },
    { text: "Done." },
  ];
  const { events } = await runAgents(steps, await openAgents());
  expect(listOf(events).steps.map(({ calls }) => calls.map(({ state }) => state))).toEqual([
    ["completed"],
    ["completed"],
    [],
  ]);
});

test("ends a step that was under way when the run was cancelled", async () => {
  const controller = new AbortController();
  const { events } = await runAgents([{ calls: [call("hang")] }], await openAgents(), {
    signal: controller.signal,
    onRequest: () => setImmediate(() => controller.abort()),
  });
  const list = listOf(events);
  expect(list.result?.status).toBe("cancelled");
  expect(list.steps.map(({ state }) => state)).toEqual(["failed"]);
});

test("is a pure fold: it changes nothing that it was given, and a replay gives the same list", async () => {
  const { events } = await runAgents(looking, await openAgents());
  const freeze = (list: AgentSteps): AgentSteps => deepFreeze(list);
  const frozen = events.reduce((list, event) => freeze(addEvent(list, event)), noSteps);
  const replayed = JSON.parse(JSON.stringify(events)) as AgentEvent[];
  expect(JSON.stringify(listOf(replayed))).toBe(JSON.stringify(frozen));
});

test("ignores events of unknown sessions", async () => {
  const { events } = await runAgents(looking, await openAgents());
  const list = listOf(events);
  const [start] = events;
  expect(addEvent(list, { ...(start as AgentEvent), sessionId: "another" })).toBe(list);
});

test("tells a line for each step, also of sub-agents, whatever the listener throws", async () => {
  const told: (readonly [string, string, Step])[] = [];
  const { result } = await runAgents(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "general", task: "One." })] },
      { when: "One.", calls: [call("look"), call("nonsense")] },
      { when: "looked", text: "Seen." },
      { text: "Fine." },
    ],
    await openAgents(),
    {
      onStepSummary: (summary, step, { agent }) => {
        told.push([agent, summary, step]);
        throw new Error("a host's fault");
      },
    },
  );
  expect(result.status).toBe("done");
  expect(told.map(([agent, summary]) => [agent, summary])).toEqual([
    ["general", "Look; nonsense (failed)"],
    ["general", "Seen."],
    ["main", "Delegate: agent general"],
    ["main", "Fine."],
  ]);
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
