import { revealHidden } from "@toolwright/core/internal";
import { graphemesOf } from "../../text/styled-line.ts";

/** Private characters that nobody types; each one takes a column. */
const firstMark = 0x10_00_00;
const anyMark = /[\u{100000}-\u{10fffd}]/gu;
const plain = /^[\n\x20-\x7e]*$/;

/**
 * Keeps hidden characters out of the editor without losing them: a mark replaces each one until the
 * text is read. Tabs as well, because the editor would turn them into blanks.
 */
export class ConcealedText {
  readonly #marks = new Map<string, string>();
  readonly #originals = new Map<string, string>();

  conceal(text: string): string {
    const clean = text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
    if (plain.test(clean)) return clean;
    return graphemesOf(clean)
      .map((character) => (isHidden(character) ? this.#markOf(character) : character))
      .join("");
  }

  reveal(text: string): string {
    return text.replace(anyMark, (mark) => this.#originals.get(mark) ?? mark);
  }

  /** A row of the editor that is safe for the terminal. */
  shown(row: string, sign: string): string {
    return row.replace(anyMark, (mark) => (this.#originals.get(mark) === "\t" ? " " : sign));
  }

  #markOf(character: string): string {
    const known = this.#marks.get(character);
    if (known !== undefined) return known;
    const mark = String.fromCodePoint(firstMark + this.#marks.size);
    this.#marks.set(character, mark);
    this.#originals.set(mark, character);
    return mark;
  }
}

function isHidden(character: string): boolean {
  if (character === "\n") return false;
  return character === "\t" || revealHidden(character, "text") !== character;
}
