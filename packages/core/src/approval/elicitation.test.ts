import { expect, test } from "vitest";
import { createApprovalQueue } from "./approval-queue.ts";
import type { Elicitation, ElicitationAnswer } from "./elicitation.ts";
import type { Approver } from "./question.ts";

const elicitation: Elicitation = {
  id: "e1",
  sessionId: "s",
  callId: "c",
  agent: "main",
  from: "the MCP server 'x'",
  message: "Your name?",
  kind: "form",
  schema: { type: "object", properties: { name: { type: "string" } } },
};

function approver(name: string, elicit?: Approver["elicit"]): Approver {
  return { name, ask: async () => undefined, ...(elicit !== undefined && { elicit }) };
}

test("the first answer wins, and the others are told", async () => {
  const queue = createApprovalQueue();
  let isTold = false;
  queue.attach(
    approver("slow", (_, signal) => {
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isTold = true;
          resolve(undefined);
        });
      });
    }),
  );
  queue.attach(approver("quick", async () => ({ action: "accept", content: { name: "Ada" } })));
  expect(await queue.elicit(elicitation)).toEqual({ action: "accept", content: { name: "Ada" } });
  expect(isTold).toBe(true);
});

test("what fails, doesn't fit or isn't there is no answer", async () => {
  const queue = createApprovalQueue();
  expect(await queue.elicit(elicitation)).toMatchObject({ outcome: "unanswered" });
  queue.attach(approver("can't"));
  queue.attach(
    approver("breaks", async () => {
      throw new Error("out of paper");
    }),
  );
  queue.attach(approver("odd", async () => ({ action: "maybe" }) as unknown as ElicitationAnswer));
  expect(await queue.elicit(elicitation)).toEqual({
    outcome: "unanswered",
    reason: "breaks failed: out of paper",
  });
});

test("a cancelled call ends the question", async () => {
  const queue = createApprovalQueue();
  queue.attach(approver("silent", () => new Promise(() => {})));
  const cancelled = new AbortController();
  const asked = queue.elicit(elicitation, cancelled.signal);
  cancelled.abort();
  expect(await asked).toEqual({ action: "cancel" });
});
