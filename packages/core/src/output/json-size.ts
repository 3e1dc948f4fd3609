/** Deeper than any real result; ends a cycle. */
const maxDepth = 100;

/**
 * Whether a value's JSON has at most about `maxBytes`, counted in UTF-16 units. Stops as soon as the value
 * is too large, and never throws.
 */
export function fitsAsJson(value: unknown, maxBytes: number): boolean {
  return jsonSize(value, maxBytes) <= maxBytes;
}

/** The approximate size of a value as JSON, in UTF-16 units. Stops measuring above `most`. */
export function jsonSize(value: unknown, most: number): number {
  return sizeUpTo(value, most, 0);
}

function sizeUpTo(value: unknown, most: number, depth: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  if (depth > maxDepth) return Number.POSITIVE_INFINITY;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + sizeUpTo(item, most - size, depth + 1);
      if (size > most) return size;
    }
    return size;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) {
    size += name.length + 4 + sizeUpTo(fields[name], most - size, depth + 1);
    if (size > most) return size;
  }
  return size;
}
