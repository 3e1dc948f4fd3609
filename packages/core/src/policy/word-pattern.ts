import type { Fail } from "../glob/name-glob.ts";
import { type Piece, rest, type Segment, segmentOf, star } from "../glob/segment.ts";

/**
 * Parses the words of a command. White space separates words; `'…'`, `"…"` and `\` work as in a
 * shell. An unquoted `*` matches any characters within its word; as the last word, it matches any
 * number of further words.
 */
export function parseWordPattern(text: string, fail: Fail): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(text[at])) at += 1;
    if (at >= text.length) break;
    const begin = at;
    const pieces: Piece[] = [];
    let plain = "";
    let isQuoted = false;
    while (at < text.length && !isSpace(text[at])) {
      const character = text[at] ?? "";
      if (character === "'" || character === '"') {
        const end = endOfQuote(text, at, fail);
        plain += unquote(text.slice(at + 1, end), character);
        isQuoted = true;
        at = end + 1;
      } else if (character === "\\") {
        const next = text[at + 1];
        if (next === undefined) fail(at, "Nothing follows '\\' to escape.");
        plain += next ?? "";
        at += 2;
      } else if (character === "*") {
        if (plain !== "") pieces.push({ kind: "text", text: plain });
        plain = "";
        if (pieces.at(-1)?.kind !== "star") pieces.push(star);
        at += 1;
      } else {
        plain += character;
        at += 1;
      }
    }
    if (plain !== "" || (isQuoted && pieces.length === 0))
      pieces.push({ kind: "text", text: plain });
    const isLastStar = text.slice(begin).trimEnd() === "*";
    segments.push(isLastStar ? rest : segmentOf(pieces));
  }
  if (segments.length === 0) fail(0, "The command is missing; write run(*) for every command.");
  return segments;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function endOfQuote(text: string, at: number, fail: Fail): number {
  const quote = text[at];
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === "\\" && quote === '"') index += 1;
    else if (text[index] === quote) return index;
  }
  return fail(at, `The quote ${quote} is never closed.`);
}

function unquote(text: string, quote: string): string {
  return quote === '"' ? text.replaceAll(/\\([\s\S])/g, "$1") : text;
}
