/** Characters that word processors and models put in the place of plain ones, one for one. */
const typographic: Readonly<Record<string, string>> = {
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
  "\u00a0": " ",
  "\u2002": " ",
  "\u2003": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u3000": " ",
};

const anyTypographic = new RegExp(`[${Object.keys(typographic).join("")}]`, "g");

/** Typographic characters as their plain ones. Keeps the length, so offsets stay true. */
export function plainTypography(line: string): string {
  return line.replace(anyTypographic, (character) => typographic[character] ?? character);
}
