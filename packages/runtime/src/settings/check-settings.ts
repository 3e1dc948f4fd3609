import type { Node } from "jsonc-parser";
import { didYouMean } from "./did-you-mean.ts";
import type { SettingsSchema, SettingsType } from "./settings-schema-parts.ts";

/** The problem of a value, and its position. */
export interface SettingsProblem {
  readonly message: string;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
}

/**
 * Checks a parsed file against the schema. Returns the first problem in the file, or null. A repeated key is
 * a problem, because readers disagree on which one counts.
 */
export function checkSettings(
  node: Node,
  schema: SettingsSchema,
  name = "the file",
): SettingsProblem | null {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => hasType(node, type))) {
    const wanted = types.map((type) => typeNames[type]).join(" or ");
    return { message: `${name} must be ${wanted}`, offset: node.offset };
  }
  switch (node.type) {
    case "object":
      return checkObject(node, schema, name);
    case "array":
      return first(node.children ?? [], (item, index) =>
        schema.items === undefined ? null : checkSettings(item, schema.items, `${name}[${index}]`),
      );
    default:
      return checkScalar(node, schema, name);
  }
}

const typeNames = {
  object: "an object",
  array: "a list",
  string: "a string",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
};

function typesOf({ type }: SettingsSchema): readonly SettingsType[] {
  if (type === undefined) return [];
  return typeof type === "string" ? [type] : type;
}

function hasType(node: Node, type: SettingsType): boolean {
  if (type === "integer") return node.type === "number" && Number.isSafeInteger(node.value);
  return node.type === type;
}

function checkObject(node: Node, schema: SettingsSchema, name: string): SettingsProblem | null {
  const { properties = {}, additionalProperties = true, propertyNames } = schema;
  const { required = [], oneOf } = schema;
  const seen = new Set<string>();
  const problem = first(node.children ?? [], (property) => {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) return null;
    const key = String(keyNode.value);
    const { offset } = keyNode;
    if (seen.has(key)) return { message: `'${key}' is given twice in ${name}`, offset };
    seen.add(key);
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const keyName = name === "the file" ? `'${key}'` : `${name}.${key}`;
    if (own !== undefined) return checkSettings(valueNode, own, keyName);
    if (propertyNames !== undefined && !new RegExp(propertyNames.pattern).test(key)) {
      return { message: `'${key}' isn't a valid tool name`, offset };
    }
    if (additionalProperties === true) return null;
    if (additionalProperties !== false) {
      return checkSettings(valueNode, additionalProperties, keyName);
    }
    const known = Object.keys(properties);
    const message = `${name} has no key '${key}'.${didYouMean(key, known)} Known: ${known.join(", ")}`;
    return { message, offset };
  });
  if (problem !== null) return problem;
  const missing = required.find((key) => !seen.has(key));
  if (missing !== undefined) {
    return { message: `${name} needs the key '${missing}'`, offset: node.offset };
  }
  if (oneOf === undefined) return null;
  const choices = oneOf.map(({ required: [key] }) => key);
  const count = choices.filter((key) => seen.has(key)).length;
  return count === 1
    ? null
    : { message: `${name} must have exactly one of ${choices.join(", ")}`, offset: node.offset };
}

function checkScalar(node: Node, schema: SettingsSchema, name: string): SettingsProblem | null {
  const value: unknown = node.value;
  const fail = (message: string): SettingsProblem => ({ message, offset: node.offset });
  if (typeof value === "string") {
    if (schema.enum !== undefined && !schema.enum.includes(value)) {
      return fail(
        `${name} is '${value}'.${didYouMean(value, schema.enum)} Known: ${schema.enum.join(", ")}`,
      );
    }
    if (value.length < (schema.minLength ?? 0)) return fail(`${name} must not be empty`);
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
      return fail(`${name} must match ${schema.pattern}, but is '${value}'`);
    }
    if (schema.format === "regex" && value !== "*" && !isRegularExpression(value)) {
      return fail(`${name} must be a regular expression, but is '${value}'`);
    }
  }
  if (typeof value === "number") {
    if (value < (schema.minimum ?? Number.NEGATIVE_INFINITY)) {
      return fail(`${name} must be at least ${schema.minimum}, but is ${value}`);
    }
    if (value > (schema.maximum ?? Number.POSITIVE_INFINITY)) {
      return fail(`${name} must be at most ${schema.maximum}, but is ${value}`);
    }
  }
  return null;
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function first<Item>(
  items: readonly Item[],
  check: (item: Item, index: number) => SettingsProblem | null,
): SettingsProblem | null {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem !== null) return problem;
  }
  return null;
}
