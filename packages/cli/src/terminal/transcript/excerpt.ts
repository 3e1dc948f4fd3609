/** The parts of a long text that are shown, and how much lies between them. */
export interface Excerpt {
  readonly head: string;
  /** Lines left out between head and tail; 0 when everything is there. */
  readonly skippedLines: number;
  readonly tail: string;
}

export interface ExcerptLimits {
  readonly headLines: number;
  readonly tailLines: number;
}

/**
 * The first and last lines of a text, in time that doesn't grow with the lines between but for
 * counting them. A text that is one line over the limits is shown whole: saying so takes a line, too.
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

/** A newline at the end begins no line; no text has no line. */
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
