/** A word of a typed line, and where it stands. */
export interface Word {
  /** As typed, quotes and all. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

export interface Unquoted {
  readonly value: string;
  /** The quote that nothing closes; null when all is well. */
  readonly open: '"' | "'" | null;
}

const jsonValue = /^[^\s"'=:]+:=[[{]/;

/**
 * Splits at white space outside of quotes; the JSON of `key:={…}` is one word, blanks and all.
 * Quotes are those of a shell: nothing is special within '…', a backslash counts before `"` and
 * `\` within "…", and before anything outside.
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

/** What the typed characters stand for. */
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

/** A value as it has to be typed to be read as it is. */
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

/** Where the brackets that `key:=` begins with are closed, or the text's end. */
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
