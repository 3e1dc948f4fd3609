import { jsonType, jsonTypeOf, namesOfJsonTypes } from "../schema/json-type.ts";
import { isSchemaObject, mapSubschemas, type Subschema } from "../schema/keywords.ts";
import { acceptedTypes, fixedValues } from "../schema/place.ts";
import { resolveReference } from "../schema/reference.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import { constraintText, withNotes } from "./constraint-text.ts";

/** A schema being rewritten; every step returns a new one. */
export type PlainSchema = Record<string, unknown>;

const maxDepth = 24;
/** How many schemas are written more than once because several references lead to them. */
const maxRepeated = 1_000;

/**
 * Rewrites a compiled schema for a declaration in any dialect: without `$ref`, with `items` for every list, types
 * for fixed values, patterns that are valid with the flag `u`, and only standard keywords. Cycles and parts that
 * are too deep or too large become open values with a note. The result accepts everything the schema accepts.
 */
export function inlineSchema(root: JsonSchema): PlainSchema {
  const inlined = new Inlining(root).inline(root, [root]);
  return isSchemaObject(inlined) ? { ...inlined } : { type: "object" };
}

class Inlining {
  readonly #root: JsonSchema;
  readonly #written = new Set<JsonSchema>();
  /** How many of the references around this schema were followed before. */
  #repeatedIn = 0;
  #repeated = 0;
  #cuts = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** `active`: the schemas around this one; a reference to one of them is a cycle. */
  inline(schema: Subschema, active: readonly JsonSchema[]): Subschema {
    if (typeof schema === "boolean") return schema;
    if (this.#repeatedIn > 0) this.#repeated += 1;
    const reference = schema["$ref"];
    const own = typeof reference === "string" ? this.#withoutReference(schema) : schema;
    const written = tidy(this.#inlineChildren(pickKeywords(own), active));
    if (typeof reference !== "string") return written;
    const target = this.#inlineReference(reference, active);
    return typeof target === "boolean" ? written : join(target, written);
  }

  #inlineChildren(schema: JsonSchema, active: readonly JsonSchema[]): PlainSchema {
    const cutIn = new Set<string>();
    const inlined = mapSubschemas(schema, (child, keyword) => {
      const before = this.#cuts;
      const written = this.#inlineChild(child, active);
      if (this.#cuts > before) cutIn.add(keyword);
      return written;
    });
    // In a negated position, an open value would exclude allowed values.
    if (cutIn.has("oneOf") && inlined["anyOf"] === undefined) {
      inlined["anyOf"] = inlined["oneOf"];
      delete inlined["oneOf"];
    }
    const dropped = [
      ...(cutIn.has("not") ? ["not"] : []),
      ...(cutIn.has("if") || cutIn.has("oneOf") ? ["if", "then", "else", "oneOf"] : []),
    ].filter((keyword) => inlined[keyword] !== undefined);
    for (const keyword of dropped) delete inlined[keyword];
    return dropped.length === 0
      ? inlined
      : withNotes(inlined, ["Further conditions are checked when the tool is called."]);
  }

  #inlineChild(child: Subschema, active: readonly JsonSchema[]): Subschema {
    if (typeof child === "boolean") return child;
    return this.#isTooMuch(active)
      ? this.#cut(child, null)
      : this.inline(child, [...active, child]);
  }

  #inlineReference(reference: string, active: readonly JsonSchema[]): Subschema {
    const target = resolveReference(this.#root, reference) ?? true;
    if (typeof target === "boolean") return target;
    if (active.includes(target)) return this.#cut(target, nameOf(reference));
    if (this.#isTooMuch(active)) return this.#cut(target, null);
    const isRepeated = this.#written.has(target) ? 1 : 0;
    this.#written.add(target);
    this.#repeatedIn += isRepeated;
    const written = this.inline(target, [...active, target]);
    this.#repeatedIn -= isRepeated;
    return written;
  }

  #isTooMuch(active: readonly JsonSchema[]): boolean {
    return active.length >= maxDepth || (this.#repeatedIn > 0 && this.#repeated >= maxRepeated);
  }

  /** An open value of the right type, with a note. */
  #cut(schema: JsonSchema, name: string | null): PlainSchema {
    this.#cuts += 1;
    const types = acceptedTypes({ root: this.#root, schemas: [schema] });
    const open: PlainSchema = {};
    if (types === jsonType.object) open["type"] = "object";
    if (types === jsonType.array) Object.assign(open, { type: "array", items: {} });
    if (typeof schema["description"] === "string") open["description"] = schema["description"];
    const note =
      name === null
        ? "Its inner form is too large to be shown here; it is checked when the tool is called."
        : `Of the same form as ${name}, nested as deep as needed.`;
    return withNotes(open, [note]);
  }

  #withoutReference(schema: JsonSchema): JsonSchema {
    const { $ref: _reference, ...rest } = schema;
    return rest;
  }
}

function nameOf(reference: string): string {
  if (reference === "#") return "the whole input";
  const last = reference.split("/").at(-1) ?? "";
  // zod numbers schemas without a name.
  return /^__schema\d+$/.test(last) ? "what it is in" : `'${last.replace(/^#/, "")}'`;
}

const annotations = new Set(["description", "title", "default", "examples", "deprecated"]);

/** Combines a reference's target with the keywords beside the `$ref`, which hold as well. */
function join(target: JsonSchema, beside: JsonSchema): PlainSchema {
  const clashes = Object.keys(beside).some(
    (keyword) => !annotations.has(keyword) && target[keyword] !== undefined,
  );
  if (!clashes) return { ...target, ...beside };
  const isRepeated = Object.entries(beside).every(
    ([keyword, value]) => annotations.has(keyword) || value === target[keyword],
  );
  return isRepeated ? { ...target, ...beside } : { allOf: [target, beside] };
}

const keywords = new Set(
  `additionalProperties allOf anyOf const contains contentEncoding contentMediaType default
  dependentRequired dependentSchemas deprecated description else enum examples exclusiveMaximum
  exclusiveMinimum format if items maxContains maxItems maxLength maxProperties maximum minContains
  minItems minLength minProperties minimum multipleOf not oneOf pattern patternProperties
  prefixItems properties propertyNames readOnly required then title type unevaluatedItems
  unevaluatedProperties uniqueItems writeOnly`.split(/\s+/),
);

function pickKeywords(schema: JsonSchema): PlainSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.has(keyword)));
}

const tidySteps = [
  tidyUnions,
  tidyItems,
  tidyProperties,
  tidyNames,
  tidyFixed,
  tidyPattern,
  tidyBounds,
];

function tidy(schema: PlainSchema): PlainSchema {
  let result = schema;
  for (const step of tidySteps) {
    result = step(result);
  }
  return result;
}

/** Replaces boolean schemas, which most dialects don't accept. */
function tidyUnions(schema: PlainSchema): PlainSchema {
  const result = { ...schema };
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    if (!Array.isArray(result[keyword])) continue;
    const branches = (result[keyword] as unknown[]).filter((branch) => branch !== false);
    const objects = branches.map((branch) => (branch === true ? {} : branch));
    if (objects.length === 0) delete result[keyword];
    else result[keyword] = objects;
  }
  return result;
}

function tidyItems(schema: PlainSchema): PlainSchema {
  const { items, prefixItems, type } = schema;
  if (items === true) return { ...schema, items: {} };
  if (items === false && prefixItems === undefined) return { ...schema, items: {}, maxItems: 0 };
  const isList = [type].flat().includes("array");
  return isList && items === undefined && prefixItems === undefined
    ? { ...schema, items: {} }
    : schema;
}

function tidyProperties(schema: PlainSchema): PlainSchema {
  if (!isSchemaObject(schema["properties"])) return schema;
  const given = Object.entries(schema["properties"]);
  const forbidden = given.filter(([, property]) => property === false).map(([name]) => name);
  const properties = given
    .filter(([, property]) => property !== false)
    .map(([name, property]) => [name, property === true ? {} : property]);
  return withNotes(
    { ...schema, properties: Object.fromEntries(properties) },
    forbidden.map((name) => `'${name}' must not be given.`),
  );
}

/** Drops zod's constraint on every record that names are texts. */
function tidyNames(schema: PlainSchema): PlainSchema {
  const { propertyNames, ...rest } = schema;
  return isSchemaObject(propertyNames) && constraintText("propertyNames", schema) === ""
    ? rest
    : schema;
}

/** Adds the type of fixed values, which some dialects require. */
function tidyFixed(schema: PlainSchema): PlainSchema {
  const values = schema["type"] === undefined ? fixedValues(schema) : undefined;
  if (values === undefined) return schema;
  const types = values.reduce<number>((union, value) => union | jsonTypeOf(value), 0);
  const names = namesOfJsonTypes(types);
  return { type: names.length === 1 ? names[0] : names, ...schema };
}

function tidyPattern(schema: PlainSchema): PlainSchema {
  const { pattern, ...rest } = schema;
  if (typeof pattern !== "string" || isUnicodePattern(pattern)) return schema;
  return withNotes(rest, [constraintText("pattern", schema)]);
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

/** Drops zod's bounds of safe integers. */
function tidyBounds(schema: PlainSchema): PlainSchema {
  const result = { ...schema };
  if (result["maximum"] === Number.MAX_SAFE_INTEGER) delete result["maximum"];
  if (result["minimum"] === Number.MIN_SAFE_INTEGER) delete result["minimum"];
  return result;
}
