import { withoutHidden } from "@toolwright/core/internal";

/** Anybody's text as one line of at most so many characters, cut at a word where there is one. */
export function oneLine(text: string, maxCharacters: number): string {
  // Of a text of any length only its beginning is looked at.
  const start = text.slice(0, 4 * maxCharacters).replaceAll(/[\p{Cc}\s]+/gu, " ");
  const line = withoutHidden(start, "text").trim();
  if (line.length <= maxCharacters) return line;
  const cut = line.slice(0, maxCharacters - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > maxCharacters / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Its first sentence, as `oneLine`. */
export function firstSentence(text: string, maxCharacters: number): string {
  const line = oneLine(text, Math.max(maxCharacters, 400));
  const end = /[.!?](?=\s|$)/.exec(line);
  return oneLine(end === null ? line : line.slice(0, end.index), maxCharacters);
}
