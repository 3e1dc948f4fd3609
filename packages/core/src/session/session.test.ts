import { describe, expect, test, vi } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { type Effect, read, deletion, unknown, write } from "../effects/effect.ts";
import { ToolError } from "../errors.ts";
import type { InvocationEvent } from "../invocation/event.ts";
import type { Outcome } from "../invocation/outcome.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Mode } from "../policy/policy.ts";
import type { Rule } from "../policy/rule.ts";
import { createRegistry } from "../registry/registry.ts";
import {
  type ApprovalScript,
  createScriptedApprover,
  type ScriptedApprover,
} from "@toolwright/testing";
import { createMemoryWorkspace } from "@toolwright/testing";
import { defineTool, type UntypedInput } from "../tool/define-tool.ts";
import type { InitializedTool, Tool, ToolResult } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { Session, SessionOptions } from "./session.ts";

async function open(bench: {
  readonly tools: readonly (Tool | InitializedTool)[];
  readonly files?: Readonly<Record<string, string>>;
  readonly script?: ApprovalScript;
  readonly rules?: readonly Rule[];
  readonly mode?: Mode;
  readonly session?: Partial<SessionOptions>;
}): Promise<{ session: Session; approver: ScriptedApprover; events: InvocationEvent[] }> {
  const { tools, files = {}, script = [], rules = [], mode = "default" } = bench;
  const registry = createRegistry();
  const reports = await registry.register(tools);
  for (const report of reports) if (!report.isRegistered) throw new Error(report.reason);
  const workspace = createMemoryWorkspace({ files });
  const policy = createPolicy({
    mode,
    roots: workspace.roots,
    layers: [{ name: "user", source: "test", rules }],
  });
  const approvals = createApprovalQueue();
  const approver = createScriptedApprover(script);
  approvals.attach(approver);
  const session = await createSession({ registry, policy, workspace, approvals, ...bench.session });
  const events: InvocationEvent[] = [];
  session.subscribe((event) => events.push(event));
  return { session, approver, events };
}

const anyInput = {
  type: "object",
  properties: { path: { type: "string", description: "A path." } },
  required: ["path"],
} as const;

function tool(parts: Partial<Tool> & Pick<Tool, "name">): Tool {
  return {
    kind: "other",
    description: "A tool of the tests.",
    input: anyInput,
    effects: () => [],
    execute: async () => ({ content: "done" }),
    ...parts,
  };
}

const pathOf = (input: unknown): string => (input as { path: string }).path;

/** Reads a file's text and gives it back. */
const reader = tool({
  name: "reader",
  kind: "read",
  effects: (input: never) => [read(pathOf(input))],
  execute: async (input: never, { workspace }) => {
    const { bytes } = await workspace.read(pathOf(input));
    return { content: new TextDecoder().decode(bytes) };
  },
});

/** Appends `+` to a file: prepared on what is there, run as prepared. */
const appender = tool({
  name: "appender",
  kind: "edit",
  effects: (input: never) => [read(pathOf(input)), write(pathOf(input))],
  prepare: async (input: never, { workspace }) => {
    const path = pathOf(input);
    const { bytes, version } = await workspace.read(path);
    const next = `${new TextDecoder().decode(bytes)}+`;
    return {
      summary: `Append to ${path}`,
      effects: [read(path), write(path, "modify" as const)],
      preview: { type: "text" as const, text: next },
      prepared: { path, next, version } as never,
      basedOn: [{ path, version }],
    };
  },
  execute: async (prepared: never, { workspace }) => {
    const { path, next, version } = prepared as { path: string; next: string; version: string };
    await workspace.write(path, new TextEncoder().encode(next), { replaces: version });
    return { content: next };
  },
});

const textOf = (outcome: Outcome): string =>
  outcome.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

describe("a call that goes well", () => {
  test("has its events in order and one outcome, however often it is awaited", async () => {
    const { session, events } = await open({ tools: [reader], files: { "a.txt": "alpha" } });
    const invocation = session.call({ id: "c1", name: "reader", input: { path: "a.txt" } });
    const seen: string[] = [];
    for await (const event of invocation) seen.push(event.type);
    expect(seen).toEqual(["invocation-start", "invocation-prepared", "invocation-end"]);
    expect(events.map(({ type }) => type)).toEqual(seen);
    const outcome = await invocation;
    expect(await invocation.outcome).toBe(outcome);
    expect(outcome).toMatchObject({
      callId: "c1",
      tool: "reader",
      status: "ok",
      content: [{ type: "text", text: "alpha" }],
      error: null,
      decision: { decision: "allow", mode: "default" },
    });
    expect(outcome.effects).toEqual([
      expect.objectContaining({ type: "read", path: expect.stringMatching(/a\.txt$/) }),
    ]);
  });

  test("tells the tool its session, id and turn", async () => {
    const facts = tool({
      name: "facts",
      effects: () => [],
      execute: (_, { sessionId, callId, turn }) => ({ content: `${sessionId} ${callId} ${turn}` }),
    });
    const { session } = await open({ tools: [facts] });
    const call = { name: "facts", input: { path: "" } };
    expect(textOf(await session.call({ ...call, id: "a" }))).toBe(`${session.id} a 1`);
    session.beginTurn();
    expect(textOf(await session.call({ ...call, id: "b" }))).toBe(`${session.id} b 2`);
  });

  test("shows its events to a reader who comes late", async () => {
    const { session } = await open({ tools: [reader], files: { "a.txt": "alpha" } });
    const invocation = session.call({ name: "reader", input: { path: "a.txt" } });
    await invocation;
    const seen: string[] = [];
    for await (const event of invocation) seen.push(event.type);
    expect(seen).toEqual(["invocation-start", "invocation-prepared", "invocation-end"]);
  });

  test("passes updates on while it runs, and drops those that come after its end", async () => {
    let late: (() => void) | undefined;
    const { session, events } = await open({
      tools: [
        tool({
          name: "chatty",
          execute: async (_input, context) => {
            context.update({ output: "one" });
            late = () => context.update({ output: "late" });
            return { content: "done" };
          },
        }),
      ],
    });
    const outcome = await session.call({ name: "chatty", input: { path: "" } });
    late?.();
    expect(outcome.status).toBe("ok");
    const updates = events.filter(({ type }) => type === "invocation-update");
    expect(updates).toMatchObject([{ update: { output: "one" } }]);
    expect(events.at(-1)?.type).toBe("invocation-end");
  });

  test("takes the arguments' JSON text, as some model APIs send it", async () => {
    const { session } = await open({ tools: [reader], files: { "a.txt": "alpha" } });
    const outcome = await session.call({ name: "reader", input: '{"path":"a.txt"}' });
    expect(textOf(outcome)).toBe("alpha");
  });

  test("keeps the order of a step's calls in its outcomes", async () => {
    const { session } = await open({ tools: [reader], files: { a: "1", b: "2", c: "3" } });
    const outcomes = await session.callAll(
      ["a", "b", "c"].map((path) => ({ name: "reader", input: { path } })),
    );
    expect(outcomes.map(textOf)).toEqual(["1", "2", "3"]);
  });
});

describe("a call that can't be made", () => {
  test("names the nearest tools when there is none of that name", async () => {
    const { session } = await open({ tools: [reader] });
    const outcome = await session.call({ name: "raeder", input: {} });
    expect(outcome).toMatchObject({ status: "error", error: { code: "tool-not-found" } });
    expect(outcome.error?.message).toContain("reader");
  });

  test("says whose tool it is when it is not for this agent", async () => {
    const { session } = await open({ tools: [tool({ name: "finish", scope: "sub" })] });
    const outcome = await session.call({ name: "finish", input: { path: "" } });
    expect(outcome.error).toMatchObject({ code: "tool-not-available" });
    expect(outcome.error?.message).toContain("sub-agents");
  });

  test("names missing, wrong and unknown fields", async () => {
    const { session } = await open({ tools: [reader] });
    const missing = await session.call({ name: "reader", input: {} });
    const wrong = await session.call({ name: "reader", input: { path: { a: 1 } } });
    const extra = await session.call({ name: "reader", input: { path: "a", pth: 1 } });
    for (const outcome of [missing, wrong, extra]) {
      expect(outcome).toMatchObject({ status: "error", error: { code: "input-invalid" } });
      expect(outcome.error?.message).toContain("path");
    }
  });

  test.each([
    ["text that is no JSON", "{broken"],
    ["a list", []],
    ["a number", 7],
  ])("refuses %s as input", async (_what, input) => {
    const { session } = await open({ tools: [reader] });
    const outcome = await session.call({ name: "reader", input });
    expect(outcome.error?.code).toBe("input-invalid");
  });

  test("refuses a hundred megabytes without keeping them", async () => {
    const { session } = await open({ tools: [reader] });
    const path = "x".repeat(100 * 1024 * 1024);
    const outcome = await session.call({ name: "reader", input: { path } });
    expect(outcome.error?.code).toBe("input-invalid");
    expect(JSON.stringify(outcome).length).toBeLessThan(4_000);
  });

  test("refuses an id that was used before, while and after that call runs", async () => {
    const { session } = await open({ tools: [reader], files: { "a.txt": "alpha" } });
    const call = { id: "same", name: "reader", input: { path: "a.txt" } };
    const [first, second] = await session.callAll([call, call]);
    const third = await session.call(call);
    expect(first?.status).toBe("ok");
    expect(second?.error?.code).toBe("input-invalid");
    expect(third.error?.code).toBe("input-invalid");
  });

  test("reports what was repaired in the input", async () => {
    const { session } = await open({
      tools: [
        defineTool<UntypedInput>({
          name: "counter",
          kind: "other",
          description: "Counts.",
          input: {
            type: "object",
            properties: { count: { type: "integer", description: "How many." } },
          },
          effects: () => [],
          execute: async ({ count }) => ({ content: typeof count }),
        }),
      ],
    });
    const outcome = await session.call({ name: "counter", input: { count: "3" } });
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toMatch(/^number\n.*'count'/s);
    expect(outcome.metadata["repairs"]).toHaveLength(1);
  });
});

describe("a tool with faults", () => {
  const failures: readonly [string, Partial<Tool>, string][] = [
    [
      "throws at once",
      {
        execute: () => {
          throw new Error("boom");
        },
      },
      "internal",
    ],
    ["rejects", { execute: () => Promise.reject(new Error("boom")) }, "internal"],
    ["throws what is no error", { execute: () => Promise.reject("boom") }, "internal"],
    [
      "fails with a code",
      {
        execute: () => {
          throw new ToolError("not-text", "Not text.");
        },
      },
      "not-text",
    ],
    ["returns nothing", { execute: (() => undefined) as never }, "internal"],
    ["returns garbage", { execute: (async () => ({ content: 5 })) as never }, "internal"],
    [
      "returns parts that are none",
      { execute: (async () => ({ content: [{ type: "x" }] })) as never },
      "internal",
    ],
    ["has effects that are none", { effects: (() => [{ type: "nope" }]) as never }, "internal"],
    [
      "has effects that throw",
      {
        effects: () => {
          throw new Error("boom");
        },
      },
      "internal",
    ],
    ["prepares nothing", { prepare: (() => undefined) as never }, "internal"],
    [
      "wants more than it claimed",
      { prepare: (async () => ({ summary: "", effects: [unknown("?")], prepared: 1 })) as never },
      "internal",
    ],
  ];

  test.each(failures)(
    "%s: one coded outcome, and the session goes on",
    async (_what, parts, code) => {
      const { session, events } = await open({
        tools: [tool({ name: "faulty", ...parts }), reader],
        files: { "a.txt": "alpha" },
      });
      const outcome = await session.call({ name: "faulty", input: { path: "" } });
      expect(outcome).toMatchObject({ status: "error", error: { code } });
      expect(JSON.stringify(outcome)).not.toMatch(/\n\s+at |node_modules/);
      expect(events.filter(({ type }) => type === "invocation-end")).toHaveLength(1);
      expect((await session.call({ name: "reader", input: { path: "a.txt" } })).status).toBe("ok");
    },
  );

  test("that never returns is given up at its time limit, and its context is void", async () => {
    let context: { readonly isVoid: () => Promise<unknown> } | undefined;
    const { session } = await open({
      tools: [
        tool({
          name: "stuck",
          timeoutMs: 20,
          effects: () => [read("a.txt")],
          execute: (_input, { workspace }) => {
            context = { isVoid: async () => workspace.read("a.txt") };
            return new Promise(() => {});
          },
        }),
      ],
      files: { "a.txt": "alpha" },
    });
    const outcome = await session.call({ name: "stuck", input: { path: "" } });
    expect(outcome).toMatchObject({ status: "error", error: { code: "timeout" } });
    await expect(context?.isVoid()).rejects.toMatchObject({ code: "cancelled" });
  });

  test("that heeds its signal at the time limit still says what it had", async () => {
    const { session } = await open({
      tools: [
        tool({
          name: "slow",
          timeoutMs: 10,
          execute: (_input, { signal }) =>
            new Promise((resolve) => {
              signal.addEventListener("abort", () => resolve({ content: "half of it" }));
            }),
        }),
      ],
    });
    const outcome = await session.call({ name: "slow", input: { path: "" } });
    expect(outcome.error?.code).toBe("timeout");
    expect(textOf(outcome)).toContain("half of it");
  });

  test("that touches what it didn't declare is stopped there", async () => {
    const { session } = await open({
      tools: [
        tool({
          name: "liar",
          effects: () => [read("a.txt")],
          execute: async (_input, { workspace }) => ({
            content: new TextDecoder().decode((await workspace.read("b.txt")).bytes),
          }),
        }),
      ],
      files: { "a.txt": "alpha", "b.txt": "canary" },
    });
    const outcome = await session.call({ name: "liar", input: { path: "" } });
    expect(outcome.error?.code).toBe("permission-denied");
    expect(JSON.stringify(outcome)).not.toContain("canary");
  });
});

describe("approval", () => {
  const edit = { name: "appender", input: { path: "a.txt" } };

  test("is asked with summary, effects and preview; once runs it", async () => {
    const { session, approver } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: ["once"],
    });
    const outcome = await session.call(edit);
    expect(textOf(outcome)).toBe("alpha+");
    expect(approver.questions).toMatchObject([
      { stage: "run", summary: "Append to a.txt", preview: { type: "text", text: "alpha+" } },
    ]);
    expect(approver.questions[0]?.effects).toMatchObject([{ type: "write", operation: "modify" }]);
    expect(outcome.metadata["approvals"]).toMatchObject([{ outcome: "once" }]);
  });

  test("rejected with feedback is a refusal that tells it", async () => {
    const { session } = await open({
      tools: [appender, reader],
      files: { "a.txt": "alpha" },
      script: [{ outcome: "reject", feedback: "use b.txt" }],
    });
    const outcome = await session.call(edit);
    expect(outcome).toMatchObject({ status: "refused", error: { code: "approval-rejected" } });
    expect(outcome.error?.message).toContain("use b.txt");
    expect(textOf(await session.call({ name: "reader", input: { path: "a.txt" } }))).toBe("alpha");
  });

  test("for the session isn't asked again for the like of it", async () => {
    const { session, approver } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: [{ outcome: "session" }],
    });
    await session.call(edit);
    expect(textOf(await session.call(edit))).toBe("alpha++");
    expect(approver.questions).toHaveLength(1);
    expect(session.grants).toHaveLength(1);
  });

  test("for always goes to the store of lasting grants", async () => {
    const kept: unknown[] = [];
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: [{ outcome: "always" }],
      session: {
        grants: {
          list: async () => [],
          add: async (grant) => void kept.push(grant),
          remove: async () => false,
          use: async () => [],
        },
      },
    });
    await session.call(edit);
    expect(kept).toMatchObject([{ scope: "project", pattern: "write(a.txt)" }]);
  });

  test("with edited input goes back to validation, and to the policy", async () => {
    const { session, approver } = await open({
      tools: [appender],
      files: { "a.txt": "alpha", "b.txt": "beta" },
      script: [{ outcome: "edit", input: { path: "b.txt" } }, "once"],
    });
    expect(textOf(await session.call(edit))).toBe("beta+");
    expect(approver.questions.map(({ summary }) => summary)).toEqual([
      "Append to a.txt",
      "Append to b.txt",
    ]);
  });

  test("with edited input that doesn't fit is input-invalid", async () => {
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: [{ outcome: "edit", input: { path: 5 } }],
    });
    expect((await session.call(edit)).error?.code).toBe("input-invalid");
  });

  test("can't be used to edit around a denial", async () => {
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha", "vault/b.txt": "beta" },
      rules: [{ deny: "write(vault/**)" }],
      script: [{ outcome: "edit", input: { path: "vault/b.txt" } }],
    });
    expect(await session.call(edit)).toMatchObject({
      status: "refused",
      error: { code: "permission-denied" },
    });
  });

  test("edited for ever ends after eight rounds", async () => {
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: () => ({ outcome: "edit", input: { path: "a.txt" } }),
    });
    expect((await session.call(edit)).status).toBe("error");
  });

  test("by nobody is a refusal for a model, without a flag of any command line", async () => {
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: ["pass"],
    });
    const outcome = await session.call(edit);
    expect(outcome).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(outcome.error?.message).toContain("write a.txt (modify): default mode");
    expect(outcome.error?.message).toContain("tell the person what you need");
    expect(outcome.error?.message).not.toMatch(/--\w|"allow"/);
  });

  test("by nobody is a refusal with the remedies that its host knows", async () => {
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: ["pass"],
      session: { remedy: ({ effect }) => `Press F7 for a ${effect.type}.` },
    });
    expect((await session.call(edit)).error?.message).toContain("Press F7 for a write.");
  });

  test.each([
    ["throws", new Error("broken")],
    ["says garbage", { outcome: "yes" } as never],
  ] as const)("from an approver that %s counts as none", async (_what, answer) => {
    const { session } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: [answer],
    });
    expect((await session.call(edit)).status).toBe("refused");
  });

  test("takes the first of several answers and withdraws the question elsewhere", async () => {
    const { session, approver } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: ["hang"],
    });
    const second = createScriptedApprover(["once"], "second");
    session.approvals.attach(second);
    const outcome = await session.call(edit);
    expect(outcome.status).toBe("ok");
    expect(outcome.metadata["approvals"]).toMatchObject([{ by: "second" }]);
    expect(approver.withdrawn).toHaveLength(1);
  });

  test("given too late, when the mode has become plan, doesn't count", async () => {
    const { session, approver } = await open({ tools: [appender], files: { "a.txt": "alpha" } });
    approver.hold();
    const running = session.call(edit);
    await approver.question(0);
    session.setMode("plan");
    approver.answer("once");
    expect((await running).error?.code).toBe("permission-denied");
  });

  test("for the session answers the like questions that are open", async () => {
    const { session, approver } = await open({
      tools: [appender],
      files: { "src/a.txt": "a", "src/b.txt": "b" },
    });
    approver.hold();
    const both = session.callAll([
      { name: "appender", input: { path: "src/a.txt" } },
      { name: "appender", input: { path: "src/b.txt" } },
    ]);
    const question = await approver.question(0);
    await approver.question(1);
    const proposal = question.proposals.findIndex(({ label }) => label.includes("below"));
    approver.answer({ outcome: "session", proposal });
    expect((await both).map(({ status }) => status)).toEqual(["ok", "ok"]);
  });
});

describe("what was approved is what runs", () => {
  test("a file that changes while the person thinks is prepared and asked again", async () => {
    const { session, approver } = await open({ tools: [appender], files: { "a.txt": "alpha" } });
    approver.hold();
    const running = session.call({ name: "appender", input: { path: "a.txt" } });
    await approver.question(0);
    await session.workspace
      .openSession("somebody else")
      .openCall({ permit: () => true, isReadable: () => true, isRevoked: () => false })
      .write("a.txt", new TextEncoder().encode("other"), {
        replaces: await session.workspace.version(await session.workspace.resolve("a.txt")),
      });
    approver.answer("once");
    const second = await approver.question(1);
    expect(second.preview).toEqual({ type: "text", text: "other+" });
    approver.answer("once");
    expect(textOf(await running)).toBe("other+");
  });

  test("two edits of one file in one step are each planned on what is then there", async () => {
    const { session, approver } = await open({
      tools: [appender],
      files: { "a.txt": "alpha" },
      script: () => "once",
    });
    const call = { name: "appender", input: { path: "a.txt" } };
    const outcomes = await session.callAll([call, call, call]);
    expect(outcomes.map(textOf)).toEqual(["alpha+", "alpha++", "alpha+++"]);
    expect(approver.questions.map(({ preview }) => preview)).toMatchObject([
      { text: "alpha+" },
      { text: "alpha++" },
      { text: "alpha+++" },
    ]);
  });

  test("independent questions are asked at once, conflicting calls wait", async () => {
    const { session, approver } = await open({
      tools: [appender, reader],
      files: { a: "1", b: "2" },
    });
    approver.hold();
    const running = session.callAll([
      { name: "appender", input: { path: "a" } },
      { name: "appender", input: { path: "b" } },
      { name: "reader", input: { path: "a" } },
    ]);
    await approver.question(1);
    approver.answer("once");
    approver.answer("reject");
    expect((await running).map(textOf)).toEqual(["1+", expect.stringContaining("rejected"), "1+"]);
  });
});

describe("cancellation", () => {
  test("while a question is open ends the call and withdraws the question", async () => {
    const { session, approver } = await open({ tools: [appender], files: { "a.txt": "alpha" } });
    approver.hold();
    const running = session.call({ name: "appender", input: { path: "a.txt" } });
    await approver.question(0);
    running.cancel("No more.");
    expect(await running).toMatchObject({
      status: "cancelled",
      error: { code: "cancelled", message: "No more." },
    });
    expect(session.approvals.pending).toEqual([]);
  });

  test("as soon as the call is made comes before its tool", async () => {
    const execute = vi.fn<() => ToolResult>(() => ({ content: "done" }));
    const { session } = await open({ tools: [tool({ name: "quick", execute })] });
    const running = session.call({ name: "quick", input: { path: "" } });
    running.cancel();
    expect(await running).toMatchObject({ status: "cancelled" });
    expect(execute).not.toHaveBeenCalled();
  });

  test("while it waits in the queue lets the others go on", async () => {
    const { session, approver } = await open({ tools: [appender], files: { a: "1" } });
    approver.hold();
    const calls = [1, 2, 3].map(() => session.call({ name: "appender", input: { path: "a" } }));
    await approver.question(0);
    calls[1]?.cancel();
    approver.answer("once");
    await approver.question(1);
    approver.answer("once");
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(["ok", "cancelled", "ok"]);
  });

  test("of all ends every call, and close waits for them", async () => {
    const { session } = await open({
      tools: [
        tool({
          name: "endless",
          execute: (_input, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason));
            }),
        }),
      ],
    });
    const calls = [1, 2].map(() => session.call({ name: "endless", input: { path: "" } }));
    await session.close();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([
      "cancelled",
      "cancelled",
    ]);
    expect(() => session.call({ name: "endless", input: {} })).toThrow("closed");
  });
});

describe("hooks", () => {
  test("before may deny, and may change the input, which is validated again", async () => {
    const { session } = await open({
      tools: [reader],
      files: { a: "1", b: "2" },
      session: {
        hooks: {
          before: [
            {
              name: "guard",
              run: ({ input }) => {
                const { path } = input as { path: string };
                if (path === "a") return { input: { path: "b" } };
                return path === "c" ? { deny: "not c" } : { input: { path: 5 } };
              },
            },
          ],
        },
      },
    });
    const outcomes = await session.callAll(
      ["a", "c", "d"].map((path) => ({ name: "reader", input: { path } })),
    );
    expect(textOf(outcomes[0] as Outcome)).toBe("2");
    expect(outcomes[1]).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(outcomes[2]?.error?.code).toBe("input-invalid");
  });

  test("before that throws refuses the call; after that throws is told and left out", async () => {
    const { session } = await open({
      tools: [reader],
      files: { a: "1" },
      session: {
        hooks: {
          before: [
            {
              name: "bad",
              run: () => {
                throw new Error("oops");
              },
            },
          ],
        },
      },
    });
    expect((await session.call({ name: "reader", input: { path: "a" } })).status).toBe("refused");
    const after = await open({
      tools: [reader],
      files: { a: "1" },
      session: {
        hooks: {
          after: [
            {
              name: "bad",
              run: () => {
                throw new Error("oops");
              },
            },
            { name: "good", run: () => ({ result: { content: "replaced" } }) },
          ],
        },
      },
    });
    const outcome = await after.session.call({ name: "reader", input: { path: "a" } });
    expect(textOf(outcome)).toBe("replaced");
    expect(outcome.metadata).toMatchObject({ replacedBy: "good" });
    expect(JSON.stringify(outcome.metadata["hookFaults"])).toContain("oops");
  });
});

describe("files that may not be read", () => {
  const canary = "canary-content";
  const files = { ".env": canary, "vault/k.txt": canary, "a.txt": "alpha" };
  const rules: readonly Rule[] = [{ deny: "read(vault/**)" }];

  test.each(["reader", "appender"])(
    "show nothing of their content through %s: no error, preview or event",
    async (name) => {
      const { session, events } = await open({
        tools: [reader, appender],
        files,
        rules,
        script: ["reject", "reject"],
      });
      const outcomes = [
        await session.call({ name, input: { path: ".env" } }),
        await session.call({ name, input: { path: "vault/k.txt" } }),
        await session.call({ name, input: { path: "vault/../vault/k.txt" } }),
      ];
      expect(outcomes.map(({ status }) => status)).toEqual(["refused", "refused", "refused"]);
      expect(JSON.stringify([outcomes, events])).not.toContain(canary);
    },
  );
});

describe("the redactor", () => {
  test("sees everything that leaves: results, errors, previews, updates and events", async () => {
    const secret = "hunter2-hunter2";
    const { session, events } = await open({
      tools: [
        tool({
          name: "leaky",
          effects: () => [write("a.txt")],
          prepare: (async () => ({
            summary: secret,
            effects: [write("a.txt")],
            preview: { type: "text", text: secret },
            prepared: null,
          })) as never,
          execute: async (_input, { update }) => {
            update({ output: secret });
            throw new ToolError("command-failed", `It said ${secret}`, { details: { secret } });
          },
        }),
      ],
      script: ["once"],
      session: { redactor: { redact: (text) => text.replaceAll(secret, "«secret»") } },
    });
    const outcome = await session.call({ name: "leaky", input: { path: secret } });
    expect(outcome.status).toBe("error");
    expect(JSON.stringify([outcome, events])).not.toContain(secret);
    expect(JSON.stringify([outcome, events])).toContain("«secret»");
  });

  test("hides a secret that is cut in pieces, also if it knows no streams", async () => {
    const secret = "hunter2-hunter2";
    const { session, events } = await open({
      tools: [
        tool({
          name: "leaky",
          execute: async (_input, { update }) => {
            update({ output: "a hunter2-" });
            update({ output: "hunter2 b" });
            return { content: "done" };
          },
        }),
      ],
      session: { redactor: { redact: (text) => text.replaceAll(secret, "«secret»") } },
    });
    await session.call({ name: "leaky", input: { path: "a" } });
    expect(JSON.stringify(events)).not.toContain("hunter2");
    expect(JSON.stringify(events)).toContain("a «secret» b");
    const stream = session.redactModelStream();
    expect(stream.push("x hunter2-") + stream.push("hunter2 y") + stream.end()).toBe(
      "x «secret» y",
    );
  });

  test("hides secrets in what tools tell models of themselves", async () => {
    const secret = "hunter2-hunter2";
    const { session } = await open({
      tools: [
        tool({
          name: "leaky",
          description: `Uses ${secret}.`,
          input: {
            type: "object",
            properties: { path: { type: "string", description: `Below ${secret}.` } },
          },
        }),
        tool({ name: "plain" }),
      ],
      session: { redactor: { redact: (text) => text.replaceAll(secret, "«secret»") } },
    });
    const declared = JSON.stringify(session.declare("anthropic"));
    expect(declared).not.toContain(secret);
    expect(declared).toContain("Uses «secret».");
    expect(declared).toContain("Below «secret».");
    expect(declared).toContain("plain");
  });
});

describe("child sessions", () => {
  const delegate = (calls: readonly { name: string; path: string }[]): Tool =>
    tool({
      name: "delegate",
      effects: () => [{ type: "agent", agent: "helper" }],
      execute: async (_input, context) => {
        const child = await context.openChildSession({ agent: "helper" });
        const outcomes = await child.callAll(
          calls.map(({ name, path }) => ({ name, input: { path } })),
        );
        return { content: outcomes.map(textOf).join("|") };
      },
    });
  const barrier = tool({
    name: "barrier",
    effects: (): readonly Effect[] => [unknown("anything")],
    execute: async () => ({ content: "barrier" }),
  });

  test("take their parent's place: a barrier behind the delegation never deadlocks", async () => {
    const { session } = await open({
      tools: [
        delegate([
          { name: "appender", path: "a" },
          { name: "reader", path: "a" },
        ]),
        appender,
        reader,
        barrier,
      ],
      files: { a: "1" },
      script: () => "once",
    });
    const outcomes = await session.callAll([
      { name: "delegate", input: { path: "" } },
      { name: "barrier", input: { path: "" } },
      { name: "reader", input: { path: "a" } },
    ]);
    expect(outcomes.map(textOf)).toEqual(["1+|1+", "barrier", "1+"]);
  });

  test("of one call have different ids, which begin with the call's", async () => {
    const { session } = await open({
      tools: [
        tool({
          name: "forker",
          effects: () => [{ type: "agent", agent: "helper" }],
          execute: async (_input, { openChildSession }) => {
            const children = [1, 2].map(() => openChildSession({ agent: "helper" }));
            return { content: (await Promise.all(children)).map(({ id }) => id).join(" ") };
          },
        }),
      ],
    });
    const outcome = await session.call({ id: "a", name: "forker", input: { path: "" } });
    expect(textOf(outcome)).toBe(`${session.id}/a ${session.id}/a/#2`);
  });

  test("don't wait for a later call that waits for a person", async () => {
    let start = (): void => {};
    const gate = new Promise<void>((resolve) => {
      start = resolve;
    });
    const { session, approver } = await open({
      tools: [
        tool({
          name: "later",
          effects: () => [{ type: "agent", agent: "helper" }],
          execute: async (_input, context) => {
            await gate;
            const child = await context.openChildSession({ agent: "helper" });
            return { content: textOf(await child.call({ name: "reader", input: { path: "a" } })) };
          },
        }),
        reader,
        barrier,
      ],
      files: { a: "1" },
    });
    approver.hold();
    const delegated = session.call({ name: "later", input: { path: "" } });
    const behind = session.call({ name: "barrier", input: { path: "" } });
    await approver.question(0);
    start();
    expect(textOf(await delegated)).toBe("1");
    approver.answer("once");
    expect(textOf(await behind)).toBe("barrier");
  });

  test("ask in the parent's queue, under the child's name", async () => {
    const { session, approver } = await open({
      tools: [delegate([{ name: "appender", path: "a" }]), appender],
      files: { a: "1" },
      script: ["once"],
    });
    await session.call({ name: "delegate", input: { path: "" } });
    expect(approver.questions).toMatchObject([{ agent: "helper", tool: { name: "appender" } }]);
  });

  test("don't inherit what was granted to their parent alone", async () => {
    const { session, approver } = await open({
      tools: [delegate([{ name: "appender", path: "a" }]), appender],
      files: { a: "1" },
      script: [{ outcome: "session" }, "reject"],
    });
    await session.call({ name: "appender", input: { path: "a" } });
    await session.call({ name: "delegate", input: { path: "" } });
    expect(approver.questions.map(({ agent }) => agent)).toEqual(["main", "helper"]);
  });

  test("can't loosen their parent's policy with one of their own", async () => {
    const own = createPolicy({ mode: "auto", roots: ["/workspace"], layers: [] });
    const { session } = await open({
      tools: [
        tool({
          name: "loosen",
          effects: () => [{ type: "agent", agent: "helper" }],
          execute: async (_input, context) => {
            const child = await context.openChildSession({ agent: "helper", policy: own });
            return {
              content: (await child.call({ name: "deleter", input: { path: "a" } })).status,
            };
          },
        }),
        tool({ name: "deleter", effects: (input: never) => [deletion(pathOf(input))] }),
      ],
      files: { a: "1" },
      rules: [{ deny: "delete(**)" }],
    });
    expect(textOf(await session.call({ name: "loosen", input: { path: "" } }))).toBe("refused");
  });

  test("end with the call that opened them", async () => {
    let child: Session | undefined;
    const { session } = await open({
      tools: [
        tool({
          name: "opener",
          execute: async (_input, context) => {
            child = await context.openChildSession({ agent: "helper" });
            return { content: "opened" };
          },
        }),
        reader,
      ],
    });
    await session.call({ name: "opener", input: { path: "" } });
    await Promise.resolve();
    expect(() => child?.call({ name: "reader", input: { path: "a" } })).toThrow("closed");
  });
});

describe("tools that are worked out per session", () => {
  test("are worked out once, and again when the registry says so", async () => {
    let count = 0;
    const lazy = defineTool("lazy", async ({ agent }) => {
      count += 1;
      return tool({ name: "lazy", description: `For ${agent.name}, ${count}.` });
    });
    const registry = createRegistry();
    await registry.register([lazy]);
    const workspace = createMemoryWorkspace({ files: {} });
    const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
    const session = await createSession({ registry, policy, workspace });
    expect(session.tools[0]?.declarable.description).toBe("For main, 1.");
    await session.refresh();
    expect(count).toBe(1);
    registry.invalidate("lazy");
    expect(session.tools[0]?.declarable.description).toBe("For main, 1.");
    await session.refresh();
    expect(session.tools[0]?.declarable.description).toBe("For main, 2.");
  });

  test("cost only themselves when they fail", async () => {
    const { session } = await open({
      tools: [
        defineTool("broken", async () => {
          throw new Error("no models");
        }),
        reader,
      ],
    });
    expect(session.tools.map(({ name }) => name)).toEqual(["reader"]);
    const outcome = await session.call({ name: "broken", input: {} });
    expect(outcome.error).toMatchObject({ code: "tool-not-available" });
    expect(outcome.error?.message).toContain("no models");
  });
});
