import { describe, expect, test } from "vitest";
import { defineTool, type UntypedInput } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { createRegistry, type RegistryEvent } from "./registry.ts";

function tool(name: string, parts: Partial<Tool> = {}): Tool {
  return {
    ...defineTool<UntypedInput>({
      name,
      kind: "read",
      description: "A tool of the tests.",
      input: { type: "object", properties: {} },
      effects: () => [],
      execute: () => ({ content: name }),
    }),
    ...parts,
  };
}

describe("registering", () => {
  test("refuses a tool whose schema can't be compiled, and the rest live", async () => {
    const registry = createRegistry();
    const reports = await registry.register([
      tool("good"),
      tool("bad", { input: { type: "object", properties: { a: { $ref: "#/nowhere" } } } as never }),
      tool("scalar", { input: { type: "string" } as never }),
    ]);
    expect(reports.map(({ isRegistered }) => isRegistered)).toEqual([true, false, false]);
    expect(reports[1]).toMatchObject({ name: "bad", reason: expect.stringContaining("nowhere") });
    expect(registry.list().map(({ name }) => name)).toEqual(["good"]);
  });

  test("refuses a name that is taken and names both owners", async () => {
    const registry = createRegistry();
    await registry.register([tool("same")], { source: "builtin" });
    const [report] = await registry.register([tool("same")], { source: "mcp:github" });
    expect(report).toMatchObject({ isRegistered: false });
    expect((report as { reason: string }).reason).toMatch(/built-in.*'github'/);
  });

  test.each([
    ["", "empty"],
    ["has space", "a space"],
    ["x".repeat(65), "65 characters"],
  ])("refuses the name '%s' (%s)", async (name) => {
    const registry = createRegistry();
    const [report] = await registry.register([tool("fine", { name })]);
    expect(report?.isRegistered).toBe(false);
  });

  test("refuses what is no tool at all without rejecting", async () => {
    const registry = createRegistry();
    const reports = await registry.register([null as never, {} as never, tool("good")]);
    expect(reports.map(({ isRegistered }) => isRegistered)).toEqual([false, false, true]);
  });
});

describe("listing", () => {
  test("puts built-in first, then command, MCP by server, custom; by name within", async () => {
    const registry = createRegistry();
    await registry.register([tool("z_custom")]);
    await registry.register([tool("b_tool")], { source: "mcp:zeta" });
    await registry.register([tool("c_tool")], { source: "mcp:alpha" });
    await registry.register([tool("y_found")], { source: "command" });
    await registry.register([tool("x_built"), tool("a_built")], { source: "builtin" });
    expect(registry.list().map(({ name }) => name)).toEqual([
      "a_built",
      "x_built",
      "y_found",
      "c_tool",
      "b_tool",
      "z_custom",
    ]);
  });

  test("filters by names, scope, category, tags, kinds, source and server", async () => {
    const registry = createRegistry();
    await registry.register([
      tool("a", { scope: "sub", category: "files", tags: ["x", "y"] }),
      tool("b", { kind: "edit", tags: ["x"] }),
    ]);
    await registry.register([tool("c")], { source: "mcp:one" });
    const names = (filter: Parameters<typeof registry.list>[0]): string[] =>
      registry.list(filter).map(({ name }) => name);
    expect(names({ names: ["a", "c"] })).toEqual(["c", "a"]);
    expect(names({ excludedNames: ["a"] })).toEqual(["c", "b"]);
    expect(names({ scope: "main" })).toEqual(["c", "b"]);
    expect(names({ category: "files" })).toEqual(["a"]);
    expect(names({ tags: ["x", "y"] })).toEqual(["a"]);
    expect(names({ kinds: ["edit"] })).toEqual(["b"]);
    expect(names({ source: "custom" })).toEqual(["a", "b"]);
    expect(names({ server: "one" })).toEqual(["c"]);
  });
});

describe("replacing", () => {
  test("restores the former tool, once, and not over a later one", async () => {
    const registry = createRegistry();
    const events: RegistryEvent[] = [];
    await registry.register([tool("t", { title: "first" })]);
    registry.subscribe((event) => events.push(event));
    const restore = await registry.replace(tool("t", { title: "second" }));
    expect(registry.get("t")?.tool?.declarable.title).toBe("second");
    restore();
    restore();
    expect(registry.get("t")?.tool?.declarable.title).toBe("first");
    expect(events.map(({ type }) => type)).toEqual(["tool-replaced", "tool-replaced"]);
    await expect(registry.replace(tool("other"))).rejects.toMatchObject({ code: "tool-invalid" });
  });

  test("tells listeners of what comes and goes, and outlives one that throws", async () => {
    const registry = createRegistry();
    const seen: string[] = [];
    registry.subscribe(() => {
      throw new Error("broken listener");
    });
    const stop = registry.subscribe(({ type, name }) => seen.push(`${type} ${name}`));
    await registry.register([tool("t")]);
    registry.unregister("t");
    stop();
    await registry.register([tool("t")]);
    expect(seen).toEqual(["tool-added t", "tool-removed t"]);
    expect(registry.unregister("never")).toBe(false);
  });
});
