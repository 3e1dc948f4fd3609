import type { JsonSchema } from "@toolwright/core";
import { compileSchema } from "@toolwright/core/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeSchemaInputs } from "./schema-inputs.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    mode: { enum: ["read", "count"] },
    limit: { type: "integer", minimum: 1, maximum: 50 },
    ratio: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 5 },
    isDeep: { type: "boolean" },
    edits: { type: "array", minItems: 1, maxItems: 4, items: { $ref: "#/$defs/edit" } },
    either: { anyOf: [{ type: "null" }, { const: 7 }] },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
    both: {
      allOf: [{ type: "object", properties: { a: { type: "integer" } } }, { required: ["a"] }],
    },
  },
  required: ["path", "edits"],
  additionalProperties: false,
  $defs: {
    edit: {
      type: "object",
      properties: { old: { type: "string" }, next: { $ref: "#/$defs/edit" } },
      required: ["old"],
      additionalProperties: false,
    },
  },
};

describe("inputs made from a schema", () => {
  test("fit it in one half and are wrong in the other", async () => {
    const { validate } = await compileSchema(schema, "the input");
    const inputs = makeSchemaInputs(schema, { count: 400, seed: 3, words: ["a.txt"] });
    const fits = await Promise.all(
      inputs.map(async (input) => (await validate(input)).issues === undefined),
    );
    const even = fits.filter((_, index) => index % 2 === 0);
    const odd = fits.filter((_, index) => index % 2 === 1);
    expect(even.filter((isFit) => !isFit)).toEqual([]);
    expect(odd.filter((isFit) => !isFit).length).toBeGreaterThan(120);
  });

  test("reach every field and the words and hostile texts", () => {
    const inputs = makeSchemaInputs(schema, { count: 600, seed: 1, words: ["src/a.txt"] });
    const text = JSON.stringify(inputs);
    for (const field of Object.keys(schema["properties"] as object)) {
      expect(text).toContain(`"${field}":`);
    }
    for (const word of ["src/a.txt", "/etc/passwd", "\\u0000", "\\ud800", "__proto__", "😀"]) {
      expect(text).toContain(word);
    }
    expect(text).toContain("x".repeat(10_000));
    expect(inputs.some((input) => typeof input === "string")).toBe(true);
    expect(Object.prototype).not.toHaveProperty("isAdmin");
  });

  test("are the same for the same seed, and others for another", () => {
    const words = ["a"];
    const one = makeSchemaInputs(schema, { count: 50, seed: 1, words });
    expect(makeSchemaInputs(schema, { count: 50, seed: 1, words })).toEqual(one);
    expect(makeSchemaInputs(schema, { count: 50, seed: 2, words })).not.toEqual(one);
  });

  test("come from any schema without end or error", () => {
    const anySchema = fc.letrec<{ schema: JsonSchema }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        fc.constant({}),
        fc.constant({ $ref: "#" }),
        fc.constant({ type: ["string", "null"] }),
        fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(3) }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.string(), tie("schema")),
        }),
        fc.record({ anyOf: fc.array(tie("schema")) }),
        fc.record({ allOf: fc.array(tie("schema")) }),
        fc.record({ enum: fc.array(fc.jsonValue()) }),
        fc.record({ type: fc.constant("integer"), minimum: fc.double(), maximum: fc.double() }),
      ),
    })).schema;
    fc.assert(
      fc.property(anySchema, fc.integer(), (root, seed) => {
        expect(makeSchemaInputs(root, { count: 4, seed, words: [] })).toHaveLength(4);
      }),
    );
  });
});
