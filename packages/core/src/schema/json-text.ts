/** Where and why a text is not JSON. Line and column are 1-based. */
export interface JsonTextError {
  readonly line: number;
  readonly column: number;
  /** At most 40 characters from the error on. */
  readonly near: string;
  /** The text is valid so far, but ends too early. */
  readonly isCutShort: boolean;
}

/**
 * Parses JSON text. Our own scan finds the position of an error, because the messages of engines differ and often
 * lack it.
 */
export function parseJsonText(text: string): { value: unknown } | { error: JsonTextError } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { error: describeError(text, new ErrorScan(text).run()) };
  }
}

/** Whether brackets are nested deeper than `maxDepth`. Doesn't parse, because deep text takes the parser seconds. */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  if (text.length <= maxDepth) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) inString = !inString;
    else if (inString) {
      if (unit === backslash) at += 1;
    } else if (unit === openBrace || unit === openBracket) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (unit === closeBrace || unit === closeBracket) depth -= 1;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

function describeError(text: string, offset: number): JsonTextError {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return {
    line,
    column: offset - lineStart + 1,
    near: text.slice(offset, offset + 40),
    isCutShort: offset >= text.length,
  };
}

type Expectation = "value" | "value-or-end" | "key" | "key-or-end" | "after";

/** Finds the first character that can't be there: one pass without recursion. */
class ErrorScan {
  readonly #text: string;
  readonly #open: ("{" | "[")[] = [];
  #at = 0;
  #expects: Expectation = "value";

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset; the text's length when it ends early. */
  run(): number {
    for (;;) {
      this.#skipWhiteSpace();
      if (this.#at >= this.#text.length) return this.#text.length;
      if (!this.#step()) return this.#at;
    }
  }

  #step(): boolean {
    if (this.#expects === "after") return this.#readAfter();
    if (this.#expects === "key" || this.#expects === "key-or-end") return this.#readKey();
    return this.#readValue();
  }

  #readValue(): boolean {
    const character = this.#text[this.#at];
    if (character === "]" && this.#expects === "value-or-end") return this.#close();
    if (character === "{" || character === "[") {
      this.#open.push(character);
      this.#at += 1;
      this.#expects = character === "{" ? "key-or-end" : "value-or-end";
      return true;
    }
    this.#expects = "after";
    return character === '"' ? this.#readString() : this.#readWord();
  }

  #readKey(): boolean {
    if (this.#text[this.#at] === "}" && this.#expects === "key-or-end") return this.#close();
    if (!this.#readString()) return false;
    this.#skipWhiteSpace();
    if (this.#text[this.#at] !== ":") return false;
    this.#at += 1;
    this.#expects = "value";
    return true;
  }

  #readAfter(): boolean {
    const inside = this.#open.at(-1);
    const character = this.#text[this.#at];
    if (inside === undefined) return false;
    if (character === (inside === "{" ? "}" : "]")) return this.#close();
    if (character !== ",") return false;
    this.#at += 1;
    this.#expects = inside === "{" ? "key" : "value";
    return true;
  }

  #close(): boolean {
    this.#open.pop();
    this.#at += 1;
    this.#expects = "after";
    return true;
  }

  #readString(): boolean {
    if (this.#text.charCodeAt(this.#at) !== quote) return false;
    this.#at += 1;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === quote) {
        this.#at += 1;
        return true;
      }
      if (unit < 0x20) return false;
      if (unit === backslash && !this.#readEscape()) return false;
    }
    return false;
  }

  /** Stays on the escape's last character. */
  #readEscape(): boolean {
    const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.#next(6));
    if (escape !== null) {
      this.#at += escape[0].length - 1;
      return true;
    }
    if (/^\\(?:u[0-9a-fA-F]{0,3})?$/.test(this.#next(6))) this.#at = this.#text.length;
    return false;
  }

  #readWord(): boolean {
    const rest = this.#next(1000);
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(rest);
    if (word !== null) {
      this.#at += word[0].length;
      return true;
    }
    const isCut = ["true", "false", "null", "-0"].some((whole) => whole.startsWith(rest));
    if (isCut) this.#at = this.#text.length;
    return false;
  }

  #next(count: number): string {
    return this.#text.slice(this.#at, this.#at + count);
  }

  #skipWhiteSpace(): void {
    while (" \t\n\r".includes(this.#text.charAt(this.#at) || "x")) this.#at += 1;
  }
}
