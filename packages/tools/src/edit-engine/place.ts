import type { Strategy } from "./edit.ts";
import type { IndentationMap } from "./indentation.ts";
import type { SourceLine } from "./source-text.ts";

/** One place in the file that the old text stands for. */
export interface Place {
  /** Offsets into the file's text. */
  readonly start: number;
  readonly end: number;
  /**
   * What stands there, line by line; pairwise the lines of `oldLines`. The first and the last may
   * be parts of lines.
   */
  readonly fileLines: readonly SourceLine[];
}

/** All places at the strictest level that has any, and how the texts relate there. */
export interface Located {
  readonly strategy: Strategy;
  readonly places: readonly Place[];
  /** The old and the new text as they were matched, numbers and escapes taken off. */
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** In words, what was taken off. */
  readonly adapted: readonly string[];
  indentationAt(place: Place): IndentationMap;
  /** Compares characters that the file may write otherwise; keeps lengths. */
  readonly plain: (line: string) => string;
}
