import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue } from "jsonc-parser";
import { parseJsonFile, settingsError } from "@toolwright/runtime/internal";
import { removeJsonKey, setJsonKey } from "../settings/edit-json.ts";
import type { Addition, HostFileFormat, KeyPath } from "./addition.ts";
import { valueInTheWay } from "./value-in-the-way.ts";

/** JSON with comments. */
export const jsonFile: HostFileFormat = {
  add(text, addition, file) {
    const { path, value } = addition;
    const given = objectIn(text, file);
    const old = valueAt(given, path, file);
    if (addition.isList) {
      const list = old ?? [];
      if (!Array.isArray(list)) throw settingsError(file, `'${path.join(".")}' must be a list`);
      const missing = (value as readonly unknown[]).filter((item) => !list.includes(item));
      if (missing.length === 0) return null;
      const made = { ...addition, value: missing };
      return { text: setJsonKey(given, path, [...list, ...missing]), made };
    }
    if (isDeepStrictEqual(old, value)) return null;
    if (old !== undefined) throw valueInTheWay(file, path);
    return { text: setJsonKey(given, path, value), made: addition };
  },
  remove(text, { path, value, isList }: Addition, file) {
    const old = valueAt(text, path, file);
    if (!isList) return isDeepStrictEqual(old, value) ? removeJsonKey(text, path) : null;
    if (!Array.isArray(old)) return null;
    const left = old.filter((item) => !(value as readonly unknown[]).includes(item));
    return left.length === 0 ? removeJsonKey(text, path) : setJsonKey(text, path, left);
  },
};

function objectIn(text: string, file: string): string {
  const { root } = parseJsonFile(text, file);
  if (root === undefined) return `${text.trim() === "" ? "" : text}{}\n`;
  if (root.type !== "object") throw settingsError(file, "it must hold a JSON object");
  return text;
}

function valueAt(text: string, [parent, key]: KeyPath, file: string): unknown {
  const { root } = parseJsonFile(text, file);
  const outer = root === undefined ? undefined : findNodeAtLocation(root, [parent]);
  if (outer !== undefined && outer.type !== "object") {
    throw settingsError(file, `'${parent}' must be an object`);
  }
  const inner = outer === undefined ? undefined : findNodeAtLocation(outer, [key]);
  // The library's objects have another prototype, which counts in comparisons.
  return inner === undefined ? undefined : structuredClone(getNodeValue(inner));
}
