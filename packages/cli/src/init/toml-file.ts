import { isDeepStrictEqual } from "node:util";
import { settingsError } from "@toolwright/runtime/internal";
import { parse, stringify, type TomlTable } from "smol-toml";
import type { KeyPath } from "../settings/edit-json.ts";
import type { Addition, HostFileFormat } from "./addition.ts";
import { missingOf } from "./missing-of.ts";

/** TOML. The library writes no comments, so the text is extended, and the result checked. */
export const tomlFile: HostFileFormat = {
  add(text, addition, file) {
    const before = parseTomlFile(text, file);
    const made = missingOf(addition, valueAt(before, addition.path), file);
    if (made === null) return null;
    const next = extended(text, made);
    if (isDeepStrictEqual(parsedOrNull(next), withAddition(before, made))) {
      return { text: next, made };
    }
    const { path, value } = made;
    throw settingsError(
      file,
      `it has a form that can't be extended. Set ${path.join(".")} by hand: ${JSON.stringify(value)}`,
    );
  },
  // Only the text that was added can be found again: see `withoutSplice`.
  remove: () => null,
};

/** Tables get blocks of their own at the end; another value a line below its table's header. */
function extended(text: string, { path, value }: Addition): string {
  const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  if (typeof value === "object") return `${text}${gap}${stringify(nested(path, value))}`;
  const [table] = path;
  const line = stringify(nested(path.slice(1), value));
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${table}[ \\t]*\\][^\\n]*\\n`, "m").exec(text);
  if (header === null) return `${text}${gap}[${table}]\n${line}`;
  const at = header.index + header[0].length;
  return text.slice(0, at) + line + text.slice(at);
}

function withAddition(before: TomlTable, { path, value, isList }: Addition): TomlTable {
  const [outer, inner] = path;
  const old = valueAt(before, path);
  const next =
    isList && Array.isArray(old) ? [...(old as unknown[]), ...(value as unknown[])] : value;
  const whole = inner === undefined ? next : { ...tableOf(before, outer), [inner]: next };
  return { ...before, [outer]: whole as TomlTable };
}

function nested(path: readonly string[], value: unknown): TomlTable {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as TomlTable;
}

function valueAt(root: TomlTable, [outer, inner]: KeyPath): unknown {
  return inner === undefined ? root[outer] : tableOf(root, outer)[inner];
}

/** Errors: ConfigurationError `settings-invalid` for invalid TOML. */
export function parseTomlFile(text: string, file: string): TomlTable {
  try {
    return plain(parse(text));
  } catch (thrown) {
    const [first = ""] = String((thrown as Error).message).split("\n", 1);
    throw settingsError(file, `invalid TOML: ${first}`);
  }
}

function parsedOrNull(text: string): TomlTable | null {
  try {
    return plain(parse(text));
  } catch {
    return null;
  }
}

function tableOf(root: TomlTable, name: string): TomlTable {
  const table = root[name];
  return typeof table === "object" && !Array.isArray(table) ? (table as TomlTable) : {};
}

/** Without the library's prototypes, which count in comparisons. */
function plain(value: TomlTable): TomlTable {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
  return JSON.parse(text) as TomlTable;
}
