import { mapSubschemas, type Subschema } from "../schema/keywords.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import { constraintTexts, withNotes } from "./constraint-text.ts";
import { describeProperties } from "./describe-properties.ts";
import { flattenObject } from "./flatten-union.ts";
import { inlineSchema, type PlainSchema } from "./inline-schema.ts";
import { mergeAllOf } from "./merge-schemas.ts";
import { withoutTuple } from "./tuple.ts";

/** A schema whose root is an object, as vendors' types require. */
export interface ObjectSchema {
  type: "object";
  properties: { [name: string]: object };
  required?: string[];
  [keyword: string]: unknown;
}

export interface PortableSchema {
  /** JSON Schema without `allOf` and tuples, whose root is an object without alternatives. */
  readonly schema: PlainSchema;
  /** The root's constraints in words, for the tool's description. */
  readonly rootText: string;
}

/** Keywords that some vendors refuse at the root. */
const notAtRoot = ["not", "if", "then", "else", "enum", "const"];

/** Rewrites a schema so that every vendor with JSON Schema support accepts it. */
export function portableSchema(jsonSchema: JsonSchema): PortableSchema {
  const inlined = simplify(inlineSchema(jsonSchema));
  const flat =
    flattenObject(inlined) ??
    withNotes({ type: "object" }, [`Its form: ${JSON.stringify(inlined)}.`]);
  const noted = withNotes(flat, constraintTexts(flat, notAtRoot));
  const { description, ...schema } = noted;
  for (const keyword of notAtRoot) delete schema[keyword];
  return {
    schema: schema["properties"] === undefined ? { ...schema, properties: {} } : schema,
    rootText: typeof description === "string" ? description : "",
  };
}

function simplify(schema: PlainSchema): PlainSchema {
  const visit = (child: Subschema): Subschema =>
    typeof child === "boolean" ? child : simplify({ ...child });
  return withoutTuple(mergeAllOf(mapSubschemas(schema, visit)));
}

/** The tool's description followed by the root's text, unless it already contains that. */
export function describeTool(description: string, rootText: string): string {
  if (rootText === "" || description.includes(rootText)) return description;
  return description === "" ? rootText : `${description}\n\n${rootText}`;
}

/** Like `describeProperties`, for vendors that require an object at the root. */
export function objectSchema(schema: PlainSchema): ObjectSchema {
  return { properties: {}, ...describeProperties(schema), type: "object" };
}
