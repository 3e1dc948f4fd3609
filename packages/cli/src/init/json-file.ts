import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue } from "jsonc-parser";
import { parseJsonFile, settingsError } from "@toolwright/runtime/internal";
import { type KeyPath, removeJsonKey, setJsonKey } from "../settings/edit-json.ts";
import type { Addition, HostFileFormat } from "./addition.ts";
import { missingOf } from "./missing-of.ts";

/** JSON with comments. */
export const jsonFile: HostFileFormat = {
  add(text, addition, file) {
    const given = objectIn(text, file);
    const old = valueAt(given, addition.path, file);
    const made = missingOf(addition, old, file);
    if (made === null) return null;
    const value = Array.isArray(old) ? [...old, ...(made.value as unknown[])] : made.value;
    return { text: setJsonKey(given, made.path, value), made };
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

function valueAt(text: string, path: KeyPath, file: string): unknown {
  const { root } = parseJsonFile(text, file);
  const outer = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, -1));
  if (outer !== undefined && outer.type !== "object") {
    throw settingsError(file, `'${path[0]}' must be an object`);
  }
  const inner = outer === undefined ? undefined : findNodeAtLocation(outer, path.slice(-1));
  // The library's objects have another prototype, which counts in comparisons.
  return inner === undefined ? undefined : structuredClone(getNodeValue(inner));
}
