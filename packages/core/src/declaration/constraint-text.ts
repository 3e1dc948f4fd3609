import { expectedText } from "../schema/issues.ts";
import { isSchemaObject, isSubschema, type Subschema } from "../schema/keywords.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";

/**
 * A keyword as a sentence, for the description of a schema whose dialect lacks the keyword. Empty when the
 * keyword constrains nothing.
 */
export function constraintText(keyword: string, schema: JsonSchema): string {
  const value = schema[keyword];
  const say = sentences[keyword];
  return say === undefined ? "" : say(value, schema);
}

/** The sentences for those of the keywords that the schema has. */
export function constraintTexts(schema: JsonSchema, keywords: Iterable<string>): string[] {
  return [...keywords]
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => constraintText(keyword, schema))
    .filter((sentence) => sentence !== "");
}

/** The schema with notes added to its description; the same schema without notes. */
export function withNotes(
  schema: Record<string, unknown>,
  notes: readonly string[],
): Record<string, unknown> {
  if (notes.length === 0) return schema;
  const said = typeof schema["description"] === "string" ? schema["description"].trim() : "";
  const fresh = notes.filter((note) => !said.includes(note));
  const end = said === "" || /[.!?:)\]]$/.test(said) ? said : `${said}.`;
  return { ...schema, description: [end, ...fresh].filter((part) => part !== "").join(" ") };
}

type Sentence = (value: unknown, schema: JsonSchema) => string;

const sentences: Readonly<Record<string, Sentence>> = {
  const: (value) => `Always ${json(value)}.`,
  enum: (value) => `One of: ${listOf(value)}.`,
  default: (value) => `Default: ${json(value)}.`,
  examples: (value) => `For example: ${listOf(value)}.`,
  minimum: (value) => `Must be at least ${json(value)}.`,
  maximum: (value) => `Must be at most ${json(value)}.`,
  exclusiveMinimum: (value) => `Must be greater than ${json(value)}.`,
  exclusiveMaximum: (value) => `Must be less than ${json(value)}.`,
  multipleOf: (value) => `Must be a multiple of ${json(value)}.`,
  minLength: (value) => `At least ${counted(value, "character")}.`,
  maxLength: (value) => `At most ${counted(value, "character")}.`,
  pattern: (value) => `Must match the regular expression ${String(value)} .`,
  format: (value) => `Format: ${String(value)}.`,
  contentEncoding: (value) => `Encoding: ${String(value)}.`,
  contentMediaType: (value) => `Content: ${String(value)}.`,
  minItems: (value) => `At least ${counted(value, "item")}.`,
  maxItems: (value) => `At most ${counted(value, "item")}.`,
  uniqueItems: (value) => (value === true ? "All items must be different." : ""),
  contains: (value, { minContains, maxContains }) => {
    const least = `At least ${counted(minContains ?? 1, "item")} must be: ${short(value)}.`;
    return maxContains === undefined
      ? least
      : `${least} At most ${counted(maxContains, "item")} may be so.`;
  },
  prefixItems: (value) =>
    Array.isArray(value)
      ? `Items in this order: ${(value as unknown[]).map(short).join("; ")}.`
      : "",
  minProperties: (value) => `At least ${counted(value, "field")}.`,
  maxProperties: (value) => `At most ${counted(value, "field")}.`,
  propertyNames: (value) => (saysNothingOfNames(value) ? "" : `Field names: ${short(value)}.`),
  additionalProperties: (value) => otherFields("Any other field", value),
  unevaluatedProperties: (value) => otherFields("Any other field", value),
  unevaluatedItems: (value) =>
    value === false ? "No other items." : `Other items: ${short(value)}.`,
  patternProperties: (value) =>
    Object.entries(isSchemaObject(value) ? value : {})
      .map(([pattern, field]) => otherFields(`A field whose name matches ${pattern}`, field))
      .join(" "),
  dependentRequired: (value) =>
    Object.entries(isSchemaObject(value) ? value : {})
      .map(([name, needed]) => `With '${name}' these are also required: ${listOf(needed)}.`)
      .join(" "),
  dependentSchemas: (value) =>
    Object.entries(isSchemaObject(value) ? value : {})
      .map(([name, schema]) => `With '${name}' it must also be: ${json(schema)}.`)
      .join(" "),
  not: (value) => `Must not be: ${short(value)}.`,
  if: (value, schema) => {
    const then = schema["then"] === undefined ? "" : ` then it must be: ${json(schema["then"])}`;
    const other =
      schema["else"] === undefined ? "" : ` otherwise it must be: ${json(schema["else"])}`;
    return then + other === "" ? "" : `If it is ${json(value)}${then}${other}.`;
  },
  allOf: (value) => `Must also be: ${json(value)}.`,
};

function otherFields(subject: string, value: unknown): string {
  if (value === true || (isSchemaObject(value) && Object.keys(value).length === 0)) {
    return `${subject} may be given.`;
  }
  if (value === false) return "";
  const description = isSchemaObject(value) ? value["description"] : undefined;
  const about = typeof description === "string" ? ` (${description.trim()})` : "";
  return `${subject}: ${short(value)}${about}.`;
}

function saysNothingOfNames(value: unknown): boolean {
  return !isSchemaObject(value) || Object.keys(value).every((keyword) => keyword === "type");
}

/** The schema in a few words if they say everything, otherwise as JSON Schema. */
function short(value: unknown): string {
  if (!isSubschema(value)) return json(value);
  const isSimple = typeof value === "boolean" || Object.keys(value).every((k) => simple.has(k));
  return isSimple ? wordsOf(value) : json(value);
}

const simple = new Set(["type", "const", "enum", "description", "title"]);

function wordsOf(schema: Subschema): string {
  return expectedText({ root: {}, schemas: [schema] });
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? (value as unknown[]).map(json).join(", ") : json(value);
}

function counted(value: unknown, thing: string): string {
  return `${String(value)} ${thing}${value === 1 ? "" : "s"}`;
}

const maxJson = 600;

function json(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxJson
    ? `${text.slice(0, maxJson)}… (cut; checked when it is called)`
    : text;
}
