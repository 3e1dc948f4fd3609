import type { Redactor } from "../ports/redactor.ts";

/** Deeper than any outcome of ours; a cycle in foreign metadata ends here. */
const maxDepth = 64;

/** The value with every string in it redacted; the value itself when there is nothing to hide. */
export function redactDeep<T>(value: T, redactor: Redactor | undefined): T {
  if (redactor === undefined) return value;
  return mapStrings(value, (text) => asText(redactor.redact(text)));
}

/** The same for what a model wrote, or what was redacted before: its placeholders are such. */
export function redactGiven<T>(value: T, redactor: Redactor | undefined): T {
  if (redactor === undefined) return value;
  return mapStrings(value, (text) => asText(redactor.redactGiven?.(text) ?? redactor.redact(text)));
}

/**
 * The value with every string in it, also the names of fields, replaced. What stays as it is isn't copied:
 * most of what a call says has no secret in it.
 */
export function mapStrings<T>(value: T, replace: (text: string) => string): T {
  // Every branch keeps the shape it was given and only replaces strings by strings.
  return mapped(value, replace, 0) as T;
}

function mapped(value: unknown, replace: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  return Array.isArray(value)
    ? mappedList(value, replace, depth)
    : mappedObject(value as Readonly<Record<string, unknown>>, replace, depth);
}

function mappedList(
  list: readonly unknown[],
  replace: (text: string) => string,
  depth: number,
): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    const other = mapped(item, replace, depth + 1);
    if (other === item) continue;
    copy ??= [...list];
    copy[index] = other;
  }
  return copy ?? list;
}

function mappedObject(
  value: Readonly<Record<string, unknown>>,
  replace: (text: string) => string,
  depth: number,
): unknown {
  const keys = Object.keys(value);
  if (!isPlain(value)) return copied(value, keys, replace, depth);
  for (const key of keys) {
    const item = value[key];
    // Nothing is allocated for what stays as it is, which is nearly all of what a call says.
    if (replace(key) !== key || mapped(item, replace, depth + 1) !== item) {
      return copied(value, keys, replace, depth);
    }
  }
  return value;
}

function copied(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  replace: (text: string) => string,
  depth: number,
): unknown {
  const copy: Record<string, unknown> = {};
  for (const key of keys) {
    const name = replace(key);
    const item = mapped(value[key], replace, depth + 1);
    // Assigned, `__proto__` would become the copy's prototype.
    if (name !== "__proto__") copy[name] = item;
    else {
      Object.defineProperty(copy, name, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return copy;
}

/** Of any other object only what is enumerable is known: it says more by itself. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function asText(redacted: unknown): string {
  if (typeof redacted === "string") return redacted;
  throw new TypeError("The redactor returned no text.");
}
