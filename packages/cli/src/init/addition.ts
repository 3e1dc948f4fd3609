import type { KeyPath } from "../settings/edit-json.ts";

/** What `toolwright init` adds to a host's file. It never replaces anything. */
export interface Addition {
  readonly path: KeyPath;
  /** Items for the list at the path, or the value of a key that isn't there yet. */
  readonly value: unknown;
  readonly isList: boolean;
}

/** A file format that hosts use. */
export interface HostFileFormat {
  /**
   * Adds to a text, which may be empty. Null: everything is there already.
   *
   * Shapes: `made` is what was added; of a list, only the missing items.
   * Errors: ConfigurationError `settings-invalid` for a text with errors or of another form, and for another value in
   * its place.
   */
  add(
    text: string,
    addition: Addition,
    file: string,
  ): { readonly text: string; readonly made: Addition } | null;
  /** Removes what was added. Null: it isn't there any more. Errors: as `add`. */
  remove(text: string, made: Addition, file: string): string | null;
}

export function value(path: KeyPath, given: unknown): Addition {
  return { path, value: given, isList: false };
}

export function items(path: KeyPath, given: readonly unknown[]): Addition {
  return { path, value: given, isList: true };
}
