import { expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import type { ApprovalQuestion } from "../approval/question.ts";
import { write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { CallIntent, CallRecord } from "../ports/journal.ts";
import { createRegistry } from "../registry/registry.ts";
import { createMemoryWorkspace } from "@toolwright/testing";
import type { Tool } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { Session } from "./session.ts";

const done: Tool["execute"] = async () => ({ content: "done" });

const toucher: Tool = {
  name: "toucher",
  kind: "edit",
  description: "A tool of the tests.",
  input: {
    type: "object",
    properties: { path: { type: "string", description: "A path." } },
    required: ["path"],
  },
  effects: (given: never) => [write((given as { path: string }).path)],
  execute: done,
};

interface Watched {
  readonly session: Session;
  /** What happened, in order. */
  readonly steps: string[];
  readonly intents: CallIntent[];
  readonly records: CallRecord[];
  readonly questions: ApprovalQuestion[];
}

async function open(execute: Tool["execute"] = done): Promise<Watched> {
  const steps: string[] = [];
  const intents: CallIntent[] = [];
  const records: CallRecord[] = [];
  const questions: ApprovalQuestion[] = [];
  const approvals = createApprovalQueue();
  approvals.attach({
    name: "somebody",
    async ask(question) {
      questions.push(question);
      return { outcome: "once" };
    },
  });
  const registry = createRegistry();
  await registry.register([{ ...toucher, execute }]);
  const workspace = createMemoryWorkspace();
  const session = await createSession({
    registry,
    workspace,
    policy: createPolicy({ mode: "default", roots: workspace.roots, layers: [] }),
    approvals,
    redactor: { redact: (text) => text.replaceAll("hunter2", "«secret:PASS»") },
    journal: {
      recordIntent(intent) {
        steps.push("intent");
        intents.push(intent);
      },
      recordOutcome(record) {
        steps.push("outcome");
        records.push(record);
      },
    },
    snapshots: {
      outlook: () => ({ undoable: false, reasons: ["It is too large."] }),
      take() {
        steps.push("taken");
        return { finish: () => void steps.push("finished") };
      },
    },
  });
  return { session, steps, intents, records, questions };
}

test("a call's intent is written before its snapshot, and its outcome after it", async () => {
  const { session, steps } = await open();
  await session.call({ name: "toucher", input: { path: "a" } });
  expect(steps).toEqual(["intent", "taken", "finished", "outcome"]);
});

test("a snapshot is finished when the tool fails, too", async () => {
  const { session, steps } = await open(async () => {
    throw new Error("broken");
  });
  const { status } = await session.call({ name: "toucher", input: { path: "a" } });
  expect(status).toBe("error");
  expect(steps).toEqual(["intent", "taken", "finished", "outcome"]);
});

test("a call that never runs has an outcome and no intent", async () => {
  const { session, steps, records } = await open();
  await session.call({ name: "nothing", input: { path: "a" } });
  expect(steps).toEqual(["outcome"]);
  expect(records[0]).toMatchObject({ tool: "nothing", turn: 1, outcome: { status: "error" } });
});

test("a question says whether undo could take the call back", async () => {
  const { session, questions } = await open();
  await session.call({ name: "toucher", input: { path: "a" } });
  expect(questions[0]?.undo).toEqual({ undoable: false, reasons: ["It is too large."] });
});

test("the journal gets no secrets, whether of the input or of the outcome", async () => {
  const { session, intents, records } = await open(async () => ({ content: "it is hunter2" }));
  await session.call({ name: "toucher", input: { path: "hunter2" } });
  expect(intents[0]?.input).toEqual({ path: "«secret:PASS»" });
  expect(JSON.stringify([intents, records])).not.toContain("hunter2");
});

test("calls belong to the turn in which they were made", async () => {
  const { session, records } = await open();
  await session.call({ name: "toucher", input: { path: "a" } });
  session.beginTurn();
  session.beginTurn();
  await session.callAll([
    { name: "toucher", input: { path: "a" } },
    { name: "toucher", input: { path: "b" } },
  ]);
  expect(records.map(({ turn }) => turn)).toEqual([1, 2, 2]);
});
