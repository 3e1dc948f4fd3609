import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, test } from "vitest";
import { write } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { Mode } from "../policy/policy.ts";
import { createRegistry, type Registry } from "../registry/registry.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool, ToolKind } from "../tool/tool.ts";
import { createSession } from "./create-session.ts";
import type { Session } from "./session.ts";

const tool = (name: string, kind: ToolKind, parts: Partial<Tool> = {}): Tool => ({
  name,
  kind,
  description: name,
  input: { type: "object", properties: {} },
  effects: () => [],
  execute: () => ({ content: name }),
  ...parts,
});

const finder = tool("finder", "other", {
  describeDeferredTools: (sources) => sources.flatMap(({ toolNames }) => toolNames).join(),
});
const caller = tool("caller", "other", { forwards: () => undefined });

async function open(
  mode: Mode,
  tools: readonly Tool[] = [tool("look", "read"), tool("edit", "edit"), tool("get", "fetch")],
): Promise<{ session: Session; registry: Registry }> {
  const registry = createRegistry();
  await registry.register(tools, { source: "builtin" });
  const workspace = createMemoryWorkspace({});
  const policy = createPolicy({ mode, roots: workspace.roots, layers: [] });
  return { session: await createSession({ registry, workspace, policy }), registry };
}

const declared = (session: Session): readonly string[] =>
  session.declare("canonical").map(({ name }) => name);

test("a session that is opened in plan mode declares what that mode may allow", async () => {
  const { session } = await open("plan");
  expect(declared(session)).toEqual(["look"]);
});

test("a tool that isn't declared for that can be called, and its effects decide", async () => {
  const changing = defineTool({
    ...tool("change", "edit"),
    effects: () => [write("a.txt")],
  });
  const { session } = await open("plan", [tool("edit", "edit"), changing]);
  expect((await session.call({ name: "edit", input: {} })).status).toBe("ok");
  const refused = await session.call({ name: "change", input: {} });
  expect(refused.error).toMatchObject({ code: "permission-denied" });
  expect(refused.error?.message).toContain("mode 'plan'");
});

test("no search finds what plan mode would deny", async () => {
  const rare = [tool("rare_look", "read"), tool("rare_edit", "edit")].map(
    (each): Tool => ({ ...each, exposure: "deferred" }),
  );
  const { session } = await open("plan", [finder, caller, ...rare]);
  expect(session.declare("canonical").at(-1)?.description).toBe("finder\n\nrare_look");
  const edits = await open("plan", [finder, caller, ...rare.slice(1)]);
  expect(declared(edits.session)).toEqual([]);
});

test("leaving the mode declares everything, once", async () => {
  const { session } = await open("plan");
  session.setMode("accept-edits");
  await expect.poll(() => declared(session)).toEqual(["edit", "get", "look"]);
  const { shownTools } = session;
  session.setMode("plan");
  await session.refresh();
  expect(session.shownTools).toBe(shownTools);
});

test("a mode that is changed to plan mode changes no declaration, also not at a refresh", async () => {
  const { session, registry } = await open("default");
  session.setMode("plan");
  await registry.register([tool("late", "edit")]);
  await session.refresh();
  expect(declared(session)).toEqual(["edit", "get", "look", "late"]);
});

test("tools that arrive in plan mode are chosen alike", async () => {
  const { session, registry } = await open("plan");
  await registry.register([tool("late_edit", "edit"), tool("late_look", "read")]);
  await session.refresh();
  expect(declared(session)).toEqual(["look", "late_look"]);
});

test("a sub-agent of a session in plan mode has what its parent has", async () => {
  const opener = tool("opener", "other", {
    execute: async (_input: never, context) => {
      const child = await context.openChildSession({ agent: "kid" });
      return { content: declared(child).join() };
    },
  });
  const { session } = await open("plan", [opener, tool("edit", "edit"), tool("look", "read")]);
  const { content } = await session.call({ name: "opener", input: {} });
  expect(content).toMatchObject([{ text: "look,opener" }]);
});
