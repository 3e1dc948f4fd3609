import fc from "fast-check";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { read, write } from "../effects/effect.ts";
import { errorCodes, ToolError } from "../errors.ts";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import { createScriptedApprover } from "@toolwright/testing";
import { createMemoryWorkspace } from "@toolwright/testing";
import type { Tool } from "../tool/tool.ts";
import type { InvocationEvent } from "./event.ts";

/** Where foreign code runs, and so where something can go wrong. */
const places = [
  "effects",
  "prepare",
  "execute",
  "before",
  "after",
  "approver",
  "redactor",
] as const;
type Place = (typeof places)[number];

const faults = [
  "none",
  "throw",
  "reject",
  "throw garbage",
  "hang",
  "return garbage",
  "code",
] as const;
type Fault = (typeof faults)[number];

interface Plan {
  readonly place: Place;
  readonly fault: Fault;
  /** After how many turns of the event loop the call is cancelled; null: never. */
  readonly cancelAfter: number | null;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  place: fc.constantFrom(...places),
  fault: fc.constantFrom(...faults),
  cancelAfter: fc.option(fc.nat(12)),
});

/** What foreign code does instead of its work. A hang ends only with the call's own limits. */
function misbehave(fault: Fault): unknown {
  switch (fault) {
    case "none":
      return undefined;
    case "throw":
      throw new Error("thrown");
    case "reject":
      return Promise.reject(new Error("rejected"));
    case "throw garbage":
      // oxlint-disable-next-line typescript/only-throw-error -- that is the point of it
      throw undefined;
    case "hang":
      return new Promise(() => {});
    case "return garbage":
      return 42;
    case "code":
      throw new ToolError("not-text", "It is not text.");
  }
}

async function openFaulty({ place, fault }: Plan) {
  const at = (here: Place, otherwise: () => unknown): unknown => {
    if (here !== place || fault === "none") return otherwise();
    return misbehave(fault);
  };
  const faulty = {
    name: "faulty",
    kind: "edit",
    description: "Goes wrong where it is told to.",
    input: { type: "object", properties: {} },
    timeoutMs: 5,
    effects: () => at("effects", () => [read("a.txt"), write("a.txt")]),
    prepare: () =>
      at("prepare", async () => ({
        summary: "Write",
        effects: [write("a.txt", "modify")],
        prepared: null,
      })),
    execute: (_prepared: unknown, context: { readonly signal: AbortSignal }) =>
      at("execute", async () => {
        await Promise.resolve();
        return { content: context.signal.aborted ? "stopped" : "done" };
      }),
  } as unknown as Tool;
  const registry = createRegistry();
  await registry.register([faulty]);
  const workspace = createMemoryWorkspace({ files: { "a.txt": "alpha" } });
  const approvals = createApprovalQueue();
  approvals.attach(createScriptedApprover(() => at("approver", () => "once") as never));
  return createSession({
    registry,
    workspace,
    approvals,
    policy: createPolicy({ mode: "default", roots: workspace.roots, layers: [] }),
    hooks: {
      before: [{ name: "before", run: () => at("before", () => undefined) as never }],
      after: [{ name: "after", run: () => at("after", () => undefined) as never }],
    },
    redactor: { redact: (text) => at("redactor", () => text) as string },
  });
}

/** Time-outs of foreign code are 10 s and the grace is 2 s: hangs are cut short by a cancellation. */
function endable({ place, fault, cancelAfter }: Plan): boolean {
  // A redactor is synchronous: nobody would look at a promise of its.
  if (place === "redactor" && fault === "reject") return false;
  if (fault !== "hang" || place === "execute") return true;
  if (place === "redactor" || place === "after") return false;
  return cancelAfter !== null;
}

describe("an invocation", () => {
  test("ends in exactly one coded outcome, whatever is thrown, aborted or timed out, and wherever", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plan.filter(endable), async (plan) => {
        const session = await openFaulty(plan);
        const events: InvocationEvent[] = [];
        session.subscribe((event) => events.push(event));
        const running = session.call({ name: "faulty", input: {} });
        if (plan.cancelAfter !== null) {
          for (let turn = 0; turn < plan.cancelAfter; turn += 1) await Promise.resolve();
          running.cancel();
        }
        const outcome = await running;
        expect(["ok", "error", "refused", "cancelled"]).toContain(outcome.status);
        expect(outcome.status === "ok").toBe(outcome.error === null);
        if (outcome.error !== null) expect(errorCodes).toContain(outcome.error.code);
        expect(events.filter(({ type }) => type === "invocation-end")).toHaveLength(1);
        expect(events.at(-1)?.type).toBe("invocation-end");
        // Nothing is left in the queue: the next call gets its turn.
        expect(session.approvals.pending).toEqual([]);
        await session.close();
      }),
      { numRuns: repetitions(300) },
    );
  });
});
