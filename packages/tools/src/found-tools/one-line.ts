import { withoutHidden } from "@toolwright/core/internal";

/** Untrusted text as one line of at most `maxCharacters`, cut between words if possible. */
export function oneLine(text: string, maxCharacters: number): string {
  // Only the beginning is processed, whatever the text's length.
  const start = text.slice(0, 4 * maxCharacters).replaceAll(/[\p{Cc}\s]+/gu, " ");
  const line = withoutHidden(start, "text").trim();
  if (line.length <= maxCharacters) return line;
  const cut = line.slice(0, maxCharacters - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > maxCharacters / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The first sentence of a text, as by `oneLine`. */
export function firstSentence(text: string, maxCharacters: number): string {
  const line = oneLine(text, Math.max(maxCharacters, 400));
  const end = /[.!?](?=\s|$)/.exec(line);
  return oneLine(end === null ? line : line.slice(0, end.index), maxCharacters);
}
