import type { JsonSchema } from "@toolwright/core";
import { isSchemaObject, resolveReference } from "@toolwright/core/internal";
import { firstSentence, oneLine } from "../found-tools/one-line.ts";

const MAX_DEPTH = 6;
const MAX_FIELDS = 60;
const MAX_CHOICES = 40;
/** A few references to itself could make a schema's text endless. */
const MAX_TYPES = 1_000;
const MAX_COMMENT_CHARACTERS = 160;

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** A JSON Schema as a type in TypeScript, with descriptions of fields as comments. Whatever it can't say is `unknown`. */
export function typeText(schema: JsonSchema): string {
  return typeOf(schema, { root: schema, depth: 0, written: { types: 0 } });
}

interface Place {
  readonly root: JsonSchema;
  readonly depth: number;
  /** Of the whole text, until now. */
  readonly written: { types: number };
}

function typeOf(given: unknown, { root, depth, written }: Place): string {
  written.types += 1;
  if (!isSchemaObject(given) || depth > MAX_DEPTH || written.types > MAX_TYPES) return "unknown";
  const inner = { root, depth: depth + 1, written };
  if (typeof given["$ref"] === "string") {
    return typeOf(resolveReference(root, given["$ref"]), inner);
  }
  const { type, enum: choices, anyOf, oneOf } = given;
  if ("const" in given) return literals([given["const"]]);
  if (Array.isArray(choices)) return literals(choices);
  const branches = [anyOf, oneOf].find(Array.isArray);
  if (branches !== undefined) return union(branches.map((each) => typeOf(each, inner)));
  if (Array.isArray(type)) {
    return union(type.map((each: unknown) => typeOf({ ...given, type: each }, inner)));
  }
  if (type === "array") return arrayOf(typeOf(given["items"], inner));
  if (type === "object" || "properties" in given) return objectOf(given, inner);
  return scalars[String(type)] ?? "unknown";
}

function objectOf(schema: JsonSchema, place: Place): string {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const all = Object.entries(isSchemaObject(properties) ? properties : {});
  const fields = all.slice(0, MAX_FIELDS).map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(oneLine(name, 100));
    return `${commentOf(field)}${key}${needed.has(name) ? "" : "?"}: ${typeOf(field, place)};`;
  });
  if (all.length > MAX_FIELDS) fields.push(`/* ${all.length - MAX_FIELDS} more fields */`);
  if (fields.length > 0) return `{ ${fields.join(" ")} }`;
  return isSchemaObject(additionalProperties)
    ? `Record<string, ${typeOf(additionalProperties, place)}>`
    : "{}";
}

function commentOf(field: unknown): string {
  if (!isSchemaObject(field) || typeof field["description"] !== "string") return "";
  const text = firstSentence(field["description"], MAX_COMMENT_CHARACTERS).replaceAll("*/", "* /");
  return text === "" ? "" : `/** ${text} */ `;
}

function arrayOf(item: string): string {
  return /^[\w"]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ") || "unknown";
}

function literals(values: readonly unknown[]): string {
  const shown = values
    .slice(0, MAX_CHOICES)
    .map((value) => oneLine(JSON.stringify(value) ?? "unknown", 100));
  return union(values.length > MAX_CHOICES ? [...shown, "unknown"] : shown);
}
