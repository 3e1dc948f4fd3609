import type { PlacesOf } from "./phrase.ts";

/** Texts of another language by their English. */
export type TranslationTable = Readonly<Record<string, string>>;

/** The table if each text has the places of its English; otherwise a type that doesn't fit. */
type WithSamePlaces<T extends TranslationTable> = {
  readonly [English in keyof T]: [PlacesOf<English>] extends [PlacesOf<T[English]>]
    ? [PlacesOf<T[English]>] extends [PlacesOf<English>]
      ? T[English]
      : { readonly unknownPlace: Exclude<PlacesOf<T[English]>, PlacesOf<English>> }
    : { readonly missingPlace: Exclude<PlacesOf<English>, PlacesOf<T[English]>> };
};

/** A table whose texts have the same places as their English. Otherwise the call doesn't compile. */
export function translationTable<const T extends TranslationTable>(
  table: T & WithSamePlaces<T>,
): T {
  return table;
}
