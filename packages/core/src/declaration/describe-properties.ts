import { isSchemaObject, mapSubschemas, ownField, type Subschema } from "../schema/keywords.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import type { PlainSchema } from "./inline-schema.ts";

/**
 * The last step of every dialect. Each property at every level gets a description, at least its name in words,
 * and each required name becomes a property.
 */
export function describeProperties(schema: JsonSchema): PlainSchema {
  const result = mapSubschemas(schema, (child: Subschema) =>
    typeof child === "boolean" ? child : describeProperties(child),
  );
  const required = Array.isArray(result["required"]) ? (result["required"] as unknown[]) : [];
  const given = isSchemaObject(result["properties"]) ? result["properties"] : {};
  const missing = required.filter((name) => ownField(given, String(name)) === undefined);
  const names = [...Object.keys(given), ...missing.map(String)];
  if (names.length === 0) return result;
  const properties = names.map((name) => [name, described(name, ownField(given, name))]);
  return { ...result, properties: Object.fromEntries(properties) };
}

function described(name: string, property: unknown): PlainSchema {
  const schema = isSchemaObject(property) ? { ...property } : {};
  const said = typeof schema["description"] === "string" ? schema["description"].trim() : "";
  if (said.length > 3) return schema;
  const title = typeof schema["title"] === "string" ? schema["title"].trim() : "";
  const words = title.length > 3 ? title : `The ${wordsOf(name)}`;
  return { ...schema, description: said === "" ? `${words}.` : `${said}: ${words}.` };
}

function wordsOf(name: string): string {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return words.length === 0 ? `field ${JSON.stringify(name)}` : words.join(" ").toLowerCase();
}
