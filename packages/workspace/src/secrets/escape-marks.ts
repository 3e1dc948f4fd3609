import { hexDigit } from "./unescape.ts";

// Quick tests of what part of an escape a character, or a text from a position on, may be. They run
// before anything is unquoted.

/** Punctuation that is part of no escape and always stands for itself. */
export const isBesideEscapes = new Uint8Array(65_536);
for (const character of "!$()*+,-./:<=>?@[]^_`|~") isBesideEscapes[character.charCodeAt(0)] = 1;

/** Punctuation, and letters that are neither digits of an escape nor the `n` of a line end. */
export const endsNoEscape = Uint8Array.from(isBesideEscapes);
for (const letter of "ghijklmopqrstuvwxyz") {
  endsNoEscape[letter.charCodeAt(0)] = 1;
  endsNoEscape[letter.toUpperCase().charCodeAt(0)] = 1;
}

/** Letters with marks are decomposed; an escape of one is longer than the result. */
export const mostUnits = (code: number): number => (code < 0x80 ? 1 : 4);

/** Characters after which `;` ends no entity, and a brace or `#` is part of no escape. */
export const endsLiteral = Uint8Array.from(isBesideEscapes);
for (const character of " \"'") endsLiteral[character.charCodeAt(0)] = 1;

/** Whether the character is `;`, `{`, `}` or `#`. */
export function isInLongEscapes(code: number): boolean {
  return code === 0x3b || code === 0x7b || code === 0x7d || code === 0x23;
}

export function afterBackslashes(text: string, at: number): number {
  let next = at + 1;
  while (text.charCodeAt(next) === 0x5c) next += 1;
  return next;
}

const commonEntity = /&(?:amp|lt|gt|quot|apos|nbsp|#39|#34);/y;
const commonEntities: ReadonlyMap<string, number> = new Map([
  ["&amp;", 0x26],
  ["&lt;", 0x3c],
  ["&gt;", 0x3e],
  ["&quot;", 0x22],
  ["&#34;", 0x22],
  ["&apos;", 0x27],
  ["&#39;", 0x27],
  ["&nbsp;", 0xa0],
]);

export function commonEntityAt(text: string, at: number): number | undefined {
  commonEntity.lastIndex = at;
  const [found = ""] = commonEntity.exec(text) ?? [];
  return commonEntities.get(found);
}

export function isBehindCommonEntity(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - 6), at);
  return commonEntities.has(near.slice(near.lastIndexOf("&")));
}

/** The position after an entity for one character, otherwise after the `&`. */
export function afterCommonEntity(text: string, at: number): number {
  commonEntity.lastIndex = at;
  return commonEntity.test(text) ? commonEntity.lastIndex : at + 1;
}

/** The line number that a listing puts before a line. */
export const lineNumber = /^\d{1,7}(?:\t|[:-] )\s*/;

/** Whether the character begins another escape, is dropped when unquoted, or isn't ASCII. */
export function isQuoting(code: number): boolean {
  return (
    code === 0x5c ||
    code === 0x25 ||
    code === 0x26 ||
    code === 0x22 ||
    code === 0x27 ||
    code >= 0x80
  );
}

/** Whether the character is dropped when unquoted, although it isn't visibly an escape. */
export function isDropped(code: number): boolean {
  return code === 0x22 || code === 0x27 || code >= 0x80;
}

/**
 * Whether the character begins another escape, or is white space that may merge with the following
 * text, or the text's end.
 */
export function isOpen(code: number): boolean {
  return isQuoting(code) || (code < 0x20 && code >= 0x09) || code !== code;
}

/** Characters that, after a backslash, begin an escape to be looked up. */
export const isLongEscape = new Uint8Array(65_536);
for (const character of "uUx01234567\n\r%&".split("")) isLongEscape[character.charCodeAt(0)] = 1;

/** The value of the four digits in `\\u00e9`; -1 for another form. */
export function unitAt(text: string, at: number): number {
  let unit = 0;
  for (let place = at; place < at + 4; place += 1) {
    const digit = hexDigit(text.charCodeAt(place));
    if (digit === -1) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

export const isQuote = (code: number): boolean => code === 0x22 || code === 0x27;

export function afterQuotes(text: string, at: number): number {
  let next = at;
  while (isQuote(text.charCodeAt(next))) next += 1;
  return next;
}

/** Whether an entity begins here: a number, or letters and a semicolon. A few names need none. */
export function isEntity(text: string, at: number): boolean {
  let next = at + 1;
  if (text.charCodeAt(next) === 0x23) return true;
  while (next - at < 34 && isLetterOrDigit(text.charCodeAt(next))) next += 1;
  if (next === at + 1) return false;
  return (
    text.charCodeAt(next) === 0x3b || next >= text.length || bareEntity.test(text.slice(at, at + 5))
  );
}

const bareEntity = /^&(?:amp|lt|gt|quot)/i;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function isLetterOrDigit(code: number): boolean {
  const letter = code | 0x20;
  return isDigit(code) || (letter >= 0x61 && letter <= 0x7a);
}
