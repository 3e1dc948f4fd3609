import type { Redactor } from "../ports/redactor.ts";

/** Deeper than any outcome of ours; a cycle in foreign metadata ends here. */
const maxDepth = 64;

/** A copy of the value with every string in it redacted; the value itself without a redactor. */
export function redactDeep<T>(value: T, redactor: Redactor | undefined): T {
  if (redactor === undefined) return value;
  return mapStrings(value, (text) => asText(redactor.redact(text)));
}

/** The same for what a model wrote, or what was redacted before: its placeholders are such. */
export function redactGiven<T>(value: T, redactor: Redactor | undefined): T {
  if (redactor === undefined) return value;
  return mapStrings(value, (text) => asText(redactor.redactGiven?.(text) ?? redactor.redact(text)));
}

/** A copy of the value with every string in it, also the names of fields, replaced. */
export function mapStrings<T>(value: T, replace: (text: string) => string): T {
  // Every branch keeps the shape it was given and only replaces strings by strings.
  return mapped(value, replace, 0) as T;
}

function mapped(value: unknown, replace: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = replace(key);
    const copied = mapped(item, replace, depth + 1);
    // Assigned, it would become the copy's prototype.
    if (name === "__proto__") {
      Object.defineProperty(copy, name, {
        value: copied,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else copy[name] = copied;
  }
  return copy;
}

function asText(redacted: unknown): string {
  if (typeof redacted === "string") return redacted;
  throw new TypeError("The redactor returned no text.");
}
