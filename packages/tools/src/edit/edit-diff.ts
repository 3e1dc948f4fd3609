import { type UnifiedDiff, unifiedDiff } from "../diff/unified-diff.ts";
import { LineNumbers } from "./line-ends.ts";
import { applyReplacements, type Replacement } from "./plan-edit.ts";

const CONTEXT_LINES = 3;
const lineFeed = 10;

/** What the replacements change, worked out from their surroundings alone. */
export function editDiff(
  path: string,
  content: Buffer,
  replacements: readonly Replacement[],
  lineNumbers: LineNumbers = new LineNumbers(content),
): UnifiedDiff {
  const from = startOfLines(content, replacements[0]?.start ?? 0);
  const to = endOfLines(content, replacements.at(-1)?.end ?? 0);
  const region = content.subarray(from, to);
  const after = applyReplacements(
    region,
    replacements.map(({ start, end, newBytes }) => ({
      start: start - from,
      end: end - from,
      newBytes,
    })),
  );
  const firstLine = lineNumbers.at(from);
  return unifiedDiff(path, textOf(region), textOf(after), firstLine);
}

/** A byte order mark is no part of the first line. */
function textOf(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

function startOfLines(content: Buffer, at: number): number {
  let start = at;
  for (let line = 0; ; line++) {
    start = start === 0 ? 0 : content.lastIndexOf(lineFeed, start - 1) + 1;
    if (start === 0 || line === CONTEXT_LINES) return start;
    start -= 1;
  }
}

function endOfLines(content: Buffer, at: number): number {
  let end = at;
  for (let line = 0; line <= CONTEXT_LINES; line++) {
    const found = content.indexOf(lineFeed, end);
    if (found < 0) return content.length;
    end = found + 1;
  }
  return end;
}
