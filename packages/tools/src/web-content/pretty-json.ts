/** Deeper lists and objects are written on one line, because indentation would multiply the length. */
const MAX_INDENTED = 32;

/**
 * JSON with one entry a line, indented by two spaces; null for a text that isn't JSON.
 *
 * Only white space changes: numbers, escapes and repeated keys stay as they are written.
 */
export function prettyJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const pieces: string[] = [];
  let depth = 0;
  let isAtStart = false;
  const addLine = (): void => {
    pieces.push(depth < MAX_INDENTED ? `\n${"  ".repeat(depth)}` : " ");
  };
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth--;
    // Nothing is between the brackets of an empty list.
    if (isAtStart !== isEnd) addLine();
    pieces.push(token === ":" ? ": " : token);
    if (token === ",") addLine();
    isAtStart = token === "{" || token === "[";
    if (isAtStart) depth++;
    at = skipSpace(text, end);
  }
  return pieces.join("");
}

function skipSpace(text: string, start: number): number {
  return matchEnd(/\s*/y, text, start);
}

/** The end of a sign, a string or another value. */
function tokenEnd(text: string, start: number): number {
  if (text[start] !== '"') return matchEnd(/[[\]{}:,]|[^\s"[\]{}:,]+/y, text, start);
  const escapeOrEnd = /\\[^]|"/g;
  escapeOrEnd.lastIndex = start + 1;
  let found = escapeOrEnd.exec(text);
  while (found !== null && found[0] !== '"') found = escapeOrEnd.exec(text);
  return escapeOrEnd.lastIndex;
}

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}
