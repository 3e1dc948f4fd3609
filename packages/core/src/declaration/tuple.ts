import { isSchemaObject } from "../schema/keywords.ts";
import { constraintText, withNotes } from "./constraint-text.ts";
import type { PlainSchema } from "./inline-schema.ts";

/**
 * Turns a tuple (`prefixItems`) into a list of any of its items, for dialects without tuples. The description gets
 * the order. Other schemas stay as they are.
 */
export function withoutTuple(schema: PlainSchema): PlainSchema {
  const { prefixItems, items, ...rest } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const places = prefixItems as unknown[];
  const known = [...places, items].filter(isSchemaObject);
  const distinct = [...new Map(known.map((s) => [JSON.stringify(s), s])).values()];
  const isOpen = places.some((place) => !isSchemaObject(place)) || items === undefined;
  const list: PlainSchema = {
    ...rest,
    items: isOpen ? {} : distinct.length === 1 ? distinct[0] : { anyOf: distinct },
  };
  if (items === false)
    list["maxItems"] = Math.min(places.length, Number(rest["maxItems"] ?? Infinity));
  return withNotes(list, [constraintText("prefixItems", schema)]);
}
