import type { CapturedOutput } from "@toolwright/sandbox";
import { countOf, countText } from "../numbers/number-text.ts";

/** The output with a line in the gap that says what was left out; no line end at its end. */
export function renderOutput({
  head,
  tail,
  omittedBytes,
  totalBytes,
  totalLines,
}: CapturedOutput): string {
  if (omittedBytes === 0) return withoutFinalLineEnds(head);
  const shownLines = lineFeeds(head) + lineFeeds(tail) + (tail.endsWith("\n") ? 0 : 1);
  const lines = totalLines === null ? "" : ` (${countOf(totalLines - shownLines, "line")})`;
  const omitted = `… ${countOf(omittedBytes, "byte")}${lines} left out of ${countText(totalBytes)} in total …`;
  return `${head.replace(/\n$/, "")}\n${omitted}\n${withoutFinalLineEnds(tail)}`;
}

const lineFeeds = (text: string): number => text.split("\n").length - 1;

function withoutFinalLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
