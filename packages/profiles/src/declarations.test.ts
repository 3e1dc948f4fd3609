import { declare, dialects } from "@toolwright/core";
import { renderDescription } from "@toolwright/core/internal";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { stubAgents } from "../../tools/src/fixtures/stub-agents.ts";
import { deferredTool } from "../../tools/src/fixtures/deferred-tool.ts";
import { openToolSession } from "../../tools/src/fixtures/tool-session.ts";
import { profileNames, profileTools } from "./profiles.ts";

type Schema = Readonly<Record<string, unknown>>;

const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

const isRecord = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Gemini's are in capitals. */
const nameOfType = (type: unknown): string =>
  typeof type === "string" ? type.toLowerCase() : JSON.stringify(type);

/** What a model's vendor, or a model, would stumble over in a schema. */
function faultsIn(schema: unknown, at: string): readonly string[] {
  if (typeof schema === "boolean") return [];
  if (!isRecord(schema)) return [`${at}: no schema`];
  const faults: string[] = [];
  const fault = (what: string): number => faults.push(`${at}: ${what}`);
  const { type, properties, required, items, anyOf, oneOf, allOf } = schema;
  const own = [type].flat().flatMap((each) => (each === undefined ? [] : [nameOfType(each)]));
  for (const keyword of ["$ref", "$defs", "definitions"]) if (keyword in schema) fault(keyword);
  for (const each of own) if (!types.has(each)) fault(`type ${each}`);
  const fields = isRecord(properties) ? properties : {};
  if (Array.isArray(required)) {
    for (const name of required) if (!(String(name) in fields)) fault(`requires ${String(name)}`);
  }
  for (const [name, field] of Object.entries(fields)) {
    const description = isRecord(field) ? field["description"] : undefined;
    if (typeof description !== "string" || description.trim().length < 4) {
      fault(`${name} isn't described`);
    }
    faults.push(...faultsIn(field, `${at}.${name}`));
  }
  const isArray = own.includes("array");
  if (isArray && items === undefined) fault("an array without items");
  if (items !== undefined) faults.push(...faultsIn(items, `${at}[]`));
  for (const branches of [anyOf, oneOf, allOf]) {
    if (Array.isArray(branches)) {
      for (const branch of branches) faults.push(...faultsIn(branch, `${at}|`));
    }
  }
  return faults;
}

/** The declared tools of any dialect, each with its schema where it is one. */
function declared(
  listing: unknown,
): readonly { readonly name: string; readonly schema: unknown }[] {
  if (Array.isArray(listing)) return listing.flatMap(declared);
  if (!isRecord(listing)) return [];
  if ("functionDeclarations" in listing) return declared(listing["functionDeclarations"]);
  const tool = isRecord(listing["function"]) ? listing["function"] : listing;
  const { name, parameters, parametersJsonSchema, input_schema, inputSchema } = tool;
  return [
    {
      name: String(name),
      schema: parameters ?? parametersJsonSchema ?? input_schema ?? inputSchema,
    },
  ];
}

describe.each(profileNames)("the profile %s", (profile) => {
  // An agent and its sub-agents have different tools.
  const depths = [0, 1];
  test.for(dialects.flatMap((dialect) => depths.map((depth) => [dialect, depth] as const)))(
    "has sound schemas and its own names for %s at depth %i",
    async ([dialect, depth]) => {
      const unfit = depth === 0 ? "sub" : "main";
      const tools = (await profileTools(profile)).filter(({ scope }) => scope !== unfit);
      const { session } = await openToolSession({
        tools: [...tools, deferredTool],
        session: { agents: stubAgents(), agent: { name: "main", depth } },
      });
      const definitions = session.tools.map(({ declarable }) => declarable);
      const list = declared(declare(definitions, { dialect }));
      expect(list.map(({ name }) => name).sort()).toEqual(
        [...tools, deferredTool].map(({ name }) => name).sort(),
      );
      for (const { name, schema } of list) {
        // Gemini takes no empty parameters, so a tool without fields has none.
        if (dialect === "gemini" && schema === undefined) continue;
        expect(faultsIn(schema, name)).toEqual([]);
      }
    },
  );

  test("has examples that fit the schemas, and no unknown field does", async () => {
    for (const { name, description, input } of await profileTools(profile)) {
      const schema = z.instanceof(z.ZodType).parse(input);
      const { examples = [], samples = [] } = typeof description === "string" ? {} : description;
      const all = [...examples, ...samples];
      expect({ name, hasExamples: all.length > 0 }).toEqual({ name, hasExamples: true });
      for (const example of all) {
        expect({ name, error: schema.safeParse(example.input).error }).toEqual({ name });
      }
      const unknown = schema.safeParse({ "no such field": 1 }).error?.issues ?? [];
      expect(unknown.map(({ code }) => code)).toContain("unrecognized_keys");
    }
  });

  test("speaks of no tool that it doesn't have", async () => {
    const own = new Set((await profileTools(profile)).map(({ name }) => name));
    const others = (await Promise.all(profileNames.map((name) => profileTools(name))))
      .flat()
      .map(({ name }) => name)
      // A name of one word may be an ordinary word.
      .filter((name) => name.includes("_") && !own.has(name));
    for (const { name, description, input } of await profileTools(profile)) {
      const schema = z.toJSONSchema(z.instanceof(z.ZodType).parse(input), { io: "input" });
      const rendered = renderDescription(description).replaceAll(/\{tool:\w+\}/g, "");
      const text = rendered + JSON.stringify(schema);
      const words = new Set(text.split(/[^\w-]+/));
      expect({ name, others: others.filter((other) => words.has(other)) }).toEqual({
        name,
        others: [],
      });
    }
  });
});
