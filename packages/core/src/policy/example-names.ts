import type { Piece, Segment } from "../glob/segment.ts";

/** Names that the segments match, with `x` for wildcards. */
export function exampleNames(segments: readonly Segment[]): readonly string[] {
  return segments.map((segment) => {
    if (segment.kind === "literal") return segment.text;
    return segment.kind === "rest" ? "x" : exampleOfPieces(segment.pieces);
  });
}

export function exampleOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(exampleOfPiece).join("");
}

function exampleOfPiece(piece: Piece): string {
  if (piece.kind === "text") return piece.text;
  const first = piece.kind === "class" && !piece.isNegated ? piece.ranges[0]?.[0] : undefined;
  return first === undefined ? "x" : String.fromCodePoint(first);
}
