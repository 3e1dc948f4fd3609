/**
 * Replaces known secret values by stable placeholders in everything that leaves a stage: results,
 * errors, previews, updates, events.
 */
export interface Redactor {
  /** The same string when there is nothing to hide. */
  redact(text: string): string;
}
