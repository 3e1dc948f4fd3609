import { describe, expect, test } from "vitest";
import * as z from "zod";
import { compileSchema } from "./compile.ts";
import type { JsonSchema } from "./standard-schema.ts";
import { compileUnknownFields } from "./unknown-fields.ts";

const check = async (schema: z.ZodType | JsonSchema, value: unknown): Promise<string[]> => {
  const { jsonSchema } = await compileSchema(schema, "The input");
  return compileUnknownFields(jsonSchema)(value).map(({ message }) => message);
};

describe("compileUnknownFields", () => {
  test("names the nearest declared field, or those there are", async () => {
    const schema = z.object({ path: z.string(), offset: z.number().optional() });
    expect(await check(schema, { path: "a", offset: 1 })).toEqual([]);
    expect(await check(schema, { pth: "a" })).toEqual([
      "Unknown field 'pth': did you mean 'path'?",
    ]);
    expect(await check(schema, { colour: "a" })).toEqual([
      "Unknown field 'colour'. Known fields here: path, offset.",
    ]);
    expect(await check(z.object({}), { a: 1 })).toEqual([
      "Unknown field 'a'. There are no fields here.",
    ]);
  });

  test("looks into objects, lists, tuples, records, nullables and recursion", async () => {
    const edit = z.object({ old: z.string() });
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const schema = z.object({
      edit: edit.optional(),
      edits: z.array(edit).optional(),
      pair: z.tuple([z.string(), edit]).optional(),
      record: z.record(z.string(), edit).optional(),
      nullable: edit.nullable().optional(),
      tree: Tree.optional(),
    });
    const wrong = { old: "x", odl: "y" };
    const hint = "did you mean 'old'?";
    expect(await check(schema, { edit: wrong })).toEqual([`Unknown field 'edit.odl': ${hint}`]);
    expect(await check(schema, { edits: [wrong] })).toEqual([
      `Unknown field 'edits[0].odl': ${hint}`,
    ]);
    expect(await check(schema, { pair: ["a", wrong] })).toEqual([
      `Unknown field 'pair[1].odl': ${hint}`,
    ]);
    expect(await check(schema, { record: { any: wrong } })).toEqual([
      `Unknown field 'record.any.odl': ${hint}`,
    ]);
    expect(await check(schema, { nullable: wrong })).toEqual([
      `Unknown field 'nullable.odl': ${hint}`,
    ]);
    expect(await check(schema, { nullable: null, edit: "not an object" })).toEqual([]);
    const leaf = { name: "b", children: [], nam: 1 };
    expect(await check(schema, { tree: { name: "a", children: [leaf] } })).toEqual([
      "Unknown field 'tree.children[0].nam': did you mean 'name'?",
    ]);
  });

  test("takes a field for known that any alternative declares", async () => {
    const schema = z.object({
      shape: z.union([z.object({ a: z.string() }), z.object({ b: z.string() }), z.string()]),
    });
    expect(await check(schema, { shape: { a: "x", b: "y" } })).toEqual([]);
    expect(await check(schema, { shape: { c: "x" } })).toHaveLength(1);
  });

  test.each<[string, JsonSchema]>([
    ["says nothing of fields", { type: "object" }],
    ["allows others", { type: "object", properties: { a: {} }, additionalProperties: true }],
    [
      "has patterns of names",
      { type: "object", properties: { a: {} }, patternProperties: { "^x": {} } },
    ],
    [
      "has conditions",
      {
        type: "object",
        properties: { a: {} },
        if: { required: ["a"] },
        // oxlint-disable-next-line unicorn/no-thenable -- the keyword
        then: { properties: { x: {} } },
      },
    ],
    [
      "has an open alternative",
      { type: "object", anyOf: [{ properties: { a: {} } }, { additionalProperties: {} }] },
    ],
    [
      "declares it in a part",
      { type: "object", properties: { a: {} }, allOf: [{ properties: { x: {} } }] },
    ],
  ])("accepts every field where the schema %s", async (_what, schema) => {
    expect(await check(schema, { a: 1, x: { y: 1 } })).toEqual([]);
  });

  test("isn't misled by what objects inherit, nor by a key __proto__", async () => {
    const schema = z.object({ path: z.string() });
    expect(await check(schema, { toString: 1, constructor: 2 })).toHaveLength(2);
    const input = JSON.parse('{"path":"a","__proto__":{"path":"b"}}') as unknown;
    expect(await check(schema, input)).toEqual([
      "Unknown field '__proto__'. Known fields here: path.",
    ]);
  });

  test("ends after 20 issues, and cuts what it repeats of the input", async () => {
    const schema = z.object({ path: z.string() });
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]));
    expect(await check(schema, many)).toHaveLength(20);
    const [message] = await check(schema, { ["x".repeat(1_000_000)]: 1 });
    expect(message?.length).toBeLessThan(200);
  });
});
