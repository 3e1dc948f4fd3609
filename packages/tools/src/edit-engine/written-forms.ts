import type { Strategy } from "./edit.ts";

/** The old and the new text as a model may have meant them. */
export interface WrittenForm {
  readonly strategy: Extract<Strategy, "escapes" | "line-numbers">;
  readonly oldText: string;
  readonly newText: string;
  readonly adapted: string;
}

/**
 * Readings of a replacement whose texts came wrapped in something that the file doesn't have:
 * escapes, or pasted line numbers. Only when the whole old text has them, as otherwise they may well
 * be the file's own.
 */
export function writtenForms(oldText: string, newText: string): readonly WrittenForm[] {
  return [...withoutEscapes(oldText, newText), ...withoutLineNumbers(oldText, newText)];
}

function withoutEscapes(oldText: string, newText: string): readonly WrittenForm[] {
  const forms: WrittenForm[] = [];
  for (const { has, take, what } of escapings) {
    if (!has(oldText)) continue;
    // New text that mixes escaped and plain ones can be read in two ways: then neither is taken.
    if (!has(newText) && needsEscape(newText, oldText)) continue;
    const unescaped = take(oldText);
    if (unescaped === oldText) continue;
    forms.push({
      strategy: "escapes",
      oldText: unescaped,
      newText: has(newText) ? take(newText) : newText,
      adapted: what,
    });
  }
  return forms;
}

interface Escaping {
  /** The text has these escapes, and nothing unescaped that they stand for. */
  readonly has: (text: string) => boolean;
  readonly take: (text: string) => string;
  readonly what: string;
}

const lineEscape = /(?<!\\)(?:\\\\)*\\[nrt]/;
const plainQuote = /(?<!\\)(?:\\\\)*["'`]/;
const escapedQuote = /\\["'`]/;

const takeLineEscapes = (text: string): string =>
  text.replace(/\\(\\|r\\n|n|r|t)/g, (whole, what: string) => {
    if (what === "\\") return whole;
    return what === "t" ? "\t" : "\n";
  });
const takeQuotes = (text: string): string => text.replace(/\\(["'`])/g, "$1");
const takeBackslashes = (text: string): string => text.replaceAll("\\\\", "\\");

const hasLineEscapes = (text: string): boolean => !/[\n\r\t]/.test(text) && lineEscape.test(text);
const hasQuotes = (text: string): boolean => {
  if (!escapedQuote.test(text)) return false;
  // Each kind of quote that is escaped at all is escaped everywhere.
  return ['"', "'", "`"].every(
    (quote) => !text.includes(`\\${quote}`) || !new RegExp(`(?<!\\\\)${quote}`).test(text),
  );
};

const escapings: readonly Escaping[] = [
  {
    has: (text) => hasLineEscapes(text) && hasQuotes(text),
    take: (text) => takeBackslashes(takeQuotes(takeLineEscapes(text))),
    what: "escaped line ends and quotes were unescaped",
  },
  {
    has: hasLineEscapes,
    take: takeLineEscapes,
    what: "escaped line ends and tabs were unescaped",
  },
  { has: hasQuotes, take: takeQuotes, what: "escaped quotes were unescaped" },
  {
    has: (text) => hasQuotes(text) && text.includes("\\\\"),
    take: (text) => takeBackslashes(takeQuotes(text)),
    what: "escaped quotes and backslashes were unescaped",
  },
  {
    has: (text) => text.includes("\\\\") && !/(?<!\\)\\(?:\\\\)*(?!\\)/.test(text),
    take: takeBackslashes,
    what: "doubled backslashes were read as single ones",
  },
];

/** The new text has plain quotes of a kind that the old one has only escaped. */
function needsEscape(newText: string, oldText: string): boolean {
  return (
    (plainQuote.test(newText) && escapedQuote.test(oldText)) ||
    (/[\n\r]/.test(newText) && lineEscape.test(oldText))
  );
}

/** `  12\t`, `12| `, `12→`, `12: `, `L12: `, as listings and compilers print them. */
const numbered = /^\s{0,8}L?(\d{1,7})(?:\t| ?[|│→] ?|: ?|\. )(.*)$/su;

function withoutLineNumbers(oldText: string, newText: string): readonly WrittenForm[] {
  const stripped = stripNumbers(oldText);
  if (stripped === null) return [];
  return [
    {
      strategy: "line-numbers",
      oldText: stripped,
      newText: stripAnyNumbers(newText),
      adapted: "pasted line numbers were taken off",
    },
  ];
}

/** Null unless every line has a number, each one more than the one before. */
function stripNumbers(text: string): string | null {
  const lines = text.split("\n");
  const ends = lines.at(-1) === "" ? 1 : 0;
  const bare: string[] = [];
  let expected: number | null = null;
  for (const line of ends === 1 ? lines.slice(0, -1) : lines) {
    const match = numbered.exec(line);
    if (match === null) return null;
    const number = Number(match[1]);
    if (expected !== null && number !== expected) return null;
    expected = number + 1;
    bare.push(match[2] ?? "");
  }
  if (bare.length === 0) return null;
  return bare.join("\n") + (ends === 1 ? "\n" : "");
}

/** Takes numbers off the lines that have them: inserted lines often come without. */
function stripAnyNumbers(text: string): string {
  const lines = text.split("\n");
  const isNumbered = lines.filter((line) => line !== "").some((line) => numbered.test(line));
  if (!isNumbered) return text;
  return lines.map((line) => numbered.exec(line)?.[2] ?? line).join("\n");
}
