import { createMemoryWorkspace, createScriptedApprover } from "@toolwright/testing";
import { describe, expect, it } from "vitest";
import { createApprovalQueue } from "../../approval/approval-queue.ts";
import { type Effect, read, unknown, write } from "../../effects/effect.ts";
import { ToolError } from "../../errors.ts";
import { createPolicy } from "../../policy/create-policy.ts";
import type { Mode } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import type { Stage, StagedFile, Stages } from "../../ports/stages.ts";
import { createRegistry } from "../../registry/registry.ts";
import { createSession } from "../../session/create-session.ts";
import type { Tool } from "../../tool/tool.ts";

type Script = Parameters<typeof createScriptedApprover>[0];

interface Scene {
  readonly answers?: Script;
  readonly rules?: readonly Rule[];
  readonly mode?: Mode;
  /** Null: undeclared. */
  readonly effects?: readonly Effect[] | null;
  readonly source?: "builtin" | "custom" | "mcp:server";
  readonly tool?: Partial<Tool>;
  /** What else the stage finds. */
  readonly found?: readonly Partial<StagedFile>[];
  readonly commit?: () => Promise<never>;
  readonly stagedModes?: readonly Mode[];
  readonly withoutStages?: boolean;
}

const run: Effect = {
  type: "run",
  program: "x",
  words: ["x"],
  cwd: "/workspace",
  specified: false,
};
const a = { ...write("a", "modify"), realPath: "/workspace/a" };

/** A session with the tool `change`, which writes `a`, and stages in memory. */
async function scene({
  answers,
  rules = [],
  mode = "accept-edits",
  effects = [write("a")],
  source = "custom",
  tool = {},
  found = [],
  commit,
  stagedModes,
  withoutStages = false,
}: Scene = {}) {
  const workspace = createMemoryWorkspace({ files: { a: "old" } });
  const log: string[] = [];
  const stages: Stages = {
    async open() {
      const view = createMemoryWorkspace({ files: { a: "old" } });
      const stage: Stage = {
        ports: { workspace: view },
        cost: null,
        note: async () => {
          log.push("note");
        },
        async freeze() {
          log.push("freeze");
          const files = found.map(
            (file): StagedFile => ({
              path: "a",
              change: "modify",
              diff: "-old\n+new\n",
              effect: a,
              ...file,
            }),
          );
          return files;
        },
        async commit() {
          if (commit !== undefined) return commit();
          log.push("commit");
          return { undoable: true, reasons: [] };
        },
        drop: async () => {
          log.push("drop");
        },
      };
      log.push("open");
      return stage;
    },
  };
  const registry = createRegistry();
  const change: Tool = {
    name: "change",
    kind: "edit",
    description: "Writes a.",
    input: { type: "object", properties: {} },
    ...(effects !== null && { effects: () => effects }),
    async execute(_input, { workspace: files }) {
      await files.write("a", new TextEncoder().encode("new"), {
        replaces: await files.version("a"),
      });
      return { content: "written" };
    },
    ...tool,
  };
  const outer: Tool = {
    ...change,
    name: "outer",
    effects: () => [],
    async execute(_input, context) {
      const { status } = await context.call({ name: "change", input: {} });
      return { content: `inner: ${status}` };
    },
  };
  await registry.register([change, outer], { source });
  const approvals = createApprovalQueue();
  const approver = createScriptedApprover(answers ?? []);
  if (answers !== undefined) approvals.attach(approver);
  const session = await createSession({
    registry,
    policy: createPolicy({
      layers: [{ name: "user", source: "test", rules }],
      mode,
      roots: workspace.roots,
    }),
    workspace,
    approvals,
    ...(!withoutStages && { stages }),
    ...(stagedModes !== undefined && { stagedModes }),
  });
  return {
    log,
    questions: approver.questions,
    session,
    isUntouched: () => workspace.text("a") === "old",
    call: (stage = true) =>
      session.call({ name: "change", input: {} }, stage ? { stage } : {}).outcome,
  };
}

describe("a call that runs in a stage", () => {
  it("changes nothing in the workspace itself and commits after an approval", async () => {
    const { call, log, questions, isUntouched } = await scene({ answers: ["commit"], found: [{}] });
    const outcome = await call();
    expect(isUntouched()).toBe(true);
    expect(log).toEqual(["open", "note", "freeze", "commit", "drop"]);
    expect(questions).toMatchObject([
      { stage: "commit", proposals: [], staged: { changes: [{ path: "a", change: "modify" }] } },
    ]);
    expect(outcome).toMatchObject({
      status: "ok",
      staged: { end: "committed", changes: [{ path: "a", diff: "-old\n+new\n" }], undeclared: [] },
      metadata: { approvals: [{ outcome: "commit" }] },
    });
  });

  it.each([["once"], ["session"], ["always"]] as const)(
    "commits after the answer %s",
    async (answer) => {
      const { call, log } = await scene({ answers: [answer], found: [{}] });
      expect(await call()).toMatchObject({ status: "ok", staged: { end: "committed" } });
      expect(log).toContain("commit");
    },
  );

  it.each(["drop", "reject"] as const)(
    "is refused after the answer %s, with the diff",
    async (outcome) => {
      const answers = [{ outcome, feedback: "not a" }];
      const { call, log } = await scene({ answers, found: [{}] });
      const refused = await call();
      expect(refused).toMatchObject({
        status: "refused",
        error: { code: "approval-rejected", details: { feedback: "not a" } },
        staged: { end: "dropped", changes: [{ diff: "-old\n+new\n" }] },
      });
      expect(JSON.stringify(refused.content)).toContain("+new");
      expect(log).toEqual(["open", "note", "freeze", "drop"]);
    },
  );

  it("is dropped and refused when nobody can answer", async () => {
    const { call, log } = await scene({ found: [{}] });
    expect(await call()).toMatchObject({
      status: "refused",
      error: { code: "permission-denied" },
      staged: { end: "dropped" },
    });
    expect(log).not.toContain("commit");
  });

  it("is not committed when the person cancels", async () => {
    const { call, log } = await scene({ answers: ["cancel"], found: [{}] });
    expect(await call()).toMatchObject({ status: "cancelled", staged: { end: "dropped" } });
    expect(log.at(-1)).toBe("drop");
  });

  it("asks nothing when it changed nothing", async () => {
    const { call, questions } = await scene({ answers: [] });
    expect(await call()).toMatchObject({ status: "ok", staged: { changes: [] } });
    expect(questions).toEqual([]);
  });

  it("lists first what it did beside what it declared", async () => {
    const env = { ...write(".env", "create"), realPath: "/workspace/.env" };
    const { call } = await scene({
      answers: ["commit"],
      found: [{}, { path: ".env", change: "create", effect: env }],
    });
    const { staged } = await call();
    expect(staged?.undeclared).toMatchObject([{ type: "write", path: ".env" }]);
    expect(staged?.changes.map(({ path }) => path)).toEqual([".env", "a"]);
  });

  it("is dropped when a rule denies what it did, whoever would commit it", async () => {
    const b = { ...write("b", "create"), realPath: "/workspace/b" };
    const { call, log, questions } = await scene({
      answers: ["commit"],
      rules: [{ deny: "write(b)" }],
      found: [{ path: "b", effect: b }],
    });
    expect(await call()).toMatchObject({
      status: "refused",
      error: { code: "permission-denied" },
      staged: { end: "dropped" },
    });
    expect([log.includes("commit"), questions]).toEqual([false, []]);
  });

  it("is dropped when a change can't be committed", async () => {
    const { call } = await scene({
      answers: ["commit"],
      found: [{ obstacle: "is larger than 64 MiB" }],
    });
    const outcome = await call();
    expect(outcome).toMatchObject({ status: "refused", staged: { end: "dropped" } });
    expect(outcome.error?.message).toContain("a is larger than 64 MiB");
  });

  it("tells a conflict at the commit as the call's error", async () => {
    const commit = () => Promise.reject(new ToolError("file-changed", "'a' has changed since."));
    const { call, log } = await scene({ answers: ["commit"], found: [{}], commit });
    expect(await call()).toMatchObject({
      status: "error",
      error: { code: "file-changed" },
      staged: { end: "dropped" },
    });
    expect(log.at(-1)).toBe("drop");
  });

  it.each([
    ["unknown effects", { effects: [unknown("its code")] }],
    ["no declared effects", { effects: null }],
    ["a run", { effects: [run] }],
  ] as const)(
    "asks before a tool of the program with %s, also where that is allowed",
    async (_, how) => {
      const { call, questions, log } = await scene({
        ...how,
        answers: ["reject"],
        mode: "auto",
        rules: [{ allow: "unknown(*)" }, { allow: "run(**)" }],
      });
      expect(await call()).toMatchObject({ status: "refused" });
      expect(questions).toMatchObject([
        {
          stage: "run",
          proposals: [],
          decision: { proof: [{ rule: expect.stringContaining("own code") }] },
        },
      ]);
      expect(log).toEqual([]);
    },
  );

  it("doesn't offer a stage for a tool of the program with unknown effects", async () => {
    const { call, questions } = await scene({
      effects: [write("a"), unknown("its code")],
      answers: ["reject"],
      mode: "default",
    });
    await call(false);
    expect(questions[0]?.canStage).toBeUndefined();
  });

  it.each([[unknown("a loop")], [run]])(
    "holds the commands of built-in tools without a question: %j",
    async (effect) => {
      const { call, questions } = await scene({
        effects: [effect],
        source: "builtin",
        answers: ["commit"],
        mode: "default",
        found: [{}],
        tool: { execute: () => "ran" },
      });
      expect(await call()).toMatchObject({ status: "ok" });
      expect(questions.map(({ stage }) => stage)).toEqual(["commit"]);
    },
  );

  it("asks before it runs only for what a stage can't hold", async () => {
    const effects: readonly Effect[] = [run, { type: "network", host: "example.com", port: 443 }];
    const { call, questions } = await scene({
      answers: ["once", "commit"],
      mode: "default",
      effects,
      source: "builtin",
      found: [{}],
      tool: { execute: () => "ran" },
    });
    expect(await call()).toMatchObject({ status: "ok" });
    expect(questions.map((each) => [each.stage, each.effects.map(({ type }) => type)])).toEqual([
      ["run", ["network"]],
      ["commit", ["write"]],
    ]);
  });

  it("never runs with a change outside the workspace, even if it is allowed", async () => {
    const { call, log } = await scene({
      answers: ["once"],
      effects: [write("/elsewhere/x")],
      rules: [{ allow: "write(/elsewhere/**)", protected: true }],
    });
    expect(await call()).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(log).toEqual([]);
  });

  it("never runs a third-party tool that may change something", async () => {
    const { call, log } = await scene({ answers: ["once"], source: "mcp:server" });
    expect(await call()).toMatchObject({ status: "refused" });
    expect(log).toEqual([]);
  });

  it("is refused in a session that can't make stages", async () => {
    const { call, isUntouched } = await scene({ answers: ["once"], withoutStages: true });
    expect(await call()).toMatchObject({ status: "refused" });
    expect(isUntouched()).toBe(true);
  });

  it("stays denied in plan mode", async () => {
    const { call, log } = await scene({ answers: ["once"], mode: "plan" });
    expect(await call()).toMatchObject({ status: "refused" });
    expect(log).toEqual([]);
  });

  it("keeps a call that only reads out of a stage", async () => {
    const { call, log } = await scene({ effects: [read("a")], tool: { execute: () => "read" } });
    const outcome = await call();
    expect([outcome.status, "staged" in outcome, log]).toEqual(["ok", false, []]);
  });

  it("drops its stage when it is cancelled while it runs", async () => {
    const { session, log } = await scene({
      found: [{}],
      answers: ["commit"],
      tool: {
        execute: (_input, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(new Error("aborted")));
            queueMicrotask(() => session.cancel());
          }),
      },
    });
    const outcome = await session.call({ name: "change", input: {} }, { stage: true });
    expect([outcome.status, log.includes("commit"), log.at(-1)]).toEqual([
      "cancelled",
      false,
      "drop",
    ]);
  });

  it("shares its stage with the calls that it makes", async () => {
    const { session, log, questions, isUntouched } = await scene({
      answers: ["commit"],
      found: [{}],
    });
    const outcome = await session.call({ name: "outer", input: {} }, { stage: true });
    expect(outcome).toMatchObject({
      content: [{ text: "inner: ok" }, {}],
      staged: { undeclared: [] },
    });
    expect(log).toEqual(["open", "note", "note", "freeze", "commit", "drop"]);
    expect([questions.length, isUntouched()]).toEqual([1, true]);
  });
});

describe("a stage is wanted", () => {
  it("by a rule that says so, instead of the question before the call", async () => {
    const { call, questions, log } = await scene({
      answers: ["commit"],
      mode: "default",
      rules: [{ ask: "write(a)", stage: true }],
      found: [{}],
    });
    expect(await call(false)).toMatchObject({ status: "ok", staged: { end: "committed" } });
    expect([questions.map(({ stage }) => stage), log[0]]).toEqual([["commit"], "open"]);
  });

  it("by a person who answers the question before the call with it", async () => {
    const { call, questions } = await scene({
      answers: ["stage", "commit"],
      mode: "default",
      found: [{}],
    });
    expect(await call(false)).toMatchObject({ status: "ok", staged: { end: "committed" } });
    expect(questions).toMatchObject([{ stage: "run", canStage: true }, { stage: "commit" }]);
  });

  it("in the session's staged modes", async () => {
    const { call, log } = await scene({
      answers: ["commit"],
      stagedModes: ["accept-edits"],
      found: [{}],
    });
    await call(false);
    expect(log[0]).toBe("open");
    const other = await scene({ answers: ["commit"], stagedModes: ["auto"] });
    await other.call(false);
    expect(other.log).toEqual([]);
  });
});
