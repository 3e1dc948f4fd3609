import { fixedValues } from "../schema/place.ts";
import { jsonTypeOf, namesOfJsonTypes } from "../schema/json-type.ts";
import { isSchemaObject, isSubschema, ownField } from "../schema/keywords.ts";
import { withNotes } from "./constraint-text.ts";
import type { PlainSchema } from "./inline-schema.ts";
import { mergeAllOf, mergeSchemas } from "./merge-schemas.ts";

/**
 * The schema without `anyOf`, `oneOf` and `allOf` at its root, for dialects that don't accept them there: one
 * object with the fields of all alternatives, and a note on which fields go together. Null when an alternative
 * is not an object.
 */
export function flattenObject(schema: PlainSchema): PlainSchema | null {
  let flat = mergeAllOf(schema);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const { [keyword]: union, ...base } = flat;
    if (!Array.isArray(union)) continue;
    const branches = (union as unknown[])
      .filter(isSchemaObject)
      .map((branch) => flattenObject({ type: "object", ...branch }));
    const objects = branches.filter((branch) => branch !== null && branch["type"] === "object");
    if (objects.length !== union.length) return null;
    flat = flattenUnion(base, objects as PlainSchema[], keyword);
  }
  return flat;
}

function flattenUnion(
  base: PlainSchema,
  branches: readonly PlainSchema[],
  keyword: "anyOf" | "oneOf",
): PlainSchema {
  const all = branches.length === 0 ? [{}] : branches;
  const properties: Record<string, unknown> = { ...fieldsOf(base) };
  for (const name of new Set(all.flatMap((branch) => Object.keys(fieldsOf(branch))))) {
    const schemas = all.map((branch) => ownField(fieldsOf(branch), name)).filter(isSchemaObject);
    const common = ownField(fieldsOf(base), name);
    // A constraint of only some alternatives on a common field doesn't hold for the others.
    if (isSchemaObject(common) && schemas.length < all.length) continue;
    const united = uniteFields(schemas);
    properties[name] = isSchemaObject(common) ? mergeSchemas({ ...common }, united) : united;
  }
  const required = [
    ...requiredOf(base),
    ...requiredOf(all[0]).filter((name) => all.every((b) => requiredOf(b).includes(name))),
  ];
  const flat: PlainSchema = { ...base, type: "object", properties };
  if (required.length > 0) flat["required"] = [...new Set(required)];
  if (flat["additionalProperties"] === undefined && all.every(isClosed)) {
    flat["additionalProperties"] = false;
  }
  const least = keyword === "oneOf" ? "exactly" : "at least";
  const shapes = all.map((branch) => shapeOf(branch)).join(" or ");
  return withNotes(flat, [`Give ${least} one of these sets of fields: ${shapes}.`]);
}

/** One schema for a field that alternatives declare differently. */
function uniteFields(schemas: readonly PlainSchema[]): PlainSchema {
  const distinct = [...new Map(schemas.map((s) => [JSON.stringify(s), s])).values()];
  const first = distinct[0] ?? {};
  if (distinct.length === 1) return first;
  const descriptions = distinct.map(({ description }) => description);
  const said = [...new Set(descriptions)].filter((text) => typeof text === "string").join(" / ");
  const fixed = distinct.map(fixedValues);
  if (fixed.every((values) => values !== undefined)) {
    const values = [...new Set(fixed.flat())];
    const types = values.reduce<number>((union, value) => union | jsonTypeOf(value), 0);
    const names = namesOfJsonTypes(types);
    const type = names.length === 1 ? names[0] : names;
    return withNotes({ type, enum: values }, said === "" ? [] : [said]);
  }
  return withNotes({ anyOf: distinct }, said === "" ? [] : [said]);
}

/** `{kind: "file", path, range?}`, with fixed values, because they distinguish the alternatives. */
function shapeOf(branch: PlainSchema): string {
  const fields = fieldsOf(branch);
  const required = requiredOf(branch);
  const names = Object.keys(fields);
  const others = required.filter((name) => !names.includes(name));
  const parts = [...names, ...others].map((name) => {
    const schema = fields[name];
    const fixed = isSubschema(schema) ? fixedValues(schema) : undefined;
    const value = fixed?.length === 1 ? `: ${JSON.stringify(fixed[0])}` : "";
    return `${name}${required.includes(name) ? "" : "?"}${value}`;
  });
  const extra = Object.keys(branch).filter((keyword) => !ordinary.has(keyword));
  const rest = Object.fromEntries(extra.map((keyword) => [keyword, branch[keyword]]));
  const note = extra.length === 0 ? "" : ` with ${JSON.stringify(rest)}`;
  return `{${parts.join(", ")}}${note}`;
}

const ordinary = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "description",
  "title",
]);

function fieldsOf(schema: PlainSchema): Readonly<Record<string, unknown>> {
  return isSchemaObject(schema["properties"]) ? schema["properties"] : {};
}

function requiredOf(schema: PlainSchema | undefined): readonly string[] {
  const required = schema?.["required"];
  return Array.isArray(required) ? (required as string[]) : [];
}

function isClosed(schema: PlainSchema): boolean {
  return schema["additionalProperties"] === false;
}
