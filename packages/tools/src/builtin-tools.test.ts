import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderDescription } from "@toolwright/core/internal";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { builtinTool, builtinToolNames, builtinTools as loadTools } from "./builtin-tools.ts";
import { deferredTool } from "./fixtures/deferred-tool.ts";
import { stubAgents } from "./fixtures/stub-agents.ts";
import { openToolSession } from "./fixtures/tool-session.ts";

const builtinTools = await loadTools();

/** All of these tools have zod schemas, which the registry's type doesn't tell. */
const schemaOf = (tool: (typeof builtinTools)[number]): z.ZodType =>
  z.instanceof(z.ZodType).parse(tool.input);

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
}

/** Paths of properties that nothing is said about. */
function undescribed(schema: Described, path: string): readonly string[] {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description === undefined ? [`${path}.${name}`] : []),
    ...undescribed(property, `${path}.${name}`),
  ]);
  return [...properties, ...(schema.items ? undescribed(schema.items, `${path}[]`) : [])];
}

describe("builtinTools", () => {
  it("are listed under their own names", () => {
    expect(builtinTools.map(({ name }) => name)).toEqual(builtinToolNames);
  });

  it.each(builtinToolNames)("load %s alone as among all", async (name) => {
    expect(builtinTools).toContain(await builtinTool(name));
  });

  describe.each(builtinTools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
    it("has examples that fit its schema", () => {
      const { examples = [], samples = [] } =
        typeof tool.description === "string" ? {} : tool.description;
      expect(examples.length + samples.length).toBeGreaterThan(0);
      for (const { input } of [...examples, ...samples]) {
        expect(schemaOf(tool).safeParse(input)).toMatchObject({ success: true });
      }
    });

    it("has a test beside it that holds what it does against what it declares", () => {
      // One that passes calls on never runs: the tools that it names do.
      if (tool.forwards !== undefined) return;
      const file = join(import.meta.dirname, `${name.replaceAll("_", "-")}.test.ts`);
      expect(readFileSync(file, "utf8")).toContain(`testToolContract("${name}", [`);
    });

    it("takes no unknown field", () => {
      const result = schemaOf(tool).safeParse({ "no such field": 1 });
      expect(result.error?.issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
    });

    it("describes every field of its input and output, without references", () => {
      const input = z.toJSONSchema(schemaOf(tool), { io: "input" });
      expect(undescribed(input as Described, name)).toEqual([]);
      // One that passes calls on has no results of its own.
      if (tool.forwards !== undefined) return;
      const made = typeof tool.output === "function" ? tool.output() : tool.output;
      const output = z.toJSONSchema(z.instanceof(z.ZodType).parse(made), { io: "output" });
      expect(undescribed(output as Described, `${name} output`)).toEqual([]);
      expect(JSON.stringify([input, output])).not.toContain("$ref");
    });

    it("names other tools only by placeholders, as their names differ between profiles", () => {
      const text =
        renderDescription(tool.description).replaceAll(/\{tool:\w+\}/g, "") +
        JSON.stringify(z.toJSONSchema(schemaOf(tool), { io: "input" }));
      // A name of one word is a word like any other.
      for (const other of builtinTools.filter((each) => each.name.includes("_"))) {
        if (other.name !== name) expect(text).not.toContain(other.name);
      }
    });
  });

  it("can all be registered, and run in plan mode as far as they only look", async () => {
    const { session, call } = await openToolSession({
      files: { "a.txt": "x\n" },
      mode: "plan",
      tools: [...builtinTools, deferredTool],
      session: { agents: stubAgents() },
    });
    const ofMain = builtinTools.filter(({ scope }) => scope !== "sub");
    expect(session.tools).toHaveLength(ofMain.length + 1);
    for (const [name, input] of [
      ["read_file", { path: "a.txt" }],
      ["list_directory", {}],
      ["find_files", { pattern: "*" }],
      ["search_text", { pattern: "x" }],
      ["system_info", {}],
      ["get_environment", {}],
      ["search_tools", { query: "cat" }],
    ] as const) {
      expect((await call(name, input)).status).toBe("ok");
    }
    for (const [name, input] of [
      ["write_file", { path: "b.txt", content: "x" }],
      ["run_command", { command: "touch b.txt" }],
    ] as const) {
      expect((await call(name, input)).status).toBe("refused");
    }
  });
});
