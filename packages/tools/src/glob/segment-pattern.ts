/** Tests one name between slashes. */
export type SegmentTest = (name: string) => boolean;

type Token =
  | { readonly kind: "any" }
  | { readonly kind: "one" }
  | { readonly kind: "character"; readonly value: string }
  | { readonly kind: "class"; readonly isNegated: boolean; readonly ranges: readonly Range[] };

/** First and last code point, both included. */
type Range = readonly [number, number];

/**
 * Compiles a pattern without slashes: `*` any characters, `?` one, `[a-z]` and `[!a-z]` one of
 * them or none of them, a backslash takes the next character literally.
 *
 * Names with brackets are common (`[id].tsx`), so a segment also matches its own text. The test
 * takes at most length of name × length of pattern steps, whatever the pattern.
 */
export function compileSegment(pattern: string): SegmentTest {
  const literal = literalText(pattern);
  if (literal !== null) return (name) => name === literal;
  if (pattern === "*") return () => true;
  const tokens = tokenize(pattern);
  const simple = simpleTest(tokens);
  if (simple !== null) return simple;
  const hasClass = tokens.some((token) => token.kind === "class");
  return (name) => (hasClass && name === pattern) || matchTokens(tokens, Array.from(name));
}

/** What most patterns are, and what tens of thousands of names are put to: `*.ts`, `a*`, `*a*`. */
function simpleTest(tokens: readonly Token[]): SegmentTest | null {
  const isOpenAtStart = tokens[0]?.kind === "any";
  const isOpenAtEnd = tokens.length > 1 && tokens.at(-1)?.kind === "any";
  const middle = tokens.slice(isOpenAtStart ? 1 : 0, isOpenAtEnd ? -1 : undefined);
  let text = "";
  for (const token of middle) {
    if (token.kind !== "character") return null;
    text += token.value;
  }
  if (isOpenAtStart && isOpenAtEnd) return (name) => name.includes(text);
  if (isOpenAtStart) return (name) => name.endsWith(text);
  return isOpenAtEnd ? (name) => name.startsWith(text) : null;
}

/** The name that the pattern stands for when it has no wildcard, else null. */
export function literalText(pattern: string): string | null {
  let text = "";
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "*" || character === "?") return null;
    if (character === "[" && classAt(pattern, at) !== null) return null;
    if (character === "\\" && at + 1 < pattern.length) text += pattern.charAt(++at);
    else text += character;
  }
  return text;
}

function tokenize(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const bracket = pattern[at] === "[" ? classAt(pattern, at) : null;
    if (bracket !== null) {
      tokens.push(bracket.token);
      at = bracket.end;
      continue;
    }
    if (pattern[at] === "*") {
      if (tokens.at(-1)?.kind !== "any") tokens.push({ kind: "any" });
      at++;
      continue;
    }
    if (pattern[at] === "?") {
      tokens.push({ kind: "one" });
      at++;
      continue;
    }
    if (pattern[at] === "\\" && at + 1 < pattern.length) at++;
    const value = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    tokens.push({ kind: "character", value });
    at += value.length;
  }
  return tokens;
}

/** The bracket expression that starts at `start`; null when it doesn't close. */
function classAt(pattern: string, start: number): { token: Token; end: number } | null {
  let at = start + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at++;
  const ranges: Range[] = [];
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === "]" && !isFirst) {
      return { token: { kind: "class", isNegated, ranges }, end: at + 1 };
    }
    const first = characterAt(pattern, at);
    at = first.end;
    if (pattern[at] === "-" && at + 1 < pattern.length && pattern[at + 1] !== "]") {
      const last = characterAt(pattern, at + 1);
      at = last.end;
      ranges.push([first.codePoint, last.codePoint]);
    } else ranges.push([first.codePoint, first.codePoint]);
  }
  return null;
}

function characterAt(pattern: string, at: number): { codePoint: number; end: number } {
  const from = pattern[at] === "\\" && at + 1 < pattern.length ? at + 1 : at;
  const codePoint = pattern.codePointAt(from) ?? 0;
  return { codePoint, end: from + (codePoint > 0xffff ? 2 : 1) };
}

/** Going back to the last `*` is enough: an earlier one could only have taken less. */
function matchTokens(tokens: readonly Token[], name: readonly string[]): boolean {
  let token = 0;
  let character = 0;
  let lastAny = -1;
  let anyUpTo = 0;
  while (character < name.length) {
    const current = tokens[token];
    if (current?.kind === "any") {
      lastAny = token++;
      anyUpTo = character;
    } else if (current !== undefined && matchesOne(current, name[character] ?? "")) {
      token++;
      character++;
    } else if (lastAny >= 0) {
      token = lastAny + 1;
      character = ++anyUpTo;
    } else return false;
  }
  while (tokens[token]?.kind === "any") token++;
  return token === tokens.length;
}

function matchesOne(token: Token, character: string): boolean {
  if (token.kind === "character") return token.value === character;
  if (token.kind !== "class") return true;
  const codePoint = character.codePointAt(0) ?? 0;
  const isInside = token.ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
  return isInside !== token.isNegated;
}
