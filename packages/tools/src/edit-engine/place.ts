import { type IndentationMap, sameIndentation } from "./indentation.ts";
import { type SourceText, splitLines, type TextLine } from "./source-text.ts";

/** Offsets in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One place of the file where the old text stands, and both texts as they read there. */
export interface Place extends Span {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** What stands there, pairwise the old lines; the first and the last may be parts of lines. */
  readonly fileLines: readonly TextLine[];
  readonly indentation: IndentationMap;
  /** Its first line has no indentation of its own: other text or the file's stays before it. */
  readonly startsInside: boolean;
  /** The old text stands there character by character, but for line ends. */
  readonly isLiteral: boolean;
  /** Lines that stay the same may differ from the model's in more than space around them. */
  readonly carriesTokens: boolean;
  /** In words, what was overlooked. */
  readonly adapted: readonly string[];
}

/** A place where the old text stands to the letter, line ends aside. */
export function literalPlace(
  source: SourceText,
  span: Span,
  texts: { readonly oldLines: readonly string[]; readonly newLines: readonly string[] },
): Place {
  return {
    ...span,
    ...texts,
    fileLines: splitLines(source.text.slice(span.start, span.end)),
    indentation: sameIndentation,
    startsInside: false,
    isLiteral: true,
    carriesTokens: false,
    adapted: [],
  };
}
