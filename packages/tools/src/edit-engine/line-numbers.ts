import type { Reading } from "./escapes.ts";

/** A listing's format for the number before a line. */
interface Listing {
  readonly pattern: RegExp;
  /** A blank line without its trailing space. */
  readonly bare: RegExp;
  /** Whether other texts look the same, so that a single line proves nothing. */
  readonly isCommon: boolean;
}

const number = "^[ ]{0,10}L?(\\d{1,7})";

const listings: readonly Listing[] = [
  listing("\\t", "", false),
  listing("→", "→?", false),
  listing(" ?[|│] ", " ?[|│]?", false),
  listing(" ?[|│]", " ?[|│]?", false),
  listing(": ", ":?", true),
  listing(":", ":?", true),
];

function listing(separator: string, bare: string, isCommon: boolean): Listing {
  return {
    pattern: new RegExp(`${number}${separator}(.*)$`, "s"),
    bare: new RegExp(`${number}${bare}[ ]*$`),
    isCommon,
  };
}

export interface NumberedReading extends Reading {
  /** The required number of the first line if nothing else proves that the text is a listing; 1-based. */
  readonly mustStartAt: number | null;
}

/**
 * The reading of a replacement without pasted line numbers (`  12\t`, `12→`, `12 | `, `12: `).
 * Null unless every line of the old text has a number, each one higher than the previous one. Also
 * null if the new text is ambiguous.
 *
 * Shapes: line endings are `\n`.
 */
export function numberedReading(oldText: string, newText: string): NumberedReading | null {
  for (const form of listings) {
    const old = stripNumbers(oldText, form);
    if (old === null) continue;
    const fresh = stripNewNumbers(newText, old, form);
    if (fresh === null) return null;
    return {
      oldText: old.text,
      newText: fresh,
      adapted: "pasted line numbers were removed",
      mustStartAt: old.count === 1 && form.isCommon ? old.first : null,
    };
  }
  return null;
}

interface Stripped {
  readonly text: string;
  readonly first: number;
  readonly count: number;
}

function stripNumbers(text: string, form: Listing): Stripped | null {
  const lines = text.split("\n");
  const hasTail = lines.length > 1 && lines.at(-1) === "";
  const bare: string[] = [];
  let first = 0;
  let solid = 0;
  for (const [index, line] of (hasTail ? lines.slice(0, -1) : lines).entries()) {
    const stripped = stripLine(line, form);
    if (stripped === null) return null;
    if (index === 0) first = stripped.number;
    else if (stripped.number !== first + index) return null;
    if (stripped.text.trim() !== "") solid += 1;
    bare.push(stripped.text);
  }
  if (solid === 0) return null;
  return { text: bare.join("\n") + (hasTail ? "\n" : ""), first, count: bare.length };
}

function stripLine(
  line: string,
  { pattern, bare }: Listing,
): { readonly number: number; readonly text: string } | null {
  const match = pattern.exec(line) ?? bare.exec(line);
  return match === null ? null : { number: Number(match[1]), text: match[2] ?? "" };
}

/**
 * The new text without line numbers; inserted lines often have none. Null if a number may be part of
 * the text itself.
 */
function stripNewNumbers(text: string, old: Stripped, form: Listing): string | null {
  const lines = text.split("\n");
  const last = old.first + Math.max(old.count, lines.length) + 1;
  const isLikely = (line: string): boolean => {
    const { number } = stripLine(line, form) ?? { number: -1 };
    return number >= old.first - 1 && number <= last;
  };
  // A number alone belongs to a blank line, if all other lines have numbers.
  const isComplete = lines.every((line) => line.trim() === "" || isLikely(line));
  const stripped = lines.map((line) => {
    if (!isLikely(line) || (!isComplete && !form.pattern.test(line))) return null;
    return stripLine(line, form)?.text ?? null;
  });
  const solid = lines.flatMap((line, index) => (line.trim() === "" ? [] : [index]));
  const withNumber = solid.filter((index) => stripped[index] !== null).length;
  if (withNumber === 0) return text;
  // In a list numbered the same way, line numbers and list numbers look alike.
  if (old.text.split("\n").some((line) => form.pattern.test(line))) {
    const isTwice = solid.every((index) => form.pattern.test(stripped[index] ?? ""));
    if (!isTwice) return null;
  }
  return lines.map((line, index) => stripped[index] ?? line).join("\n");
}
