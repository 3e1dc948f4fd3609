/**
 * A text that equal values share and different ones don't, whatever the order of their fields. Knows plain data, and
 * bytes, dates, addresses, regular expressions, maps and sets.
 *
 * Errors: TypeError for anything else, such as a function or an instance of a class, whose state can't be seen.
 */
export function comparableText(value: unknown): string {
  return textOf(value, []);
}

function textOf(value: unknown, within: readonly object[]): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "bigint":
      return `${value}n`;
    case "boolean":
    case "undefined":
      return String(value);
    case "object":
      return value === null ? "null" : objectText(value, within);
    default:
      throw incomparable(`a ${typeof value}`);
  }
}

function objectText(value: object, within: readonly object[]): string {
  if (within.includes(value)) throw incomparable("a value that contains itself");
  const inside = [...within, value];
  const itemText = (item: unknown): string => textOf(item, inside);
  if (Array.isArray(value)) return `[${Array.from(value, itemText).join(",")}]`;
  if (value instanceof Uint8Array) return `bytes(${hexOf(value)})`;
  if (value instanceof ArrayBuffer) return `bytes(${hexOf(new Uint8Array(value))})`;
  if (value instanceof Date) return `date(${value.getTime()})`;
  if (value instanceof URL) return `url(${JSON.stringify(value.href)})`;
  if (value instanceof RegExp) return `pattern(${JSON.stringify(String(value))})`;
  if (value instanceof Set) return `set(${Array.from(value, itemText).toSorted().join(",")})`;
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => `${itemText(key)}:${itemText(item)}`);
    return `map(${entries.toSorted().join(",")})`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw incomparable(`an instance of ${value.constructor?.name ?? "a class"}`);
  }
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${itemText(item)}`).join(",")}}`;
}

function hexOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

function incomparable(what: string): TypeError {
  return new TypeError(`${what} can't be compared with what is there later`);
}
