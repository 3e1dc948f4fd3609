import { isSchemaObject } from "../schema/keywords.ts";
import { constraintTexts, withNotes } from "./constraint-text.ts";
import { flattenObject } from "./flatten-union.ts";
import type { PlainSchema } from "./inline-schema.ts";
import { mergeAllOf } from "./merge-schemas.ts";

/**
 * The schema in Gemini's subset of OpenAPI (`parameters`), with other constraints in words. Null when the subset
 * can't express a part correctly: a value of several types or of any type, or an object with free fields.
 * `parametersJsonSchema` is for these. (Vertex refuses `anyOf` beside a description, and with it the whole
 * request.)
 *
 * Source: Gemini API reference, `Schema`.
 */
export function geminiSchema(schema: PlainSchema): PlainSchema | null {
  const single = withoutNull(schema);
  if (single === null) return null;
  const { isNullable } = single;
  const flat = flattenObject(withoutFixed(single.schema));
  if (flat === null || typeof flat["type"] !== "string") return null;
  const result = rewriters[flat["type"]]?.(flat) ?? null;
  return result !== null && isNullable ? { ...result, nullable: true } : result;
}

const rewriters: Readonly<Record<string, (schema: PlainSchema) => PlainSchema | null>> = {
  string: (schema) => rewriteString(schema),
  number: (schema) => rewriteNumber(schema, "NUMBER"),
  integer: (schema) => rewriteNumber(roundBounds(schema), "INTEGER"),
  boolean: (schema) => keep(schema, "BOOLEAN", []),
  array: (schema) => rewriteArray(schema),
  object: (schema) => rewriteObject(schema),
};

/** Removes null from the types and alternatives; null when several types are left. */
function withoutNull(schema: PlainSchema): { schema: PlainSchema; isNullable: boolean } | null {
  const { anyOf, oneOf, ...rest } = schema;
  const keyword = anyOf === undefined ? "oneOf" : "anyOf";
  const union: unknown = anyOf ?? oneOf;
  if (Array.isArray(union) && (anyOf === undefined || oneOf === undefined)) {
    const branches = (union as unknown[]).filter((branch) => !isNull(branch));
    const isNullable = branches.length < union.length;
    const [only] = branches;
    if (branches.length === 1 && isSchemaObject(only)) {
      const inner = withoutNull(mergeAllOf({ ...rest, allOf: [only] }));
      return inner === null ? null : { ...inner, isNullable: isNullable || inner.isNullable };
    }
    return { schema: { ...rest, [keyword]: branches }, isNullable };
  }
  const types: unknown[] = [schema["type"]].flat();
  const others = types.filter((type) => type !== "null");
  if (others.length !== 1) return null;
  const isNullable = others.length < types.length;
  const fixed: unknown = schema["enum"];
  const values = Array.isArray(fixed) ? { enum: fixed.filter((value) => value !== null) } : {};
  return { schema: isNullable ? { ...schema, type: others[0], ...values } : schema, isNullable };
}

function isNull(branch: unknown): boolean {
  return isSchemaObject(branch) && (branch["type"] === "null" || branch["const"] === null);
}

/** Turns a union of fixed texts into one text with all their values. */
function withoutFixed(schema: PlainSchema): PlainSchema {
  const { anyOf, oneOf, ...rest } = schema;
  const union: unknown = anyOf ?? oneOf;
  if (!Array.isArray(union) || (anyOf !== undefined && oneOf !== undefined)) return schema;
  const values = (union as unknown[]).map((branch) => {
    if (!isSchemaObject(branch)) return undefined;
    if (typeof branch["const"] === "string") return [branch["const"]];
    return Array.isArray(branch["enum"]) ? (branch["enum"] as unknown[]) : undefined;
  });
  if (!values.every((some) => some?.every((value) => typeof value === "string"))) return schema;
  return { ...rest, type: "string", enum: [...new Set(values.flat())] };
}

function rewriteString(schema: PlainSchema): PlainSchema {
  const own: PlainSchema = { ...schema };
  if (typeof own["const"] === "string") {
    own["enum"] = [own["const"]];
    delete own["const"];
  }
  const values: unknown = own["enum"];
  // Gemini's enums contain only texts that aren't empty.
  const isSayable = Array.isArray(values) && values.every((v) => typeof v === "string" && v !== "");
  const isKnownFormat = own["format"] === "date-time" || own["format"] === "enum";
  return keep(own, "STRING", [
    "minLength",
    "maxLength",
    "pattern",
    ...(isSayable ? ["enum"] : []),
    ...(isKnownFormat ? ["format"] : []),
  ]);
}

function rewriteNumber(schema: PlainSchema, type: "NUMBER" | "INTEGER"): PlainSchema {
  return keep(schema, type, ["minimum", "maximum"]);
}

/** Turns an integer's exclusive bounds into inclusive ones. */
function roundBounds(schema: PlainSchema): PlainSchema {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  const result: PlainSchema = { ...rest };
  if (typeof above === "number") {
    result["minimum"] = Math.max(Math.floor(above) + 1, Number(rest["minimum"] ?? -Infinity));
  }
  if (typeof below === "number") {
    result["maximum"] = Math.min(Math.ceil(below) - 1, Number(rest["maximum"] ?? Infinity));
  }
  return result;
}

function rewriteArray(schema: PlainSchema): PlainSchema | null {
  const items = isSchemaObject(schema["items"]) ? geminiSchema({ ...schema["items"] }) : null;
  return items === null
    ? null
    : { ...keep(schema, "ARRAY", ["minItems", "maxItems"], ["items"]), items };
}

function rewriteObject(schema: PlainSchema): PlainSchema | null {
  const given = isSchemaObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const isOpen = (schema["additionalProperties"] ?? false) !== false;
  if (given.length === 0 || isOpen || schema["patternProperties"] !== undefined) return null;
  const names = given.map(([name]) => name);
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  if (required.some((name) => !names.includes(String(name)))) return null;
  const properties: Record<string, unknown> = {};
  for (const [name, property] of given) {
    const rewritten = isSchemaObject(property) ? geminiSchema({ ...property }) : null;
    if (rewritten === null) return null;
    properties[name] = rewritten;
  }
  const result = keep(
    schema,
    "OBJECT",
    ["required", "minProperties", "maxProperties"],
    ["properties", "additionalProperties"],
  );
  return { ...result, properties };
}

/** The schema with these keywords; all others except the handled ones become words. */
function keep(
  schema: PlainSchema,
  type: string,
  keywords: readonly string[],
  handled: readonly string[] = [],
): PlainSchema {
  const result: PlainSchema = { type };
  for (const keyword of ["description", ...keywords]) {
    if (schema[keyword] !== undefined) result[keyword] = schema[keyword];
  }
  const done = new Set(["type", "description", ...keywords, ...handled]);
  const left = Object.keys(schema).filter((keyword) => !done.has(keyword));
  return withNotes(result, constraintTexts(schema, left));
}
