import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { compileSchema } from "./compile.ts";
import { schemaWithValue, tempting } from "./fixtures/schema-with-value.ts";
import type { InputIssue } from "./issues.ts";
import { repairInput } from "./repair.ts";
import type { JsonSchema } from "./standard-schema.ts";

/** An issue about the input as a whole: repairs may be made everywhere. */
const everywhere: readonly InputIssue[] = [{ path: "", message: "" }];

const repair = (jsonSchema: JsonSchema, value: unknown, issues = everywhere) =>
  repairInput(value, jsonSchema, issues);
const repairField = (field: JsonSchema, value: unknown): unknown => {
  const schema = { type: "object", properties: { a: field }, required: ["a"] };
  return (repair(schema, { a: value }).value as { a: unknown }).a;
};

describe("repairInput", () => {
  test("makes a wrong input right, leaves the given one alone and tells what it did", async () => {
    const schema = z.object({
      path: z.string(),
      offset: z.int().optional(),
      limit: z.int().min(1).optional(),
      recursive: z.boolean().default(false),
      encoding: z.string().optional(),
      edits: z.array(z.object({ old: z.string(), all: z.boolean().optional() })),
      names: z.array(z.string()).optional(),
    });
    const { jsonSchema, validate } = await compileSchema(schema, "The input");
    const input = {
      path: "x",
      offset: "11",
      limit: " 3 ",
      recursive: "True",
      encoding: null,
      edits: '[{"old":"a","all":"false"}]',
      names: "one",
    };
    const given = structuredClone(input);
    const result = await validate(input);
    const { value, repairs } = repair(jsonSchema, input, result.issues ?? []);
    expect(value).toEqual({
      path: "x",
      offset: 11,
      limit: 3,
      recursive: true,
      edits: [{ old: "a", all: false }],
      names: ["one"],
    });
    expect(repairs).toEqual([
      `'offset' was the text "11" and was converted to the number 11.`,
      `'limit' was the text " 3 " and was converted to the number 3.`,
      `'recursive' was the text "True" and was converted to true.`,
      "'encoding' was null, which is not accepted there, and was left out.",
      `'edits' was the text "[{\\"old\\":\\"a\\",\\"all\\":\\"false\\"}]" and was converted to a list.`,
      `'edits[0].all' was the text "false" and was converted to false.`,
      `'names' was the text "one" and was converted to a list of it.`,
    ]);
    expect((await validate(value)).issues).toBeUndefined();
    expect(input).toEqual(given);
  });

  test.each([
    ["11", 11],
    ["-7", -7],
    ["0", 0],
    [" 5\n", 5],
    ["5.0", 5],
    ["0x10", "0x10"],
    ["1e3", "1e3"],
    ["+5", "+5"],
    ["05", "05"],
    ["", ""],
    [" ", " "],
    ["-0", "-0"],
    ["1.5", "1.5"],
    ["1,000", "1,000"],
    ["9007199254740993", "9007199254740993"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
    ["Infinity", "Infinity"],
    ["five", "five"],
  ])("reads the text %j as an integer only when nothing is lost", (text, expected) => {
    expect(repairField({ type: "integer" }, text)).toBe(expected);
  });

  test.each([
    ["1.5", 1.5],
    ["-0.25", -0.25],
    ["1.50", 1.5],
    ["0.1234567890123456789", "0.1234567890123456789"],
    ["1.", "1."],
    [".5", ".5"],
  ])("reads the text %j as a number only when nothing is lost", (text, expected) => {
    expect(repairField({ type: "number" }, text)).toBe(expected);
  });

  test.each<[string, JsonSchema, unknown]>([
    ["a text where texts are accepted", { type: "string" }, "11"],
    [
      "a text that one alternative accepts",
      { anyOf: [{ type: "integer" }, { type: "string" }] },
      "11",
    ],
    ["a text under a list of types", { type: ["integer", "string", "null"] }, "11"],
    ["a text among fixed values", { enum: ["11", 11] }, "true"],
    ["anything where nothing is said", {}, "11"],
    ["a number where a text is wanted", { type: "string" }, 11],
    ["a number where a boolean is wanted", { type: "boolean" }, 1],
    ["a boolean's word in another language", { type: "boolean" }, "yes"],
    ["text that is no JSON", { type: "object" }, "{a: 1}"],
    ["JSON text of another type", { type: "object" }, "[1]"],
    ["null where it is required", { type: "string" }, null],
    ["a value of another type than the items", { type: "array", items: { type: "string" } }, 5],
    ["a value where items may be anything", { type: "array" }, 5],
    ["a list where a scalar is wanted", { type: "string" }, ["x"]],
  ])("leaves %s alone", (_what, field, value) => {
    expect(repairField(field, value)).toBe(value);
  });

  test("looks through null unions, references and nested alternatives", () => {
    expect(repairField({ type: ["integer", "null"] }, "5")).toBe(5);
    expect(repairField({ anyOf: [{ type: "null" }, { type: "boolean" }] }, "true")).toBe(true);
    expect(repairField({ oneOf: [{ type: "integer" }, { type: "null" }] }, "null")).toBe(null);
    expect(repairField({ enum: [1, 2] }, "2")).toBe(2);
    expect(
      repairField({ allOf: [{ type: ["integer", "string"] }, { type: "integer" }] }, "2"),
    ).toBe(2);
    const schema = {
      type: "object",
      properties: { node: { $ref: "#/$defs/node" } },
      $defs: {
        node: {
          type: "object",
          properties: { size: { type: "integer" }, next: { $ref: "#/$defs/node" } },
        },
      },
    };
    const { value } = repair(schema, { node: '{"size":"1","next":{"size":"2","next":null}}' });
    expect(value).toEqual({ node: { size: 1, next: { size: 2 } } });
  });

  test("repairs inside the alternative that was meant, and only there", () => {
    const branch = (kind: string, size: string) => ({
      type: "object",
      properties: { kind: { const: kind }, size: { type: size } },
      required: ["kind", "size"],
    });
    const schema = {
      type: "object",
      properties: { shape: { oneOf: [branch("number", "integer"), branch("text", "string")] } },
    };
    const shape = (kind: string) => repair(schema, { shape: { kind, size: "5" } }).value;
    expect(shape("number")).toEqual({ shape: { kind: "number", size: 5 } });
    expect(shape("text")).toEqual({ shape: { kind: "text", size: "5" } });
    expect(shape("odd")).toEqual({ shape: { kind: "odd", size: "5" } });
  });

  test("tells the text of a list from a text that begins with a bracket", () => {
    const texts = { type: "array", items: { type: "string" } };
    expect(repairField(texts, '["a","b"]')).toEqual(["a", "b"]);
    expect(repairField(texts, "[ab]*.ts")).toEqual(["[ab]*.ts"]);
    expect(repairField(texts, "[1]")).toEqual(["[1]"]);
    expect(repairField(texts, '{"a":1}')).toEqual(['{"a":1}']);
    const objects = { type: "array", items: { type: "object" } };
    expect(repairField(objects, '{"a":1}')).toEqual([{ a: 1 }]);
    expect(repairField(objects, { a: 1 })).toEqual([{ a: 1 }]);
    expect(repairField({ type: "array", items: { type: "integer" } }, "5")).toBe("5");
  });

  test("leaves out a null that no alternative takes where one can do without", async () => {
    const schema = z.object({
      shape: z.union([
        z.object({ x: z.string() }),
        z.object({ x: z.string().optional(), y: z.string() }),
      ]),
    });
    const { jsonSchema, validate } = await compileSchema(schema, "The input");
    const input = { shape: { x: null, y: "a" } };
    const { issues = [] } = await validate(input);
    expect(repair(jsonSchema, input, issues).value).toEqual({ shape: { y: "a" } });
  });

  test("repairs only the fields that the issues name", () => {
    const field = { type: "integer" };
    const schema = { type: "object", properties: { a: field, ab: field, "b.c": field } };
    const input = { a: "1", ab: "2", "b.c": "3" };
    const named = (path: string) => repair(schema, input, [{ path, message: "" }]).value;
    expect(named("a")).toEqual({ a: 1, ab: "2", "b.c": "3" });
    expect(named('["b.c"]')).toEqual({ a: "1", ab: "2", "b.c": 3 });
    expect(named("other")).toBe(input);
  });

  test("leaves fields alone that the schema forbids or doesn't know", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "integer" } },
      additionalProperties: false,
    };
    expect(repair(schema, { a: "1", b: "2", c: null }).value).toEqual({ a: 1, b: "2", c: null });
  });

  test("keeps an own __proto__ field, and refuses one with deep JSON text", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "object" } },
    };
    const input = JSON.parse('{"__proto__":{"x":1},"a":"1"}') as unknown;
    expect(JSON.stringify(repair(schema, input).value)).toBe('{"__proto__":{"x":1},"a":1}');
    const parsed = repair(schema, { b: '{"__proto__":{"x":1}}' }).value as { b: { x?: unknown } };
    expect(parsed.b.x).toBeUndefined();
    const deep = `{"a":${"[".repeat(300)}${"]".repeat(300)}}`;
    expect(repair(schema, { b: deep }).value).toEqual({ b: deep });
  });

  test("stops after 10,000 values", () => {
    const schema = {
      type: "object",
      properties: { list: { type: "array", items: { type: "integer" } } },
    };
    const list = Array.from({ length: 200_000 }, () => "1");
    const { value, repairs } = repair(schema, { list });
    expect(repairs.length).toBeLessThan(10_001);
    expect((value as { list: unknown[] }).list.slice(0, 3)).toEqual([1, 1, 1]);
    expect((value as { list: unknown[] }).list.at(-1)).toBe("1");
  });
});

describe("a valid input", () => {
  test("is returned as it is, whatever the schema", async () => {
    await fc.assert(
      fc.asyncProperty(schemaWithValue, async ({ schema, value }) => {
        const { jsonSchema, validate } = await compileSchema(schema, "The input");
        expect((await validate(value)).issues).toBeUndefined();
        const repaired = repair(jsonSchema, value);
        expect(repaired.repairs).toEqual([]);
        expect(repaired.value).toBe(value);
      }),
      { numRuns: 300 },
    );
  });

  test("comes back from the mistakes that models make", async () => {
    const asText = (value: unknown): unknown =>
      typeof value === "string" ? value : JSON.stringify(value);
    const value = fc.record({
      count: fc.integer(),
      ratio: fc.integer().map((number) => number / 4),
      flag: fc.boolean(),
      list: fc.array(fc.integer()),
      inner: fc.record({ text: tempting, flag: fc.boolean() }),
    });
    const schema = z.object({
      count: z.number().int(),
      ratio: z.number(),
      flag: z.boolean(),
      list: z.array(z.number()),
      inner: z.object({ text: z.string(), flag: z.boolean() }),
    });
    const { jsonSchema } = await compileSchema(schema, "The input");
    fc.assert(
      fc.property(value, (input) => {
        const wrong = Object.fromEntries(
          Object.entries(input).map(([name, field]) => [name, asText(field)]),
        );
        expect(repair(jsonSchema, wrong).value).toEqual(JSON.parse(JSON.stringify(input)));
      }),
    );
  });
});
