import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { ToolSchema } from "../tool/tool.ts";
import { compileSchema, deferSchema, type ValidationResult } from "./compile.ts";
import { copyInput } from "./input.ts";
import type { JsonSchema, StandardSchema } from "./standard-schema.ts";

const what = "The input of 'sample'";
const reasonOf = async (schema: unknown): Promise<string> => {
  const error: unknown = await compileSchema(schema as ToolSchema<unknown>, what).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: "ConfigurationError", code: "schema-invalid" });
  return (error as Error).message;
};
const messagesOf = (result: ValidationResult): string[] =>
  (result.issues ?? []).map(({ message }) => message);
const check = async (schema: ToolSchema<unknown>, value: unknown): Promise<string[]> => {
  const { validate } = await compileSchema(schema, what);
  return messagesOf(await validate(value));
};
/** zod marks the JSON Schema it makes as Standard Schema: only a copy is raw. */
const rawOf = (schema: z.ZodType): JsonSchema =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input" }))) as JsonSchema;

describe("compileSchema with a schema library", () => {
  test("gives the input side as frozen JSON Schema and the parsed value", async () => {
    const schema = z.object({ path: z.string(), limit: z.int().min(1).default(10) });
    const { jsonSchema, validate } = await compileSchema(schema, what);
    expect(jsonSchema).toMatchObject({ type: "object", required: ["path"] });
    expect(jsonSchema["$schema"]).toBeUndefined();
    expect(Object.isFrozen(jsonSchema["properties"])).toBe(true);
    expect(await validate({ path: "a" })).toEqual({ value: { path: "a", limit: 10 } });
  });

  test("gives the output side when asked for it", async () => {
    const schema = z.object({ limit: z.int().default(10) });
    const { jsonSchema } = await compileSchema(schema, "The output of 'sample'", "output");
    expect(jsonSchema["required"]).toEqual(["limit"]);
  });

  test("compiles a schema once", async () => {
    const schema = z.object({ a: z.string() });
    expect(await compileSchema(schema, what)).toBe(await compileSchema(schema, "another"));
    const raw = rawOf(schema);
    expect(await compileSchema(raw, what)).toBe(await compileSchema(raw, what));
  });

  test("makes a deferred schema when it is first used, and once", async () => {
    let made = 0;
    const deferred = deferSchema(() => {
      made += 1;
      return z.object({ a: z.string() });
    }, "output");
    expect(made).toBe(0);
    expect(await deferred.validate({ a: "x" })).toEqual({ value: { a: "x" } });
    expect(deferred.jsonSchema["required"]).toEqual(["a"]);
    expect(made).toBe(1);
  });

  test("waits for asynchronous schemas", async () => {
    const schema = z.object({ a: z.string().refine(async (text) => text === "x", "must be x") });
    expect(await check(schema, { a: "x" })).toEqual([]);
    expect(await check(schema, { a: "y" })).toEqual([`'a' (the text "y"): must be x.`]);
  });

  test("accepts unions, nullables, records, discriminated unions, enums and defaults", async () => {
    const schema = z.object({
      union: z.union([z.string(), z.array(z.string())]),
      nullable: z.string().nullable(),
      record: z.record(z.string(), z.number()),
      shape: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("file"), path: z.string() }),
        z.object({ kind: z.literal("text"), text: z.string() }),
      ]),
      order: z.enum(["name", "size"]).default("name"),
      pair: z.tuple([z.string(), z.number()]),
    });
    const value = {
      union: ["a"],
      nullable: null,
      record: { a: 1 },
      shape: { kind: "file", path: "a" },
      pair: ["a", 1],
    };
    for (const form of [schema, rawOf(schema)]) expect(await check(form, value)).toEqual([]);
  });

  test("accepts a union of objects and a recursive object as the root", async () => {
    const union = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect((await compileSchema(union, what)).jsonSchema["type"]).toBe("object");
    expect(await check(rawOf(union), { b: 1 })).toHaveLength(1);
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const tree = { name: "a", children: [{ name: "b", children: [{ name: 1 }] }] };
    for (const form of [Tree, rawOf(Tree)]) {
      expect((await check(form, tree)).toSorted()).toEqual([
        "'children[0].children[0].children' is missing: expected array of object {name, children}.",
        "'children[0].children[0].name' is the number 1, but string is expected.",
      ]);
    }
  });

  test("keeps a __proto__ in the input from reaching the parsed value", async () => {
    const copied = copyInput('{"path":"a","__proto__":{"extra":"x"}}') as { value: unknown };
    const schemas = [
      z.object({ path: z.string(), extra: z.string().optional() }),
      z.looseObject({ path: z.string(), extra: z.string().optional() }),
      z.object({ path: z.string() }).catchall(z.unknown()),
    ];
    for (const schema of schemas) {
      const { validate } = await compileSchema(schema, what);
      const result = (await validate(copied.value)) as { value: Record<string, unknown> };
      expect(result.value["path"]).toBe("a");
      expect(result.value["extra"]).toBeUndefined();
    }
  });

  test("refuses what can't be said in JSON Schema", async () => {
    expect(await reasonOf(z.object({ when: z.date() }))).toBe(
      "The input of 'sample' can't be used: Date cannot be represented in JSON Schema.",
    );
    expect(await reasonOf(z.object({ count: z.bigint() }))).toContain("BigInt");
  });

  test("refuses a library without JSON Schema, one that throws, and what is no schema", async () => {
    const standard = { version: 1 as const, vendor: "bare", validate: () => ({ value: 1 }) };
    expect(await reasonOf({ "~standard": standard })).toContain("'bare' exports no JSON Schema");
    const thrower = (): never => {
      throw new Error("no export today");
    };
    const throwing = { ...standard, jsonSchema: { input: thrower, output: thrower } };
    expect(await reasonOf({ "~standard": throwing })).toContain("no export today");
    for (const none of [undefined, null, 5, "x", true, []]) await reasonOf(none);
  });

  test("forgets a schema that failed", async () => {
    let isReady = false;
    const input = (): Record<string, unknown> => {
      if (!isReady) throw new Error("not ready");
      return { type: "object" };
    };
    const schema: StandardSchema = {
      "~standard": {
        version: 1,
        vendor: "late",
        validate: (value) => ({ value }),
        jsonSchema: { input, output: input },
      },
    };
    expect(await reasonOf(schema)).toContain("not ready");
    isReady = true;
    expect((await compileSchema(schema, what)).jsonSchema).toEqual({ type: "object" });
  });
});

describe("compileSchema with raw JSON Schema", () => {
  test("says all that is wrong in the input's own terms", async () => {
    const schema = {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1 },
        count: { type: "integer", minimum: 1 },
        order: { enum: ["name", "size"] },
        edits: { type: "array", items: { type: "object", required: ["old"] }, uniqueItems: true },
      },
      required: ["path"],
      additionalProperties: false,
    };
    expect(await check(schema, { path: "x", count: 3, edits: [] })).toEqual([]);
    expect(await check(schema, { pth: "x", count: 0, order: "age", edits: [{}, {}] })).toEqual([
      "'path' is missing: expected string.",
      "Unknown field 'pth': did you mean 'path'?",
      "'count' (the number 0): must be >= 1.",
      `'order' is the text "age", but "name" or "size" is expected.`,
      "'edits[0].old' is missing: expected any value.",
      "'edits[1].old' is missing: expected any value.",
      "'edits' (a list of 2): its items must all be different.",
    ]);
    expect(await check(schema, { path: 5 })).toEqual([
      "'path' is the number 5, but string is expected.",
    ]);
  });

  test("speaks of the alternative of a union that was meant", async () => {
    const schema = rawOf(
      z.object({
        shape: z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("file"), path: z.string() }),
          z.object({ kind: z.literal("text"), text: z.string() }),
        ]),
      }),
    );
    expect(await check(schema, { shape: { kind: "text", path: "x" } })).toEqual([
      "'shape.text' is missing: expected string.",
    ]);
    expect(await check(schema, { shape: { kind: "odd" } })).toEqual([
      "'shape' is an object, but object {kind, path} or object {kind, text} is expected.",
    ]);
  });

  test("doesn't take inherited properties for fields", async () => {
    const schema = { type: "object", required: ["toString", "constructor"] };
    expect(await check(schema, {})).toHaveLength(2);
  });

  test.each([
    [
      "draft-04",
      {
        $schema: "http://json-schema.org/draft-04/schema#",
        id: "x",
        properties: { a: { minimum: 1, exclusiveMinimum: true } },
      },
      { a: 1 },
      { a: 2 },
    ],
    [
      "draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        $id: "http://x/y",
        type: "object",
        definitions: { p: { $id: "#p", type: "string" } },
        properties: {
          a: { $ref: "#p" },
          "x/~ y": { $id: "#odd", type: "string" },
          d: { $ref: "#odd" },
          b: { $ref: "http://x/y#/definitions/p" },
          c: { type: "array", items: [{ type: "string" }], additionalItems: false },
        },
        dependencies: { a: ["b"] },
      },
      { a: "x" },
      { a: "x", b: "y", c: ["z"] },
    ],
    [
      "2019-09",
      {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        $recursiveAnchor: true,
        type: "object",
        properties: { next: { $recursiveRef: "#" } },
        additionalProperties: false,
      },
      { next: { x: 1 } },
      { next: { next: {} } },
    ],
    [
      "2020-12",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $dynamicAnchor: "n",
        type: "object",
        properties: {
          next: { $dynamicRef: "#n" },
          t: { prefixItems: [{ type: "integer" }], items: false },
        },
      },
      { next: { t: ["x"] } },
      { next: { t: [1] } },
    ],
    [
      "OpenAPI's nullable",
      { type: "object", properties: { a: { type: "string", nullable: true } } },
      { a: 1 },
      { a: null },
    ],
    [
      "a reference outside of $defs",
      {
        type: "object",
        properties: { a: { $ref: "#/components/schemas/A" } },
        components: { schemas: { A: { type: "array", items: [{ type: "string" }] } } },
      },
      { a: [1] },
      { a: ["x"] },
    ],
    [
      "a tuple with a pointer to its own item, as zod-to-json-schema writes it",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: {
          range: {
            type: "array",
            items: [{ type: "number" }, { $ref: "#/properties/range/items/0" }],
          },
        },
      },
      { range: [1, "2"] },
      { range: [1, 2] },
    ],
    [
      "pointers into what earlier drafts called otherwise",
      {
        type: "object",
        properties: {
          list: { items: [true], additionalItems: { type: "number" } },
          one: { $ref: "#/properties/list/additionalItems" },
          other: { $ref: "#/dependencies/one" },
        },
        dependencies: { one: { required: ["list"] } },
      },
      { list: [], one: "x" },
      { list: [], one: 1, other: { list: 1 } },
    ],
    [
      "a pointer to where nothing counts",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: {
          a: { $ref: "#/definitions/A", properties: { b: { type: "number" } } },
          c: { $ref: "#/properties/a/properties/b" },
        },
        definitions: { A: { type: "object" } },
      },
      { c: "x" },
      { a: { b: "x" }, c: 1 },
    ],
    [
      "a tree with an $id of its own, as TypeBox writes it, twice",
      {
        type: "object",
        properties: {
          a: { $id: "T0", type: "object", properties: { nodes: { items: { $ref: "T0" } } } },
          b: { $id: "T0", type: "number" },
        },
      },
      { a: { nodes: [{ nodes: [1] }] } },
      { a: { nodes: [{ nodes: [{}] }] }, b: 1 },
    ],
    [
      "a named root, as generators of draft-07 write it",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        $ref: "#/definitions/Input",
        definitions: {
          Input: {
            type: "object",
            properties: { x: { anyOf: [{ $ref: "#/definitions/Input" }, { type: "null" }] } },
          },
        },
      },
      { x: { x: 1 } },
      { x: { x: null } },
    ],
    ["a choice among nothing", { type: "object", properties: { a: { enum: [] } } }, { a: 1 }, {}],
    [
      "a property __proto__",
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"number"}},"additionalProperties":false}',
      ) as JsonSchema,
      JSON.parse('{"__proto__":"x"}') as object,
      JSON.parse('{"__proto__":1}') as object,
    ],
  ])("understands %s", async (_dialect, schema, wrong, right) => {
    expect(await check(schema, right)).toEqual([]);
    expect(await check(schema, wrong)).not.toEqual([]);
  });

  test.each([
    ["a root of another type", { type: "array" }, "its root is not an object"],
    ["a root of several types", { type: ["object", "null"] }, "its root is not an object"],
    [
      "a union root with a text",
      { anyOf: [{ type: "object" }, { type: "string" }] },
      "its root is not an object",
    ],
    [
      "a type that is none",
      { type: "object", properties: { a: { type: "strnig" } } },
      "properties/a/type must be equal to one of the allowed values",
    ],
    [
      "a malformed pattern",
      { type: "object", properties: { a: { pattern: "(" } } },
      "Invalid regular expression",
    ],
    [
      "a pattern that could run forever",
      { type: "object", properties: { a: { pattern: "^(a+)+\\1$" } } },
      "could run forever",
    ],
    [
      "a remote reference",
      { type: "object", properties: { a: { $ref: "https://evil.example/schema.json" } } },
      "leads outside the schema",
    ],
    [
      "a relative reference",
      { $id: "https://a.example/b", type: "object", properties: { a: { $ref: "other.json" } } },
      "leads outside the schema",
    ],
    [
      "a reference to nothing",
      { type: "object", properties: { a: { $ref: "#/$defs/no" } } },
      "$ref '#/$defs/no' leads to no schema",
    ],
    [
      "a reference into what objects inherit",
      { type: "object", properties: { a: { $ref: "#/constructor" } } },
      "leads to no schema",
    ],
    [
      "references in a circle",
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } },
      },
      "leads back to itself",
    ],
    ["the root referring to itself", { $ref: "#" }, "leads back to itself"],
    ["an unknown dialect", { $schema: "https://example.org/mine", type: "object" }, "is unknown"],
    ["over 64 levels", deepSchema(70), "more than 64"],
    [
      "over 1 MiB",
      { type: "object", description: "x".repeat(1_100_000) },
      "used: it is larger than 1048576 bytes.",
    ],
    [
      "what isn't JSON",
      { type: "object", properties: { a: { default: new Date() } } },
      "is a Date",
    ],
  ])("refuses %s", async (_what, schema, reason) => {
    expect(await reasonOf(schema)).toContain(reason);
  });

  test("compiles as many fields as it takes, and refuses more in good time", async () => {
    const schemaOf = (count: number): JsonSchema => {
      const names = Array.from({ length: count }, (_, index) => `field${index}`);
      const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
      return { type: "object", properties: { list: { type: "array" }, ...properties } };
    };
    const { validate } = await compileSchema(schemaOf(1_990), what);
    const wrong = { field1989: 5 };
    expect(messagesOf(await validate(wrong))).toHaveLength(1);
    const list = Array.from({ length: 10_000 }, () => 1);
    expect(messagesOf(await validate({ ...wrong, list }))).toHaveLength(1);
    expect(await reasonOf(schemaOf(12_000))).toContain("more than 2000 schemas");
  });

  test("refuses references that multiply", async () => {
    const $defs: Record<string, unknown> = { a0: { type: "string" } };
    for (let level = 1; level < 40; level += 1) {
      const reference = { $ref: `#/$defs/a${level - 1}` };
      $defs[`a${level}`] = { anyOf: [reference, reference] };
    }
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/a39" } }, $defs };
    expect(await reasonOf(schema)).toContain("multiply");
  });

  test("refuses a schema that is a circle of objects", async () => {
    const schema: Record<string, unknown> = { type: "object" };
    schema["properties"] = { self: schema };
    expect(await reasonOf(schema)).toContain("more than 64");
  });

  test("isn't changed by what happens to the given schema later, nor changes it", async () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { a: { type: "string" } },
    };
    const before = structuredClone(schema);
    const { validate } = await compileSchema(schema, what);
    expect(schema).toEqual(before);
    schema.properties.a.type = "number";
    expect(messagesOf(await validate({ a: "x" }))).toEqual([]);
  });

  test("keeps schemas apart that have the same $id", async () => {
    const make = (type: string) => ({
      $id: "urn:same",
      type: "object",
      properties: { a: { type } },
    });
    expect(await check(make("string"), { a: "x" })).toEqual([]);
    expect(await check(make("number"), { a: "x" })).toHaveLength(1);
  });

  test("runs no code that is written into a schema", async () => {
    const evil = `"];globalThis.isPwned=true;//'\`\${globalThis.isPwned=true}\n\u2028`;
    const schema = {
      type: "object",
      title: evil,
      $comment: evil,
      properties: { [evil]: { type: "string", format: evil, const: evil, default: evil } },
      patternProperties: { "^x": { enum: [evil] } },
      required: [evil],
      dependentRequired: { [evil]: [evil] },
      [evil]: evil,
      $async: true,
    };
    expect(await check(schema, { [evil]: evil })).toEqual([]);
    expect(await check(schema, { x: 1 })).not.toEqual([]);
    expect((globalThis as { isPwned?: boolean }).isPwned).toBeUndefined();
  });

  test("compares many items and tests patterns in good time", async () => {
    const schema = {
      type: "object",
      properties: {
        list: { type: "array", uniqueItems: true },
        text: { type: "string", pattern: "^(a+)+$" },
      },
    };
    const { validate } = await compileSchema(schema, what);
    const list = Array.from({ length: 100_000 }, (_, index) => ({ index, b: [index] }));
    expect(messagesOf(await validate({ list, text: "a".repeat(100_000) }))).toEqual([]);
    expect(
      messagesOf(
        await validate({
          list: [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        }),
      ),
    ).toHaveLength(1);
    expect(messagesOf(await validate({ text: `${"a".repeat(100_000)}!` }))).toHaveLength(1);
  });

  test("says little of a huge wrong value", async () => {
    const schema = {
      type: "object",
      properties: { list: { type: "array", items: { type: "string" } } },
    };
    const list = Array.from({ length: 500_000 }, () => 1);
    expect(await check(schema, { list })).toEqual([
      "'list[0]' is the number 1, but string is expected.",
    ]);
  });
});

test("no schema library is imported before it is needed", () => {
  for (const file of ["compile.ts", "raw-validator.ts", "pattern.ts", "input.ts"]) {
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    const imports = source.match(/^import (?!type).*? from "[^.].*$/gm);
    expect(imports).toBeNull();
  }
});

function deepSchema(levels: number): JsonSchema {
  let schema: JsonSchema = { type: "string" };
  for (let level = 0; level < levels / 2; level += 1) {
    schema = { type: "object", properties: { a: schema } };
  }
  return schema;
}
