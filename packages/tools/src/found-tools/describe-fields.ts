import type { JsonSchema } from "@toolwright/core";
import { firstSentence, oneLine } from "./one-line.ts";

/** Further fields are listed in one line, without descriptions. */
const MAX_DESCRIBED = 12;
const MAX_FIELDS = 60;
const MAX_NESTED_FIELDS = 12;
const MAX_DEPTH = 3;
const MAX_CHOICES = 20;
const MAX_NAME_CHARACTERS = 60;
const MAX_TEXT_CHARACTERS = 100;

type Schema = Readonly<Record<string, unknown>>;

/**
 * The fields of a tool's input, one line each, required ones first, so that a model can call the tool: name with
 * ? if optional, type or choices, and description, as in `owner: string (The account)`.
 */
export function describeFields(schema: JsonSchema): readonly string[] {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return ["no input"];
  const lines = fields.slice(0, MAX_DESCRIBED).map(({ head, text }) => head + text);
  const brief = fields.slice(MAX_DESCRIBED, MAX_FIELDS).map(({ head }) => head);
  const rest = fields.length - MAX_FIELDS;
  if (brief.length > 0) lines.push(brief.join(", ") + (rest > 0 ? ` and ${rest} more` : ""));
  return lines;
}

interface Field {
  readonly head: string;
  readonly text: string;
}

function fieldsOf(schema: Schema, depth = 0): readonly Field[] {
  const { properties, required } = schema;
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(isSchema(properties) ? properties : {});
  const ordered = [
    ...fields.filter(([name]) => isRequired.has(name)),
    ...fields.filter(([name]) => !isRequired.has(name)),
  ];
  return ordered.map(([name, field]) => ({
    head: `${oneLine(name, MAX_NAME_CHARACTERS)}${isRequired.has(name) ? "" : "?"}: ${typeText(field, depth)}`,
    text: textOf(field),
  }));
}

function textOf(field: unknown): string {
  if (!isSchema(field) || typeof field["description"] !== "string") return "";
  const text = firstSentence(field["description"], MAX_TEXT_CHARACTERS);
  return text === "" ? "" : ` (${text})`;
}

function typeText(schema: unknown, depth: number): string {
  if (!isSchema(schema) || depth > MAX_DEPTH) return "any";
  const { type, enum: choices, items, anyOf, oneOf } = schema;
  if (schema["const"] !== undefined) return choicesText([schema["const"]]);
  if (Array.isArray(choices) && choices.length > 0) return choicesText(choices);
  const branches = [anyOf, oneOf].find(Array.isArray);
  if (branches !== undefined) {
    const types = branches.slice(0, MAX_CHOICES).map((branch) => typeText(branch, depth + 1));
    return [...new Set(types)].join(" | ");
  }
  if (type === "array") {
    const item = typeText(items, depth + 1);
    return /[ {]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (isSchema(schema["properties"])) return objectText(schema, depth);
  if (Array.isArray(type)) return type.map(String).slice(0, MAX_CHOICES).join(" | ");
  return typeof type === "string" ? oneLine(type, MAX_NAME_CHARACTERS) : "any";
}

function objectText(schema: Schema, depth: number): string {
  const heads = fieldsOf(schema, depth + 1).map(({ head }) => head);
  if (heads.length === 0) return "object";
  const shown = heads.slice(0, MAX_NESTED_FIELDS);
  return `{ ${[...shown, ...(heads.length > shown.length ? ["…"] : [])].join(", ")} }`;
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
