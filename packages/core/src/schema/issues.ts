import { cutText } from "../text/cut-text.ts";
import { nearestNames } from "../registry/nearest-names.ts";
import { jsonType, jsonTypeOf, namesOfJsonTypes } from "./json-type.ts";
import { formatPath, type PathSegment } from "./path.ts";
import {
  acceptedTypes,
  type Conjunction,
  conjunctionsFor,
  conjunctionsOf,
  declaredFields,
  fieldPlace,
  fixedValues,
  isOptionalField,
  itemPlace,
  matchingConjunctions,
  type Place,
  rootPlace,
} from "./place.ts";
import type { JsonSchema } from "./standard-schema.ts";

/** One fault of an input. */
export interface InputIssue {
  /** The path, such as `edits[0].old`; empty for the whole input. */
  readonly path: string;
  /** A sentence for the model that names the field. */
  readonly message: string;
}

const maxIssues = 8;
const maxFields = 20;
const maxShown = 80;

/**
 * The message for a model whose input is invalid: each missing or wrong field (the first 8, then how many more), the
 * tool's fields, and what to do.
 */
export function describeIssues(
  tool: string,
  issues: readonly InputIssue[],
  jsonSchema: JsonSchema,
): string {
  const distinct = [...new Map(issues.map((issue) => [issue.message, issue])).values()];
  const lines = distinct.slice(0, maxIssues).map(({ message }) => `- ${message}`);
  if (distinct.length > maxIssues) lines.push(`- … and ${distinct.length - maxIssues} more.`);
  const conjunctions = conjunctionsOf(rootPlace(jsonSchema)) ?? [];
  const fields = declaredFields(conjunctions);
  const known = fields
    .slice(0, maxFields)
    .map((name) => (isOptionalField(conjunctions, name) ? `${name} (optional)` : name));
  if (fields.length > maxFields) known.push(`… (${fields.length} in all)`);
  return [
    `The input of '${tool}' doesn't fit:`,
    ...lines,
    fields.length === 0 ? "It takes no fields." : `Its fields: ${known.join(", ")}.`,
    "Correct the input and call it again.",
  ].join("\n");
}

/** The issue for an undeclared field, with the field that may be meant. */
export function unknownFieldIssue(
  path: readonly PathSegment[],
  declared: readonly string[],
): InputIssue {
  const at = formatPath(path);
  const near = nearestNames(String(path.at(-1) ?? ""), declared, 1)[0];
  const known = declared.slice(0, maxFields).join(", ");
  const hint =
    near === undefined
      ? `. ${declared.length === 0 ? "There are no fields here" : `Known fields here: ${known}`}.`
      : `: did you mean '${near}'?`;
  return { path: at, message: `Unknown field '${at}'${hint}` };
}

/** Like `unknownFieldIssue`, for a field `name` that a schema library refused in the object at `path`. */
export function unknownFieldAt(
  input: unknown,
  jsonSchema: JsonSchema,
  path: readonly PathSegment[],
  name: string,
): InputIssue {
  const { place } = follow(input, jsonSchema, path);
  const objects = conjunctionsFor(jsonSchema, conjunctionsOf(place) ?? [], jsonType.object);
  return unknownFieldIssue([...path, name], declaredFields(objects));
}

/**
 * The issue at a path of the input: the field is missing, or has the wrong type or value. Otherwise the message of the
 * schema's library.
 */
export function issueAt(
  input: unknown,
  jsonSchema: JsonSchema,
  path: readonly PathSegment[],
  libraryMessage: string,
): InputIssue {
  const at = formatPath(path);
  const subject = at === "" ? "The input" : `'${at}'`;
  const { value, place, isOptional } = follow(input, jsonSchema, path);
  const says = cutText(libraryMessage, 200).replace(/\.$/, "");
  const isGeneric = says === "" || says === "Invalid input" || says === "Required";
  if (value === undefined) {
    const message = `${subject} is missing: expected ${expectedText(place)}.`;
    return { path: at, message: isOptional && !isGeneric ? `${subject}: ${says}.` : message };
  }
  if ((acceptedTypes(place) & jsonTypeOf(value)) === 0 || isGeneric) {
    const message = `${subject} is ${showValue(value)}, but ${expectedText(place)} is expected.`;
    return { path: at, message };
  }
  return { path: at, message: `${subject} (${showValue(value)}): ${says}.` };
}

/** The value at the path, and the schema's rules for that place. */
function follow(
  input: unknown,
  jsonSchema: JsonSchema,
  path: readonly PathSegment[],
): { readonly value: unknown; readonly place: Place; readonly isOptional: boolean } {
  let value = input;
  let place = rootPlace(jsonSchema);
  let isOptional = false;
  for (const segment of path) {
    const type = jsonTypeOf(value);
    const all = conjunctionsFor(jsonSchema, conjunctionsOf(place) ?? [], type);
    if (type === jsonType.array) {
      place = itemPlace(jsonSchema, all, Number(segment));
      value = (value as readonly unknown[])[Number(segment)];
      isOptional = false;
    } else if (type === jsonType.object) {
      const fields = value as Readonly<Record<string, unknown>>;
      const matching = matchingConjunctions(jsonSchema, all, fields);
      place = fieldPlace(jsonSchema, matching, String(segment));
      value = Object.hasOwn(fields, segment) ? fields[segment] : undefined;
      isOptional = isOptionalField(matching, String(segment));
    } else break;
  }
  return { value, place, isOptional };
}

/** The value's type and, within 80 characters, the value itself. */
export function showValue(value: unknown): string {
  if (typeof value === "string") {
    return `the text ${cutText(JSON.stringify(cutText(value, maxShown - 20)), maxShown)}`;
  }
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** The expected value in a few words: `string`, `"a" or "b"`, `array of integer`. */
export function expectedText(place: Place, depth = 2): string {
  const conjunctions = conjunctionsOf(place);
  if (conjunctions === null || conjunctions.length === 0) return "another value";
  const texts = new Set(conjunctions.map((all) => expectedOf(place.root, all, depth)));
  const text = [...texts].join(" or ");
  return cutText(text, 300);
}

function expectedOf(root: JsonSchema, conjunction: Conjunction, depth: number): string {
  const fixed = conjunction.map(fixedValues).find((values) => values !== undefined);
  if (fixed !== undefined) {
    const shown = fixed.slice(0, 8).map((value) => cutText(JSON.stringify(value) ?? "", 40));
    const rest = fixed.length > 8 ? ` or one of ${fixed.length - 8} more` : "";
    return `${shown.join(" or ")}${rest}`;
  }
  let types = ~0;
  for (const schema of conjunction) types &= acceptedTypes({ root, schemas: [schema] });
  const names = namesOfJsonTypes(types);
  if (names.length > 5) return "any value";
  return names.map((name) => detailOf(root, conjunction, name, depth)).join(" or ");
}

function detailOf(root: JsonSchema, conjunction: Conjunction, type: string, depth: number): string {
  if (depth === 0) return type;
  if (type === "array") {
    const item = expectedText(itemPlace(root, [conjunction], 0), depth - 1);
    return item === "any value" ? type : `array of ${item}`;
  }
  const fields = type === "object" ? declaredFields([conjunction]) : [];
  if (fields.length === 0) return type;
  const shown = fields
    .slice(0, 8)
    .map((name) => (isOptionalField([conjunction], name) ? `${name}?` : name));
  return `object {${[...shown, ...(fields.length > 8 ? ["…"] : [])].join(", ")}}`;
}
