import { type InputIssue, unknownFieldIssue } from "./issues.ts";
import { jsonType } from "./json-type.ts";
import { isSchemaObject } from "./keywords.ts";
import type { PathSegment } from "./path.ts";
import {
  type Conjunction,
  conjunctionsFor,
  conjunctionsOf,
  declaredFields,
  fieldPlace,
  itemPlace,
  type Place,
  rootPlace,
} from "./place.ts";
import type { JsonSchema } from "./standard-schema.ts";

const maxIssues = 20;

/**
 * Makes a check for undeclared fields at every level. Schema libraries drop or accept them silently, so the model would
 * never learn that a field had no effect.
 *
 * An object counts as closed when its schema has `properties` and nothing that may allow others
 * (`additionalProperties`, `patternProperties`, conditions). In a union, any alternative may declare the field. The
 * check returns at most 20 issues; an empty list when there are none.
 */
export function compileUnknownFields(
  jsonSchema: JsonSchema,
): (value: unknown) => readonly InputIssue[] {
  const checks = new UnknownFieldChecks(jsonSchema);
  const root = checks.at(rootPlace(jsonSchema));
  return (value) => {
    if (typeof value !== "object" || value === null) return none;
    const found: Found = { issues: [], path: [] };
    root.check(value, found);
    return found.issues;
  };
}

const none: readonly InputIssue[] = [];

interface Found {
  readonly issues: InputIssue[];
  /** The current path of the check. */
  readonly path: PathSegment[];
}

/** The checks of one schema, each made when a value first needs it, because schemas may be recursive. */
class UnknownFieldChecks {
  readonly root: JsonSchema;
  readonly #known = new Map<string, PlaceCheck>();
  readonly #numbers = new Map<unknown, number>();

  constructor(root: JsonSchema) {
    this.root = root;
  }

  at(place: Place): PlaceCheck {
    const key = this.#keyOf(place.schemas);
    let check = this.#known.get(key);
    if (check === undefined) {
      check = new PlaceCheck(this, place);
      this.#known.set(key, check);
    }
    return check;
  }

  /** A key that is equal for equal schemas. */
  #keyOf(schemas: readonly unknown[]): string {
    const keys = schemas.map((schema) => {
      // `fieldPlace` makes a new `allOf` each time; its parts are the schema's own.
      const parts = isSchemaObject(schema) && Array.isArray(schema["allOf"]);
      const isMade = parts && Object.keys(schema).length === 1;
      if (isMade) return `(${this.#keyOf(schema["allOf"] as unknown[])})`;
      const number = this.#numbers.get(schema) ?? this.#numbers.size;
      this.#numbers.set(schema, number);
      return String(number);
    });
    return keys.join(",");
  }
}

class PlaceCheck {
  readonly #all: UnknownFieldChecks;
  readonly #objects: readonly Conjunction[];
  readonly #lists: readonly Conjunction[];
  readonly #declared: ReadonlySet<string> | null;
  /** Checks by field; null when no field below can be unknown. */
  readonly #fields = new Map<string, PlaceCheck | null>();
  readonly #items: PlaceCheck[] = [];
  readonly #tupleLength: number;

  constructor(all: UnknownFieldChecks, place: Place) {
    const conjunctions = conjunctionsOf(place) ?? [];
    this.#all = all;
    this.#objects = conjunctionsFor(all.root, conjunctions, jsonType.object);
    this.#lists = conjunctionsFor(all.root, conjunctions, jsonType.array);
    const tuples = this.#lists.flat().map(({ prefixItems }) => sizeOf(prefixItems));
    this.#tupleLength = Math.max(0, ...tuples);
    const isClosed = this.#objects.length > 0 && this.#objects.every(isClosedObject);
    this.#declared = isClosed ? new Set(declaredFields(this.#objects)) : null;
  }

  check(value: object, found: Found): void {
    if (Array.isArray(value)) this.#checkList(value, found);
    else this.#checkObject(value as Readonly<Record<string, unknown>>, found);
  }

  #checkObject(value: Readonly<Record<string, unknown>>, found: Found): void {
    const declared = this.#declared;
    for (const name in value) {
      if (declared !== null && !declared.has(name)) {
        if (!Object.hasOwn(value, name) || found.issues.length >= maxIssues) continue;
        found.issues.push(unknownFieldIssue([...found.path, name], [...declared]));
        continue;
      }
      const field = value[name];
      if (typeof field !== "object" || field === null) continue;
      let check = this.#fields.get(name);
      if (check === undefined) {
        check = this.#fieldCheck(name);
        // Undeclared names come from the input, so caching them would have no bound.
        if (declared !== null) this.#fields.set(name, check);
      }
      if (check === null) continue;
      found.path.push(name);
      check.check(field, found);
      found.path.pop();
    }
  }

  #fieldCheck(name: string): PlaceCheck | null {
    const place = fieldPlace(this.#all.root, this.#objects, name);
    return place.schemas.includes(true) ? null : this.#all.at(place);
  }

  #checkList(list: readonly unknown[], found: Found): void {
    if (this.#lists.length === 0) return;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      if (typeof item !== "object" || item === null) continue;
      found.path.push(index);
      this.#itemCheck(index).check(item, found);
      found.path.pop();
    }
  }

  /** One check for each place of a tuple, and one for all items after them. */
  #itemCheck(index: number): PlaceCheck {
    const place = Math.min(index, this.#tupleLength);
    let check = this.#items[place];
    if (check === undefined) {
      check = this.#all.at(itemPlace(this.#all.root, this.#lists, place));
      this.#items[place] = check;
    }
    return check;
  }
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

const opening = [
  "patternProperties",
  "dependentSchemas",
  "if",
  "not",
  "unevaluatedProperties",
] as const;

function isClosedObject(conjunction: Conjunction): boolean {
  return (
    conjunction.some(({ properties }) => isSchemaObject(properties)) &&
    conjunction.every(
      (schema) =>
        (schema["additionalProperties"] ?? false) === false &&
        !opening.some((keyword) => (schema[keyword] ?? false) !== false),
    )
  );
}
