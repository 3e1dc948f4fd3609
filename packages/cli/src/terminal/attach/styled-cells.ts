/** One character of a program's screen, which is safe to show. */
export interface DrawnCell {
  readonly text: string;
  /** Null: as the terminal shows plain text. */
  readonly look: CellLook | null;
}

/** The look of a character. It has only numbers and flags, so that it can carry nothing else. */
export interface CellLook {
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
  readonly isStruck: boolean;
  readonly foreground: CellColour;
  readonly background: CellColour;
}

/** One of the terminal's 256 colours, one of its own, or null for the default. */
export type CellColour =
  | number
  | { readonly red: number; readonly green: number; readonly blue: number }
  | null;

/** The cells as text with our own sequences for their looks. Without colours, the other attributes stay. */
export function styledCells(cells: readonly DrawnCell[], hasColours: boolean): string {
  let text = "";
  let current = "";
  for (const cell of withoutEnd(cells)) {
    const codes = cell.look === null ? "" : codesOf(cell.look, hasColours);
    if (codes !== current) text += codes === "" ? "\u001b[0m" : `\u001b[0;${codes}m`;
    current = codes;
    text += cell.text;
  }
  return current === "" ? text : `${text}\u001b[0m`;
}

/** Blanks at the end of a row needn't be drawn. */
function withoutEnd(cells: readonly DrawnCell[]): readonly DrawnCell[] {
  const last = cells.findLastIndex(({ text, look }) => text.trim() !== "" || look !== null);
  return cells.slice(0, last + 1);
}

function codesOf(look: CellLook, hasColours: boolean): string {
  const attributes = [
    look.isBold ? "1" : "",
    look.isDim ? "2" : "",
    look.isItalic ? "3" : "",
    look.isUnderlined ? "4" : "",
    look.isInverse ? "7" : "",
    look.isStruck ? "9" : "",
  ];
  const colours = hasColours
    ? [colourCode(look.foreground, 0), colourCode(look.background, 10)]
    : [];
  return [...attributes, ...colours].filter((code) => code !== "").join(";");
}

/** shift: 10 for the background. */
function colourCode(colour: CellColour, shift: number): string {
  if (colour === null) return "";
  if (typeof colour !== "number") {
    return `${38 + shift};2;${colour.red};${colour.green};${colour.blue}`;
  }
  if (colour < 8) return String(30 + shift + colour);
  return colour < 16 ? String(90 + shift + colour - 8) : `${38 + shift};5;${colour}`;
}
