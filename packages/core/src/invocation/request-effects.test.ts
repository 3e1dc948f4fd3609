import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Grant } from "../approval/grant.ts";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import type { ApprovalAnswer, ApprovalQuestion } from "../approval/question.ts";
import { type Effect, write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Rule } from "../policy/rule.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import { createMemoryWorkspace } from "@toolwright/testing";
import type { Tool } from "../tool/tool.ts";

type Kept = readonly [how: "taken" | "extended", paths: readonly string[]];

interface Scene {
  /** What it does from the start. */
  readonly effects?: readonly Effect[];
  readonly answer?: (question: ApprovalQuestion) => Promise<ApprovalAnswer>;
  readonly rules?: readonly Rule[];
  readonly wanted?: readonly Effect[];
  readonly timeoutMs?: number;
  readonly grants?: readonly Grant[];
}

/** A call that reads, and finds out in the middle that it has to write. */
async function run({
  answer,
  rules = [],
  effects = [],
  wanted = [write("a")],
  timeoutMs,
  grants = [],
}: Scene) {
  const kept: Kept[] = [];
  const pathsIn = (list: readonly Effect[]): readonly string[] =>
    list.flatMap((effect) => ("path" in effect ? [effect.path] : []));
  const questions: ApprovalQuestion[] = [];
  const approvals = createApprovalQueue();
  if (answer !== undefined) {
    approvals.attach({
      name: "test",
      ask: (question) => {
        questions.push(question);
        return answer(question);
      },
    });
  }
  const registry = createRegistry();
  await registry.register([
    {
      name: "widening",
      kind: "execute",
      description: "Finds out while it runs.",
      input: { type: "object", properties: {} },
      ...(timeoutMs !== undefined && { timeoutMs }),
      effects: () => effects,
      async execute(_input, { requestEffects, workspace, signal }) {
        const against = await requestEffects(wanted, "It needs to write a");
        if (against !== null) return { content: `refused: ${against}` };
        if (signal.aborted) return { content: "too late" };
        await workspace.write("a", new Uint8Array([1]), { replaces: null });
        return { content: "written" };
      },
    } satisfies Tool,
  ]);
  const workspace = createMemoryWorkspace();
  const session = await createSession({
    registry,
    workspace,
    approvals,
    grants: {
      list: async () => grants,
      add: async () => undefined,
      remove: async () => true,
      use: async () => [],
    },
    snapshots: {
      outlook: () => ({ undoable: true, reasons: [] }),
      take(request) {
        if (request.effects.length === 0) return null;
        kept.push(["taken", pathsIn(request.effects)]);
        return {
          extend: (more) => void kept.push(["extended", pathsIn(more)]),
          finish: () => undefined,
        };
      },
    },
    policy: createPolicy({
      mode: "default",
      roots: ["/workspace"],
      layers: [{ name: "user", source: "test", rules }],
    }),
  });
  const outcome = await session.call({ name: "widening", input: {} });
  const [part] = outcome.content;
  const said = part?.type === "text" ? part.text : "";
  return { outcome, said, questions, paths: workspace.paths(), session, kept };
}

describe("widening a running call", () => {
  it("asks with its own summary, and then lets it do just that", async () => {
    const { outcome, questions, paths } = await run({ answer: async () => ({ outcome: "once" }) });
    expect(outcome.status).toBe("ok");
    expect(paths).toEqual(["/workspace/a"]);
    expect(questions).toMatchObject([
      { summary: "It needs to write a", effects: [{ type: "write", realPath: "/workspace/a" }] },
    ]);
    expect(outcome.effects).toMatchObject([{ type: "write" }]);
    expect(outcome.metadata["approvals"]).toHaveLength(1);
  });

  it("keeps what is there before it is let do more, so that it can be taken back", async () => {
    const answer = async (): Promise<ApprovalAnswer> => ({ outcome: "once" });
    expect((await run({ answer })).kept).toEqual([["taken", ["/workspace/a"]]]);
    expect((await run({ answer, effects: [write("b")] })).kept).toEqual([
      ["taken", ["/workspace/b"]],
      ["extended", ["/workspace/a"]],
    ]);
  });

  it("asks nobody for what is allowed, and tells what a rule or a person has against it", async () => {
    const allowed = await run({ rules: [{ allow: "write(a)" }] });
    expect(allowed.said).toBe("written");
    const denied = await run({ rules: [{ deny: "write(a)" }] });
    expect(denied.said).toMatch(/^refused: .*the policy denies it/);
    const nobody = await run({});
    expect(nobody.said).toMatch(/^refused: .*needs a person's approval/);
    for (const answer of [
      { outcome: "reject", feedback: "not there" },
      { outcome: "cancel" },
    ] as const) {
      const { said, paths } = await run({ answer: async () => answer });
      expect(said).toMatch(/^refused: .*rejected it/);
      expect(paths).toEqual([]);
    }
  });

  it("keeps a grant that is given meanwhile", async () => {
    const { session } = await run({ answer: async () => ({ outcome: "session" }) });
    expect(session.grants).toMatchObject([{ pattern: "write(a)", scope: "session" }]);
  });

  it("uses up a grant that is for one call", async () => {
    const grant: Grant = {
      id: "grant",
      pattern: "write(a)",
      scope: "project",
      usesLeft: 1,
      origin: "test",
      grantedAtMs: 0,
    };
    const { said, session } = await run({ grants: [grant] });
    expect(said).toBe("written");
    expect(session.grants).toEqual([]);
  });

  it("doesn't count the time that a person takes", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { said } = await run({
      timeoutMs: 40,
      answer: async () => {
        await vi.advanceTimersByTimeAsync(60_000);
        return { outcome: "once" };
      },
    });
    expect(said).toBe("written");
  });
});
