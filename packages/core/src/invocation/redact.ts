import type { Redactor } from "../ports/redactor.ts";
import type { Shown } from "./outlet.ts";

/** Deeper than any real outcome; ends a cycle in a third-party tool's metadata. */
const maxDepth = 64;

/**
 * Names of the runtime's own fields, which are never redacted. A password may be the word "decision", and
 * an outcome without its field of that name would be broken.
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
  "followsLinks",
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

/**
 * The value with every string redacted; the value itself when there is nothing to hide. `onSecret` is called when a
 * secret was hidden.
 */
export function redactDeep<T>(
  value: T,
  redactor: Redactor | undefined,
  onSecret?: () => void,
): Shown<T> {
  // Without a redactor nothing is secret.
  if (redactor === undefined) return value as Shown<T>;
  const replace = (text: string): unknown => {
    const shown = redactor.redact(text);
    if (onSecret !== undefined && shown !== text && !isOnlyMarked(shown, text)) onSecret();
    return shown;
  };
  return mapStrings(value, replace, redactor.leastLength) as Shown<T>;
}

/** Whether the redactor only marked text that looks like a placeholder. */
function isOnlyMarked(shown: unknown, text: string): boolean {
  return typeof shown === "string" && shown.replaceAll("«secret:literal:", "«secret:") === text;
}

/** Like `redactDeep`, for values that a model wrote or that were redacted before: their placeholders are genuine. */
export function redactModelText<T>(value: T, redactor: Redactor | undefined): Shown<T> {
  if (redactor === undefined) return value as Shown<T>;
  const replace = (text: string): unknown =>
    redactor.redactModelText?.(text) ?? redactor.redact(text);
  return mapStrings(value, replace, redactor.leastLength) as Shown<T>;
}

/**
 * Replaces every string of at least `leastLength` characters, including field names. Unchanged parts aren't
 * copied, because most values contain no secret.
 *
 * Errors: TypeError when `replace` returns something other than a string.
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

/** Looks at each field once; copies only from the first changed field on. */
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
  // An assignment to `__proto__` would set the copy's prototype.
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

/** Other objects are always copied, because only their enumerable fields are redacted. */
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
