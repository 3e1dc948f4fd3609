import type { RegisteredTool } from "@toolwright/core";

/** A field of a tool's input, as needed for typing it. */
export interface Field {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The allowed JSON types, as `string` or `array`; empty if the schema names none. */
  readonly types: readonly string[];
  /** The allowed values, if the schema lists them. */
  readonly choices: readonly string[];
  /** Whether it names a file or a folder. */
  readonly isPath: boolean;
}

/** A tool, as a person needs to know it to call it. */
export interface ToolSignature {
  readonly name: string;
  readonly title: string;
  /** One line. */
  readonly summary: string;
  readonly kind: string;
  readonly schema: Schema;
  /** Required fields first, otherwise in the schema's order. */
  readonly fields: readonly Field[];
}

type Schema = Readonly<Record<string, unknown>>;

export function signatureOf({ name, tool, input }: RegisteredTool): ToolSignature {
  const schema = input.jsonSchema;
  const { description, kind } = tool;
  const summary = typeof description === "string" ? firstLine(description) : description.summary;
  return { name, title: tool.title ?? name, summary, kind, schema, fields: fieldsOf(schema) };
}

/** The fields of an input schema. */
export function fieldsOf(schema: Schema): readonly Field[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  const fields = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, isSchema(property) ? property : {}, required.includes(name)),
  );
  return [
    ...fields.filter((field) => field.isRequired),
    ...fields.filter((field) => !field.isRequired),
  ];
}

const pathName =
  /^(paths?|files?|folders?|dir|directory|cwd|from|to|source|destination)$|[_-](path|file|dir)s?$|[a-z](Path|File|Dir)s?$/;

function fieldOf(name: string, property: Schema, isRequired: boolean): Field {
  const variants = variantsOf(property);
  const types = [...new Set(variants.flatMap(({ type }) => type ?? []))].map(String);
  const items = variants.flatMap((variant) =>
    isSchema(variant["items"]) ? variantsOf(variant["items"]) : [],
  );
  const isText = [...types, ...items.flatMap(({ type }) => type ?? [])].includes("string");
  const { description } = property;
  return {
    name,
    description: typeof description === "string" ? firstLine(description) : "",
    isRequired,
    types,
    choices: choicesOf([...variants, ...items]),
    isPath: isText && pathName.test(name),
  };
}

function choicesOf(variants: readonly Schema[]): string[] {
  const values = variants.flatMap((variant) => {
    if (Array.isArray(variant["enum"])) return variant["enum"] as unknown[];
    if ("const" in variant) return [variant["const"]];
    return variant["type"] === "boolean" ? [true, false] : [];
  });
  return [
    ...new Set(values.filter((value) => value !== null && typeof value !== "object").map(String)),
  ];
}

/** A schema and its alternatives, one level deep. */
function variantsOf(schema: Schema): readonly Schema[] {
  const offered = [schema["anyOf"], schema["oneOf"]].flatMap((list) =>
    Array.isArray(list) ? list.filter(isSchema) : [],
  );
  return [schema, ...offered];
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.trim() ?? "";
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
