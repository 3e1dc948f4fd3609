import { isPlain, plainTypography } from "./typography.ts";

/** A word or a single other character of a line, with its comparison key. */
export interface Token {
  readonly key: string;
  /** Offsets in the line. */
  readonly start: number;
  readonly end: number;
}

// Three dots are one sign, like an ellipsis.
const plainToken = /[A-Za-z0-9_$]+|\.{3}|[^\sA-Za-z0-9_$]/g;
/** Characters without width may stand inside a word. */
const anyToken =
  /\.{3}|[\p{L}\p{N}\p{M}_$\u00ad\u200b\u2060\ufeff]+|[^\s\p{L}\p{N}\p{M}_$\u00ad\u200b\u2060\ufeff]/gu;

/**
 * The words and signs of a line, without white space and zero-width characters, and with plain
 * characters for typographic ones. Two lines with the same keys are the same code.
 */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  const plain = isPlain(line);
  for (const match of line.matchAll(plain ? plainToken : anyToken)) {
    const [text] = match;
    const key = plain ? text : plainTypography(text);
    if (key === "") continue;
    tokens.push({ key, start: match.index, end: match.index + text.length });
  }
  return tokens;
}

/** Whether two lines have the same words and signs, ignoring white space between them. */
export function sameTokens(ours: string, theirs: string): boolean {
  if (isPlain(ours) && isPlain(theirs)) return samePlainTokens(ours, theirs);
  const a = tokensOf(ours);
  const b = tokensOf(theirs);
  return a.length === b.length && a.every(({ key }, index) => key === b[index]?.key);
}

/** Compares by characters, which is much faster because most lines differ early. */
function samePlainTokens(a: string, b: string): boolean {
  let i = 0;
  let j = 0;
  for (;;) {
    const fromI = i;
    const fromJ = j;
    while (isSpace(a.charCodeAt(i))) i += 1;
    while (isSpace(b.charCodeAt(j))) j += 1;
    if (i >= a.length || j >= b.length) return i >= a.length && j >= b.length;
    const character = a.charCodeAt(i);
    if (character !== b.charCodeAt(j)) return false;
    // Space on one side only must not split or join words.
    const isGap = i > fromI !== j > fromJ;
    if (isGap && fromI > 0 && isWord(character) && isWord(a.charCodeAt(fromI - 1))) return false;
    i += 1;
    j += 1;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24
  );
}
