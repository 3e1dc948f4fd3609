import { diffLists } from "./line-diff.ts";
import { type Token, tokensOf } from "./tokens.ts";

/**
 * A changed line with the file's own words, signs and spaces wherever the change leaves them: the
 * file says “hello”, the model changed "hello" to "hello, you", and it becomes “hello, you”.
 *
 * Shapes: `theirs` and `ours` are the same line as the model and as the file has it, the same word
 * for word; `line` what it shall be. All without indentation.
 */
export function carryTokens(line: string, theirs: string, ours: string): string {
  if (theirs === ours) return line;
  const oldWords = withGaps(theirs);
  const fileWords = withGaps(ours);
  if (oldWords.length !== fileWords.length) return line;
  const newWords = withGaps(line);
  const kept = keptWords(oldWords, newWords);
  const parts = newWords.map((word, index) => {
    const at = kept[index] ?? -1;
    const was = oldWords[at];
    const own = fileWords[at];
    if (was === undefined || own === undefined) return word.gap + word.text;
    // Space is the file's only between words that were neighbours before.
    const isNext = at === (kept[index - 1] ?? -1) + 1 && (index === 0) === (at === 0);
    const gap = isNext && word.gap === was.gap ? own.gap : word.gap;
    return gap + (word.text === was.text ? own.text : word.text);
  });
  return parts.join("") + line.slice(newWords.at(-1)?.end ?? 0);
}

interface Word extends Token {
  readonly text: string;
  /** What stands before it. */
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

/** For each new word the number of the old one that it is, -1 for those that come anew. */
function keptWords(oldWords: readonly Word[], newWords: readonly Word[]): readonly number[] {
  const kept = newWords.map(() => -1);
  const keys = (words: readonly Word[]): readonly string[] => words.map(({ key }) => key);
  for (const hunk of diffLists(keys(oldWords), keys(newWords))) {
    if (hunk.type !== "kept") continue;
    for (let index = 0; index < hunk.count; index += 1) {
      kept[hunk.newIndex + index] = hunk.oldIndex + index;
    }
  }
  return kept;
}
