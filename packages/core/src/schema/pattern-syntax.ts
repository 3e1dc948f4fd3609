/** A parsed regular expression, as a linear-time matcher needs it. */
export type PatternNode =
  | { readonly type: "character"; readonly codePoint: number }
  /** `.`, a class or an escape that stands for one of several characters, as written. */
  | { readonly type: "set"; readonly source: string }
  | { readonly type: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly type: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly type: "repeat";
      readonly node: PatternNode;
      readonly min: number;
      readonly max: number;
    }
  | { readonly type: "assertion"; readonly kind: "start" | "end" | "word" | "not-word" }
  | { readonly type: "look-ahead"; readonly node: PatternNode; readonly isNegative: boolean }
  /** Look-behind, a back reference, or a group's flags. */
  | { readonly type: "unsupported" };

/**
 * Parses the source of a regular expression. The engine has already accepted it with the same flag, so it can't be
 * malformed.
 *
 * Source: ECMA-262 section 22.2.1 with annex B.1.2 when `isUnicode` is false.
 */
export function parsePattern(source: string, isUnicode: boolean): PatternNode {
  return new PatternParser(source, isUnicode).parse();
}

class PatternParser {
  readonly #source: string;
  readonly #isUnicode: boolean;
  #at = 0;

  constructor(source: string, isUnicode: boolean) {
    this.#source = source;
    this.#isUnicode = isUnicode;
  }

  parse(): PatternNode {
    const options: PatternNode[] = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    return options.length === 1 && options[0] !== undefined
      ? options[0]
      : { type: "choice", options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#peek())) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { type: "sequence", parts };
  }

  #quantified(node: PatternNode): PatternNode {
    const match = this.#takeMatch(/(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y);
    if (match === null) return node;
    const [text, low, comma, high] = match;
    if (low === undefined) {
      const min = text.startsWith("+") ? 1 : 0;
      return { type: "repeat", node, min, max: text.startsWith("?") ? 1 : Infinity };
    }
    const min = Number(low);
    if (comma === undefined) return { type: "repeat", node, min, max: min };
    return { type: "repeat", node, min, max: high === "" ? Infinity : Number(high) };
  }

  #atom(): PatternNode {
    const character = this.#peek();
    if (character === "(") return this.#group();
    if (character === "[") return this.#set(/\[(?:\\[\s\S]|[^\]\\])*\]/y);
    if (character === ".") return this.#set(/\./y);
    if (character === "\\") return this.#escape();
    if (this.#take("^")) return { type: "assertion", kind: "start" };
    if (this.#take("$")) return { type: "assertion", kind: "end" };
    return this.#character();
  }

  #group(): PatternNode {
    const opening = this.#takeMatch(/\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/y)?.[0] ?? "(";
    const node = this.parse();
    this.#take(")");
    if (opening === "(?=" || opening === "(?!") {
      return { type: "look-ahead", node, isNegative: opening === "(?!" };
    }
    const isPlain = opening === "(" || opening === "(?:" || /^\(\?<[^=!]/.test(opening);
    return isPlain ? node : { type: "unsupported" };
  }

  #escape(): PatternNode {
    if (this.#takeMatch(/\\b/y)) return { type: "assertion", kind: "word" };
    if (this.#takeMatch(/\\B/y)) return { type: "assertion", kind: "not-word" };
    if (this.#takeMatch(/\\(?:[1-9]|k<)/y)) return { type: "unsupported" };
    return this.#set(
      this.#isUnicode
        ? /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|[pP]\{[^}]*\}|x[\da-fA-F]{2}|c[a-zA-Z]|[\s\S])/y
        : /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|0[0-7]{0,2}|[\s\S])/y,
    );
  }

  #set(pattern: RegExp): PatternNode {
    const match = this.#takeMatch(pattern);
    if (match !== null) return { type: "set", source: match[0] };
    return this.#character();
  }

  #character(): PatternNode {
    const codePoint = this.#isUnicode
      ? (this.#source.codePointAt(this.#at) ?? 0)
      : this.#source.charCodeAt(this.#at);
    this.#at += codePoint > 0xffff ? 2 : 1;
    return { type: "character", codePoint };
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #takeMatch(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#source);
    if (match !== null) this.#at = sticky.lastIndex;
    return match;
  }
}

/**
 * Counts the parts that can match in more than one way (choices, repeats without a fixed count), and tells whether
 * one of them is repeated itself, so that the combinations multiply with the text's length.
 */
export function measureChoices(node: PatternNode): { count: number; isRepeated: boolean } {
  const total = { count: 0, isRepeated: false };
  const visit = (child: PatternNode, isInRepeat: boolean): void => {
    const isRepeat = child.type === "repeat";
    const isMany = isRepeat && child.max > 1;
    const isChoice = child.type === "choice" || (isRepeat && child.max > child.min);
    if (isChoice) total.count += 1;
    if (isInRepeat && (isChoice || isMany)) total.isRepeated = true;
    for (const part of partsOf(child)) visit(part, isInRepeat || isMany);
  };
  visit(node, false);
  return total;
}

export function hasUnsupported(node: PatternNode): boolean {
  return node.type === "unsupported" || partsOf(node).some(hasUnsupported);
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  switch (node.type) {
    case "sequence":
      return node.parts;
    case "choice":
      return node.options;
    case "repeat":
    case "look-ahead":
      return [node.node];
    default:
      return [];
  }
}
