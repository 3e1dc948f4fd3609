/** JSON's types as bits, so that a set of types is a number. JSON's `number` is `fraction | integer`. */
export const jsonType = {
  string: 1,
  fraction: 2,
  integer: 4,
  boolean: 8,
  null: 16,
  object: 32,
  array: 64,
} as const;

export const anyJsonType = 127;
const numberJsonType: number = jsonType.fraction | jsonType.integer;

/** The bit of a value's type; 0 for a value that isn't JSON. */
export function jsonTypeOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return jsonType.string;
    case "number":
      return Number.isInteger(value) ? jsonType.integer : jsonType.fraction;
    case "boolean":
      return jsonType.boolean;
    case "object":
      if (value === null) return jsonType.null;
      return Array.isArray(value) ? jsonType.array : jsonType.object;
    default:
      return 0;
  }
}

/** The types that a `type` keyword names. */
export function jsonTypesNamed(type: unknown): number {
  let types = 0;
  for (const name of [type].flat()) {
    if (name === "number") types |= numberJsonType;
    else if (typeof name === "string" && Object.hasOwn(jsonType, name)) {
      types |= jsonType[name as keyof typeof jsonType];
    }
  }
  return types;
}

/** The `type` keyword's names for a set of types, `number` for both kinds of number. */
export function namesOfJsonTypes(types: number): string[] {
  const names: string[] = [];
  if ((types & jsonType.string) !== 0) names.push("string");
  if ((types & jsonType.fraction) !== 0) names.push("number");
  else if ((types & jsonType.integer) !== 0) names.push("integer");
  if ((types & jsonType.boolean) !== 0) names.push("boolean");
  if ((types & jsonType.object) !== 0) names.push("object");
  if ((types & jsonType.array) !== 0) names.push("array");
  if ((types & jsonType.null) !== 0) names.push("null");
  return names;
}
