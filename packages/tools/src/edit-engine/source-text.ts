export type LineEnd = "\n" | "\r\n" | "\r";

/** A line without its line ending, and the line ending: `""` for a last line without one. */
export interface TextLine {
  readonly text: string;
  readonly eol: LineEnd | "";
}

/**
 * A file's text with its lines, found on demand because an exact edit of a large file never needs
 * them. Lines are counted from 0. A text that ends in a line ending has no empty line after it.
 */
export class SourceText {
  readonly text: string;
  /** The start of each line, and the end of the text. */
  #starts: readonly number[] | null = null;
  #hasCarriageReturn: boolean | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get hasCarriageReturn(): boolean {
    this.#hasCarriageReturn ??= this.text.includes("\r");
    return this.#hasCarriageReturn;
  }

  get lineCount(): number {
    return this.#lineStarts().length - 1;
  }

  /** The offset of a line's first character; after the last line, the length of the text. */
  lineStart(index: number): number {
    return this.#lineStarts()[index] ?? this.text.length;
  }

  /** Without its line ending; `""` for a line that does not exist. */
  lineText(index: number): string {
    return this.text.slice(this.lineStart(index), this.textEnd(index));
  }

  /** The offset after a line's last character, before its line ending. */
  textEnd(index: number): number {
    return this.lineStart(index + 1) - this.eolAt(index).length;
  }

  eolAt(index: number): LineEnd | "" {
    const start = this.lineStart(index);
    const end = this.lineStart(index + 1);
    const last = end > start ? this.text[end - 1] : "";
    if (last === "\r") return "\r";
    if (last !== "\n") return "";
    return end - start > 1 && this.text[end - 2] === "\r" ? "\r\n" : "\n";
  }

  /** The line at an offset; the last one for the end of the text. */
  lineIndexAt(offset: number): number {
    const starts = this.#lineStarts();
    return lastAtMost(starts, offset, starts.length - 2);
  }

  /** The same, 1-based, without building the table of lines. */
  lineNumberAt(offset: number): number {
    if (this.#starts !== null || this.hasCarriageReturn) return this.lineIndexAt(offset) + 1;
    let number = 1;
    const last = Math.min(offset, this.text.length - 1);
    for (let at = this.text.indexOf("\n"); at !== -1 && at < last; number += 1) {
      at = this.text.indexOf("\n", at + 1);
    }
    return number;
  }

  #lineStarts(): readonly number[] {
    this.#starts ??= lineStartsOf(this.text, this.hasCarriageReturn);
    return this.#starts;
  }
}

function lineStartsOf(text: string, hasCarriageReturn: boolean): readonly number[] {
  const starts = [0];
  if (hasCarriageReturn) {
    for (const { index, 0: eol } of text.matchAll(lineEnd)) starts.push(index + eol.length);
  } else {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      starts.push(at + 1);
    }
  }
  if (starts.at(-1) !== text.length) starts.push(text.length);
  return starts;
}

/** The index of the last entry that isn't greater than a value; entries are sorted. */
export function lastAtMost(
  sorted: readonly number[],
  value: number,
  lastIndex = sorted.length - 1,
): number {
  let low = 0;
  let high = Math.max(0, lastIndex);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const lineEnd = /\r\n|\n|\r/g;

/** The lines of a piece of text. A text that ends in a line ending has an empty last line. */
export function splitLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const { index, 0: eol } of text.matchAll(lineEnd)) {
    lines.push({ text: text.slice(start, index), eol: eol as LineEnd });
    start = index + eol.length;
  }
  lines.push({ text: text.slice(start), eol: "" });
  return lines;
}

/** The text with every line ending written as `eol`. */
export function withLineEnd(text: string, eol: LineEnd): string {
  return text.replace(lineEnd, () => eol);
}

/** Whether an offset lies between the two characters of a CRLF. */
export function splitsLineEnd(text: string, offset: number): boolean {
  return text[offset] === "\n" && text[offset - 1] === "\r";
}

/** The leading white space of a line. */
export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}
