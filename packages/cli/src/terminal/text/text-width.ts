const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const printableAscii = /^[\x20-\x7e]*$/;

/** What a person takes for one character, in order. */
export function graphemesOf(text: string): readonly string[] {
  if (printableAscii.test(text)) return text.split("");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Index where the character before `index` begins; 0 at the start. */
export function previousGrapheme(text: string, index: number): number {
  return index <= 0 ? 0 : (segmenter.segment(text).containing(index - 1)?.index ?? 0);
}

/** Index where the character at `index` ends; the text's length at its end. */
export function nextGrapheme(text: string, index: number): number {
  const here = segmenter.segment(text).containing(index);
  return here === undefined ? text.length : here.index + here.segment.length;
}

/** Columns that a terminal takes for the text, which has no control characters. */
export function widthOf(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
const emoji = /^(?:\p{RGI_Emoji}|[\d#*]\u20e3)$/v;
const joinedPictures = /\p{Extended_Pictographic}.*\u200d.*\p{Extended_Pictographic}/u;

/** The same of one character as `graphemesOf` gives it. */
export function graphemeWidth(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  if (grapheme.length === 1 && code < 0x300)
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad ? 0 : 1;
  const base = grapheme.search(visible);
  if (base === -1) return 0;
  if (emoji.test(grapheme) || (grapheme.length < 50 && joinedPictures.test(grapheme))) return 2;
  let width = 0;
  for (const character of grapheme.slice(base)) {
    // Marks that have a place of their own add to the letter they follow.
    if (width === 0 || /[\p{Mc}\uff00-\uffef]/u.test(character)) width += isWide(character) ? 2 : 1;
  }
  return width;
}

/**
 * First and last code points that terminals draw two columns wide.
 *
 * Source: Unicode's EastAsianWidth.txt, classes W and F, with neighbours joined where what lies
 * between isn't assigned.
 */
const wide = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3,
  0x25fd, 0x25fe, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267f, 0x267f, 0x268a, 0x268f,
  0x2693, 0x2693, 0x26a1, 0x26a1, 0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce,
  0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd,
  0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755,
  0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50,
  0x2b55, 0x2b55, 0x2e80, 0x303e, 0x3041, 0x3247, 0x3250, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3,
  0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18df2,
  0x1aff0, 0x1b2fb, 0x1d300, 0x1d376, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191,
  0x1f19a, 0x1f200, 0x1f202, 0x1f210, 0x1f23b, 0x1f240, 0x1f248, 0x1f250, 0x1f251, 0x1f260, 0x1f265,
  0x1f300, 0x1f320, 0x1f32d, 0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf,
  0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc,
  0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a, 0x1f57a, 0x1f595, 0x1f596, 0x1f5a4,
  0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2, 0x1f6d5, 0x1f6df,
  0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7f0, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947,
  0x1f9ff, 0x1fa70, 0x1faff, 0x20000, 0x3fffd,
];

function isWide(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  let low = 0;
  let high = wide.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (wide[middle * 2] ?? 0)) high = middle - 1;
    else if (code > (wide[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
