/** Values that a query names in passing, and a word for what kind of value each is. */
const kinds: readonly (readonly [value: RegExp, word: string])[] = [
  [/\bhttps?:\/\/\S+/gi, " url "],
  [/[\w.+-]{1,64}@[\w.-]{1,64}/g, " "],
  [
    /(?<=^|[\s"'`(/])[\w*-][\w./*-]{0,80}\.(?:cfg|conf|css|csv|docx?|env|html?|ini|json|log|md|pdf|py|rs|sql|sh|toml|ts|tsx|txt|xlsx?|xml|ya?ml|zip)\b/gi,
    " file ",
  ],
  [/(?<=^|\s)#[a-z][\w-]{1,40}/gi, " channel "],
  [/\bto-dos?\b/gi, " todo "],
  [/(?<=[a-z])['’]s\b/gi, " "],
  [/-?\d{1,3}\.\d+\s?,\s?-?\d{1,3}\.\d+/g, " coordinates "],
  [/\d\s?°\s?[cf]?\b/gi, " temperature "],
  [/\b\d+(?:\.\d+)?\s?(?:\+|and|plus)\s?\d+(?:\.\d+)?\b/gi, " sum numbers "],
  [/[$£¥€]\s?\d[\d.,]*|\d\s?[$£¥€]/g, " amount "],
  [/\d\s?%/g, " percent "],
  [/\bo['’]clock\b|\b\d{1,2}:\d\d\b|\b\d{1,2}\s?[ap]m\b/gi, " "],
];

/** Nobody asks for more at once. */
const maxLength = 2_000;

/**
 * A query with kinds of values in the place of values: whoever asks for `notes.txt` wants a tool for files, and none
 * for notes.
 */
export function withoutValues(query: string): string {
  return kinds.reduce(
    (text, [value, word]) => text.replaceAll(value, word),
    query.slice(0, maxLength),
  );
}
