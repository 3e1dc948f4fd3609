/** Words that say nothing about what a tool does. */
const emptyWords = new Set(
  (
    "a about also am an and any are as at be been but by can could did do does doing for from had has have having he " +
    "her his how i if in into is it its itself just like may me might my need needs not of on one or our please s she " +
    "should so some such than that the their them then there these they this those through to too tool tools under up " +
    "us use used uses using via want was we were what when where which while who why will with within without would " +
    "you your"
  ).split(" "),
);

/** Longer words are data. */
const maxWordLength = 40;

/**
 * The words of a name or a text, in order: `readFile`, `read_file` and "Read the file" have the same two. In lower
 * case, without accents, and without empty words unless there are no others.
 */
export function wordsOf(text: string): readonly string[] {
  const all = allWordsOf(text);
  const telling = all.filter((word) => !emptyWords.has(word));
  return telling.length === 0 ? all : telling;
}

function allWordsOf(text: string): readonly string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(partsOf)
    .filter((word) => word !== "" && word.length <= maxWordLength);
}

/** `createIssue` is two words, `GitHub` is one. */
function partsOf(word: string): readonly string[] {
  if (!/^\p{Ll}/u.test(word)) return [word.toLowerCase()];
  return word
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(" ");
}

function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
}
