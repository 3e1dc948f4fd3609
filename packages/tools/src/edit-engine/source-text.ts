/** One line of a text, with where it is and how it ends. */
export interface SourceLine {
  /** Without its line end. */
  readonly text: string;
  /** Offset of its first character. */
  readonly start: number;
  /** `""` for a last line without a line end. */
  readonly eol: "" | "\n" | "\r\n" | "\r";
}

export type LineEnd = "\n" | "\r\n" | "\r";

const lineEnd = /\r\n|\n|\r/g;

/** The lines of a text. A text that ends in a line end has no empty line after it. */
export function linesOf(text: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  let start = 0;
  for (const match of text.matchAll(lineEnd)) {
    lines.push({
      text: text.slice(start, match.index),
      start,
      eol: match[0] as LineEnd,
    });
    start = match.index + match[0].length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), start, eol: "" });
  return lines;
}

/** The offset just behind a line and its line end. */
export function endOf(line: SourceLine): number {
  return line.start + line.text.length + line.eol.length;
}

/** The line end that most lines have; `\n` when there is none. */
export function dominantLineEnd(lines: readonly SourceLine[]): LineEnd {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const { eol } of lines) if (eol !== "") counts[eol] += 1;
  if (counts["\r\n"] > counts["\n"] && counts["\r\n"] >= counts["\r"]) return "\r\n";
  return counts["\r"] > counts["\n"] ? "\r" : "\n";
}

/** The text with every line end written as `eol`. */
export function withLineEnd(text: string, eol: LineEnd): string {
  return text.replace(lineEnd, eol);
}

/** The index of the line that holds an offset; lines are in order. */
export function lineIndexAt(lines: readonly SourceLine[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The white space that a line begins with. */
export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}
