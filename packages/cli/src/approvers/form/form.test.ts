import type { JsonSchema } from "@toolwright/core";
import { expect, test } from "vitest";
import { type FormField, formFields } from "./form-fields.ts";
import { readField } from "./read-field.ts";

function fieldOf(schema: object, isRequired = true): FormField {
  const [field] = formFields({
    type: "object",
    properties: { it: schema },
    ...(isRequired && { required: ["it"] }),
  });
  return field as FormField;
}

const value = (of: unknown): object => ({ kind: "value", value: of });
const problem = { kind: "problem" };

test.each([
  [{ type: "string" }, " as typed ", value(" as typed ")],
  [{ type: "string" }, "", problem],
  [{ type: "string", default: "x" }, "", value("x")],
  [{ type: "string", maxLength: 2 }, "é😀", value("é😀")],
  [{ type: "string", maxLength: 2 }, "abc", problem],
  [{ type: "string", format: "email" }, "a@b", value("a@b")],
  [{ type: "string", format: "email" }, "a b@c", problem],
  [{ type: "string", format: "uri" }, "no uri", problem],
  [{ type: "string", format: "date" }, "2026-02-30x", problem],
  [{ type: "string", format: "date-time" }, "2026-02-03T10:00:00Z", value("2026-02-03T10:00:00Z")],
  [{ type: "number" }, "1.5", value(1.5)],
  [{ type: "number" }, "1e999", problem],
  [{ type: "integer" }, "1.5", problem],
  [{ type: "integer", maximum: 3 }, "4", problem],
  [{ type: "boolean" }, "Yes", value(true)],
  [{ type: "boolean" }, "n", value(false)],
  [{ type: "boolean" }, "perhaps", problem],
  [{ type: "string", enum: ["a", "b"] }, "2", value("b")],
  [{ type: "string", enum: ["2", "1"] }, "2", value("2")],
  [{ type: "string", enum: ["a"], enumNames: ["An A"] }, "an a", value("a")],
  [{ type: "string", enum: ["a"] }, "0", problem],
  [{ type: "string", oneOf: [{ const: "a", title: "First" }] }, "first", value("a")],
  [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, "b,1,b", value(["b", "a"])],
  [{ type: "array", minItems: 2, items: { enum: ["a", "b"] } }, "a", problem],
  [{ type: "object" }, '{"a":1}', value({ a: 1 })],
  [{ type: "object" }, "{", problem],
])("%j: %j", (schema, typed, expected) => {
  expect(readField(fieldOf(schema), typed)).toMatchObject(expected);
});

test("what isn't needed may be left out", () => {
  expect(readField(fieldOf({ type: "string" }, false), " ")).toEqual({ kind: "nothing" });
});

test("whatever a server sends for a schema becomes a form", () => {
  for (const schema of [{}, { properties: null }, { properties: [1] }, { properties: { a: 5 } }]) {
    expect(() => formFields(schema as JsonSchema)).not.toThrow();
  }
});
