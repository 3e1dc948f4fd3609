import { isDeepStrictEqual } from "node:util";
import { settingsError } from "@toolwright/runtime/internal";
import type { Addition } from "./addition.ts";

/**
 * The part of an addition that the value at its path lacks. Null: nothing.
 *
 * Errors: ConfigurationError `settings-invalid` for another value.
 */
export function missingOf(addition: Addition, old: unknown, file: string): Addition | null {
  const { path, value, isList } = addition;
  if (old === undefined) return addition;
  if (isDeepStrictEqual(old, value)) return null;
  const name = path.join(".");
  if (!isList) {
    throw settingsError(
      file,
      `'${name}' is there already, with another value. To add this one, remove that one first`,
    );
  }
  if (!Array.isArray(old)) throw settingsError(file, `'${name}' must be a list`);
  const missing = (value as readonly unknown[]).filter(
    (item) => !old.some((each) => isDeepStrictEqual(each, item)),
  );
  return missing.length === 0 ? null : { ...addition, value: missing };
}
