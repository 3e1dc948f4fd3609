import { expect, test } from "vitest";
import { createScriptedApprover } from "@toolwright/testing";
import { createApprovalQueue } from "./approval-queue.ts";
import type { ApprovalQuestion } from "./question.ts";

const question: ApprovalQuestion = {
  id: "q",
  sessionId: "session",
  callId: "call",
  agent: "main",
  tool: { name: "write_file", title: "Write file", kind: "edit" },
  input: {},
  summary: "Write a",
  effects: [],
  decision: { decision: "ask", mode: "default", proof: [] },
  stage: "run",
  proposals: [],
};

test("an id may be used again once its question is settled", async () => {
  const queue = createApprovalQueue();
  queue.attach(createScriptedApprover(["once", { outcome: "reject" }]));
  expect(await queue.ask(question)).toMatchObject({ outcome: "once" });
  expect(await queue.ask(question)).toMatchObject({ outcome: "reject" });
});

test("a question is refused while another of its id is open, which stays open", async () => {
  const queue = createApprovalQueue();
  const approver = createScriptedApprover([]);
  approver.hold();
  queue.attach(approver);
  const first = queue.ask(question);
  await approver.question(0);
  expect(await queue.ask(question)).toEqual({
    outcome: "unanswered",
    reason: "a question with the id 'q' is already open",
  });
  approver.answer("once");
  expect(await first).toMatchObject({ outcome: "once" });
});

test("an approver that only passes questions on attends to nobody", () => {
  const queue = createApprovalQueue();
  queue.attach({ name: "the folder", answersLater: true, ask: async () => undefined });
  expect(queue.isAttended).toBe(false);
  queue.attach(createScriptedApprover([]));
  expect(queue.isAttended).toBe(true);
});

test.each([{}, { approval: 1 }])(
  "a question isn't left for later with %j for an id",
  async (id) => {
    const queue = createApprovalQueue();
    queue.attach({ name: "the folder", ask: async () => ({ outcome: "later", ...id }) as never });
    expect(await queue.ask(question)).toMatchObject({ outcome: "unanswered" });
  },
);

test("the first answer wins, and the other approvers' signals fire", async () => {
  const queue = createApprovalQueue();
  const slow = createScriptedApprover([]);
  slow.hold();
  queue.attach(slow);
  const asked = queue.ask(question);
  await slow.question(0);
  queue.attach(createScriptedApprover(["once"], "quick"));
  expect(await asked).toEqual({ outcome: "once", by: "quick" });
  expect(slow.withdrawn).toEqual(["q"]);
  expect(queue.answer("q", { outcome: "reject" })).toBe(false);
});

test.each([true, "once", {}])(
  "the answer %j counts as none, and the reason says what one is",
  async (given) => {
    const queue = createApprovalQueue();
    queue.attach({ name: "the program", ask: () => Promise.resolve(given as never) });
    expect(await queue.ask(question)).toEqual({
      outcome: "unanswered",
      reason: "the program answered without an outcome, such as { outcome: 'once' }",
    });
  },
);

test("a question that nobody can answer any more is unanswered, with each one's reason", async () => {
  const queue = createApprovalQueue();
  queue.attach(createScriptedApprover([new Error("screen gone")], "terminal"));
  queue.attach(createScriptedApprover(["pass"], "editor"));
  expect(await queue.ask(question)).toEqual({
    outcome: "unanswered",
    reason: "terminal failed: screen gone",
  });
});
