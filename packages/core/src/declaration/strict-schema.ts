import { isSchemaObject } from "../schema/keywords.ts";
import { fixedValues } from "../schema/place.ts";
import { constraintTexts, withNotes } from "./constraint-text.ts";
import type { PlainSchema } from "./inline-schema.ts";

/**
 * The schema for OpenAI's strict mode: every object is closed, every field is required, optional fields are
 * nullable, and unsupported keywords become words. Null when strict mode can't express a part: an open object, a
 * value of any type, too many fields or levels.
 *
 * Source: OpenAI, "Structured outputs", supported schemas.
 */
export function strictSchema(schema: PlainSchema): PlainSchema | null {
  try {
    return new StrictRewriting().rewrite(schema, 1);
  } catch (error) {
    if (error instanceof NotStrict) return null;
    throw error;
  }
}

class NotStrict extends Error {}

const maxLevels = 10;
const maxProperties = 5_000;
const maxEnumValues = 1_000;
const maxNameLength = 120_000;

const formats = new Set("date-time time date duration email hostname ipv4 ipv6 uuid".split(" "));

const kept = [
  "type",
  "enum",
  "const",
  "description",
  "pattern",
  "format",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
];

const handled = new Set([
  ...kept,
  "additionalProperties",
  "anyOf",
  "items",
  "oneOf",
  "properties",
  "required",
]);

class StrictRewriting {
  #properties = 0;
  #enumValues = 0;
  #nameLength = 0;

  rewrite(schema: PlainSchema, level: number): PlainSchema {
    if (level > maxLevels || schema["patternProperties"] !== undefined) throw new NotStrict();
    const left = Object.keys(schema).filter((keyword) => !handled.has(keyword));
    const strict: PlainSchema = {};
    for (const keyword of kept) {
      if (schema[keyword] === undefined) continue;
      if (isKept(keyword, schema[keyword])) strict[keyword] = schema[keyword];
      else left.push(keyword);
    }
    this.#countEnum(strict["enum"]);
    if (strict["items"] === undefined && schema["items"] !== undefined) {
      if (!isSchemaObject(schema["items"])) throw new NotStrict();
      strict["items"] = this.rewrite({ ...schema["items"] }, level + 1);
    }
    this.#rewriteUnion(schema, strict, left, level);
    const types: unknown[] = [schema["type"]].flat();
    if (types.includes("object")) this.#rewriteObject(schema, strict, level);
    const isSaid = schema["type"] ?? strict["anyOf"] ?? fixedValues(strict);
    if (isSaid === undefined) throw new NotStrict();
    return withNotes(strict, constraintTexts(schema, left));
  }

  #rewriteObject(schema: PlainSchema, strict: PlainSchema, level: number): void {
    const { properties, additionalProperties } = schema;
    if (!isSchemaObject(properties) || (additionalProperties ?? false) !== false) {
      throw new NotStrict();
    }
    const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
    if (required.some((name) => !Object.hasOwn(properties, name))) throw new NotStrict();
    const fields: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (!isSchemaObject(property)) throw new NotStrict();
      this.#countName(name);
      const field = this.rewrite({ ...property }, level + 1);
      fields[name] = required.includes(name) ? field : nullable(field);
    }
    strict["properties"] = fields;
    strict["required"] = Object.keys(fields);
    strict["additionalProperties"] = false;
  }

  /** Strict mode only has `anyOf`, and distinguishes objects by their first field. */
  #rewriteUnion(schema: PlainSchema, strict: PlainSchema, left: string[], level: number): void {
    const { anyOf, oneOf } = schema;
    if (anyOf !== undefined && oneOf !== undefined) throw new NotStrict();
    const union: unknown = anyOf ?? oneOf;
    if (!Array.isArray(union)) return;
    if (level === 1 || schema["properties"] !== undefined) throw new NotStrict();
    const branches = (union as unknown[]).map((branch) => {
      if (!isSchemaObject(branch)) throw new NotStrict();
      return this.rewrite({ ...branch }, level + 1);
    });
    if (!areDistinct(branches)) throw new NotStrict();
    strict["anyOf"] = branches;
    if (left.includes("oneOf")) left.splice(left.indexOf("oneOf"), 1);
  }

  #countEnum(values: unknown): void {
    if (!Array.isArray(values)) return;
    this.#enumValues += values.length;
    for (const value of values as unknown[]) this.#nameLength += String(value).length;
    if (this.#enumValues > maxEnumValues) throw new NotStrict();
  }

  #countName(name: string): void {
    this.#properties += 1;
    this.#nameLength += name.length;
    if (this.#properties > maxProperties || this.#nameLength > maxNameLength) throw new NotStrict();
  }
}

function isKept(keyword: string, value: unknown): boolean {
  if (keyword === "format") return formats.has(String(value));
  return keyword !== "pattern" || !/\(\?(?:=|!|<=|<!)/.test(String(value));
}

function areDistinct(branches: readonly PlainSchema[]): boolean {
  const seen = new Map<string, unknown[]>();
  for (const { properties } of branches) {
    if (!isSchemaObject(properties)) continue;
    const [name = "", first] = Object.entries(properties)[0] ?? [];
    const fixed = isSchemaObject(first) ? fixedValues(first) : undefined;
    const others = seen.get(name);
    if (others !== undefined && (fixed === undefined || fixed.some((v) => others.includes(v)))) {
      return false;
    }
    // A first field without fixed values may have any value.
    if (others !== undefined && others.length === 0) return false;
    seen.set(name, [...(others ?? []), ...(fixed ?? [])]);
  }
  return true;
}

/** The schema or null, which the runtime treats as a missing field. */
function nullable(schema: PlainSchema): PlainSchema {
  const { description, ...rest } = schema;
  const said = description === undefined ? {} : { description };
  if (Array.isArray(rest["anyOf"])) {
    const branches = rest["anyOf"] as unknown[];
    const hasNull = branches.some((branch) => isSchemaObject(branch) && branch["type"] === "null");
    return hasNull ? schema : { ...rest, anyOf: [...branches, { type: "null" }], ...said };
  }
  const fixed = fixedValues(rest);
  const types: unknown[] = rest["type"] === undefined ? [] : [rest["type"]].flat();
  if (types.includes("null") && (fixed === undefined || fixed.includes(null))) return schema;
  if (types.length === 0 || types.includes("object") || types.includes("array")) {
    return { anyOf: [rest, { type: "null" }], ...said };
  }
  const { const: _constant, ...open } = rest;
  return {
    ...open,
    type: [...new Set([...types, "null"])],
    ...(fixed === undefined ? {} : { enum: [...fixed, null] }),
    ...said,
  };
}
