/** One replacement that a model asks for. */
export interface Replacement {
  /** The current text, as the model remembers it. Not empty. */
  readonly oldText: string;
  readonly newText: string;
  /** Whether to replace every occurrence. Default: false. */
  readonly replaceAll?: boolean;
}

/**
 * How a place was found, from the strictest strategy to the most tolerant:
 * - `exact`: character by character;
 * - `line-ends`: ignores the kind of line ending (CRLF, LF, CR);
 * - `trailing-space`: ignores white space at the ends of lines, and blank lines around the text;
 * - `indentation`: ignores the indentation of lines;
 * - `tabs`: takes tabs for spaces, and spaces for tabs;
 * - `blank-lines`: ignores the number of blank lines between lines, and indentation;
 * - `escapes`: unescapes quotes, tabs or line endings in the old text;
 * - `typography`: takes typographic quotes, dashes, spaces and dots for plain ones, and ignores
 *   zero-width characters and the composition of accents;
 * - `spacing`: ignores white space between words and signs;
 * - `line-numbers`: removes pasted line numbers from the old text.
 *
 * None ignores a word, so all of them find the same code. Each is the only one to find at least
 * 0.5 % of the cases of `bench/edit-robustness.ts`, which prints the shares.
 */
export const strategies = [
  "exact",
  "line-ends",
  "trailing-space",
  "indentation",
  "tabs",
  "blank-lines",
  "escapes",
  "typography",
  "spacing",
  "line-numbers",
] as const;

export type Strategy = (typeof strategies)[number];

/** The record of one replacement. */
export interface EditReceipt {
  readonly strategy: Strategy;
  /** The replaced lines, 1-based, in the text before the replacement. */
  readonly startLine: number;
  readonly endLine: number;
  /** The number of places: 1, or more with `replaceAll`. */
  readonly places: number;
  /** How the new text was adapted to the file, in words. */
  readonly adapted: readonly string[];
}

/** A place that is similar to the old text. */
export interface EditCandidate {
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  /** Its numbered lines, with white space made visible where it differs. */
  readonly excerpt: string;
  /** The first difference, in words. */
  readonly difference: string;
}

export type EditFailure =
  | {
      readonly code: "edit-no-match";
      readonly message: string;
      readonly candidates: readonly EditCandidate[];
    }
  | {
      readonly code: "edit-ambiguous";
      readonly message: string;
      readonly strategy: Strategy;
      /** The lines of the matches, 1-based; only the first of very many. */
      readonly lines: readonly number[];
    }
  | { readonly code: "edit-no-change"; readonly message: string }
  /** The new text has a placeholder for code that it would delete. */
  | { readonly code: "edit-elided"; readonly message: string };

export type EditOutcome =
  | { readonly text: string; readonly receipt: EditReceipt }
  | { readonly failure: EditFailure };

export type EditsOutcome =
  | { readonly text: string; readonly receipts: readonly EditReceipt[] }
  /** `index`: the failed replacement, 0-based. Nothing was replaced. */
  | { readonly failure: EditFailure; readonly index: number };
