import { describe, expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry, type Registry } from "../registry/registry.ts";
import type { ToolSource } from "../registry/registered-tool.ts";
import { createMemoryWorkspace } from "../testing/memory-workspace/memory-workspace.ts";
import type { DeferredTools } from "../tool/context.ts";
import type { Tool, ToolExposure } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { DeferralLimits } from "./deferral.ts";
import type { Session } from "./session.ts";

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

/** Finds and reveals, and tells of what there is to be found. */
const finder = tool("finder", {
  input: { type: "object", properties: { words: { type: "string" } } },
  describeDeferred: (sources) =>
    sources
      .map(({ name, description = "", toolNames }) => `${name}|${description}|${toolNames.join()}`)
      .join("\n"),
  execute: async (input: never, { deferredTools }) => {
    const { words } = input as { words: string };
    const { found, total } = await deferredTools.search(words, { limit: 1 });
    deferredTools.reveal(found.map(({ name }) => name));
    return { content: `${found.map(({ name }) => name).join()} of ${total}` };
  },
});

async function open(
  sources: Partial<Record<ToolSource, readonly Tool[]>>,
  deferToolsOver?: DeferralLimits,
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
  });
  return { session, registry };
}

interface Declared {
  readonly name: string;
  readonly description: string;
}

const shown = (session: Session): readonly Declared[] =>
  session.declare("canonical") as readonly Declared[];
const names = (session: Session): readonly string[] => shown(session).map(({ name }) => name);

describe("what is deferred", () => {
  const sources = {
    builtin: [finder, tool("own")],
    "mcp:github": [tool("mcp__github__open_issue"), tool("mcp__github__close_issue")],
    custom: [tool("kept", { exposure: "direct" }), tool("plain")],
  };

  test("is nothing without a limit or below it, and what finds deferred tools isn't there", async () => {
    for (const limits of [undefined, {}, { tools: 6 }, { tokens: 100_000 }]) {
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
      expect(error?.message).toContain("all tools are shown");
      expect(session.whyNotAvailable("finder")).toBe(error?.message);
    }
  });

  test.each<DeferralLimits>([
    { tools: 5 },
    { tools: 0 },
    { tokens: 50 },
    { tools: 100, tokens: 50 },
  ])("over %j is all that isn't built in and doesn't say `direct` itself", async (limits) => {
    const { session } = await open(sources, limits);
    expect(names(session)).toEqual(["finder", "own", "kept"]);
    expect(
      session.tools.filter(({ exposure }) => exposure === "deferred").map(({ name }) => name),
    ).toEqual(["mcp__github__close_issue", "mcp__github__open_issue", "plain"]);
  });

  test("is found by other tools when one that finds them can't describe them", async () => {
    const broken = tool("broken", {
      describeDeferred: () => {
        throw new Error("no words");
      },
    });
    const { session } = await open({ ...sources, builtin: [finder, broken] }, { tools: 0 });
    expect(names(session)).toEqual(["finder", "kept"]);
    expect(session.whyNotAvailable("broken")).toContain("no words");
  });

  test("is nothing where no tool finds deferred ones", async () => {
    const { session } = await open({ ...sources, builtin: [tool("own")] }, { tools: 0 });
    expect(names(session)).toHaveLength(5);
  });

  test("is also what its definition says, whatever the limit, and built-in or not", async () => {
    const { session } = await open({
      builtin: [finder, tool("rare", { exposure: "deferred" as ToolExposure })],
    });
    expect(names(session)).toEqual(["finder"]);
  });

  test("is told of behind the description, by source, and anew when servers come and go", async () => {
    const { session, registry } = await open(sources, { tools: 0 });
    const description = (): string => shown(session)[0]?.description ?? "";
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
    builtin: [finder],
    custom: [tool("paint_wall"), tool("bake_bread"), tool("bake_cake")],
  };

  test("is shown from the next declaration on once it was found, behind what was there", async () => {
    const { session } = await open(many, { tools: 1 });
    expect(names(session)).toEqual(["finder"]);
    const outcome = await session.call({ name: "finder", input: { words: "painting" } });
    expect(outcome.content).toEqual([{ type: "text", text: "paint_wall of 1" }]);
    expect(names(session)).toEqual(["finder", "paint_wall"]);
    await session.call({ name: "finder", input: { words: "bread" } });
    await session.call({ name: "finder", input: { words: "wall" } });
    expect(names(session)).toEqual(["finder", "paint_wall", "bake_bread"]);
  });

  test("can be called unseen, is then shown, and its errors say what it takes", async () => {
    const { session } = await open(many, { tools: 1 });
    const wrong = await session.call({ name: "bake_cake", input: { pth: "x" } });
    expect(wrong.error).toMatchObject({ code: "input-invalid" });
    expect(wrong.error?.message).toContain("path");
    expect(names(session)).toEqual(["finder", "bake_cake"]);
    const right = await session.call({ name: "bake_cake", input: { path: "x" } });
    expect(right.status).toBe("ok");
  });

  test("is named as near when a call misses its name, among what can be searched", async () => {
    const { session } = await open({ ...many, "mcp:x": [tool("mcp__x__mow_lawn")] }, { tools: 1 });
    const { error } = await session.call({ name: "mow_lwn", input: {} });
    expect(error).toMatchObject({
      code: "tool-not-found",
      message:
        'No tool "mow_lwn". Did you mean mcp__x__mow_lawn? Available: finder. 4 more can be found with finder.',
    });
  });

  test("that went with its server isn't shown any more, and is again when it is back", async () => {
    const { session, registry } = await open(many, { tools: 1 });
    await session.call({ name: "finder", input: { words: "bread" } });
    registry.unregister("bake_bread");
    await session.refresh();
    expect(names(session)).toEqual(["finder"]);
    expect((await session.call({ name: "finder", input: { words: "bread" } })).content).toEqual([
      { type: "text", text: " of 0" },
    ]);
    await registry.register([tool("bake_bread")]);
    await session.refresh();
    expect(names(session)).toEqual(["finder", "bake_bread"]);
  });

  test("that a parent has found its child has to find for itself, and the other way round", async () => {
    let child: Session | undefined;
    const parenting = tool("parenting", {
      exposure: "direct",
      input: { type: "object", properties: {} },
      execute: async (_input, { openChildSession }) => {
        child = await openChildSession({ agent: "sub" });
        await child.call({ name: "finder", input: { words: "cake" } });
        return { content: names(child).join() };
      },
    });
    const { session } = await open({ ...many, "mcp:x": [parenting] }, { tools: 1 });
    await session.call({ name: "finder", input: { words: "wall" } });
    const outcome = await session.call({ name: "parenting", input: {} });
    expect(outcome.content).toEqual([{ type: "text", text: "finder,parenting,bake_cake" }]);
    expect(names(session)).toEqual(["finder", "parenting", "paint_wall"]);
  });
});

test("names that no deferred tool has reveal nothing, and a call that is over finds nothing", async () => {
  let kept: DeferredTools | undefined;
  let reach: (() => DeferredTools) | undefined;
  const keeper = tool("keeper", {
    exposure: "direct",
    input: { type: "object", properties: {} },
    execute: (_input, context) => {
      kept = context.deferredTools;
      reach = () => context.deferredTools;
      kept.reveal(["keeper", "nobody", "__proto__"]);
      return { content: `${kept.count}` };
    },
  });
  const { session } = await open({ custom: [keeper, tool("far", { exposure: "deferred" })] });
  expect((await session.call({ name: "keeper", input: {} })).content).toEqual([
    { type: "text", text: "1" },
  ]);
  expect(names(session)).toEqual(["keeper"]);
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
