import { literal, type Piece, type Segment, segmentOf } from "../glob/segment.ts";

// File systems ignore these in names: HFS+ drops zero-width characters and directional marks.
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
export const beyondAscii = /[^ -~]/;

/**
 * The name as a file system sees it that ignores case, Unicode composition and invisible characters.
 * Deny and ask rules compare names in this form, so that `.GIT`, `.g<U+200C>it` and a decomposed
 * name can't get around them.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  // Upper-casing first turns ſ, ß and the Kelvin sign into plain letters. The lower case of a sigma
  // depends on its position in the word, which differs between part of a pattern and a whole name.
  return text
    .replace(ignorable, "")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .normalize("NFC");
}

/** Lower-cases the characters whose lower case is one character. */
export function lowerOneByOne(text: string): string {
  return text.replaceAll(/\p{Lu}/gu, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
}

const streamSuffix = /:[^/:]*:\$[a-z_]+(?=\/|$)/g;
const trailingDotsAndSpaces = /(?<=[^/. ])[. ]+(?=\/|$)/g;

/** A folded path without what Windows drops from the end of each name (`.git. `, `.git::$DATA`). */
export function withoutTrailing(foldedPath: string): string {
  return foldedPath.replace(streamSuffix, "").replace(trailingDotsAndSpaces, "");
}

export function foldSegments(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment) => {
    if (segment.kind === "rest") return segment;
    if (segment.kind === "literal") return literal(fold(segment.text));
    return segmentOf(segment.pieces.map(foldPiece).filter((piece) => !isNothing(piece)));
  });
}

function foldPiece(piece: Piece): Piece {
  if (piece.kind === "text") return { kind: "text", text: fold(piece.text) };
  return piece.kind === "class" ? { ...piece, foldsCase: true } : piece;
}

function isNothing(piece: Piece): boolean {
  return piece.kind === "text" && piece.text === "";
}
