import { isSchemaObject, type Subschema } from "../schema/keywords.ts";
import { jsonTypesNamed, namesOfJsonTypes } from "../schema/json-type.ts";
import { withNotes } from "./constraint-text.ts";
import type { PlainSchema } from "./inline-schema.ts";

/** The schema without `allOf` at its root: its parts are merged, and the rest becomes words. */
export function mergeAllOf(schema: PlainSchema): PlainSchema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = (allOf as unknown[]).filter(isSchemaObject).map((part) => mergeAllOf({ ...part }));
  return parts.reduce<PlainSchema>(mergeSchemas, rest);
}

/** One schema for values that fit both. If a keyword can't be merged, the second one becomes words. */
export function mergeSchemas(a: PlainSchema, b: PlainSchema): PlainSchema {
  const merged: PlainSchema = { ...a };
  const left: PlainSchema = {};
  for (const [keyword, value] of Object.entries(b)) {
    if (keyword === "description") continue;
    const mine = merged[keyword];
    if (mine === undefined) merged[keyword] = value;
    else if (JSON.stringify(mine) !== JSON.stringify(value)) {
      const both = mergers[keyword]?.(mine, value);
      if (both === undefined) left[keyword] = value;
      else merged[keyword] = both;
    }
  }
  const notes = typeof b["description"] === "string" ? [b["description"].trim()] : [];
  for (const keyword of ["title", "examples", "default", "deprecated"]) delete left[keyword];
  if (Object.keys(left).length > 0) notes.push(`It must also fit ${JSON.stringify(left)}.`);
  return withNotes(merged, notes);
}

/** Undefined: the two values can't be merged. */
type Merger = (a: unknown, b: unknown) => unknown;

const larger: Merger = (a, b) => Math.max(Number(a), Number(b));
const smaller: Merger = (a, b) => Math.min(Number(a), Number(b));

const mergers: Readonly<Record<string, Merger>> = {
  properties: (a, b) => mergeFields(a, b),
  patternProperties: (a, b) => mergeFields(a, b),
  required: (a, b) => [...new Set([a, b].flat())],
  items: (a, b) => mergeSubschemas(a, b),
  additionalProperties: (a, b) => mergeSubschemas(a, b),
  propertyNames: (a, b) => mergeSubschemas(a, b),
  type: (a, b) => {
    const names = namesOfJsonTypes(jsonTypesNamed(a) & jsonTypesNamed(b));
    return names.length > 1 ? names : names[0];
  },
  enum: (a, b) => {
    const others = new Set((b as unknown[]).map((value) => JSON.stringify(value)));
    const both = (a as unknown[]).filter((value) => others.has(JSON.stringify(value)));
    return both.length === 0 ? undefined : both;
  },
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: (a, b) => a === true || b === true,
};

function mergeFields(a: unknown, b: unknown): unknown {
  if (!isSchemaObject(a) || !isSchemaObject(b)) return undefined;
  const merged: Record<string, unknown> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    merged[name] = Object.hasOwn(a, name) ? mergeSubschemas(a[name], schema) : schema;
  }
  return merged;
}

function mergeSubschemas(a: unknown, b: unknown): Subschema {
  if (a === false || b === false) return false;
  if (!isSchemaObject(a)) return isSchemaObject(b) ? b : true;
  return isSchemaObject(b) ? mergeSchemas({ ...a }, { ...b }) : a;
}
