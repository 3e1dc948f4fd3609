import { ConfigurationError, messageOf } from "../errors.ts";
import type { ToolSchema } from "../tool/tool.ts";
import { copyJson } from "./input.ts";
import { type InputIssue, issueAt, unknownFieldAt } from "./issues.ts";
import { jsonType } from "./json-type.ts";
import { isSchemaObject, type Subschema } from "./keywords.ts";
import { normalizeSchema } from "./normalize.ts";
import type { PathSegment } from "./path.ts";
import { acceptedTypes, rootPlace } from "./place.ts";
import type { RawValidator } from "./raw-validator.ts";
import { findReferenceFault, resolveReference } from "./reference.ts";
import type { JsonSchema, StandardIssue, StandardSchema } from "./standard-schema.ts";

export type ValidationResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly InputIssue[] };

/** A tool's schema, ready for calls. */
export interface CompiledSchema {
  /**
   * Our own frozen, self-contained JSON Schema 2020-12. Its root has `type: "object"`, every `$ref` is a JSON
   * pointer into it, and it has neither `$id` nor `$schema`.
   */
  readonly jsonSchema: JsonSchema;
  /** Returns the value as parsed by the schema's library. Throws only errors of the tool's own schema. */
  readonly validate: (value: unknown) => ValidationResult | Promise<ValidationResult>;
}

/** Whether a schema describes a tool's input or its structured result. */
export type SchemaSide = "input" | "output";

const schemaLimits = { maxBytes: 1024 * 1024, maxDepth: 64 };

/**
 * Compiles a Standard Schema, or a raw JSON Schema of draft-04 to 2020-12, once for each schema and side. `what`
 * names the schema in errors: "The input of 'read_file'".
 *
 * Errors: rejects with ConfigurationError `schema-invalid` and the reason: no JSON Schema export; not JSON; more
 * than 1 MiB, 2,000 schemas or 64 levels; a root that is not an object; a `$ref` that leads nowhere, outside or in
 * a circle; a schema that Ajv can't compile; a pattern that could run forever.
 */
export async function compileSchema(
  schema: ToolSchema<unknown>,
  what: string,
  side: SchemaSide = "input",
): Promise<CompiledSchema> {
  const earlier = compiled[side];
  try {
    if (!isObjectOrFunction(schema)) throw new SchemaFault("it is not a schema");
    let promise = earlier.get(schema);
    if (promise === undefined) {
      promise = isStandardSchema(schema)
        ? Promise.resolve(compileStandard(schema, side))
        : compileRaw(schema);
      earlier.set(schema, promise);
    }
    return await promise;
  } catch (error) {
    if (isObjectOrFunction(schema)) earlier.delete(schema);
    const reason = messageOf(error).slice(0, 400);
    throw new ConfigurationError("schema-invalid", `${what} can't be used: ${reason}.`, error);
  }
}

const compiled: Record<SchemaSide, WeakMap<object, Promise<CompiledSchema>>> = {
  input: new WeakMap(),
  output: new WeakMap(),
};

class SchemaFault extends Error {}

function isObjectOrFunction(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Some libraries' schemas are functions. */
export function isStandardSchema(schema: object): schema is StandardSchema {
  return "~standard" in schema && isObjectOrFunction(schema["~standard"]);
}

/**
 * Like `compileSchema`, for a library's schema that is known to be valid. The schema is made when it is first read,
 * and errors are thrown then.
 */
export function deferSchema(make: () => StandardSchema, side: SchemaSide): CompiledSchema {
  let made: CompiledSchema | undefined;
  const compiledNow = (): CompiledSchema => (made ??= compileStandard(make(), side));
  return {
    get jsonSchema() {
      return compiledNow().jsonSchema;
    },
    validate: (value) => compiledNow().validate(value),
  };
}

function compileStandard(schema: StandardSchema, side: SchemaSide): CompiledSchema {
  const standard = schema["~standard"];
  if (standard.jsonSchema === undefined) {
    const vendor = String(standard.vendor).slice(0, 40);
    throw new SchemaFault(
      `its library '${vendor}' exports no JSON Schema (zod exports it from 4.2); use a raw JSON Schema instead`,
    );
  }
  const jsonSchema = ownSchema(standard.jsonSchema[side]({ target: "draft-2020-12" }));
  const result = (
    outcome: Awaited<ReturnType<typeof standard.validate>>,
    input: unknown,
  ): ValidationResult =>
    outcome.issues === undefined
      ? outcome
      : { issues: outcome.issues.flatMap((issue) => issuesOf(issue, input, jsonSchema)) };
  return {
    jsonSchema,
    validate: (value) => {
      const outcome = standard.validate(value);
      return "then" in outcome
        ? outcome.then((settled) => result(settled, value))
        : result(outcome, value);
    },
  };
}

async function compileRaw(schema: JsonSchema): Promise<CompiledSchema> {
  const jsonSchema = ownSchema(schema);
  // Only raw schemas need it, and it would be a large part of the time to import core.
  const { compileRawValidator } = await import("./raw-validator.ts");
  const check: RawValidator = await compileRawValidator(jsonSchema);
  return {
    jsonSchema,
    validate: (value) => {
      const issues = check(value);
      return issues.length === 0 ? { value } : { issues };
    },
  };
}

/** A frozen copy in draft 2020-12 whose root is an object. */
function ownSchema(schema: unknown): JsonSchema {
  const copy = copyJson(schema, schemaLimits);
  if ("issue" in copy) throw new SchemaFault(faultOfCopy(copy.issue));
  if (!isSchemaObject(copy.value)) throw new SchemaFault("it is not a schema object");
  const root: Record<string, unknown> = copy.value;
  const fault = normalizeSchema(root) ?? findReferenceFault(root);
  if (fault !== null) throw new SchemaFault(fault);
  if (!isObjectRoot(root, root)) {
    throw new SchemaFault("its root is not an object: put the value into a field of an object");
  }
  root["type"] = "object";
  return deepFreeze(root);
}

function faultOfCopy(issue: InputIssue): string {
  return issue.message
    .replace(/^(?:With '.*?' the|The) input/, "it")
    .replace(/: send less.*|\.$/, "");
}

/** Whether the root is an object: by its type, left open (`{}`, only `properties`), or in every alternative. */
function isObjectRoot(root: JsonSchema, schema: Subschema): boolean {
  if (typeof schema === "boolean") return false;
  if (schema["type"] !== undefined) return schema["type"] === "object";
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    return isObjectRoot(root, resolveReference(root, reference) ?? false);
  }
  if ("const" in schema || "enum" in schema) return false;
  const branches = [schema["anyOf"], schema["oneOf"]].filter((list) => list !== undefined);
  if (branches.length === 0 && schema["allOf"] === undefined) return true;
  if (schema["properties"] !== undefined) return true;
  // On a copy: accepted types are cached by schema, and the root is about to get its type.
  return acceptedTypes(rootPlace({ ...schema })) === jsonType.object;
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === "object" && child !== null) deepFreeze(child as object);
  }
  return Object.freeze(value);
}

function issuesOf(
  issue: StandardIssue,
  input: unknown,
  jsonSchema: JsonSchema,
): readonly InputIssue[] {
  const path = (issue.path ?? []).map((part): PathSegment => {
    const key = typeof part === "object" ? part.key : part;
    return typeof key === "number" ? key : String(key);
  });
  // zod puts all unknown fields of an object into one issue.
  const { keys } = issue as { readonly keys?: unknown };
  if (Array.isArray(keys) && keys.length > 0) {
    return keys.map((key) => unknownFieldAt(input, jsonSchema, path, String(key)));
  }
  return [issueAt(input, jsonSchema, path, String(issue.message))];
}
