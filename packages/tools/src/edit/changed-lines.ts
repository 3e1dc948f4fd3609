import type { LineRange } from "../diff/line-changes.ts";
import { countLineEnds, LineNumbers } from "./line-ends.ts";
import type { Replacement } from "./plan-edit.ts";

/** Where the new texts are in the content once the replacements, which are in order, are made. */
export function changedLines(
  content: Buffer,
  replacements: readonly Replacement[],
  lineNumbers: LineNumbers = new LineNumbers(content),
): readonly LineRange[] {
  let shift = 0;
  return replacements.map(({ start, end, newBytes }) => {
    const before = lineNumbers.at(start);
    const startLine = before + shift;
    const lineEnds = countLineEnds(newBytes, 0, newBytes.length);
    const endsOpen = newBytes.length === 0 || !isLineEnd(newBytes.at(-1));
    const lastLine = startLine + lineEnds;
    shift += lineEnds - (lineNumbers.at(end) - before);
    return { startLine, endLine: Math.max(startLine, endsOpen ? lastLine : lastLine - 1) };
  });
}

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13;
