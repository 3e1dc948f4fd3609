/** Characters that word processors and models write instead of plain ones. */
const plainOf: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u2032": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u201f": '"',
  "\u2033": '"',
  "\u00ab": '"',
  "\u00bb": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2015": "-",
  "\u2212": "-",
  "\u2026": "...",
  "\u00a0": " ",
  "\u2002": " ",
  "\u2003": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u3000": " ",
  // Zero-width characters.
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
};

const anyTypographic = new RegExp(`[${Object.keys(plainOf).join("")}]`, "gu");
const anyOther = /[^\0-\x7f]/u;

/** Whether a text is plain ASCII, without typographic characters. */
export function isPlain(text: string): boolean {
  return !anyOther.test(text);
}

/** Replaces typographic characters by plain ones, removes zero-width ones and composes accents. */
export function plainTypography(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(anyTypographic, (character) => plainOf[character] ?? character)
    .normalize("NFC");
}

/**
 * Makes added lines as plain as the file's own lines, if the model's old lines have typographic
 * characters of a kind that the file's lines lack.
 */
export function plainLike(
  theirLines: readonly string[],
  ourLines: readonly string[],
): (line: string) => string {
  const theirs = new Set(theirLines.join("").match(anyTypographic));
  for (const character of ourLines.join("").match(anyTypographic) ?? []) theirs.delete(character);
  if (theirs.size === 0) return (line) => line;
  return (line) =>
    line.replace(anyTypographic, (character) =>
      theirs.has(character) ? (plainOf[character] ?? character) : character,
    );
}
