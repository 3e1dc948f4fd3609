import type { JsonSchema } from "@toolwright/core";

type Json = Readonly<Record<string, unknown>>;

/** Gemini's type names, https://ai.google.dev/api/caching#Type; JSON Schema has the same in lower case. */
const geminiTypes = new Set(["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"]);

/** Counts that Gemini writes as strings, because they are 64-bit integers. */
const counts = [
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
] as const;

const maxDepth = 64;

/**
 * The JSON Schema of a declaration's parameters, which are JSON Schema or Gemini's variant of it.
 * Unknown parts are kept, so that the registry refuses them.
 */
export function declaredSchema(parameters: unknown): JsonSchema {
  if (parameters === undefined || parameters === null) return { type: "object", properties: {} };
  const schema = convert(parameters, 0);
  if (!isObject(schema)) return schema as JsonSchema;
  return { type: "object", ...schema };
}

function convert(schema: unknown, depth: number): unknown {
  // The registry refuses deeper schemas.
  if (!isObject(schema) || depth > maxDepth) return schema;
  const converted: Record<string, unknown> = { ...schema };
  const next = (child: unknown): unknown => convert(child, depth + 1);
  for (const keyword of ["items", "additionalProperties", "not"]) {
    if (keyword in schema) converted[keyword] = next(schema[keyword]);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list = schema[keyword];
    if (Array.isArray(list)) converted[keyword] = list.map(next);
  }
  for (const keyword of ["properties", "$defs", "definitions"]) {
    const named = schema[keyword];
    if (!isObject(named)) continue;
    converted[keyword] = Object.fromEntries(
      Object.entries(named).map(([name, child]) => [name, next(child)]),
    );
  }
  convertType(converted);
  for (const keyword of counts) {
    const value = schema[keyword];
    if (typeof value === "string" && /^\d{1,15}$/.test(value)) converted[keyword] = Number(value);
  }
  // Only Gemini has an order of fields.
  delete converted["propertyOrdering"];
  return converted;
}

function convertType(schema: Record<string, unknown>): void {
  const { type } = schema;
  if (type === "TYPE_UNSPECIFIED") delete schema["type"];
  else if (Array.isArray(type)) schema["type"] = type.map(jsonType);
  else if (type !== undefined) schema["type"] = jsonType(type);
}

function jsonType(type: unknown): unknown {
  return typeof type === "string" && geminiTypes.has(type) ? type.toLowerCase() : type;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
