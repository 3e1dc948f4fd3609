import { isBlank } from "./source-text.ts";
import { plainTypography } from "./typography.ts";

/** The lines of an old text, prepared for the search. */
export interface Wanted {
  readonly lines: readonly string[];
  /** The indexes of lines that aren't blank. */
  readonly solid: readonly number[];
  readonly endsWithLineEnd: boolean;
  /** A text that every place contains, from one line; `solidIndex` is that line's index in `solid`. */
  readonly needle: { readonly text: string; readonly solidIndex: number };
  /** Whether there are enough letters to match when signs and spaces differ. */
  readonly isWordy: boolean;
}

const asciiWord = /[A-Za-z0-9_$]{2,}/g;
/** Beyond this length, a longer word is no rarer. */
const maxTellingLength = 16;
const manyLetters = /(?:\p{L}[^\p{L}]*){3}/u;

/** Null for a text of white space only. Line endings are `\n`. */
export function prepareWanted(oldText: string): Wanted | null {
  const lines = oldText.split("\n");
  const solid = lines.flatMap((line, index) => (isBlank(line) ? [] : [index]));
  if (solid.length === 0) return null;
  const words = solid.map((index) => plainTypography(lines[index] ?? "").match(asciiWord) ?? []);
  return {
    lines,
    solid,
    endsWithLineEnd: lines.length > 1 && lines.at(-1) === "",
    needle: needleOf(
      solid.map((index) => lines[index] ?? ""),
      words,
    ),
    isWordy: manyLetters.test(oldText),
  };
}

/**
 * A long word that occurs once in the old text is probably also rare in the file. Without words, the
 * longest line is used.
 */
function needleOf(
  lines: readonly string[],
  words: readonly (readonly string[])[],
): Wanted["needle"] {
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best = { text: "", solidIndex: 0 };
  let bestScore = 0;
  words.forEach((list, solidIndex) => {
    for (const text of list) {
      const score = Math.min(text.length, maxTellingLength) / (counts.get(text) ?? 1);
      if (score <= bestScore) continue;
      best = { text, solidIndex };
      bestScore = score;
    }
  });
  if (bestScore > 0) return best;
  lines.forEach((line, solidIndex) => {
    const text = line.trim();
    if (text.length > best.text.length) best = { text, solidIndex };
  });
  return best;
}
