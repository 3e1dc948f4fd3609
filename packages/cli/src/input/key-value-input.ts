import { messageOf } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { usageError } from "../errors.ts";

/** A JSON Schema, as far as it is needed to read a typed value. */
type Schema = Readonly<Record<string, unknown>>;

const pair = /^(?<key>[^=:]+)(?<separator>:?=)(?<value>[\s\S]*)$/u;

/**
 * Builds a tool's input from typed pairs: `key=value`, read by the field's type in the tool's schema,
 * and `key:=JSON` for any value. A repeated key fills a list. A value that doesn't fit its type stays
 * text, so that validation explains the problem.
 *
 * Errors: CommandError `usage` for a word that isn't a pair, a repeated key, or invalid JSON.
 */
export function inputFromPairs(
  pairs: readonly string[],
  schema: Schema | undefined,
): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const fields = new Map<string, unknown>();
  for (const given of pairs) {
    const { key = "", separator, value = "" } = pair.exec(given)?.groups ?? {};
    if (key === "") throw noPair(given, schema);
    const field = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const isRepeatable = separator === "=" && takes(field, "array");
    if (fields.has(key) && !isRepeatable)
      throw usageError(phrase("'{key}' is given twice.", { key }));
    const read = separator === ":=" ? parseJson(key, value) : readValue(value, field);
    if (isRepeatable && !Array.isArray(read)) {
      const former = fields.get(key);
      const items = former === undefined ? [] : Array.isArray(former) ? former : [former];
      const item = readValue(value, itemsOf(field));
      // For `string or list of strings`, one value is the string, and several are the list.
      const isSingle = former === undefined && takes(field, "string");
      fields.set(key, isSingle ? item : [...items, item]);
    } else fields.set(key, read);
  }
  // Creates an own property even for `__proto__`.
  return Object.fromEntries(fields);
}

function readValue(text: string, schema: Schema | undefined): unknown {
  const parsed = jsonOf(text);
  switch (typeof parsed) {
    case "number":
      return takes(schema, "number") || takes(schema, "integer") ? parsed : text;
    case "boolean":
      return takes(schema, "boolean") ? parsed : text;
    case "object": {
      if (parsed === null) return takes(schema, "null") ? null : text;
      const type = Array.isArray(parsed) ? "array" : "object";
      // A field without a type (such as a reference) is probably not text.
      return takes(schema, type) || !hasType(schema) ? parsed : text;
    }
    default:
      return text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseJson(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw usageError(
      phrase("The value of '{key}:=' is invalid JSON: {reason}", {
        key,
        reason: messageOf(thrown),
      }),
    );
  }
}

function noPair(given: string, schema: Schema | undefined): Error {
  const keys = Object.keys(propertiesOf(schema));
  const known = keys.length === 0 ? "" : phrase(" Keys: {keys}.", { keys: keys.join(", ") });
  return usageError(
    phrase(
      "'{word}' isn't key=value, and all required arguments have a value. Put values with spaces in quotes.{known}",
      { word: given, known },
    ),
  );
}

function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  const properties = schema?.["properties"];
  return isSchema(properties) ? (properties as Readonly<Record<string, Schema>>) : {};
}

function itemsOf(schema: Schema | undefined): Schema | undefined {
  for (const variant of variantsOf(schema)) {
    if (isSchema(variant["items"])) return variant["items"];
  }
  return undefined;
}

function takes(schema: Schema | undefined, type: string): boolean {
  return variantsOf(schema).some(({ type: own }) =>
    Array.isArray(own) ? own.includes(type) : own === type,
  );
}

function hasType(schema: Schema | undefined): boolean {
  return variantsOf(schema).some((variant) => "type" in variant || "enum" in variant);
}

/** A schema and its alternatives, one level deep. */
function variantsOf(schema: Schema | undefined): readonly Schema[] {
  if (schema === undefined) return [];
  const offered = [schema["anyOf"], schema["oneOf"]].flatMap((list) =>
    Array.isArray(list) ? list.filter(isSchema) : [],
  );
  return [schema, ...offered];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
