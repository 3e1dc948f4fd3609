import {
  createApprovalQueue,
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  type Mode,
  type Session,
  type SessionOptions,
  type Tool,
  type ToolContext,
} from "@toolwright/core";
import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, test } from "vitest";
import { Agent } from "../agent.ts";
import type { AgentEvent } from "../events.ts";
import type { Model, ModelRequest } from "../model/model.ts";
import { scriptedModel, type ScriptedStep } from "../testing/index.ts";
import { type AgentDefinition, builtinAgents } from "./agent-definition.ts";
import { SubAgents, type SubAgentsOptions } from "./sub-agents.ts";

const noInput = { type: "object", properties: {}, additionalProperties: false } as const;

const stringFields = (...names: readonly string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  additionalProperties: false,
});

const delegate = defineTool<{ agent: string; task: string }>({
  name: "delegate",
  kind: "other",
  description: "Delegates.",
  input: stringFields("agent", "task"),
  effects: ({ agent }) => [{ type: "agent", agent }],
  execute: async ({ agent, task }, context) => ({
    content: JSON.stringify(await agentsOf(context).run({ agent, task }, context)),
  }),
});

const fork = defineTool<{ task: string }>({
  name: "fork",
  kind: "other",
  description: "Forks.",
  input: stringFields("task"),
  effects: () => [{ type: "agent", agent: "fork" }],
  execute: async ({ task }, context) => ({
    content: (await agentsOf(context).run({ agent: null, task }, context)).summary,
  }),
});

const finish = defineTool<{ summary: string }>({
  name: "finish",
  kind: "other",
  scope: "sub",
  description: "Finishes.",
  input: stringFields("summary"),
  effects: () => [],
  execute: ({ summary }, context) => {
    agentsOf(context).finish({ success: true, summary, details: "" });
    return { content: "ok" };
  },
});

const look = defineTool({
  name: "look",
  kind: "read",
  description: "Looks.",
  input: noInput,
  effects: () => [],
  execute: (_, { agent }) => ({ content: `${agent.name} looked` }),
});

const write = defineTool<{ path: string }>({
  name: "write",
  kind: "edit",
  description: "Writes.",
  input: stringFields("path"),
  effects: ({ path }) => [{ type: "write", path, change: "create" }],
  execute: async ({ path }, { workspace }) => {
    await workspace.write(path, new TextEncoder().encode("x"), { replaces: null });
    return { content: "written" };
  },
});

const hang = defineTool({
  name: "hang",
  kind: "other",
  description: "Hangs.",
  input: noInput,
  effects: () => [],
  execute: (_, { signal }) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    }),
});

function agentsOf({ agents }: ToolContext): NonNullable<ToolContext["agents"]> {
  if (agents === undefined) throw new Error("no agents");
  return agents;
}

interface Opened {
  readonly session: Session;
  readonly agents: SubAgents;
}

async function open(
  options: Partial<SubAgentsOptions> & {
    readonly mode?: Mode;
    readonly session?: Partial<SessionOptions>;
    readonly more?: readonly Tool[];
  } = {},
): Promise<Opened> {
  const registry = createRegistry();
  await registry.register([delegate, fork, finish, look, write, hang, ...(options.more ?? [])]);
  const workspace = createMemoryWorkspace({ files: {} });
  const policy = createPolicy({
    mode: options.mode ?? "accept-edits",
    roots: workspace.roots,
    layers: [],
  });
  const agents = new SubAgents({ definitions: builtinAgents, ...options });
  return {
    session: await createSession({ registry, policy, workspace, agents, ...options.session }),
    agents,
  };
}

const call = (name: string, input: unknown = {}) => ({ name, input });

async function run(
  steps: readonly ScriptedStep[],
  opened: Opened,
  onRequest?: (request: ModelRequest) => void,
) {
  const model = scriptedModel(steps, {
    ...(onRequest !== undefined && {
      onRequest: (request) => onRequest({ ...request, messages: [...request.messages] }),
    }),
  });
  const agent = new Agent({ ...opened, model, system: "Work.", retry: { firstDelayMs: 0 } });
  const started = agent.run("Do it.");
  const events: AgentEvent[] = [];
  for await (const event of started) events.push(event);
  return { result: await started, events };
}

/** The model of all agents is one script, so each step says by `when` to whom it answers. */
const delegating: readonly ScriptedStep[] = [
  { when: "Do it.", calls: [call("delegate", { agent: "general", task: "Look around." })] },
  {
    when: "Look around.",
    text: "Looking.",
    calls: [call("look"), call("write", { path: "a.txt" })],
  },
  { when: "general looked", calls: [call("finish", { summary: "All is well." })] },
  { when: "All is well.", text: "Reported." },
];

test("gives a task to a sub-agent and gets its report", async () => {
  const { result, events } = await run(delegating, await open());
  expect(result).toMatchObject({ status: "done", text: "Reported." });
  const end = events.find((event) => event.type === "agent-end");
  expect(end).toMatchObject({
    child: "general",
    report: {
      success: true,
      summary: "All is well.",
      filesModified: ["a.txt"],
      errors: [],
      toolCallCount: 3,
    },
  });
});

test("shows the sub-agent's events in its parent's stream, under its own name", async () => {
  const opened = await open();
  const { events } = await run(delegating, opened);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.filter(({ type }) => type === "session-end")).toHaveLength(1);
  expect(events.at(-1)?.type).toBe("session-end");
  const ofChild = events.filter(({ agent }) => agent === "general");
  expect(ofChild.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["step-start", "text-delta", "invocation-end", "step-end"]),
  );
  expect(new Set(ofChild.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(ofChild.filter(({ type }) => type === "invocation-end")).toHaveLength(3);
});

test("takes the last text as the report when the sub-agent doesn't finish by a call", async () => {
  const { events } = await run(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "general", task: "Look." })] },
      { when: "Look.", text: "I looked." },
      { text: "Good." },
    ],
    await open(),
  );
  expect(events.find(({ type }) => type === "agent-end")).toMatchObject({
    report: { success: true, summary: "I looked." },
  });
});

test("reports a sub-agent that fails", async () => {
  const { events, result } = await run(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "general", task: "Look." })] },
      { when: "Look.", failure: { message: "401 no key", isRetryable: false } },
      { text: "It failed." },
    ],
    await open(),
  );
  expect(result.text).toBe("It failed.");
  expect(events.find(({ type }) => type === "agent-end")).toMatchObject({
    report: { success: false, summary: "401 no key", errors: ["401 no key"] },
  });
});

test("names the known agents for an unknown one", async () => {
  const { events } = await run(
    [{ calls: [call("delegate", { agent: "nobody", task: "Look." })] }, { text: "Oh." }],
    await open(),
  );
  const end = events.find((event) => event.type === "invocation-end");
  expect(end?.outcome.error).toMatchObject({
    code: "input-invalid",
    message: "No agent 'nobody'. Known: explore, general, review.",
  });
});

test("keeps an agent that only reads from writing, whatever its parent may do", async () => {
  const { events } = await run(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "explore", task: "Look." })] },
      { when: "Look.", calls: [call("write", { path: "a.txt" })] },
      { when: "denies", text: "I may not." },
      { text: "Good." },
    ],
    await open({ mode: "auto" }),
  );
  const ends = events.filter((event) => event.type === "invocation-end");
  expect(ends[0]?.outcome).toMatchObject({ tool: "write", status: "refused" });
});

test("gives a sub-agent only the tools of its definition, and those of its report", async () => {
  const definitions: AgentDefinition[] = [
    {
      name: "narrow",
      description: "Narrow.",
      prompt: "",
      tools: ["look", "delegate"],
      source: "t",
    },
    { name: "wide", description: "Wide.", prompt: "", tools: ["write", "look"], source: "t" },
  ];
  const seen: Record<string, readonly string[]> = {};
  await run(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "narrow", task: "One." })] },
      { when: "One.", calls: [call("delegate", { agent: "wide", task: "Two." })] },
      { when: "Two.", text: "No tools to write." },
      { when: "No tools to write.", text: "So it is." },
      { text: "Done." },
    ],
    await open({ definitions }),
    ({ tools, messages }) => {
      const [first] = messages;
      const task = JSON.stringify(first);
      const key = ["One.", "Two."].find((text) => task.includes(text)) ?? "main";
      seen[key] = tools.map(({ name }) => name).toSorted();
    },
  );
  expect(seen["main"]).not.toContain("finish");
  expect(seen["One."]).toEqual(["delegate", "finish", "look"]);
  // A grandchild gets nothing that its parent lacks.
  expect(seen["Two."]).toEqual(["finish", "look"]);
});

test("begins a copy with the conversation so far", async () => {
  const seen: ModelRequest[] = [];
  await run(
    [
      { when: "Do it.", calls: [call("look")] },
      { when: "main looked", calls: [call("fork", { task: "Your part." })] },
      { when: "Your part.", text: "My part is done." },
      { text: "All parts are done." },
    ],
    await open(),
    (request) => seen.push(request),
  );
  const messages = JSON.stringify(seen[2]?.messages);
  expect(messages).toContain("main looked");
  expect(messages).toContain("Your part.");
});

test("cancels the whole tree", async () => {
  const opened = await open();
  const model = scriptedModel([
    { when: "Do it.", calls: [call("delegate", { agent: "general", task: "One." })] },
    { when: "One.", calls: [call("delegate", { agent: "general", task: "Two." })] },
    { when: "Two.", calls: [call("hang")] },
  ]);
  const agent = new Agent({ ...opened, model, system: "" });
  const started = agent.run("Do it.");
  const ended: string[] = [];
  for await (const event of started) {
    if (event.type === "invocation-start" && event.tool === "hang") started.cancel();
    if (event.type === "invocation-end") ended.push(event.outcome.tool);
  }
  expect((await started).status).toBe("cancelled");
  expect(ended).toEqual(["hang", "delegate", "delegate"]);
});

test("counts what sub-agents use", async () => {
  const usage = { inputTokens: 10, outputTokens: 1 };
  const steps = delegating.map((step) => ({ ...step, usage }));
  const { result } = await run(steps, await open());
  expect(result.usage).toMatchObject({ inputTokens: 40, outputTokens: 4 });
});

test("ends a sub-agent that has used the rest of its parent's budget", async () => {
  const usage = { inputTokens: 10, outputTokens: 0 };
  const opened = await open();
  const model = scriptedModel([
    { when: "Do it.", calls: [call("delegate", { agent: "general", task: "Look." })], usage },
    { calls: [call("look")], repeats: true, usage },
  ]);
  const agent = new Agent({ ...opened, model, system: "", budgets: { maxTokens: 30 } });
  const result = await agent.run("Do it.");
  expect(result).toMatchObject({
    status: "failed",
    reason: "The run has used its budget of 30 tokens.",
    usage: { inputTokens: 40 },
  });
});

test("puts a sub-agent's question to its parent's people, under its name", async () => {
  const approvals = createApprovalQueue();
  const asked: string[] = [];
  approvals.attach({
    name: "person",
    ask: async ({ agent }) => {
      asked.push(agent);
      return { outcome: "once" };
    },
  });
  await run(delegating, await open({ mode: "default", session: { approvals } }));
  expect(asked).toEqual(["general"]);
});

test("opens the model that a definition names", async () => {
  const opened: string[] = [];
  const openModel = async (name: string): Promise<Model> => {
    opened.push(name);
    return scriptedModel([{ text: "From the other model." }]);
  };
  const definitions = [
    { name: "other", description: "Other.", prompt: "", model: "openai/small", source: "t" },
  ];
  const { events } = await run(
    [{ calls: [call("delegate", { agent: "other", task: "Look." })] }, { text: "Done." }],
    await open({ definitions, openModel }),
  );
  expect(opened).toEqual(["openai/small"]);
  expect(events.find(({ type }) => type === "agent-end")).toMatchObject({
    report: { summary: "From the other model." },
  });
});

test("says so when agents are nested too deeply", async () => {
  const { events } = await run(
    [
      {
        when: "Deeper.",
        repeats: true,
        calls: [call("delegate", { agent: "general", task: "Deeper." })],
      },
      { when: "Do it.", calls: [call("delegate", { agent: "general", task: "Deeper." })] },
      { repeats: true, text: "Enough." },
    ],
    await open(),
  );
  const ends = events.filter((event) => event.type === "invocation-end");
  expect(ends[0]?.outcome.error).toMatchObject({ code: "tool-not-available" });
  expect(ends[0]?.outcome.error?.message).toContain("deep");
});

test("runs fifty sub-agents at once without losing an event", async () => {
  const tasks = Array.from({ length: 50 }, (_, at) => `Task <${at}>.`);
  const { result, events } = await run(
    [
      { when: "Do it.", calls: tasks.map((task) => call("delegate", { agent: "general", task })) },
      ...tasks.map((task) => ({ when: task, text: `Did ${task}`, calls: [call("look")] })),
      ...tasks.map(() => ({ when: "general looked", calls: [call("finish", { summary: "ok" })] })),
      { text: "All." },
    ],
    await open(),
  );
  expect(result).toMatchObject({ status: "done", text: "All." });
  const count = (type: AgentEvent["type"]) => events.filter((event) => event.type === type).length;
  expect(count("agent-start")).toBe(50);
  expect(count("agent-end")).toBe(50);
  expect(count("invocation-end")).toBe(150);
  expect(count("step-end")).toBe(102);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
});
