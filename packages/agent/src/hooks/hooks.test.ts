import { defineTool, type Redactor, type Session } from "@toolwright/core";
import { expect, test } from "vitest";
import { Agent } from "../agent.ts";
import type { AgentEvent, AgentResult } from "../events/events.ts";
import { memorySession } from "../fixtures/memory-session.ts";
import type { Message } from "../model/message.ts";
import { scriptedModel, type ScriptedStep } from "../testing/index.ts";
import type { AgentHookFacts, AgentHooks, HookEvent } from "./agent-hooks.ts";

const look = defineTool({
  name: "look",
  kind: "read",
  description: "Looks.",
  input: { type: "object", properties: {}, additionalProperties: false },
  effects: () => [],
  execute: () => ({ content: "seen" }),
});

const redactor: Redactor = { redact: (text) => text.replaceAll("s3cr3t-value", "«secret:KEY»") };

const openSession = (): Promise<Session> => memorySession([look], { redactor });

interface Run {
  readonly result: AgentResult;
  readonly events: readonly HookEvent[];
  readonly allEvents: readonly AgentEvent[];
  readonly agent: Agent;
  /** The texts of the person and of hooks, as the model got them. */
  readonly told: string;
}

async function run(
  hooks: AgentHooks,
  steps: readonly ScriptedStep[] = [{ text: "Done." }],
  { task = "Do it.", messages = [] as readonly Message[] } = {},
): Promise<Run> {
  const session = await openSession();
  const agent = new Agent({
    session,
    model: scriptedModel(steps),
    system: "Work.",
    hooks,
    messages,
  });
  const started = agent.run(task);
  const events: AgentEvent[] = [];
  for await (const event of started) events.push(event);
  return {
    result: await started,
    events: events.filter((event): event is AgentEvent & HookEvent => event.type === "hook"),
    allEvents: events,
    agent,
    told: told(agent),
  };
}

function told({ messages }: Agent): string {
  return messages
    .flatMap((message) => (message.role === "user" ? message.content : []))
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n");
}

test("tells each hook its facts, in the order of the work", async () => {
  const seen: unknown[] = [];
  const note = (point: string) => ({
    name: "note",
    run: (facts: AgentHookFacts) => void seen.push({ point, ...facts }),
  });
  await run(
    {
      "session-start": [note("session-start")],
      "before-step": [note("before-step")],
      "after-step": [note("after-step")],
      stop: [note("stop")],
    },
    [{ text: "I look.", calls: [{ name: "look" }] }, { text: "Done." }],
  );
  const common = { agent: { name: "main", depth: 0 }, mode: "default", turn: 1 };
  expect(seen).toMatchObject([
    { point: "session-start", source: "startup", ...common },
    { point: "before-step", step: 1, prompt: "Do it.", ...common },
    { point: "after-step", step: 1, text: "I look.", outcomes: [{ tool: "look", status: "ok" }] },
    { point: "before-step", step: 2 },
    { point: "after-step", step: 2, text: "Done.", outcomes: [] },
    { point: "stop", text: "Done.", continued: 0 },
  ]);
  expect(seen[3]).not.toHaveProperty("prompt");
});

test("runs the hooks of the start once in a conversation", async () => {
  const sources: string[] = [];
  const hooks: AgentHooks = {
    "session-start": [{ name: "start", run: ({ source }) => void sources.push(source) }],
  };
  const { agent } = await run(hooks, [{ text: "One." }, { text: "Two." }]);
  await agent.run("Again.");
  await run(hooks, [{ text: "Three." }], { messages: agent.messages });
  expect(sources).toEqual(["startup", "resume"]);
});

test("tells the model a hook's context, marked and without secrets", async () => {
  const context = "The build is red. s3cr3t-value";
  const ran = await run({
    "session-start": [{ name: "ci", run: () => ({ context }) }],
    "before-step": [{ name: "clock", run: async () => ({ context: "It is noon." }) }],
  });
  expect(ran.told).toBe(
    "Do it.\nContext from the hook 'ci':\n\nThe build is red. «secret:KEY»\nContext from the hook 'clock':\n\nIt is noon.",
  );
  expect(ran.events.map(({ hook }) => hook)).toEqual(["ci", "clock"]);
});

test("ends the run for a hook, and drops what the person said", async () => {
  const ran = await run({
    "before-step": [{ name: "guard", run: ({ prompt }) => (prompt ? { end: "Not today." } : {}) }],
    stop: [{ name: "never", run: () => ({ continue: "Go on." }) }],
  });
  expect(ran.result).toMatchObject({ status: "refused", reason: "Not today." });
  expect(ran.agent.messages).toEqual([]);
  expect(ran.events).toMatchObject([{ point: "before-step", hook: "guard", end: "Not today." }]);
});

test("continues for a stop hook, with its reason", async () => {
  const ran = await run(
    {
      stop: [
        { name: "tests", run: ({ continued }) => (continued === 0 ? { continue: "Red." } : {}) },
      ],
    },
    [
      { text: "Done." },
      { when: "The hook 'tests' says that you are not done:\n\nRed.", text: "Now." },
    ],
  );
  expect(ran.result).toMatchObject({ status: "done", text: "Now." });
});

test("stops in the end, whatever a stop hook says", async () => {
  const counts: number[] = [];
  const ran = await run(
    {
      stop: [
        {
          name: "never",
          run: ({ continued }) => ({ continue: `Again ${counts.push(continued)}` }),
        },
      ],
    },
    [{ text: "Done.", repeats: true }],
  );
  expect(ran.result.status).toBe("done");
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("does not ask the stop hooks about a run that failed", async () => {
  const failure = { message: "no", isRetryable: false };
  const ran = await run({ stop: [{ name: "never", run: () => ({ continue: "Go on." }) }] }, [
    { failure },
  ]);
  expect(ran.result.status).toBe("failed");
  expect(ran.events).toEqual([]);
});

test.each([
  ["throws", () => Promise.reject(new Error("s3cr3t-value is gone")), "«secret:KEY» is gone"],
  ["hangs", () => new Promise<never>(() => {}), "it took longer than 0.02 s"],
  ["answers a text", () => "yes" as never, "it answered string, not an object"],
  ["answers a number as text", () => ({ context: 5 }) as never, "its 'context' is no text"],
  [
    "floods",
    () => ({ context: "x".repeat(2_000_000) }),
    "its 'context' exceeds 1000000 characters",
  ],
])("ignores a hook that %s, and says so", async (_, answer, problem) => {
  const ran = await run({ "before-step": [{ name: "bad", timeoutMs: 20, run: answer }] });
  expect(ran.result.status).toBe("done");
  expect(ran.events).toMatchObject([{ hook: "bad", problem }]);
  expect(ran.told).toBe("Do it.");
});

test("hides secrets in the name of a hook, which may be its command", async () => {
  const answer = (): { readonly context: string } => ({ context: "The build is red." });
  const ran = await run({ "session-start": [{ name: "ask --key s3cr3t-value", run: answer }] });
  expect(JSON.stringify([ran.told, ran.events])).not.toContain("s3cr3t-value");
  expect(ran.told).toContain("Context from the hook 'ask --key «secret:KEY»':");
});

test("hides secrets in the reason for which a run has failed", async () => {
  const failure = { message: "no s3cr3t-value", isRetryable: false };
  expect((await run({}, [{ failure }])).result.reason).toBe("no «secret:KEY»");
});

test("hides secrets in the reason for which a request is sent again", async () => {
  const failure = { message: "busy: s3cr3t-value", retryAfterMs: 1 };
  const { allEvents } = await run({}, [{ failure }, { text: "Done." }]);
  expect(allEvents.find(({ type }) => type === "retry")).toMatchObject({
    reason: "busy: «secret:KEY»",
  });
});

test("cuts a long context", async () => {
  const ran = await run({
    "session-start": [{ name: "long", run: () => ({ context: "x".repeat(20_000) }) }],
  });
  expect(ran.told).toContain(`${"x".repeat(10_000)}\n[The rest is left out.]`);
});

test("ends a hook that hangs with the run, and keeps what the person said", async () => {
  const session = await openSession();
  const signals: AbortSignal[] = [];
  const started = Promise.withResolvers<void>();
  const agent = new Agent({
    session,
    model: scriptedModel([]),
    system: "Work.",
    hooks: {
      "before-step": [
        {
          name: "hangs",
          run: ({ signal }) => {
            signals.push(signal);
            started.resolve();
            return new Promise(() => {});
          },
        },
      ],
    },
  });
  const run = agent.run("Do it.");
  await started.promise;
  run.cancel();
  expect((await run).status).toBe("cancelled");
  expect(signals[0]?.aborted).toBe(true);
  expect(told(agent)).toBe("Do it.");
});

test("hides secrets in the prompt and in what the person says", async () => {
  const session = await openSession();
  const systems: string[] = [];
  const model = scriptedModel([{ text: "Done." }], {
    onRequest: ({ system }) => systems.push(system),
  });
  const agent = new Agent({ session, model, system: "Key: s3cr3t-value" });
  await agent.run("Use s3cr3t-value.");
  expect(systems).toEqual(["Key: «secret:KEY»"]);
  expect(told(agent)).toBe("Use «secret:KEY».");
});
