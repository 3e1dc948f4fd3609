import { type ApprovalQuestion, createApprovalQueue } from "@toolwright/core";
import { expect, test } from "vitest";
import { createScriptedApprover } from "./scripted-approver.ts";

function questionOf(id: string): ApprovalQuestion {
  return {
    id,
    sessionId: "session",
    callId: "call",
    agent: "main",
    tool: { name: "write_file", title: "Write file", kind: "edit" },
    input: {},
    summary: `write ${id}`,
    effects: [],
    decision: { decision: "ask", mode: "default", proof: [] },
    stage: "run",
    proposals: [{ patterns: ["write(a)"], label: "edits of a" }],
  };
}

test("answers in the order of its list and remembers what it was asked", async () => {
  const queue = createApprovalQueue();
  const approver = createScriptedApprover(["once", { outcome: "reject", feedback: "no" }]);
  queue.attach(approver);
  expect(await queue.ask(questionOf("a"))).toEqual({ outcome: "once", by: "scripted approver" });
  expect(await queue.ask(questionOf("b"))).toMatchObject({ outcome: "reject", feedback: "no" });
  expect(approver.questions.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("answers by a function of the question", async () => {
  const queue = createApprovalQueue();
  queue.attach(
    createScriptedApprover((question, index) =>
      question.id === "a" && index === 0 ? "session" : "cancel",
    ),
  );
  expect(await queue.ask(questionOf("a"))).toMatchObject({ outcome: "session" });
  expect(await queue.ask(questionOf("b"))).toMatchObject({ outcome: "cancel" });
});

test("leaves a question that its list has no answer to unanswered, and names it", async () => {
  const queue = createApprovalQueue();
  queue.attach(createScriptedApprover([]));
  expect(await queue.ask(questionOf("a"))).toEqual({
    outcome: "unanswered",
    reason: "scripted approver failed: the script has no answer to question 1 (write a)",
  });
});

test("holds questions open until it is told what to answer", async () => {
  const queue = createApprovalQueue();
  const approver = createScriptedApprover([]);
  approver.hold();
  queue.attach(approver);
  const first = queue.ask(questionOf("a"));
  const second = queue.ask(questionOf("b"));
  expect((await approver.question(1)).id).toBe("b");
  expect(queue.pending.map(({ id }) => id)).toEqual(["a", "b"]);
  approver.answer("once");
  expect(await first).toMatchObject({ outcome: "once" });
  approver.answer("reject");
  expect(await second).toMatchObject({ outcome: "reject" });
  expect(() => approver.answer("once")).toThrow("No question is held open.");
});

test("drops a held question that somebody else answered", async () => {
  const queue = createApprovalQueue();
  const approver = createScriptedApprover([]);
  approver.hold();
  queue.attach(approver);
  const first = queue.ask(questionOf("a"));
  await approver.question(0);
  queue.answer("a", { outcome: "once", by: "somebody" });
  expect(await first).toMatchObject({ by: "somebody" });
  expect(approver.withdrawn).toEqual(["a"]);
  expect(() => approver.answer("once")).toThrow("No question is held open.");
});

test("hangs, passes and throws on request", async () => {
  const queue = createApprovalQueue();
  queue.attach(createScriptedApprover(["hang", "pass", new Error("screen gone")]));
  const hanging = queue.ask(questionOf("a"), AbortSignal.abort());
  expect(await hanging).toEqual({ outcome: "cancel" });

  const other = createScriptedApprover(() => "hang");
  const controller = new AbortController();
  const stuck = other.ask(questionOf("b"), controller.signal);
  controller.abort();
  const settled = await Promise.race([
    stuck,
    new Promise((resolve) => setImmediate(resolve, "stuck")),
  ]);
  expect(settled).toBe("stuck");

  const passing = createScriptedApprover(["pass"]);
  expect(await passing.ask(questionOf("c"), new AbortController().signal)).toBeUndefined();
  const throwing = createScriptedApprover([new Error("screen gone")]);
  await expect(throwing.ask(questionOf("d"), new AbortController().signal)).rejects.toThrow(
    "screen gone",
  );
});
