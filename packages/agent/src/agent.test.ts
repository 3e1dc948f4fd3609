import { defineTool, type HostCapabilities, type Tool } from "@toolwright/core";
import { expect, test } from "vitest";
import { Agent, type AgentOptions } from "./agent.ts";
import type { AgentEvent, AgentResult } from "./events/events.ts";
import { memorySession } from "./fixtures/memory-session.ts";
import type { ModelRequest } from "./model/model.ts";
import { scriptedModel, type ScriptedStep } from "./testing/index.ts";

const noInput = { type: "object", properties: {}, additionalProperties: false } as const;

/** Answers "1", "2", … so that no two results are alike. */
function counter(): Tool {
  let count = 0;
  return defineTool({
    name: "count",
    kind: "other",
    description: "Counts.",
    input: noInput,
    effects: () => [],
    execute: () => {
      count += 1;
      return { content: String(count) };
    },
  });
}

const constant = defineTool({
  name: "look",
  kind: "read",
  description: "Looks.",
  input: noInput,
  effects: () => [],
  execute: () => ({ content: "the same as ever" }),
});

const writer = defineTool<{ path: string }>({
  name: "write",
  kind: "edit",
  description: "Writes.",
  input: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
  effects: ({ path }) => [{ type: "write", path, change: "create" }],
  execute: () => ({ content: "written" }),
});

interface Run {
  readonly result: AgentResult;
  readonly events: readonly AgentEvent[];
  readonly requests: readonly ModelRequest[];
  readonly agent: Agent;
}

async function run(
  steps: readonly ScriptedStep[],
  options: Partial<AgentOptions> & { readonly tools?: readonly Tool[] } = {},
): Promise<Run> {
  const requests: ModelRequest[] = [];
  const session = options.session ?? (await memorySession(options.tools ?? [counter(), constant]));
  const agent = new Agent({
    model: scriptedModel(steps, {
      // The conversation goes on while it is kept here.
      onRequest: (request) => requests.push({ ...request, messages: [...request.messages] }),
    }),
    system: "Work.",
    retry: { firstDelayMs: 0 },
    ...options,
    session,
  });
  const started = agent.run("Do it.");
  const events: AgentEvent[] = [];
  for await (const event of started) events.push(event);
  return { result: await started, events, requests, agent };
}

const call = (name: string, input?: unknown) => ({ name, input });
const types = (events: readonly AgentEvent[]) => events.map(({ type }) => type);

test("answers a task without tools", async () => {
  const { result, events } = await run([{ reasoning: "Hm.", text: "Hello." }]);
  expect(result).toEqual({
    status: "done",
    text: "Hello.",
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  });
  expect(types(events)).toEqual([
    "session-start",
    "step-start",
    "reasoning-delta",
    "text-delta",
    "step-end",
    "session-end",
  ]);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(events[4]).toMatchObject({ v: 1, agent: "main", text: "Hello.", reasoning: "Hm." });
});

test("runs the calls of a step and returns their results in order", async () => {
  const { result, requests } = await run([
    { calls: [call("count"), call("look"), call("count")] },
    { text: "Counted." },
  ]);
  expect(result.status).toBe("done");
  const [, assistant, tool] = requests[1]?.messages ?? [];
  expect(assistant).toMatchObject({ role: "assistant", content: [{ id: "call_1" }, {}, {}] });
  const results = tool?.role === "tool" ? tool.results : [];
  expect(results.map(({ outcome }) => [outcome.callId, outcome.content])).toEqual([
    ["call_1", [{ type: "text", text: "1" }]],
    ["call_2", [{ type: "text", text: "the same as ever" }]],
    ["call_3", [{ type: "text", text: "2" }]],
  ]);
});

test("starts a call while the rest of the answer still streams", async () => {
  const session = await memorySession([counter()]);
  let ended = 0;
  session.subscribe(({ type }) => {
    if (type === "invocation-end") ended += 1;
  });
  const scripted = scriptedModel([{ text: "Done." }]);
  let isFirst = true;
  const agent = new Agent({
    session,
    system: "",
    model: {
      id: "slow",
      async *stream(request) {
        if (!isFirst) {
          yield* scripted.stream(request);
          return;
        }
        isFirst = false;
        yield { type: "part", part: { type: "tool-call", id: "a", name: "count", input: "{}" } };
        // The answer goes on only when the call has ended.
        await expect.poll(() => ended).toBe(1);
        yield { type: "finish", reason: "tool-calls", usage: none };
      },
    },
  });
  expect((await agent.run("Go.")).status).toBe("done");
});

const none = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

test("gives each call an id of its own", async () => {
  const { requests } = await run([
    {
      calls: [
        { name: "count", id: "same" },
        { name: "count", id: "same" },
        { name: "count", id: "" },
      ],
    },
    { calls: [{ name: "count", id: "same" }] },
    { text: "Done." },
  ]);
  const ids = (requests[2]?.messages ?? []).flatMap((message) =>
    message.role === "tool" ? message.results.map(({ outcome }) => outcome.callId) : [],
  );
  expect(ids).toEqual(["same", "same_1", "call_1", "same_2"]);
});

test.each([
  ["broken JSON", '{"a": '],
  ["made-up arguments", { nothing: "of this" }],
  ["a list", [1, 2]],
])("tells the model what is wrong with %s", async (_, input) => {
  const { requests, result } = await run([{ calls: [call("count", input)] }, { text: "Sorry." }]);
  const last = requests[1]?.messages.at(-1);
  const outcome = last?.role === "tool" ? last.results[0]?.outcome : undefined;
  expect(outcome?.error?.code).toBe("input-invalid");
  expect(result.status).toBe("done");
});

test("gives a call another id than the calls of other agents in the session", async () => {
  const session = await memorySession([counter()]);
  const steps = [{ calls: [{ id: "0", name: "count", input: {} }] }, { text: "Done." }];
  for (const expected of ["0", "0_1"]) {
    const { events } = await run(steps, { session });
    const ended = events.find((event) => event.type === "invocation-end");
    expect(ended?.outcome).toMatchObject({ callId: expected, status: "ok" });
  }
});

test("tells the model that a tool doesn't exist", async () => {
  const { requests } = await run([{ calls: [call("cuont")] }, { text: "Sorry." }]);
  expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("tool-not-found");
});

test("runs at most 128 calls of one answer", async () => {
  const { requests, events } = await run([
    { calls: Array.from({ length: 200 }, () => call("count")) },
    { text: "Done." },
  ]);
  expect(events.filter(({ type }) => type === "invocation-end")).toHaveLength(128);
  const last = requests[1]?.messages.at(-1);
  expect(last?.role === "tool" && last.results).toHaveLength(200);
});

test("sends a request again after a failure", async () => {
  const { result, events } = await run([
    { text: "Hel", failure: { message: "500 broken" } },
    { failure: { message: "429", retryAfterMs: 1 } },
    { text: "Hello." },
  ]);
  expect(result).toMatchObject({ status: "done", text: "Hello." });
  expect(events.filter(({ type }) => type === "retry")).toMatchObject([
    { attempt: 1, reason: "500 broken" },
    { attempt: 2, delayMs: 1, reason: "429" },
  ]);
});

test("does not send a request again that can't succeed", async () => {
  const { result } = await run([
    { failure: { message: "401: check the key", isRetryable: false } },
    { text: "Never." },
  ]);
  expect(result).toMatchObject({ status: "failed", reason: "401: check the key" });
});

test("does not wait for hours", async () => {
  const { result } = await run([{ failure: { message: "429", retryAfterMs: 3_600_000 } }]);
  expect(result).toMatchObject({ status: "failed", reason: "429" });
});

test("runs no tool twice when the answer is cut off behind a call", async () => {
  const { result, requests } = await run([
    { text: "First", calls: [call("count")], failure: { message: "connection reset" } },
    { text: "Done." },
  ]);
  expect(result.status).toBe("done");
  expect(requests).toHaveLength(2);
  expect(JSON.stringify(requests[1]?.messages)).toContain('"text":"1"');
});

test("ends when the model goes in circles, after telling it", async () => {
  const { result, requests } = await run([{ calls: [call("look")], repeats: true }]);
  expect(result.status).toBe("failed");
  expect(result.reason).toContain("5 times in a row");
  expect(requests).toHaveLength(5);
  expect(JSON.stringify(requests[3]?.messages.at(-1))).toContain("Do something else");
});

test("lets a model repeat a call whose result changes", async () => {
  const { result } = await run([
    ...Array.from({ length: 8 }, () => ({ calls: [call("count")] })),
    { text: "Eight." },
  ]);
  expect(result.status).toBe("done");
});

test("ends at the limit of steps and warns before it", async () => {
  const { result, events } = await run([{ calls: [call("count")], repeats: true }], {
    budgets: { maxSteps: 5 },
  });
  expect(result).toMatchObject({
    status: "failed",
    reason: "The run has used its budget of 5 steps.",
  });
  expect(events.filter(({ type }) => type === "budget-warning")).toMatchObject([
    { budget: "maxSteps", used: 4, limit: 5 },
  ]);
});

test("ends when tokens or money are spent, and says what it cost", async () => {
  const usage = { inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 500 };
  const steps: ScriptedStep[] = [{ calls: [call("count")], repeats: true, usage }];
  const tokens = await run(steps, { budgets: { maxTokens: 3_000 } });
  expect(tokens.result.usage).toEqual({
    ...usage,
    inputTokens: 3_000,
    outputTokens: 300,
    cachedInputTokens: 1_500,
  });
  const money = await run(steps, {
    model: scriptedModel(steps, { price: { inputUsd: 2, outputUsd: 10, cachedInputUsd: 0.2 } }),
    budgets: { maxCostUsd: 0.004 },
  });
  expect(money.result.reason).toBe("The run has used its budget of 0.004 US dollars.");
  expect(money.result.costUsd).toBeCloseTo(0.0042, 10);
});

test("ends when its working time is used", async () => {
  const { result } = await run([], {
    budgets: { maxDurationMs: 1 },
    model: { id: "hangs", stream: () => hanging() },
  });
  expect(result).toMatchObject({
    status: "failed",
    // The time may be over before the first step, or during it.
    reason: expect.stringMatching(/^The run has used its budget of (1 ms of )?working time\.$/),
  });
});

/** A stream that never sends anything and ignores its signal. */
function hanging(): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) };
}

test("cancels a model that ignores its signal", async () => {
  const session = await memorySession();
  const agent = new Agent({ session, system: "", model: { id: "hangs", stream: hanging } });
  const started = agent.run("Go.");
  started.cancel("enough");
  expect(await started).toMatchObject({ status: "cancelled", reason: "enough" });
});

test("keeps a conversation that can go on after a cancelled call", async () => {
  const waiting = defineTool({
    name: "wait",
    kind: "other",
    description: "Waits.",
    input: noInput,
    effects: () => [],
    execute: (_, { signal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
  const session = await memorySession([waiting]);
  const agent = new Agent({
    session,
    system: "",
    model: scriptedModel([{ calls: [call("wait")] }, { text: "Again here." }]),
  });
  const started = agent.run("Wait.");
  for await (const { type } of started) if (type === "invocation-prepared") started.cancel();
  expect((await started).status).toBe("cancelled");
  expect(agent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(await agent.run("Go on.")).toMatchObject({ status: "done", text: "Again here." });
});

test("gives the model a message that comes while it works", async () => {
  const session = await memorySession([counter()]);
  const agent = new Agent({
    session,
    system: "",
    model: scriptedModel([
      { calls: [call("count")] },
      { when: "And quickly.", text: "Quickly." },
      { text: "Too late." },
    ]),
  });
  const started = agent.run("Count.");
  for await (const { type } of started)
    if (type === "invocation-end") started.steer("And quickly.");
  expect((await started).text).toBe("Quickly.");
});

test("answers a message that comes with the last answer", async () => {
  const session = await memorySession();
  const agent = new Agent({
    session,
    system: "",
    model: scriptedModel([{ text: "First." }, { when: "One more thing.", text: "Second." }]),
  });
  const started = agent.run("Go.");
  const order: string[] = [];
  for await (const event of started) {
    if (event.type === "text-delta" && event.text === "First.") started.steer("One more thing.");
    if (event.type === "steer") order.push(event.text);
    if (event.type === "step-start") order.push(`step ${event.step}`);
  }
  expect(order).toEqual(["step 1", "One more thing.", "step 2"]);
  expect((await started).text).toBe("Second.");
  expect(agent.messages).toHaveLength(4);
});

test("tells a model that sends nothing, and gives up in the end", async () => {
  const patient = await run([{}, { text: "Here." }]);
  expect(patient.result).toMatchObject({ status: "done", text: "Here." });
  const silent = await run([{ repeats: true }]);
  expect(silent.result).toMatchObject({
    status: "failed",
    reason: "The model gave no usable answer several times in a row.",
  });
});

test("asks for the rest of an answer that reached the output limit", async () => {
  const { result } = await run([
    { text: "Half", finish: "length" },
    { when: "output limit", text: "Whole." },
  ]);
  expect(result.text).toBe("Whole.");
});

test("runs calls whatever the finish reason says", async () => {
  const { result } = await run([
    { calls: [call("count")], finish: "stop" },
    { text: "Done.", finish: "tool-calls" },
  ]);
  expect(result).toMatchObject({ status: "done", text: "Done." });
});

test("ends refused when the model gives up after a refusal", async () => {
  const { result } = await run(
    [{ calls: [call("write", { path: "a.txt" })] }, { text: "I may not." }],
    {
      tools: [writer],
    },
  );
  expect(result).toMatchObject({ status: "refused", text: "I may not." });
});

test("is done when the model found another way after a refusal", async () => {
  const { result } = await run(
    [{ calls: [call("write", { path: "a.txt" })] }, { calls: [call("count")] }, { text: "Done." }],
    { tools: [writer, counter()] },
  );
  expect(result.status).toBe("done");
});

test("tells of todos that a tool shows", async () => {
  const todos = defineTool({
    name: "todos",
    kind: "think",
    description: "Shows todos.",
    input: noInput,
    effects: () => [],
    execute: () => ({
      content: "ok",
      display: { type: "todos", items: [{ text: "Test", status: "active" }] },
    }),
  });
  const { events } = await run([{ calls: [call("todos")] }, { text: "Done." }], { tools: [todos] });
  expect(events.find(({ type }) => type === "todos-update")).toMatchObject({
    items: [{ text: "Test", status: "active" }],
  });
});

test("declares the same tools in every request", async () => {
  const { requests } = await run([{ calls: [call("count")] }, { text: "Done." }]);
  expect(requests[0]?.tools).toBe(requests[1]?.tools);
  expect(requests[0]?.tools.map(({ name }) => name)).toEqual(["count", "look"]);
});

test("makes each run a turn of its own, which can be undone", async () => {
  const session = await memorySession([counter()]);
  const agent = new Agent({
    session,
    system: "",
    model: scriptedModel([{ calls: [call("count")] }, { text: "One." }, { text: "Two." }]),
  });
  await agent.run("First.");
  await agent.run("Second.");
  expect(session.turn).toBe(2);
});

test.each([undefined, null, "", [], 7])(
  "refuses the task %j at once, and works on the next",
  async (task) => {
    const model = scriptedModel([{ text: "Hello." }]);
    const agent = new Agent({ session: await memorySession(), model, system: "" });
    expect(() => agent.run(task as never)).toThrow("The task must be a text");
    expect(await agent.run("Hello.")).toMatchObject({ status: "done" });
  },
);

test("ends a run with the reason when its session is closed, and never rejects", async () => {
  const session = await memorySession([counter()]);
  const model = scriptedModel([{ calls: [call("count", {})] }, { text: "Done." }]);
  const agent = new Agent({ session, model, system: "" });
  await session.close();
  const run = agent.run("Count.");
  expect(await run).toMatchObject({ status: "failed", reason: expect.stringContaining("closed") });
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  expect(events.at(-1)?.type).toBe("session-end");
});

test("ends a run that can't begin, and works on the next task", async () => {
  const model = scriptedModel([{ text: "Hello." }]);
  const agent = new Agent({ session: await memorySession(), model, system: "" });
  expect((await agent.run([null] as never)).status).toBe("failed");
  expect((await agent.run("Hello.")).status).toBe("done");
});

test("refuses a second run while one works", async () => {
  const agent = new Agent({
    session: await memorySession(),
    system: "",
    model: scriptedModel([{ text: "One." }]),
  });
  const started = agent.run("First.");
  expect(() => agent.run("Second.")).toThrow("steer");
  await started;
});

test("refuses to work in a session beside another agent, and works there after it", async () => {
  const session = await memorySession();
  const agents = ["One.", "Two."].map(
    (text) => new Agent({ session, system: "", model: scriptedModel([{ text }]) }),
  );
  const [first, second] = agents;
  const started = first?.run("Begin.");
  expect(() => second?.run("Begin.")).toThrow("Another agent works in this session.");
  await started;
  expect(await second?.run("Begin.")).toMatchObject({ status: "done", text: "Two." });
});

test("answers the prompts of tools from its model, and pays for it", async () => {
  const asking = defineTool({
    name: "ask",
    kind: "other",
    description: "Asks.",
    input: noInput,
    effects: () => [],
    execute: async (_input, { askModel }) => `It said: ${await askModel?.("What is it?")}`,
  });
  const host: HostCapabilities = {};
  const session = await memorySession([asking], { host });
  const requests: ModelRequest[] = [];
  const usage = { inputTokens: 10, outputTokens: 1 };
  const agent = new Agent({
    session,
    system: "Work.",
    model: scriptedModel(
      [
        { calls: [call("ask")], usage },
        { when: "What is it?", text: "A page.", calls: [call("ask")], usage },
        { when: "It said: A page.", text: "Done.", usage },
      ],
      { onRequest: (request) => requests.push(request) },
    ),
  });
  host.askModel = agent.askModel;
  const result = await agent.run("Do it.");
  expect(result).toMatchObject({ status: "done", usage: { inputTokens: 30, outputTokens: 3 } });
  expect(requests[1]).toMatchObject({
    tools: [],
    messages: [{ role: "user", content: [{ type: "text", text: "What is it?" }] }],
  });
  expect(agent.messages).toHaveLength(4);
});

test("has no tools and runs no call when tool calls are turned off", async () => {
  const { result, requests, events } = await run(
    [{ calls: [call("count")] }, { when: "there are no tools", text: "I only answer." }],
    { enableToolCalls: false },
  );
  expect(result).toMatchObject({ status: "done", text: "I only answer." });
  expect(requests[0]?.tools).toEqual([]);
  expect(types(events)).not.toContain("invocation-start");
});

test("tells the model once that the mode has changed, and what it is after a resume", async () => {
  const session = await memorySession([constant], { mode: "plan" });
  const told: string[] = [];
  const model = scriptedModel([{ text: "Done.", repeats: true }], {
    onRequest: ({ messages }) => told.push(JSON.stringify(messages.at(-1))),
  });
  const agent = new Agent({ session, model, system: "Mode plan." });
  await agent.run("Plan.");
  session.setMode("accept-edits");
  await agent.run("Do it.");
  await agent.run("More.");
  expect(
    told.map((message) => message.includes("The mode has changed. Mode accept-edits:")),
  ).toEqual([false, true, false]);
  session.setMode("default");
  const resumed = new Agent({ session, model, system: "Mode default.", messages: agent.messages });
  await resumed.run("Go on.");
  expect(told.at(-1)).toContain("The mode has changed. Mode default:");
});
