import { eachSubschema, isSchemaObject, type Subschema } from "./keywords.ts";
import { resolveReference } from "./reference.ts";

type MutableSchema = Record<string, unknown>;

const knownDialects =
  /^https?:\/\/json-schema\.org\/(?:draft-0[4-7]|draft\/20(?:19-09|20-12))\/schema#?$/;

/**
 * Rewrites a schema of our own (it is changed in place) from any dialect that is in use, draft-04
 * and OpenAPI's `nullable` included, into one self-contained resource of draft 2020-12: without
 * `$schema`, `$id`, anchors and dynamic references, every `$ref` a JSON pointer (`#/…`) or `#`.
 *
 * Returns what can't be rewritten (and over 2,000 schemas) as text, null when all is well. References may still lead
 * nowhere: see `findReferenceFault`.
 */
export function normalizeSchema(root: MutableSchema): string | null {
  const dialect = root["$schema"];
  if (typeof dialect === "string" && !knownDialects.test(dialect)) {
    return `its dialect '${dialect.slice(0, 80)}' isn't known`;
  }
  return new Normalizing(root).run();
}

/** Compiling more takes seconds; tools that people use have some hundreds at most. */
const maxSchemas = 2_000;

class Normalizing {
  readonly #root: MutableSchema;
  readonly #rootId: string | undefined;
  readonly #seen = new Set<object>();
  readonly #referring: MutableSchema[] = [];
  #hasInnerId = false;
  #fault: string | null = null;

  constructor(root: MutableSchema) {
    this.#root = root;
    const id = root["$id"] ?? root["id"];
    this.#rootId = typeof id === "string" ? id.replace(/#$/, "") : undefined;
  }

  run(): string | null {
    this.#rewrite(this.#root);
    // References may lead to where no keyword holds schemas, as `#/components/schemas/Pet`. The
    // list grows while it is gone through.
    for (const schema of this.#referring) {
      const target = resolveReference(this.#root, String(schema["$ref"]));
      if (target !== undefined) this.#rewrite(target);
    }
    if (this.#seen.size > maxSchemas) return `it has more than ${maxSchemas} schemas inside`;
    this.#resolveAnchors();
    if (this.#fault === null && this.#hasInnerId && this.#referring.length > 0) {
      return "it has $ref beside an inner $id, which changes what they refer to";
    }
    return this.#fault;
  }

  #resolveAnchors(): void {
    const pointers = new Map<string, string>();
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== "object" || value === null) return;
      if (this.#seen.has(value) && isSchemaObject(value)) {
        const own: MutableSchema = value;
        if (typeof own["$anchor"] === "string") pointers.set(`#${own["$anchor"]}`, `#${pointer}`);
        delete own["$anchor"];
      }
      for (const [key, child] of Object.entries(value)) {
        visit(child, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      }
    };
    visit(this.#root, "");
    for (const schema of this.#referring) {
      const pointer = pointers.get(String(schema["$ref"]));
      if (pointer !== undefined) schema["$ref"] = encodeURI(pointer);
    }
  }

  #rewrite(schema: Subschema): void {
    if (typeof schema === "boolean" || this.#seen.has(schema)) return;
    this.#seen.add(schema);
    const own: MutableSchema = schema;
    this.#rewriteIdentity(own);
    this.#rewriteReferences(own);
    rewriteItems(own);
    rewriteDependencies(own);
    rewriteBounds(own, "exclusiveMinimum", "minimum");
    rewriteBounds(own, "exclusiveMaximum", "maximum");
    rewriteNullable(own);
    for (const keyword of ["properties", "patternProperties"]) {
      if (isSchemaObject(own[keyword]) && Object.hasOwn(own[keyword], "__proto__")) {
        this.#fault ??= "it names a property '__proto__'";
      }
    }
    eachSubschema(own, (child) => this.#rewrite(child));
  }

  #rewriteIdentity(schema: MutableSchema): void {
    const id = schema["$id"];
    if (typeof id === "string" && schema !== this.#root) {
      // Drafts 6 and 7 wrote anchors so.
      if (/^#[^/]/.test(id)) schema["$anchor"] = id.slice(1);
      else this.#hasInnerId = true;
    }
    schema["$anchor"] ??= schema["$dynamicAnchor"];
    for (const keyword of identityKeywords) delete schema[keyword];
    if (schema["$anchor"] === undefined) delete schema["$anchor"];
    if (typeof schema["id"] === "string") delete schema["id"];
  }

  #rewriteReferences(schema: MutableSchema): void {
    // With one resource only, a dynamic reference always means what a plain one does.
    const reference = schema["$ref"] ?? schema["$dynamicRef"] ?? schema["$recursiveRef"];
    delete schema["$dynamicRef"];
    delete schema["$recursiveRef"];
    if (typeof reference !== "string") return;
    const local = this.#localReference(reference);
    if (local === undefined) {
      this.#fault ??= `$ref '${reference.slice(0, 80)}' leads outside the schema`;
      return;
    }
    schema["$ref"] = local;
    this.#referring.push(schema);
  }

  #localReference(reference: string): string | undefined {
    if (reference.startsWith("#")) return reference;
    if (this.#rootId === undefined || this.#rootId === "") return undefined;
    if (reference === this.#rootId) return "#";
    return reference.startsWith(`${this.#rootId}#`)
      ? reference.slice(this.#rootId.length)
      : undefined;
  }
}

/** `$async` is Ajv's own, and would turn its validators into asynchronous ones. */
const identityKeywords = [
  "$async",
  "$comment",
  "$dynamicAnchor",
  "$id",
  "$recursiveAnchor",
  "$schema",
  "$vocabulary",
];

/** Up to 2019-09 a list of `items` meant what `prefixItems` does now. */
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

/** In draft-04 the exclusive bound was a flag beside the bound. */
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
