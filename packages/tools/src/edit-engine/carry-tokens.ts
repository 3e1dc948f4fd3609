import { lineChanges } from "../change/line-changes.ts";
import { type Token, tokensOf } from "./tokens.ts";

/**
 * A changed line that keeps the file's own words, signs and spaces wherever the model did not change
 * them. If the file has “hello” and the model changes "hello" to "hello, you", the result is
 * “hello, you”.
 *
 * Shapes: `theirs` and `ours` are the same line in the model's and the file's form, equal word for
 * word; `line` is the new line. All are without indentation.
 */
export function carryTokens(line: string, theirs: string, ours: string): string {
  if (theirs === ours) return line;
  const oldWords = withGaps(theirs);
  const fileWords = withGaps(ours);
  if (oldWords.length !== fileWords.length) return line;
  const newWords = withGaps(line);
  const origins = originsOf(oldWords, newWords);
  const parts = newWords.map((word, index) => {
    const { at, isKept } = origins[index] ?? { at: -1, isKept: false };
    const was = oldWords[at];
    const own = fileWords[at];
    if (was === undefined || own === undefined) return word.gap + word.text;
    // The file's white space wins where the model did not change it.
    const gap = word.gap === was.gap ? own.gap : word.gap;
    return gap + (isKept && word.text === was.text ? own.text : word.text);
  });
  return parts.join("") + line.slice(newWords.at(-1)?.end ?? 0);
}

interface Word extends Token {
  readonly text: string;
  /** The white space before it. */
  readonly gap: string;
}

function withGaps(line: string): readonly Word[] {
  let from = 0;
  return tokensOf(line).map((token) => {
    const gap = line.slice(from, token.start);
    from = token.end;
    return { ...token, gap, text: line.slice(token.start, token.end) };
  });
}

interface WordOrigin {
  /** The index of the old word that it equals or replaces; -1 for an added word. */
  readonly at: number;
  readonly isKept: boolean;
}

function originsOf(oldWords: readonly Word[], newWords: readonly Word[]): readonly WordOrigin[] {
  const keys = (words: readonly Word[]): readonly string[] => words.map(({ key }) => key);
  const origins: WordOrigin[] = [];
  let at = 0;
  const keepUpTo = (end: number): void => {
    for (; at < end; at += 1) origins.push({ at, isKept: true });
  };
  for (const { start, end, lines } of lineChanges(keys(oldWords), keys(newWords))) {
    keepUpTo(start);
    lines.forEach((_, index) => {
      origins.push({ at: start + index < end ? start + index : -1, isKept: false });
    });
    at = end;
  }
  keepUpTo(oldWords.length);
  return origins;
}
