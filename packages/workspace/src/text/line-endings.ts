import type { LineEnding, TextFormat } from "./text-format.ts";

/** The line ends of a text. */
export function lineEndingsOf(
  text: string,
): Pick<TextFormat, "lineEnding" | "newLineEnding" | "hasFinalNewline"> {
  if (!text.includes("\r")) {
    return { lineEnding: "\n", newLineEnding: "\n", hasFinalNewline: text.endsWith("\n") };
  }
  const pairs = countOf(text, "\r\n");
  const counts: readonly (readonly [LineEnding, number])[] = [
    ["\n", countOf(text, "\n") - pairs],
    ["\r\n", pairs],
    ["\r", countOf(text, "\r") - pairs],
  ];
  const used = counts.filter(([, count]) => count > 0);
  // If several are equally frequent, the first in the list wins.
  const [newLineEnding] = used.reduce((best, next) => (next[1] > best[1] ? next : best), [
    "\n",
    0,
  ] as const satisfies readonly [LineEnding, number]);
  return {
    lineEnding: used.length > 1 ? "mixed" : newLineEnding,
    newLineEnding,
    hasFinalNewline: text.endsWith("\n") || text.endsWith("\r"),
  };
}

/** New text with the file's line ends; `\r\n`, `\r` and `\n` each count as one line end. */
export function matchLineEndings(
  newText: string,
  format: Pick<TextFormat, "newLineEnding">,
): string {
  const plain = newText.includes("\r") ? newText.replace(/\r\n?/g, "\n") : newText;
  return format.newLineEnding === "\n" ? plain : plain.replaceAll("\n", format.newLineEnding);
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    count += 1;
  return count;
}
