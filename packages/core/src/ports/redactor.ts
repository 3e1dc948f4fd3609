import type { View } from "./view.ts";

/**
 * Replaces secret values by stable placeholders, `«secret:NAME»`, in everything that leaves a stage:
 * results, errors, previews, updates, events, journal records and stored outputs.
 */
export interface Redactor {
  /**
   * Redacts text from outside. Text that only looks like a placeholder is marked, `«secret:literal:NAME»`,
   * so it is never taken for one. Returns the same string when there is nothing to hide.
   */
  redact(text: string): string;
  /** Shorter texts (in UTF-16 units) are never changed, so callers may skip them. Default: 0. */
  readonly leastLength?: number;
  /**
   * Redacts text whose placeholders are genuine: text that a model wrote or that was redacted before.
   * Idempotent. Default: `redact`.
   */
  redactModelText?(text: string): string;
  /**
   * Redacts a text that arrives in pieces, wherever they are cut. With `isHidden`, its placeholders are genuine.
   * Default: whole lines are redacted.
   */
  stream?(options?: { readonly isHidden?: boolean }): RedactingStream;
  /**
   * The text with placeholders of known secrets replaced by their values, and the secrets used. Other
   * placeholders stay; marked ones lose their mark. Absent: placeholders are plain text.
   */
  resolve?(text: string): ResolvedText;
  /**
   * The secret that spans a position in the text, so that the text isn't cut there. At the text's end, a
   * secret that may continue after it. Null for none.
   */
  secretSpanAt?(text: string, at: number): { readonly start: number; readonly end: number } | null;
  /** Adds a new secret, such as a token. Values shorter than 8 bytes would hide too much and are ignored. */
  addSecret?(name: string, value: string): void;
  /** Announces that a file inside the roots will be read, so that its secrets are redacted. */
  addSecretFile?(realPath: string): void;
  /**
   * Also looks for secret files in these views of the roots, such as those of a stage. The returned function ends
   * that; values that were found stay hidden.
   */
  addViews?(views: readonly View[]): () => void;
  /**
   * A number that changes when more may be hidden than before. Text redacted under the same number needn't be
   * redacted again. Absent: text is redacted each time.
   */
  readonly revision?: number;
  /** Announces that files may have changed since the last text. */
  refresh?(): void;
}

export interface RedactingStream {
  /** Returns the text that can be shown now, because no secret can begin in it. */
  push(text: string): string;
  /** Returns the rest. */
  end(): string;
}

export interface ResolvedText {
  readonly text: string;
  /** Values by name; for a secret in an encoded form, that form. */
  readonly secrets: ReadonlyMap<string, string>;
}
