import { matchesPieces, type Piece, star } from "../glob/segment.ts";

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
  const pieces = piecesOf(pattern);
  // How many bytes of a character a `?` takes depends on the locale.
  const isUnsure = !/^[ -~]*$/.test(name) && pieces.some(({ kind }) => kind === "one");
  return isUnsure || matchesPieces(pieces, name);
}

function piecesOf(pattern: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at);
    if (letter === "*") pieces.push(star);
    else if (letter === "?") pieces.push({ kind: "one" });
    else if (letter === "[") {
      const end = closingBracket(pattern, at);
      // Where a set ends that has escapes or `[:alpha:]` in it, only bash knows.
      if (/[\\[]/.test(pattern.slice(at + 1, end))) return [...pieces, star];
      pieces.push(end === -1 ? { kind: "text", text: "[" } : { kind: "one" });
      if (end !== -1) at = end;
    } else {
      const isEscape = letter === "\\" && at + 1 < pattern.length;
      if (isEscape) at += 1;
      pieces.push({ kind: "text", text: pattern.charAt(at) });
    }
  }
  return pieces;
}

/** A bracket right behind the opening one, or its negation, belongs to the set. */
function closingBracket(pattern: string, start: number): number {
  let from = start + 1;
  if (pattern[from] === "!" || pattern[from] === "^") from += 1;
  return pattern.indexOf("]", from + 1);
}
