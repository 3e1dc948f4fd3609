import { describe, expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry, type Registry } from "../registry/registry.ts";
import type { ToolSource } from "../registry/registered-tool.ts";
import { createMemoryWorkspace } from "@toolwright/testing";
import type { InvocationEvent } from "../invocation/event.ts";
import type { DeferredTools } from "../tool/context.ts";
import type { Tool } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { DeferralLimits } from "./deferral.ts";
import type { Session, SessionOptions } from "./session.ts";

function tool(name: string, parts: Partial<Tool> = {}): Tool {
  return {
    name,
    kind: "other",
    description: `Does ${name}.`,
    input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    effects: () => [],
    execute: () => ({ content: name }),
    ...parts,
  };
}

/** Finds, and tells of what there is to be found. */
const finder = tool("finder", {
  input: { type: "object", properties: { words: { type: "string" } } },
  describeDeferredTools: (sources) =>
    sources
      .map(({ name, description = "", toolNames }) => `${name}|${description}|${toolNames.join()}`)
      .join("\n"),
  execute: async (input: never, { deferredTools }) => {
    const { words } = input as { words: string };
    const names = deferredTools.tools.map(({ name }) => name);
    const fitting = names.filter((name) => name.includes(words));
    const found = deferredTools.describe(fitting);
    return { content: `${found.map(({ name }) => name).join()} of ${names.length}` };
  },
});

/** Passes calls on. */
const caller = tool("caller", {
  input: { type: "object", properties: { name: { type: "string" }, input: { type: "object" } } },
  forwards: ({ name, input }) => (typeof name === "string" ? { name, input } : undefined),
});

async function open(
  sources: Partial<Record<ToolSource, readonly Tool[]>>,
  deferToolsOver?: DeferralLimits,
  options: Partial<SessionOptions> = {},
): Promise<{ session: Session; registry: Registry }> {
  const registry = createRegistry();
  for (const [source, tools] of Object.entries(sources)) {
    await registry.register(tools ?? [], { source: source as ToolSource });
  }
  const workspace = createMemoryWorkspace({});
  const session = await createSession({
    registry,
    workspace,
    policy: createPolicy({ mode: "default", roots: workspace.roots, layers: [] }),
    approvals: createApprovalQueue(),
    ...(deferToolsOver !== undefined && { deferToolsOver }),
    ...options,
  });
  return { session, registry };
}

interface Declared {
  readonly name: string;
  readonly description: string;
}

const nameOf = ({ name }: { readonly name: string }): string => name;
const shown = (session: Session): readonly Declared[] => session.declare("canonical");
const names = (session: Session): readonly string[] => shown(session).map(({ name }) => name);

describe("what is deferred", () => {
  const sources = {
    builtin: [finder, caller, tool("own")],
    "mcp:github": [tool("mcp__github__open_issue"), tool("mcp__github__close_issue")],
    custom: [tool("kept", { exposure: "direct" }), tool("plain")],
  };

  test("is nothing without a limit or below it, and what finds deferred tools isn't there", async () => {
    for (const limits of [undefined, {}, { tools: 3 }, { tokens: 100_000 }]) {
      const { session } = await open(sources, limits);
      expect(names(session)).toEqual([
        "own",
        "mcp__github__close_issue",
        "mcp__github__open_issue",
        "kept",
        "plain",
      ]);
      const { error } = await session.call({ name: "finder", input: { words: "x" } });
      expect(error).toMatchObject({ code: "tool-not-available" });
      expect(error?.message).toContain("no tools are deferred");
      expect(session.whyNotAvailable("finder")).toBe(error?.message);
    }
  });

  test.each<DeferralLimits>([
    { tools: 2 },
    { tools: 0 },
    { tokens: 50 },
    { tools: 100, tokens: 50 },
  ])("over %j is all that isn't built in and doesn't say `direct` itself", async (limits) => {
    const { session } = await open(sources, limits);
    expect(names(session)).toEqual(["own", "kept", "caller", "finder"]);
    expect(
      session.tools.filter(({ exposure }) => exposure === "deferred").map(({ name }) => name),
    ).toEqual(["mcp__github__close_issue", "mcp__github__open_issue", "plain"]);
  });

  test("is found by other tools when one that finds them can't describe them", async () => {
    const broken = tool("broken", {
      describeDeferredTools: () => {
        throw new Error("no words");
      },
    });
    const { session } = await open({ ...sources, builtin: [finder, caller, broken] }, { tools: 0 });
    expect(names(session)).toEqual(["kept", "caller", "finder"]);
    expect(session.whyNotAvailable("broken")).toContain("no words");
  });

  test("is nothing where no tool finds deferred ones, or none calls them", async () => {
    for (const builtin of [[tool("own")], [tool("own"), finder], [tool("own"), caller]]) {
      const rare = tool("rare", { exposure: "deferred" });
      const { session } = await open({ ...sources, builtin: [...builtin, rare] }, { tools: 0 });
      expect(names(session)).toHaveLength(6);
    }
  });

  test("is nothing where all tools are to be declared", async () => {
    const rare = tool("rare", { exposure: "deferred" });
    const builtin = [...sources.builtin, rare];
    const { session } = await open(
      { ...sources, builtin },
      { tools: 0 },
      { declareAllTools: true },
    );
    expect(names(session)).toHaveLength(6);
    expect(session.whyNotAvailable("finder")).toContain("no tools are deferred");
  });

  test("is also what its definition says, whatever the limit, and built-in or not", async () => {
    const { session } = await open({
      builtin: [finder, caller, tool("rare", { exposure: "deferred" })],
    });
    expect(names(session)).toEqual(["caller", "finder"]);
  });

  test("is what only agents need, except in their own sessions", async () => {
    const ofAgents = tool("plan", { exposure: "agent" });
    const builtin = [finder, caller, ofAgents, tool("rare", { exposure: "deferred" })];
    const deferredBy = async (options: Partial<SessionOptions>): Promise<readonly string[]> => {
      const { session } = await open({ builtin, custom: [tool("own")] }, { tools: 0 }, options);
      return session.tools.filter(({ exposure }) => exposure === "deferred").map(nameOf);
    };
    expect(await deferredBy({})).toEqual(["plan", "rare", "own"]);
    expect(await deferredBy({ declareAgentTools: true })).toEqual(["rare", "own"]);
    expect(await deferredBy({ declareAllTools: true })).toEqual([]);
    const { session } = await open({ builtin: [ofAgents, tool("own")] });
    expect(names(session)).toEqual(["own", "plan"]);
  });

  test("of a sub-agent is what it is of its parent", async () => {
    const opener = tool("opener", {
      execute: async (_input, context) => {
        const child = await context.openChildSession({ agent: "kid" });
        return { content: names(child).join() };
      },
    });
    const builtin = [finder, caller, opener, tool("plan", { exposure: "agent" })];
    const { session } = await open({ builtin }, {}, { declareAgentTools: true });
    const { content } = await session.call({ name: "opener", input: { path: "." } });
    expect(content).toMatchObject([{ text: "opener,plan" }]);
  });

  test("is what only agents need, until an agent works in the session", async () => {
    const builtin = [
      finder,
      caller,
      tool("plan", { exposure: "agent" }),
      tool("delegate", { exposure: "agent", needs: ["agents"] }),
      tool("opener", {
        execute: async (_input, context) => {
          const child = await context.openChildSession({ agent: "kid" });
          return { content: names(child).join() };
        },
      }),
    ];
    const { session } = await open({ builtin });
    expect(names(session)).toEqual(["opener", "caller", "finder"]);
    expect(session.whyNotAvailable("delegate")).toContain("no agent works in this session");
    await session.attachAgent({
      agents: [],
      models: [],
      run: () => Promise.reject(new Error("It has none.")),
      finish: () => undefined,
    });
    expect(names(session)).toEqual(["delegate", "opener", "plan"]);
    const { content } = await session.call({ name: "opener", input: { path: "." } });
    // The child has no agents of its own.
    expect(content).toMatchObject([{ text: "opener,plan" }]);
  });

  test("is told of behind the description, by source, and anew when servers come and go", async () => {
    const { session, registry } = await open(sources, { tools: 0 });
    const description = (): string => shown(session).at(-1)?.description ?? "";
    expect(description()).toBe("Does finder.\n\ngithub||close_issue,open_issue\ncustom||plain");
    registry.describeSource("mcp:github", "Issues of projects.");
    registry.unregister("mcp__github__close_issue");
    registry.unregister("plain");
    expect(description()).toContain("close_issue");
    await session.refresh();
    expect(description()).toBe("Does finder.\n\ngithub|Issues of projects.|open_issue");
    registry.describeSource("mcp:github", undefined);
    registry.unregister("mcp__github__open_issue");
    await session.refresh();
    expect(names(session)).not.toContain("finder");
  });
});

describe("a deferred tool", () => {
  const many = {
    builtin: [finder, caller],
    custom: [tool("paint_wall"), tool("bake_bread"), tool("bake_cake")],
  };
  const limits = { tools: 1 };

  test("is found by a search and called, while what is declared stays the very same", async () => {
    const { session } = await open(many, limits);
    const before = JSON.stringify(session.declare("anthropic"));
    const list = session.shownTools;
    const outcome = await session.call({ name: "finder", input: { words: "paint" } });
    expect(outcome.content).toEqual([{ type: "text", text: "paint_wall of 3" }]);
    const { status } = await session.call({
      name: "caller",
      input: { name: "paint_wall", input: { path: "x" } },
    });
    expect(status).toBe("ok");
    await session.refresh();
    expect(JSON.stringify(session.declare("anthropic"))).toBe(before);
    expect(session.shownTools).toBe(list);
  });

  test("can be called by its name unsearched, and its errors say what it takes", async () => {
    const { session } = await open(many, limits);
    const wrong = await session.call({ name: "bake_cake", input: { pth: "x" } });
    expect(wrong.error).toMatchObject({ code: "input-invalid" });
    expect(wrong.error?.message).toContain("path");
    const right = await session.call({ name: "bake_cake", input: { path: "x" } });
    expect(right.status).toBe("ok");
    expect(names(session)).toEqual(["caller", "finder"]);
  });

  test("is named as near when a call misses its name, among what can be searched", async () => {
    const { session } = await open({ ...many, "mcp:x": [tool("mcp__x__mow_lawn")] }, limits);
    const { error } = await session.call({ name: "mow_lwn", input: {} });
    expect(error).toMatchObject({
      code: "tool-not-found",
      message:
        'No tool "mow_lwn". Did you mean mcp__x__mow_lawn? Available: caller, finder. 4 more can be found with finder.',
    });
    const through = await session.call({ name: "caller", input: { name: "mow_lwn", input: {} } });
    expect(through.error).toEqual(error);
  });

  test("that went with its server isn't found any more, and is again when it is back", async () => {
    const { session, registry } = await open(many, limits);
    registry.unregister("bake_bread");
    await session.refresh();
    const search = { name: "finder", input: { words: "bread" } };
    expect((await session.call(search)).content).toEqual([{ type: "text", text: " of 2" }]);
    await registry.register([tool("bake_bread")]);
    await session.refresh();
    expect((await session.call(search)).content).toEqual([
      { type: "text", text: "bake_bread of 3" },
    ]);
  });
});

describe("a call that is passed on", () => {
  const openTarget = async (options: Partial<SessionOptions> = {}, target: Partial<Tool> = {}) => {
    const { session } = await open(
      {
        builtin: [finder, caller],
        custom: [
          tool("paint_wall", { exposure: "deferred", ...target }),
          tool("secret", { exposure: "hidden" }),
          tool("for_children", { exposure: "deferred", scope: "sub" }),
          tool("switched_off", { exposure: "deferred" }),
        ],
      },
      undefined,
      { tools: { excludedNames: ["switched_off"] }, ...options },
    );
    return session;
  };
  const passed = (name: unknown, input: unknown = { path: "x" }) => ({
    name: "caller",
    input: { name, input },
  });

  test("is the named tool's in events, hooks, the journal and the outcome", async () => {
    const seen: unknown[] = [];
    const recorded: unknown[] = [];
    const session = await openTarget({
      hooks: {
        before: [
          { name: "watch", run: ({ tool: { name }, input }) => void seen.push(name, input) },
        ],
      },
      journal: {
        recordIntent: () => undefined,
        recordOutcome: ({ tool: name, input }) => void recorded.push(name, input),
      },
    });
    const events: InvocationEvent[] = [];
    session.subscribe((event) => events.push(event));
    const outcome = await session.call(passed("paint_wall"));
    expect(outcome).toMatchObject({ tool: "paint_wall", status: "ok" });
    expect(outcome.content).toEqual([{ type: "text", text: "paint_wall" }]);
    expect(seen).toEqual(["paint_wall", { path: "x" }]);
    expect(recorded).toEqual(["paint_wall", { path: "x" }]);
    expect(events[0]).toMatchObject({
      type: "invocation-start",
      tool: "paint_wall",
      input: { path: "x" },
    });
  });

  test("is decided by the named tool's effects and by the rules for its name", async () => {
    const writing = { effects: () => [{ type: "write", path: "x", operation: "create" } as const] };
    const asked = await openTarget({}, writing);
    expect((await asked.call(passed("paint_wall"))).status).toBe("refused");
    expect(await asked.explain(passed("paint_wall"))).toMatchObject({
      tool: "paint_wall",
      effects: [{ type: "write" }],
      decision: { decision: "ask" },
    });
    const roots = ["/workspace"];
    const rules = [{ deny: "tool(paint_wall)" }];
    const layers = [{ name: "user", source: "test", rules }] as never;
    const denied = await openTarget(
      { policy: createPolicy({ mode: "auto", roots, layers }) },
      writing,
    );
    const outcome = await denied.call(passed("paint_wall"));
    expect(outcome.error).toMatchObject({ code: "permission-denied" });
    expect(outcome.error?.message).toContain("paint_wall");
  });

  test.each([
    ["hidden", "secret"],
    ["for other agents", "for_children"],
    ["switched off", "switched_off"],
  ])("reaches no tool that is %s", async (_what, name) => {
    const session = await openTarget();
    const outcome = await session.call(passed(name));
    expect(outcome.error?.code).toBe("tool-not-available");
    expect(outcome.error).toEqual((await session.call({ name, input: { path: "x" } })).error);
  });

  test("is never passed on again", async () => {
    const session = await openTarget();
    const outcome = await session.call(
      passed("caller", { name: "paint_wall", input: { path: "x" } }),
    );
    expect(outcome.tool).toBe("caller");
    expect(outcome.content).toEqual([{ type: "text", text: "caller" }]);
  });

  test("is repaired and refused as the named tool's own call", async () => {
    const session = await openTarget();
    expect((await session.call(passed("paint_wall", '{"path":"x"}'))).status).toBe("ok");
    expect(
      await session.call({
        name: "caller",
        input: '{"name":"paint_wall","input":"{\\"path\\":\\"x\\"}"}',
      }),
    ).toMatchObject({ tool: "paint_wall", status: "ok" });
    const wrong = await session.call(passed("paint_wall", {}));
    expect(wrong.error).toMatchObject({ code: "input-invalid" });
    expect(wrong.error?.message).toContain("The input of 'paint_wall' doesn't fit");
    expect((await session.call(passed(7))).error).toMatchObject({ code: "input-invalid" });
  });
});

test("a call that is over finds nothing", async () => {
  let kept: DeferredTools | undefined;
  let reach: (() => DeferredTools) | undefined;
  const keeper = tool("keeper", {
    exposure: "direct",
    input: { type: "object", properties: {} },
    execute: (_input, context) => {
      kept = context.deferredTools;
      reach = () => context.deferredTools;
      return `${kept.count} through ${kept.calledThrough}`;
    },
  });
  const { session } = await open({
    custom: [finder, caller, keeper, tool("far", { exposure: "deferred" })],
  });
  expect((await session.call({ name: "keeper", input: {} })).content).toEqual([
    { type: "text", text: "1 through caller" },
  ]);
  expect(() => reach?.()).toThrow("is over");
});

test("a refresh that took longer than one that began after it changes nothing", async () => {
  const { session, registry } = await open({ custom: [tool("first")] });
  const slow = Promise.withResolvers<void>();
  let opened = 0;
  await registry.register([
    {
      name: "opened",
      initialize: async () => {
        opened += 1;
        if (opened === 1) await slow.promise;
        return tool("opened");
      },
    },
  ]);
  const early = session.refresh();
  await registry.register([tool("second")]);
  await session.refresh();
  slow.resolve();
  await early;
  expect(names(session)).toEqual(["first", "opened", "second"]);
});
