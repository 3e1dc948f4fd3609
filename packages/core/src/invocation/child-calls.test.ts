import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, it, vi } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import type { ApprovalQuestion } from "../approval/question.ts";
import { write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Agents } from "../ports/agents.ts";
import type { CallRecord } from "../ports/journal.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import type { SessionEvent } from "../session/session-events.ts";
import type { Tool } from "../tool/tool.ts";

const input = { type: "object", properties: {} } as const;

/** A session with a tool that needs approval, one that calls it, and one whose sub-agent calls it. */
async function openScene(
  more: { readonly agents?: Agents; readonly ask?: () => Promise<void> } = {},
) {
  const questions: ApprovalQuestion[] = [];
  const records: CallRecord[] = [];
  const events: SessionEvent[] = [];
  const approvals = createApprovalQueue();
  approvals.attach({
    name: "test",
    async ask(question) {
      questions.push(question);
      await more.ask?.();
      return { outcome: "once" };
    },
  });
  const registry = createRegistry();
  await registry.register([
    {
      name: "change",
      kind: "edit",
      description: "Changes something.",
      input,
      effects: () => [write("a")],
      execute: (_input, { parentCallId }) => ({ content: `made by ${parentCallId}` }),
    },
    {
      name: "outer",
      kind: "other",
      description: "Calls the other one.",
      input,
      timeoutMs: 1_000,
      effects: () => [],
      async execute(_input, { call }) {
        const { content, error } = await call({ name: "change", input: {} });
        return { content, structured: { error } };
      },
    },
    {
      name: "delegating",
      kind: "other",
      description: "Starts an agent.",
      input,
      timeoutMs: 1_000,
      effects: () => [],
      async execute(_input, { openChildSession }) {
        const child = await openChildSession({ agent: "child" });
        return { content: (await child.call({ name: "outer", input: {} })).content };
      },
    },
  ] satisfies Tool[]);
  const session = await createSession({
    registry,
    approvals,
    workspace: createMemoryWorkspace(),
    journal: { recordIntent: () => {}, recordOutcome: (record) => void records.push(record) },
    policy: createPolicy({ mode: "default", roots: ["/workspace"], layers: [] }),
    ...(more.agents !== undefined && { agents: more.agents }),
  });
  session.subscribe((event) => events.push(event));
  return { session, questions, records, events };
}

it("a call made by a call names it in events, questions, the journal and its context", async () => {
  const { session, questions, records, events } = await openScene();
  const outcome = await session.call({ id: "program", name: "outer", input: {} });
  expect(outcome.content).toEqual([{ type: "text", text: "made by program" }]);
  const starts = events.filter((event) => event.type === "invocation-start");
  expect(starts).toMatchObject([{ tool: "outer" }, { tool: "change", parentCallId: "program" }]);
  expect(starts[0]).not.toHaveProperty("parentCallId");
  expect(questions).toMatchObject([{ parentCallId: "program" }]);
  expect(records).toMatchObject([{ tool: "change", parentCallId: "program" }, { tool: "outer" }]);
});

it.each(["outer", "delegating"])(
  "a person's answer takes none of the time of the call that waits for it (%s)",
  async (name) => {
    vi.useFakeTimers();
    try {
      const ask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60_000));
      const { session } = await openScene({ ask });
      const outcome = session.call({ name, input: {} }).outcome;
      await vi.advanceTimersByTimeAsync(60_001);
      expect(await outcome).toMatchObject({ status: "ok", error: null });
    } finally {
      vi.useRealTimers();
    }
  },
);

it("a call made by a call is counted by the agent, and isn't begun without a call left", async () => {
  let left = 1;
  const agents: Agents = {
    agents: [],
    models: [],
    run: () => Promise.reject(new Error("unused")),
    finish: () => {},
    takeCall: () => (left-- > 0 ? null : "The budget is used up."),
  };
  const { session, questions } = await openScene({ agents });
  expect(await session.call({ name: "outer", input: {} })).toMatchObject({ status: "ok" });
  const second = await session.call({ name: "outer", input: {} });
  expect(second.error).toEqual({ code: "cancelled", message: "The budget is used up." });
  expect(questions).toHaveLength(1);
});
