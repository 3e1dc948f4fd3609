import { storedNote } from "@toolwright/core/internal";
import type { StoredOutput } from "@toolwright/core/ports";
import type { CapturedOutput } from "@toolwright/sandbox";
import { countOf, countText } from "../text/number-text.ts";

/**
 * The output for the model: the beginning, lines around errors and the end. A line in each gap says how
 * much was left out; the first one also says how to get it. Without a final line ending.
 */
export function renderOutput(captured: CapturedOutput, kept: StoredOutput | null): string {
  const { omittedBytes, omittedLines, windows } = captured;
  if (omittedBytes === 0) return withoutFinalLineEnds(captured.head);
  const head = wholeLinesAtStart(captured.head);
  const tail = wholeLinesAtEnd(captured.tail);
  const cutBytes = byteLength(captured.head, head) + byteLength(captured.tail, tail);
  const lines =
    omittedLines === null ? null : omittedLines + lineFeeds(captured.tail) - lineFeeds(tail);
  const note = mainNote(captured, kept, {
    bytes: omittedBytes + cutBytes,
    lines,
    fromLine: lineFeeds(head) + 1,
  });
  const gaps = gapNotes(captured, lines);
  const pieces = windows.flatMap(({ text }, index) => [
    text.replace(/\n$/, ""),
    ...(gaps[index] ?? []),
  ]);
  return [head.replace(/\n$/, ""), note, ...pieces, withoutFinalLineEnds(tail)].join("\n");
}

interface LeftOut {
  readonly bytes: number;
  /** Null if they weren't counted. */
  readonly lines: number | null;
  /** The first line that isn't shown. */
  readonly fromLine: number;
}

function mainNote(
  { totalBytes, totalLines, windows, repeats }: CapturedOutput,
  kept: StoredOutput | null,
  { bytes, lines, fromLine }: LeftOut,
): string {
  const counted =
    lines === null || totalLines === null
      ? ""
      : ` (${countText(lines)} of ${countOf(totalLines, "line")})`;
  const between =
    windows.length === 0 ? "" : "; from the middle, only lines around likely errors are shown";
  const repeated = repeats.map(({ line, count }) => `\n  ${countText(count)} more like: ${line}`);
  const how =
    kept === null
      ? "To see more, run it again with less output, or redirect it to a file."
      : storedNote(kept, fromLine);
  return `[… ${countText(bytes)} of ${countOf(totalBytes, "byte")}${counted} left out${between}. ${how}${repeated.join("")}]`;
}

/** The note after each window; none if the next window follows directly. */
function gapNotes(
  { windows }: CapturedOutput,
  lines: number | null,
): readonly (readonly string[])[] {
  const known = windows.map(({ linesBefore }) => linesBefore);
  const before = known.reduce((sum, count) => sum + count, 0);
  const last = lines === null ? null : Math.max(0, lines - before);
  return [...known.slice(1), last].map((count) => {
    if (count === null) return ["[… left out …]"];
    return count === 0 ? [] : [`[… ${countOf(count, "line")} left out …]`];
  });
}

/** Starts at a whole line, because half a word may be half a secret; only an endless word is cut. */
function wholeLinesAtStart(text: string): string {
  const end = text.lastIndexOf("\n") + 1;
  if (end > 0 && end * 2 >= text.length) return text.slice(0, end);
  return text.slice(0, text.lastIndexOf(" ") + 1) || text;
}

function wholeLinesAtEnd(text: string): string {
  const start = text.indexOf("\n") + 1;
  return text.slice(start > 0 && start * 2 <= text.length ? start : text.indexOf(" ") + 1);
}

function byteLength(text: string, part: string): number {
  return Buffer.byteLength(text) - Buffer.byteLength(part);
}

const lineFeeds = (text: string): number => text.split("\n").length - 1;

function withoutFinalLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
