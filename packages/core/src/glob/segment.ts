/**
 * One segment of a pattern: part of a path, a word of a command, or a label of a host. A segment
 * matches one name; `rest` matches any number of names.
 */
export type Segment =
  | { readonly kind: "literal"; readonly text: string }
  | {
      readonly kind: "wild";
      readonly pieces: readonly Piece[];
      /** A name that matches as well: in a search, `[id].tsx` also finds the file `[id].tsx`. */
      readonly orName?: string;
    }
  | { readonly kind: "rest" };

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "star" }
  | { readonly kind: "one" }
  | CharacterClass;

export interface CharacterClass {
  readonly kind: "class";
  readonly isNegated: boolean;
  /** First and last code point, both included. */
  readonly ranges: readonly (readonly [number, number])[];
  /** For patterns that match folded names: a character also matches if its upper case does. */
  readonly foldsCase: boolean;
}

export const rest: Segment = { kind: "rest" };
export const star: Piece = { kind: "star" };
export const anyName: Segment = { kind: "wild", pieces: [star] };

export function literal(text: string): Segment {
  return { kind: "literal", text };
}

/** Makes a segment of the pieces; a literal when they are only text. */
export function segmentOf(pieces: readonly Piece[]): Segment {
  const [only] = pieces;
  if (only === undefined) return literal("");
  return pieces.length === 1 && only.kind === "text"
    ? literal(only.text)
    : { kind: "wild", pieces };
}

export function matchesName(segment: Segment, name: string): boolean {
  if (segment.kind === "literal") return segment.text === name;
  return segment.kind === "rest" || segment.orName === name || matchesPieces(segment.pieces, name);
}

/**
 * Matches greedily and backtracks only to the last star, because everything before a star never
 * needs another look. Time is at most the name's length times the pattern's.
 */
export function matchesPieces(pieces: readonly Piece[], name: string): boolean {
  const last = pieces[pieces.length - 1];
  if (last?.kind === "text" && !name.endsWith(last.text)) return false;
  let next = 0;
  let at = 0;
  let lastStar = -1;
  let starEnd = 0;
  for (;;) {
    const piece = pieces[next];
    if (piece === undefined) {
      if (at === name.length) return true;
    } else if (piece.kind === "star") {
      next += 1;
      if (next === pieces.length) return true;
      lastStar = next;
      starEnd = at;
      continue;
    } else {
      const end = endOf(piece, name, at);
      if (end !== -1) {
        at = end;
        next += 1;
        continue;
      }
    }
    if (lastStar === -1 || starEnd >= name.length) return false;
    starEnd += lengthAt(name, starEnd);
    const afterStar = pieces[lastStar];
    if (afterStar?.kind === "text") {
      starEnd = name.indexOf(afterStar.text, starEnd);
      if (starEnd === -1) return false;
    }
    at = starEnd;
    next = lastStar;
  }
}

/** Where the piece ends that begins at `at`; -1 when it isn't there. */
function endOf(piece: Exclude<Piece, { kind: "star" }>, name: string, at: number): number {
  if (piece.kind === "text") return name.startsWith(piece.text, at) ? at + piece.text.length : -1;
  const codePoint = name.codePointAt(at);
  if (codePoint === undefined) return -1;
  if (piece.kind === "class" && !isInClass(piece, codePoint)) return -1;
  return at + lengthAt(name, at);
}

/** How many UTF-16 units the character at this index has. */
function lengthAt(name: string, at: number): number {
  return (name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function isInClass(piece: CharacterClass, codePoint: number): boolean {
  if (isInRanges(piece, codePoint)) return true;
  if (!piece.foldsCase) return false;
  const upper = String.fromCodePoint(codePoint).toUpperCase().codePointAt(0);
  return upper !== undefined && upper !== codePoint && isInRanges(piece, upper);
}

function isInRanges({ ranges, isNegated }: CharacterClass, codePoint: number): boolean {
  for (const [first, last] of ranges) {
    if (codePoint >= first && codePoint <= last) return !isNegated;
  }
  return isNegated;
}
