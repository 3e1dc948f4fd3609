import type { Redactor } from "../ports/redactor.ts";
import type { Shown } from "./outlet.ts";

/** Deeper than any outcome of ours; a cycle in foreign metadata ends here. */
const maxDepth = 64;

/**
 * Names of the runtime's own fields. They hold no secret, and an outcome in which one is replaced is no
 * outcome any more: a password may be the word "decision".
 */
const ownFields: ReadonlySet<string> = new Set([
  "approvals",
  "artifacts",
  "callId",
  "content",
  "decision",
  "display",
  "durationMs",
  "effects",
  "isDirectory",
  "isHardLinked",
  "isOutside",
  "storedOutput",
  "leavesOutProtected",
  "metadata",
  "mimeType",
  "operation",
  "realPath",
  "recursive",
  "sessionId",
  "skipsHidden",
  "specified",
  "startedAtMs",
  "structured",
  "variable",
  "wouldChange",
]);

/** The value with every string in it redacted; the value itself when there is nothing to hide. */
export function redactDeep<T>(value: T, redactor: Redactor | undefined): Shown<T> {
  // Without a redactor nothing is secret.
  if (redactor === undefined) return value as Shown<T>;
  const replace = (text: string): unknown => redactor.redact(text);
  return mapStrings(value, replace, redactor.leastLength) as Shown<T>;
}

/** The same for what a model wrote, or what was redacted before: its placeholders are such. */
export function redactModelText<T>(value: T, redactor: Redactor | undefined): Shown<T> {
  if (redactor === undefined) return value as Shown<T>;
  const replace = (text: string): unknown =>
    redactor.redactModelText?.(text) ?? redactor.redact(text);
  return mapStrings(value, replace, redactor.leastLength) as Shown<T>;
}

/**
 * The value with every string in it of at least `leastLength` characters, also the names of fields,
 * replaced. What stays as it is isn't copied: most of what a call says has no secret in it.
 *
 * Errors: TypeError when what replaces a text is none.
 */
export function mapStrings<T>(
  value: T,
  replace: (text: string) => unknown,
  leastLength: number = 0,
): T {
  // Every branch keeps the shape it was given and only replaces strings by strings.
  return mapped(value, { replace, leastLength }, 0) as T;
}

interface Mapping {
  readonly replace: (text: string) => unknown;
  readonly leastLength: number;
}

function mapped(value: unknown, mapping: Mapping, depth: number): unknown {
  if (typeof value === "string") return mappedText(value, mapping);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  return Array.isArray(value)
    ? mappedList(value, mapping, depth)
    : mappedObject(value as Readonly<Record<string, unknown>>, mapping, depth);
}

function mappedList(list: readonly unknown[], mapping: Mapping, depth: number): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    const other = mapped(item, mapping, depth + 1);
    if (other === item) continue;
    copy ??= [...list];
    copy[index] = other;
  }
  return copy ?? list;
}

/** Looks at each field once, however deep the first is that differs. What stays as it is isn't copied. */
function mappedObject(
  value: Readonly<Record<string, unknown>>,
  mapping: Mapping,
  depth: number,
): unknown {
  const keys = Object.keys(value);
  let copy: Record<string, unknown> | null = isPlain(value) ? null : {};
  for (const [index, key] of keys.entries()) {
    const name = mappedName(key, mapping);
    const item = mapped(value[key], mapping, depth + 1);
    if (copy === null) {
      if (name === key && Object.is(item, value[key])) continue;
      copy = {};
      for (const before of keys.slice(0, index)) put(copy, before, value[before]);
    }
    put(copy, name, item);
  }
  return copy ?? value;
}

function put(copy: Record<string, unknown>, name: string, value: unknown): void {
  // Assigned, `__proto__` would become the copy's prototype.
  if (name !== "__proto__") copy[name] = value;
  else {
    Object.defineProperty(copy, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

/** Of any other object only what is enumerable is known: it says more by itself. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function mappedName(name: string, mapping: Mapping): string {
  if (name.length < mapping.leastLength || ownFields.has(name)) return name;
  return mappedText(name, mapping);
}

function mappedText(text: string, { replace, leastLength }: Mapping): string {
  if (text.length < leastLength) return text;
  const replaced = replace(text);
  if (typeof replaced === "string") return replaced;
  throw new TypeError("The redactor returned no text.");
}
