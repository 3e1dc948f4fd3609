import type { JsonSchema } from "@toolwright/core";
import { isSchemaObject, resolveReference, type Subschema } from "@toolwright/core/internal";
import { SeededRandom } from "./random.ts";

export interface SchemaInputOptions {
  readonly count: number;
  readonly seed: number;
  /** Words with a meaning to the tool: its files' paths. */
  readonly words: readonly string[];
}

/** Strings that tools must accept without harm. None of them does anything in a shell. */
const hostileTexts = [
  "",
  " ",
  ".",
  "..",
  "../..",
  "../outside/secret.txt",
  "/etc/passwd",
  "/etc/shadow",
  "~",
  "~/.profile",
  "$HOME",
  "a\0b",
  "\0",
  "line\nline\r\nline",
  "x".repeat(10_000),
  `${"long line ".repeat(1_000)}\n`,
  "a/".repeat(600),
  "😀 ünïcødé 漢字",
  "\u202egnp.exe",
  "\ud800",
  "\ufeffbom",
  "__proto__",
  "constructor",
  "-rf",
  "--help",
  "(a+)+$",
  "[",
  "*",
  "**/*",
  "file:///etc/passwd",
  "%2e%2e/secret.txt",
  "C:\\Windows",
  "src/main.ts/",
  "./src/../src/main.ts",
  '{"json":true}',
  "null",
] as const;

const numbers = [
  0,
  1,
  -1,
  2,
  10,
  1_000,
  1e9,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  0.5,
  -1e-7,
] as const;

/** Values of all other types. */
const strangers: readonly [unknown, ...unknown[]] = [
  null,
  true,
  7,
  "text",
  [],
  {},
  [null],
  { a: { b: [1] } },
];

const maxDepth = 6;
/** For lists and strings with a large minimum length. */
const maxLength = 20_000;

/**
 * Generates inputs from a tool's JSON Schema. Half of them fit it; the others are wrong in one place (a field
 * missing, unknown or of another type, a value out of bounds, JSON as a string). Strings are words of the
 * tool or hostile ones. Equal seeds give equal inputs.
 */
export function makeSchemaInputs(
  schema: JsonSchema,
  { count, seed, words }: SchemaInputOptions,
): readonly unknown[] {
  const random = new SeededRandom(seed);
  const maker = new ValueMaker(schema, random, words);
  return Array.from({ length: count }, (_, index) => {
    const input = maker.make(schema, 0);
    return index % 2 === 0 ? input : spoil(input, random);
  });
}

class ValueMaker {
  readonly #root: JsonSchema;
  readonly #random: SeededRandom;
  readonly #words: readonly string[];

  constructor(root: JsonSchema, random: SeededRandom, words: readonly string[]) {
    this.#root = root;
    this.#random = random;
    this.#words = words;
  }

  /** A value that usually fits; ignores keywords other than types, bounds and choices. */
  make(subschema: Subschema | undefined, depth: number): unknown {
    // Some schemas allow only infinite values.
    const schema = depth > maxDepth + 2 ? null : this.#resolved(subschema);
    if (schema === null) return this.#random.pick(strangers);
    if ("const" in schema) return schema["const"];
    const choices = schema["enum"];
    if (Array.isArray(choices) && choices.length > 0) return this.#pickOf(choices);
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives) && alternatives.length > 0) {
      return this.make(this.#pickOf(alternatives) as Subschema, depth + 1);
    }
    return this.#ofType(schema, depth);
  }

  #ofType(schema: JsonSchema, depth: number): unknown {
    const { type } = schema;
    switch (Array.isArray(type) ? this.#pickOf(type) : type) {
      case "string":
        return this.#text(schema);
      case "integer":
        return Math.round(this.#number(schema));
      case "number":
        return this.#number(schema);
      case "boolean":
        return this.#random.chance(0.5);
      case "null":
        return null;
      case "array":
        return this.#list(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return "properties" in schema ? this.#object(schema, depth) : this.#random.pick(strangers);
    }
  }

  /** Resolves references and merges `allOf`, up to a depth, because some are circular. */
  #resolved(subschema: Subschema | undefined, depth = 0): JsonSchema | null {
    if (!isSchemaObject(subschema) || depth > maxDepth) return null;
    const reference = subschema["$ref"];
    if (typeof reference === "string") {
      return this.#resolved(resolveReference(this.#root, reference), depth + 1);
    }
    const parts = subschema["allOf"];
    if (!Array.isArray(parts)) return subschema;
    let merged: JsonSchema = subschema;
    for (const part of parts as Subschema[]) {
      const other = this.#resolved(part, depth + 1) ?? {};
      merged = {
        ...merged,
        ...other,
        properties: { ...fieldsOf(merged), ...fieldsOf(other) },
        required: [...requiredOf(merged), ...requiredOf(other)],
      };
    }
    return merged;
  }

  #text({ minLength, maxLength: longest }: JsonSchema): string {
    const texts = this.#random.chance(0.5) && this.#words.length > 0 ? this.#words : hostileTexts;
    const text = this.#pickOf(texts);
    const least = Math.min(numberOr(minLength, 0), maxLength);
    const most = numberOr(longest, Number.POSITIVE_INFINITY);
    return text.padEnd(least, "x").slice(0, most);
  }

  #number(schema: JsonSchema): number {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    const low = numberOr(minimum, numberOr(exclusiveMinimum, Number.NEGATIVE_INFINITY) + 1);
    const high = numberOr(maximum, numberOr(exclusiveMaximum, Number.POSITIVE_INFINITY) - 1);
    if (Number.isFinite(low) && this.#random.chance(0.3)) return low;
    if (Number.isFinite(high) && this.#random.chance(0.3)) return high;
    return Math.min(Math.max(this.#random.pick(numbers), low), high);
  }

  #list({ items, prefixItems, minItems, maxItems }: JsonSchema, depth: number): unknown[] {
    const first = Array.isArray(prefixItems) ? (prefixItems as Subschema[]) : [];
    const least = Math.min(numberOr(minItems, 0), maxLength);
    const most = Math.min(numberOr(maxItems, least + 3), least + 3);
    const length = depth > maxDepth ? least : this.#random.integer(least, Math.max(least, most));
    const isClosed = items === false;
    return Array.from({ length: isClosed ? first.length : length }, (_, index) =>
      this.make(first[index] ?? (items as Subschema | undefined), depth + 1),
    );
  }

  #object(schema: JsonSchema, depth: number): Record<string, unknown> {
    const required = requiredOf(schema);
    const fields = Object.entries(fieldsOf(schema)).filter(
      ([name]) => required.includes(name) || (depth <= maxDepth && this.#random.chance(0.5)),
    );
    return Object.fromEntries(
      fields.map(([name, field]) => [name, this.make(field as Subschema, depth + 1)]),
    );
  }

  #pickOf<T>(list: readonly T[]): T {
    // Never called with an empty list.
    return this.#random.pick(list as readonly [T, ...T[]]);
  }
}

/** Spoils a value in one place. */
function spoil(input: unknown, random: SeededRandom): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return random.pick(strangers);
  }
  const fields = Object.entries(input);
  const [name, value] = fields[random.integer(0, Math.max(0, fields.length - 1))] ?? [
    "input",
    null,
  ];
  switch (random.integer(0, 6)) {
    case 0:
      return Object.fromEntries(fields.filter(([other]) => other !== name));
    case 1:
      return { ...input, [`${name}s`]: value };
    case 2:
      return { ...input, [name]: random.pick(strangers) };
    case 3:
      return { ...input, [name]: JSON.stringify(value) ?? "undefined" };
    case 4:
      return { ...input, [name]: [value, value] };
    case 5:
      return JSON.parse(`{"__proto__":{"isAdmin":true},"constructor":1}`) as unknown;
    default:
      return JSON.stringify(input);
  }
}

function fieldsOf({ properties }: JsonSchema): Readonly<Record<string, unknown>> {
  return typeof properties === "object" && properties !== null
    ? (properties as Readonly<Record<string, unknown>>)
    : {};
}

function requiredOf({ required }: JsonSchema): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
