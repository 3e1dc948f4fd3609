import type { FieldAlias } from "../tool/tool.ts";
import type { InputIssue } from "./issues.ts";
import { declaredFields, conjunctionsOf, rootPlace } from "./place.ts";
import type { JsonSchema } from "./standard-schema.ts";

export interface AliasedInput {
  readonly value: Readonly<Record<string, unknown>>;
  /** One sentence for each replaced name. */
  readonly repairs: readonly string[];
  /** Aliases that contradict the field that they stand for. */
  readonly issues: readonly InputIssue[];
}

/**
 * Renames aliased fields of the input to declared ones. A declared field always stands for itself. An alias never
 * replaces a given value; if both are given and differ, that is an issue.
 */
export function takeFieldAliases(
  given: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, FieldAlias>>,
  schema: JsonSchema,
): AliasedInput {
  const declared = new Set(declaredFields(conjunctionsOf(rootPlace(schema)) ?? []));
  const value: Record<string, unknown> = { ...given };
  const repairs: string[] = [];
  const issues: InputIssue[] = [];
  for (const [name, alias] of Object.entries(aliases)) {
    if (!Object.hasOwn(given, name)) continue;
    const { field, value: valueOf } = typeof alias === "string" ? plain(alias) : alias;
    if (!declared.has(field)) continue;
    const meant = valueOf(given[name]);
    if (name === field) {
      if (isSame(meant, given[name])) continue;
      if (meant === undefined) delete value[name];
      else value[name] = meant;
      const now = meant === undefined ? "was left out" : `became ${json(meant)}`;
      repairs.push(`'${name}' was ${json(given[name])} and ${now}`);
    } else if (!declared.has(name) && meant !== undefined) {
      if (Object.hasOwn(value, field) && !isSame(value[field], meant)) {
        const message = `'${name}' stands for '${field}', and the two differ: give '${field}' alone.`;
        issues.push({ path: name, message });
        continue;
      }
      delete value[name];
      value[field] = meant;
      repairs.push(`'${name}' was taken for '${field}'`);
    }
  }
  return { value, repairs, issues };
}

function plain(field: string): Exclude<FieldAlias, string> {
  return { field, value: (given) => given };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function json(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}
