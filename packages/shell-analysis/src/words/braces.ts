const maxWords = 256;
/** The time grows with the square of the length. */
const maxLength = 1_000;

/**
 * Brace expansion as bash does it, of text without quotes, escapes and `$`: `a{b,c}` to `ab ac`,
 * `{1..3}` to `1 2 3`. Braces that mean nothing stay.
 *
 * Returns null for more than 256 words, and for a form that isn't understood.
 */
export function expandBraces(text: string): readonly string[] | null {
  if (text.length > maxLength) return null;
  const open = text.indexOf("{");
  if (open === -1) return [text];
  for (let start = open; start !== -1; start = text.indexOf("{", start + 1)) {
    const group = groupAt(text, start);
    if (group === null) continue;
    const middles = alternatives(group.body);
    const tails = expandBraces(text.slice(group.end));
    if (middles === null || tails === null) return null;
    if (middles.length * tails.length > maxWords) return null;
    const head = text.slice(0, start);
    return middles.flatMap((middle) => tails.map((tail) => head + middle + tail));
  }
  return [text];
}

/** Whether text that may contain quotes or escapes might have a brace expansion. */
export function mayHaveBraces(text: string): boolean {
  const open = text.indexOf("{");
  return open !== -1 && /,|\.\./.test(text.slice(open));
}

/** The group that begins here and means something: it has a comma of its own, or is a range. */
function groupAt(text: string, start: number): { body: string; end: number } | null {
  let depth = 0;
  let hasComma = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{") depth += 1;
    else if (character === "," && depth === 1) hasComma = true;
    else if (character === "}") {
      depth -= 1;
      if (depth > 0) continue;
      const body = text.slice(start + 1, at);
      return hasComma || body.includes("..") ? { body, end: at + 1 } : null;
    }
  }
  return null;
}

const range = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])$/;

function alternatives(body: string): readonly string[] | null {
  const parts = split(body);
  if (parts.length > 1) {
    const words: string[] = [];
    for (const part of parts) {
      const expanded = expandBraces(part);
      if (expanded === null || words.length + expanded.length > maxWords) return null;
      words.push(...expanded);
    }
    return words;
  }
  const [, first = "", last = ""] = range.exec(body) ?? [];
  // A step, leading zeros, a letter with a number, an empty range: too rare to be understood.
  if (first === "" || /^-?0\d/.test(first) || /^-?0\d/.test(last)) return null;
  if (/\d/.test(first) && /\d/.test(last)) return sequence(Number(first), Number(last), String);
  if (!/[a-z]/.test(first + last) || /[^a-z]/.test(first + last)) return null;
  return sequence(first.charCodeAt(0), last.charCodeAt(0), (code) => String.fromCharCode(code));
}

function split(body: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at];
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(body.slice(start));
  return parts;
}

function sequence(
  first: number,
  last: number,
  write: (value: number) => string,
): readonly string[] | null {
  const count = Math.abs(last - first) + 1;
  if (count > maxWords) return null;
  const step = last >= first ? 1 : -1;
  return Array.from({ length: count }, (_, index) => write(first + index * step));
}
