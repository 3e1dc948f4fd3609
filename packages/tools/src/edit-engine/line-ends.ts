import { type LineEnd, type SourceText, splitLines, type TextLine } from "./source-text.ts";

/** The most frequent line ending; null if no line has one. */
export function dominantLineEnd(lines: readonly TextLine[]): LineEnd | null {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const { eol } of lines) if (eol !== "") counts[eol] += 1;
  if (counts["\n"] + counts["\r\n"] + counts["\r"] === 0) return null;
  if (counts["\r\n"] > counts["\n"] && counts["\r\n"] >= counts["\r"]) return "\r\n";
  return counts["\r"] > counts["\n"] ? "\r" : "\n";
}

/** The line ending of the line at an offset; a last line without one counts as the line before it. */
export function lineEndAt(source: SourceText, offset: number): LineEnd {
  if (!source.hasCarriageReturn) return "\n";
  const index = source.lineIndexAt(offset);
  return source.eolAt(index) || (index > 0 && source.eolAt(index - 1)) || "\n";
}

/** Says which line endings were written if the given text had others; null if it had the same. */
export function describeLineEnds(given: string, written: string): string | null {
  const theirs = dominantLineEnd(splitLines(given));
  const ours = dominantLineEnd(splitLines(written));
  if (theirs === null || ours === null || theirs === ours) return null;
  return `line endings written as ${ours === "\n" ? "LF" : ours === "\r" ? "CR" : "CRLF"}`;
}
