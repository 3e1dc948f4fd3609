import {
  eachSubschema,
  isInPlace,
  isSchemaObject,
  isSubschema,
  ownField,
  type Subschema,
} from "./keywords.ts";
import type { JsonSchema } from "./standard-schema.ts";

/** The schema that `#` or `#/json/pointer` refers to; undefined when there is none. */
export function resolveReference(root: JsonSchema, reference: string): Subschema | undefined {
  if (reference === "#") return root;
  return reference.startsWith("#/") ? resolvePointer(root, reference.slice(2)) : undefined;
}

/** Follows a chain of `$ref`s until one has other keywords beside it. */
export function followReferences(root: JsonSchema, schema: Subschema): Subschema {
  let target = schema;
  for (let step = 0; step < 32; step += 1) {
    if (typeof target === "boolean" || typeof target["$ref"] !== "string") return target;
    if (Object.keys(target).some((keyword) => keyword !== "$ref")) return target;
    target = resolveReference(root, target["$ref"]) ?? true;
  }
  return true;
}

/** RFC 6901, in a URI fragment. */
function resolvePointer(root: JsonSchema, pointer: string): Subschema | undefined {
  let target: unknown = root;
  for (const part of pointer.split("/")) {
    target = ownField(target, unescapePointer(part));
    if (target === undefined) return undefined;
  }
  return isSubschema(target) ? target : undefined;
}

/** One part of a JSON pointer in a URI fragment. */
export function unescapePointer(part: string): string {
  let decoded = part;
  try {
    decoded = decodeURIComponent(part);
  } catch (error) {
    // A literal `%`.
    if (!(error instanceof URIError)) throw error;
  }
  return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** How many schemas may apply to one value; no real tool needs more. */
const maxSchemasPerValue = 10_000;

/**
 * The fault of a schema's references: one that leads nowhere, a circle that never reaches a smaller part of the
 * value, or too many references for one value. Null when there is none.
 */
export function findReferenceFault(root: JsonSchema): string | null {
  const costs = new Map<JsonSchema, number | "open">();
  let fault: string | null = null;

  /** How many schemas apply to a value when this one does. */
  const costOf = (schema: Subschema): number => {
    if (typeof schema === "boolean" || fault !== null) return 1;
    const known = costs.get(schema);
    if (known === "open") fault = "a $ref leads back to itself without going into the value";
    if (known !== undefined) return known === "open" ? 1 : known;
    costs.set(schema, "open");
    let cost = 1;
    const apart: Subschema[] = [];
    eachSubschema(schema, (child, keyword) => {
      if (isInPlace(keyword)) cost += costOf(child);
      else apart.push(child);
    });
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const target = resolveReference(root, reference);
      if (target === undefined) fault ??= `$ref '${reference.slice(0, 80)}' leads to no schema`;
      else cost += costOf(target);
    }
    if (cost > maxSchemasPerValue) fault ??= "its references multiply to too many schemas";
    costs.set(schema, cost);
    // After this schema's cost is set, because circles through a field or an item are valid: they describe trees.
    for (const child of apart) costOf(child);
    return cost;
  };

  if (isSchemaObject(root)) costOf(root);
  return fault;
}
