import { anyJsonType, jsonTypeOf, jsonTypesNamed } from "./json-type.ts";
import { isSchemaObject, isSubschema, ownField, type Subschema } from "./keywords.ts";
import { followReferences, resolveReference } from "./reference.ts";
import type { JsonSchema } from "./standard-schema.ts";

/**
 * The rules of a compiled schema for one place in the input: a value must fit at least one of these schemas. Errs on
 * the side of accepting: every value that this refuses, the schema refuses.
 */
export interface Place {
  readonly root: JsonSchema;
  readonly schemas: readonly Subschema[];
}

/** Schemas that must all hold. */
export type Conjunction = readonly JsonSchema[];

export function rootPlace(root: JsonSchema): Place {
  return { root, schemas: [root] };
}

/** The types (bits of `jsonType`) of values that may fit. */
export function acceptedTypes(place: Place): number {
  let types = 0;
  for (const schema of place.schemas) types |= typesOf(place.root, schema);
  return types;
}

/** A cache, which works because compiled schemas never change and refer only to their own root. */
const knownTypes = new WeakMap<JsonSchema, number>();

function typesOf(root: JsonSchema, schema: Subschema): number {
  if (typeof schema === "boolean") return schema ? anyJsonType : 0;
  const known = knownTypes.get(schema);
  if (known !== undefined) return known;
  let types: number = anyJsonType;
  if (schema["type"] !== undefined) types &= jsonTypesNamed(schema["type"]);
  if ("const" in schema) types &= jsonTypeOf(schema["const"]);
  if (Array.isArray(schema["enum"])) {
    types &= schema["enum"].reduce<number>((union, value) => union | jsonTypeOf(value), 0);
  }
  if (typeof schema["$ref"] === "string") {
    types &= typesOf(root, resolveReference(root, schema["$ref"]) ?? true);
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = subschemasOf(schema[keyword]);
    if (branches.length > 0) {
      types &= branches.reduce<number>((union, branch) => union | typesOf(root, branch), 0);
    }
  }
  for (const part of subschemasOf(schema["allOf"])) types &= typesOf(root, part);
  knownTypes.set(schema, types);
  return types;
}

function subschemasOf(list: unknown): readonly Subschema[] {
  return Array.isArray(list) ? (list as unknown[]).filter(isSubschema) : [];
}

const maxConjunctions = 64;

/**
 * The alternatives of a place, with references followed and `anyOf`, `oneOf` and `allOf` expanded; null when there
 * are too many.
 */
export function conjunctionsOf(place: Place): readonly Conjunction[] | null {
  const all: Conjunction[] = [];
  for (const schema of place.schemas) {
    const some = expand(place.root, schema);
    if (some === null || all.length + some.length > maxConjunctions) return null;
    all.push(...some);
  }
  return all;
}

function expand(root: JsonSchema, schema: Subschema): readonly Conjunction[] | null {
  if (typeof schema === "boolean") return schema ? [[]] : [];
  let result: readonly Conjunction[] | null = [[schema]];
  if (typeof schema["$ref"] === "string") {
    result = product(result, expand(root, resolveReference(root, schema["$ref"]) ?? true));
  }
  for (const part of subschemasOf(schema["allOf"])) result = product(result, expand(root, part));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = subschemasOf(schema[keyword]);
    if (branches.length > 0) {
      result = product(result, conjunctionsOf({ root, schemas: branches }));
    }
  }
  return result;
}

function product(
  left: readonly Conjunction[] | null,
  right: readonly Conjunction[] | null,
): readonly Conjunction[] | null {
  if (left === null || right === null || left.length * right.length > maxConjunctions) return null;
  return left.flatMap((a) => right.map((b) => [...a, ...b]));
}

/** The alternatives that a value of the type may fit. */
export function conjunctionsFor(
  root: JsonSchema,
  conjunctions: readonly Conjunction[],
  type: number,
): readonly Conjunction[] {
  return conjunctions.filter((conjunction) =>
    conjunction.every((schema) => (typesOf(root, schema) & type) !== 0),
  );
}

/**
 * The alternatives whose fixed fields (`const`, `enum`: the discriminators) match the object; all alternatives when
 * none match.
 */
export function matchingConjunctions(
  root: JsonSchema,
  conjunctions: readonly Conjunction[],
  value: Readonly<Record<string, unknown>>,
): readonly Conjunction[] {
  const matching = conjunctions.filter((conjunction) =>
    conjunction.every((schema) => fitsFixedFields(root, schema, value)),
  );
  return matching.length === 0 ? conjunctions : matching;
}

function fitsFixedFields(
  root: JsonSchema,
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const properties = schema["properties"];
  if (!isSchemaObject(properties)) return true;
  return Object.entries(properties).every(([name, property]) => {
    const field = ownField(value, name);
    if (!isSubschema(property) || !isScalar(field)) return true;
    const fixed = fixedValues(followReferences(root, property));
    return fixed === undefined || fixed.includes(field);
  });
}

function isScalar(value: unknown): boolean {
  return value !== undefined && (typeof value !== "object" || value === null);
}

/** The values that a schema names by `const` or `enum`. */
export function fixedValues(schema: Subschema): readonly unknown[] | undefined {
  if (typeof schema === "boolean") return undefined;
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

/** The place of an object's field, which accepts everything if the schema doesn't mention the field. */
export function fieldPlace(
  root: JsonSchema,
  conjunctions: readonly Conjunction[],
  name: string,
): Place {
  return childPlace(root, conjunctions, (schema) => {
    const properties = ownField(schema["properties"], name);
    if (isSubschema(properties)) return properties;
    // If a pattern matches the name, the pattern's schema counts instead.
    if (schema["patternProperties"] !== undefined) return undefined;
    return isSchemaObject(schema["additionalProperties"])
      ? schema["additionalProperties"]
      : undefined;
  });
}

/** The place of a list's item. */
export function itemPlace(
  root: JsonSchema,
  conjunctions: readonly Conjunction[],
  index: number,
): Place {
  return childPlace(root, conjunctions, (schema) => {
    const prefix = schema["prefixItems"];
    const own = Array.isArray(prefix) ? (prefix as unknown[])[index] : undefined;
    if (isSubschema(own)) return own;
    return isSchemaObject(schema["items"]) ? schema["items"] : undefined;
  });
}

function childPlace(
  root: JsonSchema,
  conjunctions: readonly Conjunction[],
  childOf: (schema: JsonSchema) => Subschema | undefined,
): Place {
  const schemas = new Set<Subschema>();
  for (const conjunction of conjunctions) {
    const children = conjunction.map(childOf).filter((child) => child !== undefined);
    const distinct = [...new Set(children.map((child) => followReferences(root, child)))];
    if (distinct.length === 0) schemas.add(true);
    else schemas.add(distinct.length === 1 ? (distinct[0] ?? true) : { allOf: distinct });
  }
  return { root, schemas: schemas.size === 0 ? [true] : [...schemas] };
}

/** Whether no alternative requires the field. */
export function isOptionalField(conjunctions: readonly Conjunction[], name: string): boolean {
  return conjunctions.every((conjunction) =>
    conjunction.every(
      ({ required }) => !Array.isArray(required) || !(required as unknown[]).includes(name),
    ),
  );
}

/** The names of the fields of all alternatives, in the order of declaration. */
export function declaredFields(conjunctions: readonly Conjunction[]): readonly string[] {
  const fields = new Set<string>();
  for (const schema of conjunctions.flat()) {
    if (isSchemaObject(schema["properties"])) {
      for (const name of Object.keys(schema["properties"])) fields.add(name);
    }
  }
  return [...fields];
}
