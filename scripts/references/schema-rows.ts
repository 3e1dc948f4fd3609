/** The parts of JSON Schema that the settings and the tools use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

type Row = readonly string[];

/**
 * A row with key, type and meaning for the schema and everything in it. A key inside another is `a.b`, one of any
 * name `a.NAME`, one of a list's items `a[].b`. A sibling with the same parts as an earlier one only names it.
 */
export function schemaRows(key: string, schema: Schema, isRequired = true): readonly Row[] {
  const row = [
    `\`${key}${isRequired ? "" : "?"}\``,
    cell(typeText(schema)),
    cell(schema.description ?? ""),
  ];
  return [row, ...nestedRows(key, schema)];
}

function nestedRows(key: string, schema: Schema): readonly Row[] {
  const { properties = {}, additionalProperties: other, items, anyOf = [] } = schema;
  const required = schema.required && new Set(schema.required);
  const seen = new Map<string, string>();
  const named = Object.entries(properties).flatMap(([name, value]) => {
    const path = `${key}.${name}`;
    const isRequired = required?.has(name) ?? true;
    const [row = [], ...nested] = schemaRows(path, value, isRequired);
    if (nested.length === 0) return [row];
    const parts = JSON.stringify({ ...value, description: "" });
    const twin = seen.get(parts);
    if (twin === undefined) {
      seen.set(parts, path);
      return [row, ...nested];
    }
    return [[...row.slice(0, 2), `${row[2]} Its parts are those of \`${twin}\`.`.trim()]];
  });
  return [
    ...named,
    ...(typeof other === "object" ? schemaRows(`${key}.NAME`, other) : []),
    ...(items === undefined ? [] : itemRows(key, items)),
    ...anyOf.flatMap((each) => nestedRows(key, each)),
  ];
}

/** Plain items are named by the list's own type. */
function itemRows(key: string, items: Schema): readonly Row[] {
  const nested = nestedRows(`${key}[]`, items);
  return items.description === undefined || nested.length === 0
    ? nested
    : schemaRows(`${key}[]`, items);
}

function typeText(schema: Schema): string {
  const { type, items, minimum, maximum } = schema;
  const choices = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
  if (choices !== undefined) return choices.map((each) => JSON.stringify(each)).join(" or ");
  const several = schema.anyOf ?? (type === undefined ? schema.oneOf : undefined);
  if (several !== undefined) return [...new Set(several.map(typeText))].join(" or ");
  const names = typeof type === "string" ? [type] : (type ?? ["any value"]);
  const text = names
    .map((name) => (name === "array" && items !== undefined ? `list of ${typeText(items)}` : name))
    .join(" or ");
  const bounds = [
    // A schema for safe integers says so at every number.
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`at most ${maximum}`]),
  ];
  return bounds.length === 0 ? text : `${text}, ${bounds.join(", ")}`;
}

/** One line, with nothing that ends a cell or begins a tag. */
export function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

export function table(head: readonly string[], rows: readonly Row[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
