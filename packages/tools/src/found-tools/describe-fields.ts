import type { JsonSchema } from "@toolwright/core";
import { oneLine } from "./one-line.ts";

const MAX_FIELDS = 12;
const MAX_CHOICES = 6;
const MAX_NAME_CHARACTERS = 60;

type Schema = Readonly<Record<string, unknown>>;

/** The fields of a tool's input in one line: `owner: string, labels?: string[]`. */
export function describeFields(schema: JsonSchema): string {
  const { properties, required } = schema as Schema;
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(isSchema(properties) ? properties : {});
  if (fields.length === 0) return "no input";
  // What has to be given comes first: of many fields the first are shown.
  const ordered = [
    ...fields.filter(([name]) => isRequired.has(name)),
    ...fields.filter(([name]) => !isRequired.has(name)),
  ];
  const shown = ordered
    .slice(0, MAX_FIELDS)
    .map(
      ([name, field]) =>
        `${oneLine(name, MAX_NAME_CHARACTERS)}${isRequired.has(name) ? "" : "?"}: ${typeText(field)}`,
    );
  const rest = ordered.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function typeText(schema: unknown, depth = 0): string {
  if (!isSchema(schema) || depth > 2) return "any";
  const { type, enum: choices, items, anyOf, oneOf } = schema;
  if (Array.isArray(choices) && choices.length > 0) return choicesText(choices);
  const branches = [anyOf, oneOf].find(Array.isArray);
  if (branches !== undefined) {
    const types = branches.slice(0, MAX_CHOICES).map((branch) => typeText(branch, depth + 1));
    return [...new Set(types)].join(" | ");
  }
  if (type === "array") {
    const item = typeText(items, depth + 1);
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  if (Array.isArray(type)) return type.map(String).slice(0, MAX_CHOICES).join(" | ");
  return typeof type === "string" ? oneLine(type, MAX_NAME_CHARACTERS) : "any";
}

function choicesText(choices: readonly unknown[]): string {
  const shown = choices
    .slice(0, MAX_CHOICES)
    .map((choice) => oneLine(JSON.stringify(choice) ?? "", MAX_NAME_CHARACTERS));
  return [...shown, ...(choices.length > MAX_CHOICES ? ["…"] : [])].join(" | ");
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
