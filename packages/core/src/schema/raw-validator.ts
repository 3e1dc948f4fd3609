import type { ErrorObject, ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { type InputIssue, issueAt, unknownFieldAt } from "./issues.ts";
import { isSchemaObject } from "./keywords.ts";
import { compilePattern } from "./pattern.ts";
import type { PathSegment } from "./path.ts";
import type { JsonSchema } from "./standard-schema.ts";

/** Returns the faults of a value; an empty list when it fits. Never throws. */
export type RawValidator = (value: unknown) => readonly InputIssue[];

/**
 * Compiles a normalised JSON Schema, which may be untrusted: nothing is loaded, formats are not checked, and neither
 * patterns nor `uniqueItems` can run forever. Schemas that are certain to compile are compiled at the first call.
 *
 * Errors: rejects with Ajv's message when the schema is invalid.
 */
export async function compileRawValidator(jsonSchema: JsonSchema): Promise<RawValidator> {
  const ajv = await loadAjv();
  const compile = (allErrors: boolean): ValidateFunction =>
    createAjv(ajv.Constructor, allErrors).compile(jsonSchema);
  if (ajv.meta.validateSchema(jsonSchema) !== true) {
    throw new Error(ajv.meta.errorsText(ajv.meta.errors, { dataVar: "schema" }).slice(0, 300));
  }
  // A session calls few of its tools, so simple schemas are compiled later. Others may fail, so they are compiled now.
  let allFinder = isPlain(jsonSchema) ? undefined : compile(true);
  const findAll = (): ValidateFunction => (allFinder ??= compile(true));
  let findFirst: ValidateFunction | undefined;
  /** All errors help a model most, but a huge value would have a huge list of them. */
  const findSome = (value: unknown): readonly ErrorObject[] => {
    try {
      findFirst ??= compile(false);
      return errorsOf(findFirst, value);
    } catch (error) {
      // Code that stops at the first error nests one `else` for each field, which may overflow the stack.
      if (!(error instanceof RangeError)) throw error;
      return errorsOf(findAll(), value).slice(0, maxErrors);
    }
  };
  return (value) => {
    if (!isSmall(value)) return issuesOf(findSome(value), value, jsonSchema);
    return issuesOf(errorsOf(findAll(), value), value, jsonSchema);
  };
}

const maxErrors = 100;

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

const plainKeywords = new Set(
  (
    "type description title default examples enum properties required items additionalProperties minimum maximum " +
    "minLength maxLength minItems maxItems"
  ).split(" "),
);

/** Whether a valid schema has only keywords that Ajv is certain to compile. */
function isPlain(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return typeof schema === "boolean";
  const { properties, items = true, additionalProperties = true } = schema;
  return (
    Object.keys(schema).every((keyword) => plainKeywords.has(keyword)) &&
    [items, additionalProperties, ...Object.values(properties ?? {})].every(isPlain)
  );
}

type AjvConstructor = typeof Ajv2020;

interface LoadedAjv {
  readonly Constructor: AjvConstructor;
  /** Has the compiled meta-schema, which takes 50 ms to compile. */
  readonly meta: Ajv2020;
}

let loaded: Promise<LoadedAjv> | undefined;

/** Loads Ajv with the first raw schema, because most programs have none. */
function loadAjv(): Promise<LoadedAjv> {
  loaded ??= import("ajv/dist/2020.js").then(({ Ajv2020: Constructor }) => ({
    Constructor,
    meta: new Constructor({ strict: false, validateFormats: false, logger: false }),
  }));
  return loaded;
}

/** One instance for each schema, because an instance keeps everything it compiled. */
function createAjv(Constructor: AjvConstructor, allErrors: boolean): Ajv2020 {
  const ajv = new Constructor({
    strict: false,
    allErrors,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    // Otherwise a required field `toString` would always be present.
    ownProperties: true,
    logger: false,
    // Optimising takes longer than all calls of most tools.
    code: {
      optimize: false,
      regExp: Object.assign(compilePattern.bind(null), { code: "compilePattern" }),
    },
  });
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    errors: false,
    error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
    validate: (divisor: number, value: number) => isMultiple(value, divisor),
  });
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    validate: (wanted: boolean, list: readonly unknown[]) => !wanted || areUnique(list),
  });
  return ajv;
}

/** Tolerates rounding errors: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return value % divisor === 0;
  return Math.abs(Math.round(quotient) - quotient) <= 1e-9;
}

/** Compares sorted JSON texts in one pass; Ajv would compare every pair of items. */
function areUnique(list: readonly unknown[]): boolean {
  return new Set(list.map(sortedJson)).size === list.length;
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    isSchemaObject(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}

const maxValuesForAllErrors = 5_000;

function isSmall(value: unknown): boolean {
  let left = maxValuesForAllErrors;
  const visit = (part: unknown): void => {
    left -= 1;
    if (left <= 0 || typeof part !== "object" || part === null) return;
    for (const child of Object.values(part)) {
      if (left <= 0) return;
      visit(child);
    }
  };
  visit(value);
  return left > 0;
}

function issuesOf(
  errors: readonly ErrorObject[],
  value: unknown,
  jsonSchema: JsonSchema,
): readonly InputIssue[] {
  return withoutBranches(errors).map((error) => issueOf(error, value, jsonSchema));
}

/**
 * Reduces a union's errors to those of the branch that the value was meant for, if that is certain because all other
 * branches fail by type or fixed value. Otherwise keeps only the union's own error.
 */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let left = errors;
  for (const union of errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")) {
    if (!left.includes(union)) continue;
    const isInside = (error: ErrorObject): boolean =>
      error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`);
    const inside = left.filter(isInside);
    const branches = Map.groupBy(inside, ({ schemaPath }) =>
      schemaPath
        .slice(union.schemaPath.length + 1)
        .split("/", 1)
        .join(""),
    );
    const meant = [...branches.values()].filter((branch) => !branch.some(isOfAnotherKind));
    const kept = meant.length === 1 ? new Set(meant[0]) : new Set([union]);
    left = left.filter((error) => kept.has(error) || (error !== union && !isInside(error)));
  }
  return left;

  function isOfAnotherKind(error: ErrorObject): boolean {
    return ["type", "const", "enum"].includes(error.keyword);
  }
}

function issueOf(error: ErrorObject, value: unknown, jsonSchema: JsonSchema): InputIssue {
  const path = segmentsOf(error.instancePath, value);
  const { params } = error as { params: Readonly<Record<string, unknown>> };
  const unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof unknown === "string") {
    return unknownFieldAt(value, jsonSchema, path, unknown);
  }
  const missing = error.keyword === "required" ? params["missingProperty"] : undefined;
  if (typeof missing === "string") return issueAt(value, jsonSchema, [...path, missing], "");
  const isFixed = error.keyword === "enum" || error.keyword === "const";
  const isUnion = error.keyword === "anyOf" || error.keyword === "oneOf";
  const message = isFixed || isUnion ? "" : messageOfError(error);
  return issueAt(value, jsonSchema, path, message);
}

function messageOfError(error: ErrorObject): string {
  if (error.keyword === "uniqueItems") return "its items must all be different";
  return (error.message ?? "").replace("must NOT", "must not");
}

/** The parts of a JSON pointer; numbers for the items of lists. */
function segmentsOf(pointer: string, value: unknown): PathSegment[] {
  const segments: PathSegment[] = [];
  let at = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    segments.push(Array.isArray(at) ? Number(key) : key);
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined;
  }
  return segments;
}
