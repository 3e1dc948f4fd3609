/**
 * Replaces secret values by stable placeholders, `«secret:NAME»`, in everything that leaves a stage:
 * results, errors, previews, updates, events, the journal's records, what is spilled.
 */
export interface Redactor {
  /**
   * For text from the world. What looks like a placeholder in it and isn't one is marked, so that it
   * is never taken for one: `«secret:literal:NAME»`. The same string when there is nothing to hide.
   */
  redact(text: string): string;
  /** Texts of fewer characters (UTF-16 units) are never changed, so they needn't be shown to it. Default: 0. */
  readonly leastLength?: number;
  /**
   * For text whose placeholders are meant as such: what a model wrote, or what was redacted before.
   * Done twice it is as done once. Default: `redact`.
   */
  redactModelText?(text: string): string;
  /** For a text that comes in pieces, wherever they are cut. Default: each piece by itself. */
  stream?(): RedactingStream;
  /**
   * The text with the placeholders of known secrets replaced by what they stand for, and which secrets
   * those are; others stay. Marked ones lose their mark. Without it placeholders are just text.
   */
  resolve?(text: string): ResolvedText;
  /**
   * The secret that is on both sides of a place in the text, so that it isn't cut there; at the text's end one
   * that may go on behind it. Null for none.
   */
  secretSpanAt?(text: string, at: number): { readonly start: number; readonly end: number } | null;
  /** A secret that came meanwhile, as a token does. A value under 8 bytes would hide too much, and isn't hidden. */
  addSecret?(name: string, value: string): void;
  /** A file inside the roots that is about to be read: what it holds is hidden if it holds secrets. */
  addSecretFile?(realPath: string): void;
  /**
   * Another number whenever more may be hidden than before: what was redacted under this one needn't be again.
   * Without it everything is, each time.
   */
  readonly revision?: number;
  /** Files may have changed since the last text. */
  refresh?(): void;
}

export interface RedactingStream {
  /** What can be shown by now: as much as no secret can begin in. */
  push(text: string): string;
  /** The rest. */
  end(): string;
}

export interface ResolvedText {
  readonly text: string;
  /** Values by name; of a secret in an encoded form, that form. */
  readonly secrets: ReadonlyMap<string, string>;
}
