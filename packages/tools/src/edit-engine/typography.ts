/** Characters that word processors and models put in the place of plain ones. */
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
  // These have no width at all.
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
};

const anyTypographic = new RegExp(`[${Object.keys(plainOf).join("")}]`, "gu");
const anyOther = /[^\0-\x7f]/u;

/** Whether a text is plain ASCII, which has nothing typographic in it. */
export function isPlain(text: string): boolean {
  return !anyOther.test(text);
}

/** Typographic characters as plain ones, none without width, accents composed. */
export function plainTypography(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(anyTypographic, (character) => plainOf[character] ?? character)
    .normalize("NFC");
}

/**
 * How added lines are to be written: as plain as the file's own lines, where the model's old lines
 * have typographic characters of a kind that the file's don't have at all.
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
