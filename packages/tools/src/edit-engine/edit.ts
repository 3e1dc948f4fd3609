/** One replacement, as a model asks for it. */
export interface Replacement {
  /** What is there now, in the model's memory of it. Not empty. */
  readonly oldText: string;
  readonly newText: string;
  /** Every place instead of the only one. Default: false. */
  readonly replaceAll?: boolean;
}

/**
 * How a place was found, from the strictest to the most tolerant:
 * - `exact`: character by character;
 * - `line-ends`: but for CRLF, LF and CR;
 * - `trailing-space`: but for white space at the ends of lines, and blank lines around;
 * - `indentation`: but for the indentation of its lines;
 * - `tabs`: but for tabs where the file has spaces, or the other way round;
 * - `blank-lines`: but for how many blank lines are between its lines, and their indentation;
 * - `escapes`: the old text came with its quotes, tabs or line ends escaped;
 * - `typography`: but for typographic quotes, dashes, spaces and dots, characters without width,
 *   and accents composed or not;
 * - `spacing`: but for white space between words and signs;
 * - `line-numbers`: the old text came with pasted line numbers.
 *
 * None overlooks a word: what they find is the same code. Each is the only one that finds at least
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

/** What was done for one replacement. */
export interface EditReceipt {
  readonly strategy: Strategy;
  /** The lines it took the place of, 1-based, in the text as it was before it. */
  readonly startLine: number;
  readonly endLine: number;
  /** How many places: 1, or more with `replaceAll`. */
  readonly places: number;
  /** How the new text was fitted to the file, in words. */
  readonly adapted: readonly string[];
}

/** A place that is nearly what was looked for. */
export interface EditCandidate {
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  /** Its lines with their numbers, white space made visible where it differs. */
  readonly excerpt: string;
  /** What keeps it from matching, in words. */
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
      /** Where it matches, 1-based; of very many places the first. */
      readonly lines: readonly number[];
    }
  | { readonly code: "edit-no-change"; readonly message: string }
  /** The new text stands for code that it would delete. */
  | { readonly code: "edit-elided"; readonly message: string };

export type EditOutcome =
  | { readonly text: string; readonly receipt: EditReceipt }
  | { readonly failure: EditFailure };

export type EditsOutcome =
  | { readonly text: string; readonly receipts: readonly EditReceipt[] }
  /** `index` of the replacement that failed, 0-based. Nothing was replaced. */
  | { readonly failure: EditFailure; readonly index: number };
