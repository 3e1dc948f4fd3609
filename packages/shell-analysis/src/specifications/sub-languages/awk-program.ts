import {
  type Consequence,
  reads,
  shows,
  type SubLanguage,
  unknown,
  writes,
} from "../../specification/specification.ts";

/**
 * What an awk program does besides printing: redirections, pipes, `getline`, `system`, the
 * environment. Tokens on a list only; where the dialects of awk might read it differently it is
 * unknown.
 *
 * Source: POSIX awk, and the gawk manual for its additional functions and variables.
 */
export const awkProgram: SubLanguage = (text) => {
  const tokens = tokensOf(text);
  return typeof tokens === "string" ? [unknown(tokens)] : consequencesOf(tokens);
};

type Token =
  | { readonly kind: "name" | "number" | "sign" | "end"; readonly text: string }
  | { readonly kind: "string"; readonly text: string; readonly isPlain: boolean }
  | { readonly kind: "regex"; readonly text: string };

const keywords = new Set(
  `BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit
  return delete in getline print printf switch case default`.split(/\s+/),
);
const functions = new Set(
  `length substr index split gsub sub match sprintf sin cos atan2 exp log sqrt int rand srand
  tolower toupper gensub strftime systime mktime asort asorti patsplit strtonum and or xor lshift
  rshift compl typeof isarray close fflush if while for switch in return print printf getline
  delete exit case function func`.split(/\s+/),
);
/** They change which files are read, or what names mean. */
const unsafeNames = new Set(["ARGV", "ARGC", "SYMTAB", "FUNCTAB"]);
const standardFiles = new Set(["/dev/stdout", "/dev/stderr", "/dev/stdin", "-"]);
/** Behind these a slash begins an expression, not a division. */
const regexAfter = new Set(["print", "printf", "return", "in", "else", "do", "case", "exit", "if"]);
const continuesLine = new Set([",", "{", "&&", "||", "do", "else"]);

/** The tokens, or why there are none. */
function tokensOf(text: string): readonly Token[] | string {
  const tokens: Token[] = [];
  // Whether each open parenthesis is the condition of a statement.
  const parentheses: boolean[] = [];
  let afterCondition = false;
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const last = tokens.at(-1);
    const skipped = /^(?:[ \t]+|\\\r?\n|#[^\n]*)/.exec(rest);
    if (skipped !== null) {
      if (/^#.*\\$/.test(skipped[0])) return "has an awk comment that may go on in the next line";
      at += skipped[0].length;
      continue;
    }
    if (rest[0] === "/" && (afterCondition || startsExpression(last))) {
      const regex = /^\/(?:\\[^\n]|\[\^?\]?(?:\[:\w+:\]|\\[^\n]|[^\]\\/\n])*\]|[^[\\/\n])*\//.exec(
        rest,
      );
      if (regex === null) return "has an awk expression that can be read in two ways";
      tokens.push({ kind: "regex", text: regex[0] });
      at += regex[0].length;
      afterCondition = false;
      continue;
    }
    const match =
      /^(?:(?<name>[A-Za-z_]\w*)|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<string>"(?:\\[^\n]|[^"\\\n])*")|(?<end>[\n;])|(?<sign>&&|\|\||\*\*=?|\+\+|--|\|&|>>|[-+*/%^=!<>]=|[-{}()[\],+*/%^!<>=~?:$|]))/.exec(
        rest,
      );
    if (match === null) return `has ${JSON.stringify(rest[0])} in its awk program`;
    const { name, number, string, end } = match.groups ?? {};
    const whole = match[0];
    if (whole === "(")
      parentheses.push(last !== undefined && /^(?:if|while|for|switch)$/.test(last.text));
    afterCondition = whole === ")" && parentheses.pop() === true;
    if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (string !== undefined) {
      const inner = string.slice(1, -1);
      tokens.push({ kind: "string", text: inner, isPlain: !inner.includes("\\") });
    } else tokens.push({ kind: end === undefined ? "sign" : "end", text: whole });
    at += whole.length;
  }
  return tokens;
}

function startsExpression(last: Token | undefined): boolean {
  if (last === undefined || last.kind === "end") return true;
  if (last.kind === "name") return regexAfter.has(last.text);
  return last.kind === "sign" && !/^(?:\)|\]|\$|\+\+|--)$/.test(last.text);
}

function consequencesOf(tokens: readonly Token[]): readonly Consequence[] {
  const found: Consequence[] = [];
  const own = ownFunctions(tokens);
  let depth = 0;
  // The depth at which a `print` stands, whose `>` is a redirection; -1 outside of one.
  let printDepth = -1;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, text } = token;
    const next = tokens[at + 1];
    if (kind === "end") {
      const previous = tokens[at - 1]?.text ?? "";
      if (text === ";" || !continuesLine.has(previous)) printDepth = -1;
    } else if (kind === "name") {
      if (text === "print" || text === "printf") printDepth = depth;
      found.push(...nameConsequences(tokens, at, own));
    } else if (kind === "sign") {
      if (text === "(" || text === "[") depth += 1;
      else if (text === ")" || text === "]") depth -= 1;
      else if (text === "{" || text === "}") printDepth = -1;
      else if (text === "|" || text === "|&") found.push(unknown("has an awk program with a pipe"));
      else if (text === ">>" || (text === ">" && printDepth !== -1 && depth <= printDepth)) {
        found.push(...redirection(next, tokens[at + 2]));
      }
    }
  }
  return found;
}

function ownFunctions(tokens: readonly Token[]): ReadonlySet<string> {
  const own = new Set<string>();
  tokens.forEach(({ text }, index) => {
    const name = tokens[index + 1];
    if ((text === "function" || text === "func") && name?.kind === "name") own.add(name.text);
  });
  return own;
}

function nameConsequences(
  tokens: readonly Token[],
  at: number,
  own: ReadonlySet<string>,
): readonly Consequence[] {
  const name = tokens[at]?.text ?? "";
  const [second, third, fourth] = [tokens[at + 1], tokens[at + 2], tokens[at + 3]];
  if (name === "getline") return lineRead(tokens, at + 1);
  if (name === "system") {
    const isText = second?.text === "(" && third?.kind === "string" && fourth?.text === ")";
    const runs = unknown("has an awk program that runs commands");
    return isText && third.isPlain ? [{ type: "script", text: third.text }, runs] : [runs];
  }
  if (name === "ENVIRON") {
    const isNamed = second?.text === "[" && third?.kind === "string" && fourth?.text === "]";
    return [shows(isNamed && third.isPlain ? third.text : "*")];
  }
  if (name === "PROCINFO") {
    const isOrder = second?.text === "[" && third?.kind === "string" && third.text === "sorted_in";
    return isOrder ? [] : [unknown("has an awk program that uses PROCINFO")];
  }
  if (unsafeNames.has(name)) return [unknown(`has an awk program that uses ${name}`)];
  if (keywords.has(name) || second?.text !== "(" || functions.has(name) || own.has(name)) return [];
  return [unknown(`has ${name} in its awk program, which isn't known`)];
}

/** `getline` reads on; with a `<` behind it, another file. */
function lineRead(tokens: readonly Token[], from: number): readonly Consequence[] {
  for (let at = from, depth = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const text = token?.text ?? "";
    if (token?.kind === "end" || text === "{" || text === "}") break;
    if (token?.kind === "sign" && (text === "(" || text === "[")) depth += 1;
    if (token?.kind === "sign" && (text === ")" || text === "]")) depth -= 1;
    if (depth < 0) break;
    if (token?.kind === "name" && text === "getline") {
      return [unknown("has an awk program with several getline in one statement")];
    }
    if (token?.kind !== "sign" || text !== "<") continue;
    return fileOf(tokens[at + 1], tokens[at + 2], reads);
  }
  return [];
}

function redirection(file: Token | undefined, end: Token | undefined): readonly Consequence[] {
  return fileOf(file, end, writes);
}

/** A file named by one plain string and nothing that could go on with its name. */
function fileOf(
  file: Token | undefined,
  end: Token | undefined,
  effect: (path: string) => Consequence,
): readonly Consequence[] {
  const isAll = end === undefined || end.kind === "end" || end.text === "}" || end.text === ")";
  if (file?.kind !== "string" || !file.isPlain || (!isAll && end?.kind !== undefined)) {
    return [unknown("has an awk program with a file that isn't known")];
  }
  return standardFiles.has(file.text) ? [] : [effect(file.text)];
}
