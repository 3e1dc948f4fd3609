/**
 * The texts that an editor shows. Files are then read as the person sees them, also where they aren't saved, and a file
 * with unsaved changes isn't changed.
 */
export interface UnsavedTexts {
  /** The editor's text of a file, by its real path, saved or not; null if the editor has none. Never rejects. */
  read(path: string): Promise<string | null>;
}
