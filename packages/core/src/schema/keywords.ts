import type { JsonSchema } from "./standard-schema.ts";

/** A schema inside a schema: `true` accepts everything, `false` nothing. */
export type Subschema = JsonSchema | boolean;

/** The keywords of JSON Schema 2020-12 that hold one schema. */
const singleKeywords = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

/** … a list of schemas. */
const listKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/** … schemas by name. */
const mapKeywords = [
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
] as const;

/** Keywords whose schemas apply to the same value as the schema around them. */
const inPlaceKeywords: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);

export function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSubschema(value: unknown): value is Subschema {
  return typeof value === "boolean" || isSchemaObject(value);
}

/** Visits each schema directly inside the schema, but no data (`default` …). */
export function eachSubschema(
  schema: JsonSchema,
  visit: (child: Subschema, keyword: string) => void,
): void {
  for (const keyword of singleKeywords) {
    const child = schema[keyword];
    if (isSubschema(child)) visit(child, keyword);
  }
  for (const keyword of listKeywords) {
    const children = schema[keyword];
    if (Array.isArray(children)) {
      for (const child of children as unknown[]) if (isSubschema(child)) visit(child, keyword);
    }
  }
  for (const keyword of mapKeywords) {
    const children = schema[keyword];
    if (isSchemaObject(children)) {
      for (const child of Object.values(children)) if (isSubschema(child)) visit(child, keyword);
    }
  }
}

/** The same schema with each schema directly inside it replaced. Other keywords are kept. */
export function mapSubschemas(
  schema: JsonSchema,
  replace: (child: Subschema, keyword: string) => Subschema,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...schema };
  const replaced = (child: unknown, keyword: string): unknown =>
    isSubschema(child) ? replace(child, keyword) : child;
  for (const keyword of singleKeywords) {
    if (keyword in result) result[keyword] = replaced(result[keyword], keyword);
  }
  for (const keyword of listKeywords) {
    const children = result[keyword];
    if (Array.isArray(children)) {
      result[keyword] = (children as unknown[]).map((child) => replaced(child, keyword));
    }
  }
  for (const keyword of mapKeywords) {
    const children = result[keyword];
    if (isSchemaObject(children)) {
      result[keyword] = Object.fromEntries(
        Object.entries(children).map(([name, child]) => [name, replaced(child, keyword)]),
      );
    }
  }
  return result;
}

export function isInPlace(keyword: string): boolean {
  return inPlaceKeywords.has(keyword);
}

/** An own field, never an inherited one: `constructor` may be a field's name. */
export function ownField(fields: unknown, name: string): unknown {
  if (typeof fields !== "object" || fields === null) return undefined;
  return Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined;
}
