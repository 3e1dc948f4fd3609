import { endOfClass } from "./glob-text.ts";
import type { Fail } from "./pattern-error.ts";

/** More alternatives than anybody writes by hand; `{a,b}{a,b}…` doubles with each pair. */
const maxAlternatives = 256;

/**
 * `src/{a,b/{c,d}}` as `src/a`, `src/b/c`, `src/b/d`. Escapes stay as they are written, for the
 * parser of each alternative.
 */
export function expandBraces(text: string, fail: Fail): readonly string[] {
  if (!/[{}]/.test(text)) return [text];
  const { texts, end } = expandUntil(text, 0, false, fail);
  if (end < text.length) fail(end, "'}' closes nothing; write '\\}' for the brace itself.");
  return texts;
}

function expandUntil(
  text: string,
  start: number,
  isInside: boolean,
  fail: Fail,
): { readonly texts: readonly string[]; readonly end: number } {
  const finished: string[] = [];
  let current = [""];
  let isList = false;
  let at = start;
  const append = (tails: readonly string[]): void => {
    current = current.flatMap((head) => tails.map((tail) => head + tail));
    if (current.length + finished.length > maxAlternatives) {
      fail(start, `The braces stand for more than ${maxAlternatives} alternatives.`);
    }
  };
  for (; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") {
      append([text.slice(at, at + 2)]);
      at += 1;
    } else if (character === "[") {
      const end = endOfClass(text, at, fail, 0);
      append([text.slice(at, end + 1)]);
      at = end;
    } else if (character === "{") {
      const inner = expandUntil(text, at + 1, true, fail);
      append(inner.texts);
      at = inner.end;
    } else if (character === "}") {
      break;
    } else if (character === "," && isInside) {
      isList = true;
      finished.push(...current);
      current = [""];
    } else {
      append([character]);
    }
  }
  if (isInside) {
    if (at >= text.length) {
      fail(start - 1, "'{' is never closed; write '\\{' for the brace itself.");
    }
    if (!isList) {
      fail(start - 1, "Braces hold alternatives, as {a,b}; write '\\{' for the brace itself.");
    }
  }
  return { texts: [...finished, ...current], end: at };
}
