import { cutText } from "../text/cut-text.ts";
import { copyJson, defaultInputLimits, setField } from "./input.ts";
import type { InputIssue } from "./issues.ts";
import { isNestedDeeper, parseJsonText } from "./json-text.ts";
import { anyJsonType, jsonType, jsonTypeOf } from "./json-type.ts";
import { formatPath, type PathSegment } from "./path.ts";
import {
  acceptedTypes,
  type Conjunction,
  conjunctionsFor,
  conjunctionsOf,
  fieldPlace,
  isOptionalField,
  itemPlace,
  matchingConjunctions,
  type Place,
  rootPlace,
} from "./place.ts";
import type { JsonSchema } from "./standard-schema.ts";

export interface RepairedInput {
  /** The same object when nothing was repaired; the given value is never changed. */
  readonly value: unknown;
  /** A sentence for each repair: `'offset' was the text "11" and was converted to the number 11.` */
  readonly repairs: readonly string[];
}

const maxVisits = 10_000;

/**
 * Repairs common mistakes of models, in one pass over at most 10,000 values. Called after validation failed, for the
 * top-level fields that the issues name (all fields if an issue is about the whole input). The result must be
 * validated again.
 *
 * Where the schema can't accept the value's type:
 * - JSON text of an object or a list, `"true"`, `"false"`, `"null"` and the plain decimal text of a number become that
 *   value, if the schema wants its type and accepts no text;
 * - null for an optional field is removed;
 * - a value is put into a list, if a list of its type is wanted.
 *
 * It never guesses: a number doesn't become text (models that send one usually mixed up the fields), no digits are
 * lost, and values that fit stay as they are.
 */
export function repairInput(
  value: unknown,
  jsonSchema: JsonSchema,
  issues: readonly InputIssue[],
): RepairedInput {
  const pass = new RepairPass(jsonSchema, issues);
  const repaired = pass.repair(value, rootPlace(jsonSchema));
  return { value: repaired, repairs: pass.repairs };
}

const leftOut = Symbol("left out");

class RepairPass {
  readonly repairs: string[] = [];
  readonly #root: JsonSchema;
  readonly #issuePaths: readonly string[] | null;
  readonly #path: PathSegment[] = [];
  #visits = 0;

  constructor(root: JsonSchema, issues: readonly InputIssue[]) {
    this.#root = root;
    const paths = issues.map(({ path }) => path);
    this.#issuePaths = paths.includes("") ? null : paths;
  }

  repair(value: unknown, place: Place): unknown {
    this.#visits += 1;
    const accepted = acceptedTypes(place);
    if (this.#visits > maxVisits || accepted === anyJsonType) return value;
    const converted = this.#convert(value, place, accepted);
    const type = jsonTypeOf(converted);
    if (type !== jsonType.object && type !== jsonType.array) return converted;
    const conjunctions = conjunctionsFor(this.#root, conjunctionsOf(place) ?? [], type);
    if (conjunctions.length === 0) return converted;
    return type === jsonType.array
      ? this.#repairItems(converted as readonly unknown[], conjunctions)
      : this.#repairFields(converted as Readonly<Record<string, unknown>>, conjunctions);
  }

  #repairItems(list: readonly unknown[], conjunctions: readonly Conjunction[]): unknown {
    let copy: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      if (this.#visits > maxVisits) break;
      this.#path.push(index);
      const repaired = this.repair(item, itemPlace(this.#root, conjunctions, index));
      this.#path.pop();
      if (repaired === item) continue;
      copy ??= [...list];
      copy[index] = repaired;
    }
    return copy ?? list;
  }

  #repairFields(
    fields: Readonly<Record<string, unknown>>,
    conjunctions: readonly Conjunction[],
  ): unknown {
    const candidates = matchingConjunctions(this.#root, conjunctions, fields);
    const changes = new Map<string, unknown>();
    for (const [name, field] of Object.entries(fields)) {
      if (this.#visits > maxVisits) break;
      this.#path.push(name);
      if (this.#path.length > 1 || this.#isNamed(name)) {
        const repaired = this.#repairField(name, field, candidates);
        if (repaired !== field) changes.set(name, repaired);
      }
      this.#path.pop();
    }
    if (changes.size === 0) return fields;
    const copy: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = changes.has(name) ? changes.get(name) : field;
      if (value !== leftOut) setField(copy, name, value);
    }
    return copy;
  }

  #repairField(name: string, field: unknown, candidates: readonly Conjunction[]): unknown {
    const place = fieldPlace(this.#root, candidates, name);
    if (field === null && (acceptedTypes(place) & jsonType.null) === 0) {
      // No alternative accepts null, so the value may be meant for any alternative without the field.
      if (!candidates.some((candidate) => isOptionalField([candidate], name))) return field;
      this.#tell("was null, which is not accepted there, and was left out");
      return leftOut;
    }
    return this.repair(field, place);
  }

  #isNamed(name: string): boolean {
    const path = formatPath([name]);
    return (
      this.#issuePaths === null ||
      this.#issuePaths.some(
        (issue) =>
          issue === path || (issue.startsWith(path) && ".[…".includes(issue.charAt(path.length))),
      )
    );
  }

  /** Converts a value of the wrong type; returns the value itself when no conversion is certain. */
  #convert(value: unknown, place: Place, accepted: number): unknown {
    const type = jsonTypeOf(value);
    if ((type & accepted) !== 0 || type === jsonType.null) return value;
    if (type === jsonType.string) {
      const read = readText(value as string, accepted, this.#itemTypes(place, accepted));
      if (read !== undefined) {
        this.#tell(`was the text ${quote(value as string)} and was converted to ${describe(read)}`);
        return this.#wrap(read, accepted, place);
      }
    }
    return this.#wrap(value, accepted, place);
  }

  #wrap(value: unknown, accepted: number, place: Place): unknown {
    const type = jsonTypeOf(value);
    if ((type & accepted) !== 0 || (type & this.#itemTypes(place, accepted)) === 0) return value;
    this.#tell(`was ${describe(value)} and was converted to a list of it`);
    return [value];
  }

  /** The types of items, if a list is accepted and its items are constrained; otherwise 0. */
  #itemTypes(place: Place, accepted: number): number {
    if ((accepted & jsonType.array) === 0) return 0;
    const conjunctions = conjunctionsFor(this.#root, conjunctionsOf(place) ?? [], jsonType.array);
    const types = acceptedTypes(itemPlace(this.#root, conjunctions, 0));
    return types === anyJsonType ? 0 : types;
  }

  #tell(what: string): void {
    const path = formatPath(this.#path);
    this.repairs.push(`${path === "" ? "The input" : `'${path}'`} ${what}.`);
  }
}

/**
 * The value that a text contains, for places that accept no text; undefined when it contains no accepted value. A list
 * counts only if its items fit, because a text that begins with a bracket may be an item itself.
 */
function readText(text: string, accepted: number, itemTypes: number): unknown {
  const trimmed = text.length < 1000 ? text.trim() : text;
  if ((accepted & jsonType.boolean) !== 0 && /^(?:true|false)$/i.test(trimmed)) {
    return trimmed.toLowerCase() === "true";
  }
  if ((accepted & jsonType.null) !== 0 && trimmed === "null") return null;
  const number = readNumber(trimmed);
  if (number !== undefined && (jsonTypeOf(number) & accepted) !== 0) return number;
  if (!/^\s*[[{]/.test(text) || isNestedDeeper(text, defaultInputLimits.maxDepth)) return undefined;
  const parsed = parseJsonText(text);
  if (!("value" in parsed)) return undefined;
  const copy = copyJson(parsed.value, defaultInputLimits);
  if (!("value" in copy)) return undefined;
  const type = jsonTypeOf(copy.value);
  if (Array.isArray(copy.value) && (accepted & jsonType.array) !== 0) {
    const fits = (item: unknown): boolean =>
      itemTypes === 0 || (jsonTypeOf(item) & itemTypes) !== 0;
    return (itemTypes & jsonType.string) === 0 || copy.value.every(fits) ? copy.value : undefined;
  }
  return (type & (accepted | itemTypes)) === 0 ? undefined : copy.value;
}

/** Parses plain decimal text, only if the number represents it exactly. */
function readNumber(text: string): number | undefined {
  const match = /^(-?)(0|[1-9]\d{0,19})(?:\.(\d{1,20}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", decimals = ""] = match;
  const fraction = decimals.replace(/0+$/, "");
  const plain = `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  const number = Number(plain);
  return String(number) === plain ? number : undefined;
}

function quote(text: string): string {
  return cutText(JSON.stringify(cutText(text, 60)), 80);
}

function describe(value: unknown): string {
  if (typeof value === "string") return `the text ${quote(value)}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "number" ? `the number ${value}` : String(value);
}
