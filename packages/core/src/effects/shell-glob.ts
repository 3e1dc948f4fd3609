import { matchesPieces, type Piece, star } from "../glob/segment.ts";

/**
 * Whether a shell pattern may match a path or a directory above it. Both are absolute. The pattern has
 * `*`, `?` and `[…]`, and a backslash before literal characters.
 *
 * It errs on the side of true: a bracket matches any character, and a name with alternatives matches
 * any name. False is certain: a wildcard matches no `/` and no dot at the beginning of a name (bash
 * without `dotglob`).
 */
export function mayMatchGlob(path: string, glob: string): boolean {
  const names = path.split("/");
  const patterns = glob.split("/");
  if (patterns.length > names.length) return false;
  return patterns.every((pattern, index) => mayMatchName(names[index] ?? "", pattern));
}

/** Whether a last name may match a pattern as `find -name` reads it: a wildcard also matches a leading dot. */
export function mayMatchLastName(path: string, pattern: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return mayMatchPieces(name, pattern);
}

/** Whether the path, which may be a link, may lead to a match of the pattern. */
export function mayLeadToGlob(path: string, glob: string): boolean {
  const depth = path.split("/").length;
  return mayMatchGlob(path, glob.split("/").slice(0, depth).join("/"));
}

const wildcard = /[*?[\\]/;
/** Bash's extended patterns: `@(a|b)`. */
const alternatives = /[?*+@!]\(/;

function mayMatchName(name: string, pattern: string): boolean {
  const isHidden = name.startsWith(".") && /^[*?[]/.test(pattern) && !alternatives.test(pattern);
  return !isHidden && mayMatchPieces(name, pattern);
}

function mayMatchPieces(name: string, pattern: string): boolean {
  if (alternatives.test(pattern)) return true;
  if (!wildcard.test(pattern)) return name === pattern;
  const pieces = piecesOf(pattern);
  // The locale decides how many bytes of a character a `?` matches.
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
      // Only bash knows where a set with escapes or `[:alpha:]` ends.
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

/** A `]` right after the opening bracket, or after its negation, belongs to the set. */
function closingBracket(pattern: string, start: number): number {
  let from = start + 1;
  if (pattern[from] === "!" || pattern[from] === "^") from += 1;
  return pattern.indexOf("]", from + 1);
}
