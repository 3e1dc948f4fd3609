/** A piece of an awk program that every dialect reads in the same way. */
export interface AwkToken {
  readonly kind: "name" | "number" | "string" | "regex" | "sign" | "newline";
  /** The text; for a string without its quotes. */
  readonly text: string;
}

export class AwkUnclear extends Error {}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

export const awkFunctions = setOf(
  `length substr index split gsub sub match sprintf sin cos atan2 exp log sqrt int rand srand tolower
  toupper gensub strftime systime mktime asort asorti patsplit strtonum and or xor lshift rshift
  compl typeof isarray close fflush system`,
);
export const awkKeywords = setOf(
  `BEGIN END function if else while for do break continue next nextfile exit return delete in getline
  print printf`,
);
/** Keywords of some dialects, and names with which a program loads other files. */
const otherKeywords = setOf(
  `BEGINFILE ENDFILE func switch case default eval include load namespace _ mkbool
  bindtextdomain dcgettext dcngettext extension`,
);

/** Signs after which a slash begins a regular expression in every dialect. */
const beforeRegex = setOf("( , ! ~ !~ && || { } ;");
const blank = /(?:[ \t]|\\\n)+/y;
const comment = /#[^\n]*/y;
// Without another bracket, slash or newline inside a bracket, so that every dialect sees the same end.
const regex =
  /\/(?![=*])(?:\\[^\n]|\[\^?(?:\[:[a-z]+:\]|\\[^\n]|[^\]\\/[\n^])(?:\[:[a-z]+:\]|\\[^\n]|[^\]\\/[\n])*\]|[^[\\/\n])+\//y;
const others: readonly (readonly [AwkToken["kind"], RegExp])[] = [
  ["name", /[A-Za-z_]\w*/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])/y],
  ["string", /"(?:\\[^\n]|[^"\\\n])*"/y],
  ["newline", /\n/y],
  ["sign", /&&|\|\||\+\+|--|>>|!~|[-+*/%^=!<>]=|[-{}()[\],;+*/%^!<>=~?:$|]/y],
];

/**
 * The tokens of an awk program.
 *
 * Errors: AwkUnclear for text on which dialects disagree, above all a slash that begins a regular expression
 * in one and divides in another.
 */
export function awkTokens(text: string): readonly AwkToken[] {
  const tokens: AwkToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return null;
    at += found.length;
    return found;
  };
  while (at < text.length) {
    if (take(blank) !== null) continue;
    const remark = take(comment);
    if (remark !== null) {
      if (!remark.endsWith("\\")) continue;
      throw new AwkUnclear("has an awk comment that may continue on the next line");
    }
    tokens.push(text[at] === "/" ? slash(tokens.at(-1), take) : other(take, text[at] ?? ""));
  }
  return tokens;
}

function other(take: (pattern: RegExp) => string | null, character: string): AwkToken {
  for (const [kind, pattern] of others) {
    const found = take(pattern);
    if (found === null) continue;
    if (kind === "name" && otherKeywords.has(found)) {
      throw new AwkUnclear(`has ${found} in its awk program, which dialects read differently`);
    }
    return { kind, text: kind === "string" ? found.slice(1, -1) : found };
  }
  throw new AwkUnclear(`has ${JSON.stringify(character)} in its awk program`);
}

function slash(last: AwkToken | undefined, take: (pattern: RegExp) => string | null): AwkToken {
  const begins =
    last === undefined ||
    last.kind === "newline" ||
    (last.kind === "sign" && beforeRegex.has(last.text));
  const divides =
    last?.kind === "number" ||
    (last?.kind === "sign" && (last.text === ")" || last.text === "]")) ||
    (last?.kind === "name" && !awkKeywords.has(last.text) && !awkFunctions.has(last.text));
  const found = begins ? take(regex) : divides ? take(/\/=?/y) : null;
  if (found !== null) return { kind: begins ? "regex" : "sign", text: found };
  throw new AwkUnclear("has an ambiguous slash in its awk program");
}
