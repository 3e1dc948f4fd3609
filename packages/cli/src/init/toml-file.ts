import { isDeepStrictEqual } from "node:util";
import { settingsError } from "@toolwright/runtime/internal";
import { parse, stringify, type TomlTable } from "smol-toml";
import type { HostFileFormat, KeyPath } from "./addition.ts";
import { valueInTheWay } from "./value-in-the-way.ts";

/** TOML. The library writes no comments, so the text is extended, and the result checked. */
export const tomlFile: HostFileFormat = {
  add(text, addition, file) {
    const [table, key] = addition.path;
    const before = parsed(text, file);
    const old = tableOf(before, table)[key];
    if (isDeepStrictEqual(old, addition.value)) return null;
    if (old !== undefined) throw valueInTheWay(file, addition.path);
    const next = extended(text, addition.path, addition.value);
    const wanted = {
      ...before,
      [table]: { ...tableOf(before, table), [key]: addition.value },
    };
    if (isDeepStrictEqual(parsedOrNull(next), wanted)) return { text: next, made: addition };
    throw settingsError(
      file,
      `it has a form that can't be extended. Set ${table}.${key} by hand: ${JSON.stringify(addition.value)}`,
    );
  },
  // Only the text that was added can be found again: see `withoutSplice`.
  remove: () => null,
};

/** A table gets a block of its own at the end; another value a line below its table's header. */
function extended(text: string, [table, key]: KeyPath, value: unknown): string {
  const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  if (typeof value === "object") return `${text}${gap}${stringify({ [table]: { [key]: value } })}`;
  const line = stringify({ [key]: value });
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${table}[ \\t]*\\][^\\n]*\\n`, "m").exec(text);
  if (header === null) return `${text}${gap}[${table}]\n${line}`;
  const at = header.index + header[0].length;
  return text.slice(0, at) + line + text.slice(at);
}

function parsed(text: string, file: string): TomlTable {
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
