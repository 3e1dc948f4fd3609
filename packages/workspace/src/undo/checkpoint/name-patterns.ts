/** One place in a name: a run of anything, one of a set, or exactly a character. */
type Token = "*" | RegExp | { readonly character: string };

/** A pattern's names from left to right; `**` stands for any number of them. */
export type NamePatterns = readonly ("**" | readonly Token[])[];

/**
 * Reads a pattern of an ignore file. Null when it can't match anything.
 *
 * Source: gitignore(5), and fnmatch(3) for what it names.
 */
export function parseNames(pattern: string): NamePatterns | null {
  const parsed: ("**" | readonly Token[])[] = [];
  for (const name of pattern.split("/")) {
    if (/^\*{2,}$/.test(name)) {
      if (parsed.at(-1) !== "**") parsed.push("**");
      continue;
    }
    const tokens = tokensOf(name);
    if (tokens === null) return null;
    parsed.push(tokens);
  }
  return parsed;
}

/** Takes time in proportion to both lengths, whatever the pattern. */
export function matchesNames(patterns: NamePatterns, names: readonly string[]): boolean {
  // At the end `**` stands for what is in a directory, not for the directory.
  const isInside = patterns.at(-1) === "**";
  const wanted = isInside ? [...patterns, anyName] : patterns;
  return matchesAll(wanted, names, "**", (tokens, name) =>
    matchesAll(tokens as readonly Token[], name, "*", (token, character) =>
      token instanceof RegExp
        ? token.test(character)
        : typeof token === "object" && token.character === character,
    ),
  );
}

const anyName: readonly Token[] = ["*"];

/** The last run of anything is the only one that ever has to be made longer. */
function matchesAll<P>(
  patterns: readonly P[],
  given: ArrayLike<string>,
  run: P,
  matchesOne: (pattern: P, one: string) => boolean,
): boolean {
  let [at, place, lastRun, lastPlace] = [0, 0, -1, 0];
  while (place < given.length) {
    const pattern = patterns[at];
    if (at < patterns.length && pattern === run) {
      lastRun = at;
      lastPlace = place;
      at += 1;
    } else if (pattern !== undefined && matchesOne(pattern, given[place] ?? "")) {
      at += 1;
      place += 1;
    } else if (lastRun !== -1) {
      at = lastRun + 1;
      lastPlace += 1;
      place = lastPlace;
    } else return false;
  }
  while (at < patterns.length && patterns[at] === run) at += 1;
  return at === patterns.length;
}

function tokensOf(name: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const character = name[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== "*") tokens.push("*");
    } else if (character === "?") tokens.push(/^[^]$/);
    else if (character === "[") {
      const found = setAt(name, at);
      if (found === null) return null;
      tokens.push(found.set);
      at = found.end;
    } else if (character === "\\") {
      at += 1;
      if (at === name.length) return null;
      tokens.push({ character: name[at] ?? "" });
    } else tokens.push({ character });
  }
  return tokens;
}

const namedSets: Readonly<Record<string, string>> = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9a-fA-F",
};

/** `[…]` from `start` on, and where it ends; null when it doesn't. */
function setAt(
  pattern: string,
  start: number,
): { readonly set: RegExp; readonly end: number } | null {
  let at = start + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at += 1;
  let inside = "";
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === "]" && !isFirst) {
      return { set: new RegExp(`^[${isNegated ? "^" : ""}${inside}]$`, "s"), end: at };
    }
    const rest = pattern.slice(at);
    const [named = "", name = ""] = /^\[:([a-z]*):\]/.exec(rest) ?? [];
    if (named !== "") {
      const set = namedSets[name];
      if (set === undefined) return null;
      inside += set;
      at += named.length;
      continue;
    }
    const [range = "", from = "", to = ""] = /^(\\?[^])(?:-(\\[^]|[^\]\\]))?/.exec(rest) ?? [];
    const [first, last] = [from.slice(-1), to.slice(-1)];
    if (last === "") inside += escaped(first);
    // A range that runs backwards holds its beginning alone.
    else inside += first <= last ? `${escaped(first)}-${escaped(last)}` : escaped(first);
    at += range.length;
  }
  return null;
}

function escaped(character: string): string {
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character;
}
