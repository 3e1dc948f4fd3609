import type { Redactor } from "../ports/redactor.ts";

/** Deeper than any outcome of ours; a cycle in foreign metadata ends here. */
const maxDepth = 64;

/** The value with every string in it redacted; the same object when there is nothing to redact. */
export function redactDeep<T>(value: T, redactor: Redactor | undefined): T {
  if (redactor === undefined) return value;
  // Every branch keeps the shape it was given and only replaces strings by strings.
  return redactValue(value, redactor, 0) as T;
}

function redactValue(value: unknown, redactor: Redactor, depth: number): unknown {
  if (typeof value === "string") return redactText(value, redactor);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redactor, depth + 1));
  const redacted: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(redacted, redactText(key, redactor), {
      value: redactValue(item, redactor, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return redacted;
}

function redactText(text: string, redactor: Redactor): string {
  const redacted: unknown = redactor.redact(text);
  if (typeof redacted === "string") return redacted;
  throw new TypeError("The redactor returned no text.");
}
