import { countLineEnds } from "./line-ends.ts";
import type { Replacement } from "./plan-edit.ts";

export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** The last line that has some of the text; the first one when nothing is left of it. */
  readonly endLine: number;
}

/** Where the new texts are in the content once the replacements are made. */
export function changedLines(
  content: Buffer,
  replacements: readonly Replacement[],
): readonly LineRange[] {
  let line = 1;
  let at = 0;
  return replacements.map(({ start, end, newBytes }) => {
    const startLine = line + countLineEnds(content, at, start);
    const lineEnds = countLineEnds(newBytes, 0, newBytes.length);
    const endsOpen = newBytes.length === 0 || !isLineEnd(newBytes.at(-1));
    line = startLine + lineEnds;
    at = end;
    return { startLine, endLine: Math.max(startLine, endsOpen ? line : line - 1) };
  });
}

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13;
