/**
 * Whether a path may be what a shell's pattern becomes, or lie below it. Both are absolute; the
 * pattern has `*`, `?` and `[…]`, and a backslash before what is meant literally.
 *
 * It errs on the side of yes: a bracket is any one character, and so is each part of a pattern that
 * has alternatives. What it says no to is sure: a wildcard matches no `/` and, at the beginning of a
 * name, no dot (bash without `dotglob`).
 */
export function mayMatchGlob(path: string, glob: string): boolean {
  const names = path.split("/");
  const patterns = glob.split("/");
  if (patterns.length > names.length) return false;
  return patterns.every((pattern, index) => mayMatchName(names[index] ?? "", pattern));
}

/** Whether the path, a link perhaps, may be on the way to what the pattern becomes. */
export function mayLeadToGlob(path: string, glob: string): boolean {
  const depth = path.split("/").length;
  return mayMatchGlob(path, glob.split("/").slice(0, depth).join("/"));
}

const wildcard = /[*?[\\]/;
/** Of bash's extended patterns: `@(a|b)`. */
const alternatives = /[?*+@!]\(/;

function mayMatchName(name: string, pattern: string): boolean {
  if (alternatives.test(pattern)) return true;
  if (!wildcard.test(pattern)) return name === pattern;
  if (name.startsWith(".") && /^[*?[]/.test(pattern)) return false;
  return matches(name, tokensOf(pattern));
}

type Token = { readonly kind: "run" | "any" } | { readonly kind: "text"; readonly text: string };

function tokensOf(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at);
    if (letter === "*") tokens.push({ kind: "run" });
    else if (letter === "?") tokens.push({ kind: "any" });
    else if (letter === "[") {
      const end = closingBracket(pattern, at);
      tokens.push(end === -1 ? { kind: "text", text: "[" } : { kind: "any" });
      if (end !== -1) at = end;
    } else {
      const isEscape = letter === "\\" && at + 1 < pattern.length;
      if (isEscape) at += 1;
      tokens.push({ kind: "text", text: pattern.charAt(at) });
    }
  }
  return tokens;
}

/** A bracket right behind the opening one, or its negation, belongs to the set. */
function closingBracket(pattern: string, start: number): number {
  let from = start + 1;
  if (pattern[from] === "!" || pattern[from] === "^") from += 1;
  return pattern.indexOf("]", from + 1);
}

/** In time of the product of both lengths: only the last `*` is ever tried again. */
function matches(name: string, tokens: readonly Token[]): boolean {
  let at = 0;
  let token = 0;
  let lastRun = -1;
  let runAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current?.kind === "run") {
      lastRun = token;
      runAt = at;
      token += 1;
    } else if (current?.kind === "any" || (current?.kind === "text" && current.text === name[at])) {
      at += 1;
      token += 1;
    } else if (lastRun !== -1) {
      runAt += 1;
      at = runAt;
      token = lastRun + 1;
    } else return false;
  }
  while (tokens[token]?.kind === "run") token += 1;
  return token === tokens.length;
}
