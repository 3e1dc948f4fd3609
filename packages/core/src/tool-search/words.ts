/** Words that say nothing of what a tool does; "" is the end of a clause. */
const emptyWords = new Set(
  (
    "a about also am an and any are as at be been but by can could did do does doing for from had has have having he " +
    "her his how i if in into is it its itself just like lot may me might my need needs not nothing of on one or our " +
    "out over own please s she should so some something such than that the their them then there these they this " +
    "those through to too under up us use used uses using very via want wants was we were while who why will with " +
    "within without would you your t don doesn tool tools thing things way whether because else onto per same let " +
    "lets given "
  ).split(" "),
);

/** Of a description neither these, though somebody who asks which, how many or when says a little by it. */
const emptyInDescriptions = new Set(
  "all when where what which many more most much other only see".split(" "),
);

/**
 * The words of a name or a text, in its order: `readFile`, `read_file` and "Read file" are the same two.
 * Lower case, without accents; what says nothing is left out, unless nothing else is there.
 */
export function wordsOf(text: string): readonly string[] {
  return tellingWordsOf(allWordsOf(text));
}

/** Those that say something; when none does, `otherwise`, by default all. */
export function tellingWordsOf(
  words: readonly string[],
  otherwise: readonly string[] = words,
): readonly string[] {
  const telling = words.filter((word) => !emptyWords.has(word));
  return telling.length === 0 ? otherwise : telling;
}

/** Whether it says nothing of what a tool does. */
export function isEmptyWord(word: string): boolean {
  return emptyWords.has(word);
}

/** The words of a tool's name: in one as short even "on" says something. */
export function nameWordsOf(text: string): readonly string[] {
  return allWordsOf(text).filter((word) => word === "on" || !emptyWords.has(word));
}

/** The same of what a tool says of itself at length. */
export function descriptionWordsOf(text: string): readonly string[] {
  return [...allWordsOf(text), ...joinedNamesOf(text)].filter(
    (word) => !emptyWords.has(word) && !emptyInDescriptions.has(word),
  );
}

/** `PromQL` and `GitHub` are one word to most people, who write it small. */
function joinedNamesOf(text: string): readonly string[] {
  return (text.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length <= maxWordLength && /\p{Ll}\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase());
}

/** Every word, in its order. */
export function allWordsOf(text: string): readonly string[] {
  return plain(text)
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word.length <= maxWordLength);
}

/** What is longer is no word but data. */
const maxWordLength = 40;

function plain(text: string): string {
  // Most texts are ASCII, where there is nothing to take apart.
  // oxlint-disable-next-line no-control-regex -- the range is ASCII itself
  if (/^[\x00-\x7F]*$/.test(text)) return text;
  return text.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
}
