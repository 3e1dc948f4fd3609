import { isSchemaObject, isSubschema, type Subschema } from "./keywords.ts";
import { resolveReference } from "./reference.ts";
import { SchemaResources } from "./resources.ts";
import type { JsonSchema } from "./standard-schema.ts";

type MutableSchema = Record<string, unknown>;

const knownDialects =
  /^https?:\/\/json-schema\.org\/(?:draft-0[4-7]\/|draft\/(?:2019-09|2020-12)\/)?schema#?$/;
const oldDialects = /\/draft-0[4-7]\//;

/** Compiling more takes seconds; real tools have a few hundred at most. */
const maxSchemas = 2_000;

/**
 * Rewrites our own copy of a schema, in place, into one self-contained resource of draft 2020-12: without `$schema`,
 * `$id`, anchors and dynamic references, and with every `$ref` a JSON pointer (`#/…`) or `#`. It accepts all
 * dialects in use, including draft-04 and OpenAPI's `nullable`. A schema without `$schema` counts as 2020-12 and may
 * also use forms of earlier drafts.
 *
 * Returns the reason when it can't be rewritten (also for more than 2,000 schemas), otherwise null. References may
 * still form a circle: see `findReferenceFault`.
 */
export function normalizeSchema(root: MutableSchema): string | null {
  const dialect = root["$schema"];
  if (typeof dialect === "string" && !knownDialects.test(dialect)) {
    return `its dialect '${dialect.slice(0, 80)}' is unknown`;
  }
  const isOld = typeof dialect === "string" && oldDialects.test(dialect);
  // Follow all references first, while pointers are valid: rewriting moves their targets.
  const resources = new SchemaResources(root, isOld);
  const links: Link[] = [];
  for (const schema of resources.schemas.keys()) {
    const fault = findLinks(schema, resources, links);
    if (fault !== null) return fault;
  }
  const schemas: readonly MutableSchema[] = [...resources.schemas.keys()];
  if (schemas.length > maxSchemas) return `it has more than ${maxSchemas} schemas inside`;
  const tracksFields = schemas.some((schema) => "unevaluatedProperties" in schema);
  for (const schema of schemas) {
    if (isOld && typeof schema["$ref"] === "string") dropSiblings(schema);
    rewrite(schema);
    if (tracksFields) rewriteCondition(schema, links);
  }
  relink(root, links);
  return null;
}

interface Link {
  readonly from: MutableSchema;
  /** The original reference. */
  readonly reference: string;
  readonly target: Subschema;
}

function findLinks(schema: JsonSchema, resources: SchemaResources, links: Link[]): string | null {
  const { $ref, $dynamicRef, $recursiveRef } = schema;
  for (const [reference, isDynamic] of [
    [$ref, false],
    [$dynamicRef, true],
    [$recursiveRef, true],
  ] as const) {
    if (typeof reference !== "string") continue;
    const target = isDynamic
      ? resources.findDynamic(schema, reference)
      : resources.find(schema, reference);
    const shown = reference.slice(0, 80);
    if (target === null) return `$ref '${shown}' leads outside the schema`;
    if (target === undefined) return `$ref '${shown}' leads to no schema`;
    links.push({ from: schema, reference, target });
  }
  return null;
}

/** Rewrites each reference as a pointer to its target's new place. */
function relink(root: MutableSchema, links: readonly Link[]): void {
  const targets = new Set<unknown>(links.map(({ target }) => target));
  const pointers = new Map<unknown, string>();
  const locate = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (targets.has(value) && !pointers.has(value)) pointers.set(value, pointer);
    for (const [key, child] of Object.entries(value)) {
      locate(child, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  };
  locate(root, "");
  for (const { from, reference, target } of links) {
    if (typeof target === "boolean") {
      if (!target) addPart(from, false);
      continue;
    }
    if (!pointers.has(target)) locate(target, keep(root, target));
    const written =
      resolveReference(root, reference) === target
        ? reference
        : encodeURI(`#${pointers.get(target) ?? ""}`).replaceAll(/(?<!^)#/g, "%23");
    if (from["$ref"] === undefined) from["$ref"] = written;
    else addPart(from, { $ref: written });
  }
}

/** Gives a target a place in `$defs` when rewriting has dropped its old one. Returns its pointer. */
function keep(root: MutableSchema, target: JsonSchema): string {
  const kept: MutableSchema = isSchemaObject(root["$defs"]) ? root["$defs"] : {};
  root["$defs"] = kept;
  let count = 1;
  while (Object.hasOwn(kept, `moved${count}`)) count += 1;
  kept[`moved${count}`] = target;
  return `/$defs/moved${count}`;
}

/** Adds a schema that values must fit as well. */
function addPart(schema: MutableSchema, part: Subschema): void {
  schema["allOf"] = [
    ...(Array.isArray(schema["allOf"]) ? (schema["allOf"] as unknown[]) : []),
    part,
  ];
}

const besideReference = new Set([
  "$defs",
  "$ref",
  "default",
  "definitions",
  "deprecated",
  "description",
  "examples",
  "title",
]);

/** Up to draft-07, keywords beside a `$ref` count only if they don't constrain the value. */
function dropSiblings(schema: MutableSchema): void {
  for (const keyword of Object.keys(schema)) {
    if (!besideReference.has(keyword)) delete schema[keyword];
  }
}

/** Includes Ajv's own `$async`, which would make its validators asynchronous. */
const identityKeywords = [
  "$anchor",
  "$async",
  "$comment",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "$ref",
  "$schema",
  "$vocabulary",
];

function rewrite(schema: MutableSchema): void {
  for (const keyword of identityKeywords) delete schema[keyword];
  if (typeof schema["id"] === "string") delete schema["id"];
  rewriteItems(schema);
  rewriteDependencies(schema);
  rewriteBounds(schema, "exclusiveMinimum", "minimum");
  rewriteBounds(schema, "exclusiveMaximum", "maximum");
  rewriteNullable(schema);
  rewriteEnum(schema);
  rewriteProto(schema);
}

/** Ajv refuses an empty `enum`, which no value fits. */
function rewriteEnum(schema: MutableSchema): void {
  if (!Array.isArray(schema["enum"]) || schema["enum"].length > 0) return;
  delete schema["enum"];
  addPart(schema, false);
}

/** Ajv ignores a property named `__proto__`, but not a pattern that matches it. */
function rewriteProto(schema: MutableSchema): void {
  for (const keyword of ["properties", "patternProperties"]) {
    const named = schema[keyword];
    if (!isSchemaObject(named) || !Object.hasOwn(named, "__proto__")) continue;
    const { ["__proto__"]: own, ...others } = named;
    const pattern = keyword === "properties" ? "^__proto__$" : "(?:__proto__)";
    schema[keyword] = others;
    const patterns = isSchemaObject(schema["patternProperties"]) ? schema["patternProperties"] : {};
    schema["patternProperties"] = { ...patterns, [pattern]: own };
  }
}

/** Ajv counts fields in an `if` as evaluated even if it fails; with `anyOf` it gets this right. */
function rewriteCondition(schema: MutableSchema, links: Link[]): void {
  const { if: condition, then: consequence = true, else: alternative = true } = schema;
  if (!isSubschema(condition) || !isSubschema(consequence) || !isSubschema(alternative)) return;
  for (const keyword of ["if", "then", "else"]) delete schema[keyword];
  const refused: MutableSchema = {};
  links.push({ from: refused, reference: "", target: condition });
  const branches = [
    { allOf: [condition, consequence] },
    { allOf: [{ not: refused }, alternative] },
  ];
  addPart(schema, { anyOf: branches });
}

/** Up to 2019-09, a list of `items` meant what `prefixItems` means now. */
function rewriteItems(schema: MutableSchema): void {
  if (Array.isArray(schema["items"])) {
    schema["prefixItems"] = schema["items"];
    delete schema["items"];
    if (schema["additionalItems"] !== undefined) schema["items"] = schema["additionalItems"];
  }
  delete schema["additionalItems"];
}

function rewriteDependencies(schema: MutableSchema): void {
  const dependencies = schema["dependencies"];
  delete schema["dependencies"];
  if (!isSchemaObject(dependencies)) return;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  if (required.length > 0) schema["dependentRequired"] ??= Object.fromEntries(required);
  if (schemas.length > 0) schema["dependentSchemas"] ??= Object.fromEntries(schemas);
}

/** In draft-04, the exclusive bound was a flag beside the bound. */
function rewriteBounds(schema: MutableSchema, exclusive: string, bound: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  const isExclusive = schema[exclusive];
  delete schema[exclusive];
  if (!isExclusive || typeof schema[bound] !== "number") return;
  schema[exclusive] = schema[bound];
  delete schema[bound];
}

function rewriteNullable(schema: MutableSchema): void {
  const isNullable = schema["nullable"] === true;
  delete schema["nullable"];
  if (!isNullable || schema["type"] === undefined) return;
  const types: unknown[] = [schema["type"]].flat();
  schema["type"] = types.includes("null") ? types : [...types, "null"];
}
