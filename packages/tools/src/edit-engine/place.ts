import { type IndentationMap, sameIndentation } from "./indentation.ts";
import { type SourceText, splitLines, type TextLine } from "./source-text.ts";

/** Offsets in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One place of the old text in the file, and both texts as matched there. */
export interface Place extends Span {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** The file's lines there, one for each old line. The first and the last may be parts of lines. */
  readonly fileLines: readonly TextLine[];
  readonly indentation: IndentationMap;
  /** Whether other text or the file's indentation stays before its first line. */
  readonly startsInside: boolean;
  /** Whether the old text matches literally, ignoring line endings. */
  readonly isLiteral: boolean;
  /** Whether unchanged lines may differ from the model's in more than surrounding space. */
  readonly carriesTokens: boolean;
  /** The ignored differences, in words. */
  readonly adapted: readonly string[];
}

/** A place that matches the old text literally, ignoring line endings. */
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
