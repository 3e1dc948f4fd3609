/** A word of a typed line, and its place. */
export interface Word {
  /** As typed, with quotes. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

export interface Unquoted {
  readonly value: string;
  /** The unclosed quote; null if there is none. */
  readonly open: '"' | "'" | null;
}

const jsonValue = /^[^\s"'=:]+:=[[{]/;

/**
 * Splits at white space outside quotes. The JSON of `key:={…}` is one word, blanks included. Quotes work
 * as in a shell: '…' is literal, "…" has the escapes `\"` and `\\`, and outside quotes a backslash
 * escapes any character.
 */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && isBlank(text[at])) at++;
    if (at >= text.length) return words;
    const isJson = jsonValue.test(text.slice(at, at + 200));
    const end = isJson ? endOfJson(text, at) : endOfWord(text, at);
    words.push({ raw: text.slice(at, end), start: at, end });
    at = end;
  }
}

/** The value of a word without quotes and escapes. */
export function unquote(raw: string): Unquoted {
  let value = "";
  let open: Unquoted["open"] = null;
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at] ?? "";
    if (open === null && (character === '"' || character === "'")) open = character;
    else if (character === open) open = null;
    else if (isEscape(raw, at, open)) value += raw[++at];
    else value += character;
  }
  return { value, open };
}

/** A value, quoted if needed. */
export function quote(value: string): string {
  if (value !== "" && !/[\s"'\\]/.test(value)) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

function endOfWord(text: string, start: number): number {
  let open: string | null = null;
  let at = start;
  for (; at < text.length; at++) {
    const character = text[at] ?? "";
    if (open === null && isBlank(character)) break;
    if (isEscape(text, at, open)) at++;
    else if (open === null && (character === '"' || character === "'")) open = character;
    else if (character === open) open = null;
  }
  return Math.min(at, text.length);
}

/** The end of the word whose `key:=` starts a bracket, or the end of the text. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") depth++;
    else if ((character === "]" || character === "}") && --depth === 0) {
      return endOfWord(text, at + 1);
    }
  }
  return text.length;
}

function isEscape(text: string, at: number, open: string | null): boolean {
  if (text[at] !== "\\" || open === "'" || at + 1 >= text.length) return false;
  return open === null || text[at + 1] === '"' || text[at + 1] === "\\";
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
