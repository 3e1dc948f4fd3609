import { literal, type Piece, type Segment, segmentOf } from "../glob/segment.ts";

// What file systems ignore in names: HFS+ drops zero-width characters and directional marks.
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
export const beyondAscii = /[^ -~]/;

/**
 * The form in which names are the same to a file system that ignores case, Unicode composition
 * and invisible characters. Deny and ask rules compare names in this form, so that `.GIT`,
 * `.g<U+200C>it` and a decomposed name can't get around them.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  // Upper case first brings ſ, ß and the Kelvin sign to their plain letters. A final sigma is
  // lower-cased by its place in the word, which a pattern's part doesn't share with a whole name.
  return text
    .replace(ignorable, "")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .normalize("NFC");
}

/** Lower case as far as every character stays one character. */
export function lowerOneByOne(text: string): string {
  return text.replaceAll(/\p{Lu}/gu, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
}

const streamSuffix = /:[^/:]*:\$[a-z_]+(?=\/|$)/g;
const trailingDotsAndSpaces = /(?<=[^/. ])[. ]+(?=\/|$)/g;

/** Of a folded path: without what Windows drops from the end of each name (`.git. `, `.git::$DATA`). */
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
