/** The shown parts of a long text, and the number of lines between them. */
export interface Excerpt {
  readonly head: string;
  /** The lines left out between head and tail; 0 if nothing is left out. */
  readonly skippedLines: number;
  readonly tail: string;
}

export interface ExcerptLimits {
  readonly headLines: number;
  readonly tailLines: number;
}

/**
 * The first and last lines of a text; the lines between are only counted. A text that exceeds the limits
 * by one line is shown whole, because the note would take a line as well.
 */
export function excerptOf(text: string, { headLines, tailLines }: ExcerptLimits): Excerpt {
  const total = countLines(text);
  if (total <= headLines + tailLines + 1) return { head: text, skippedLines: 0, tail: "" };
  return {
    head: headLines === 0 ? "" : text.slice(0, endOfLine(text, headLines)),
    skippedLines: total - headLines - tailLines,
    tail: tailLines === 0 ? "" : text.slice(startOfLastLines(text, tailLines)),
  };
}

/** The number of lines. A newline at the end begins no line, and an empty text has none. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function endOfLine(text: string, line: number): number {
  let at = -1;
  for (let count = 0; count < line; count++) at = text.indexOf("\n", at + 1);
  return at;
}

function startOfLastLines(text: string, count: number): number {
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let found = 0; found < count; found++) at = text.lastIndexOf("\n", at - 1);
  return at + 1;
}
