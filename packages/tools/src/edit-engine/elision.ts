import { lineChanges } from "../change/line-changes.ts";
import { isBlank } from "./source-text.ts";

const states = [
  ..."rest remainder existing remaining unchanged previous original other same".split(" "),
  ..."omitted elided truncated snip stays stay remains keep keeps kept etc".split(" "),
];
const things = [
  ..."code implementation implementations file function functions method methods class".split(" "),
  ..."body logic content line lines import imports property properties props field".split(" "),
  ..."fields case cases test tests module component definition definitions part parts".split(" "),
];
const fillers =
  "the of all your my this as is are and so on here before above below goes no change changes for brevity";
const stateWords = new Set(states);
const thingWords = new Set(things);
const allWords = new Set([...states, ...things, ...fillers.split(" ")]);

const maxLength = 200;
const dots = /\.{3}|…/;
const outerDots = /^[\s[(<]*(?:\.{3}|…)|(?:\.{3}|…)[\s\])>.]*$/;
const lineComment = /^\s*(\/{2,}|#+|--+|;+|%+|\*|'|rem\b)(.*)$/i;
const blockComments = /\/\*+(.*?)\*\/|<!--(.*?)-->/g;
const trailingComment = /\s\/\/(.*)$/;
const plainly =
  /\b(?:rest|remainder) of\b|\b(?:unchanged|stays?|remains?|as before|no changes?)\b|\b(?:existing|remaining|original) (?:code|implementation|logic)\b/i;
/** `...rest` and `...existing, b` are code, `... rest of the code ...` isn't. */
const bareText = /^\s*[[(<]?\s*(?:\.{3}|…)([a-z' ]+)(?:\.{3}|…)?\s*[\])>]?\s*$/i;

/** Whether a line is a placeholder for code. */
function isElision(line: string): boolean {
  if (line.length > maxLength) return false;
  const [, sign, text = ""] = lineComment.exec(line) ?? [];
  if (sign !== undefined && (isDotted(text) || isPlain(sign, text))) return true;
  for (const [whole, block, markup] of line.matchAll(blockComments)) {
    const inside = block ?? markup ?? "";
    if (isDotted(inside) || (line.trim() === whole && isPlain("/*", inside))) return true;
  }
  const [, behind = ""] = trailingComment.exec(line) ?? [];
  if (hasState(behind) && isDotted(behind)) return true;
  const [, bare = ""] = bareText.exec(line) ?? [];
  const words = wordsOf(bare);
  return hasState(bare) && words.some((word) => thingWords.has(word)) && areAllKnown(words);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

function hasState(text: string): boolean {
  return wordsOf(text).some((word) => stateWords.has(word));
}

function areAllKnown(words: readonly string[]): boolean {
  return words.every((word) => allWords.has(word));
}

/** Whether a comment has only dots, or begins or ends with dots and mentions other code. */
function isDotted(comment: string): boolean {
  if (!dots.test(comment)) return false;
  const words = wordsOf(comment);
  if (words.length === 0) return !/[^\s.…[\]()<>]/.test(comment);
  const isAbout = words.some((word) => stateWords.has(word) || thingWords.has(word));
  return outerDots.test(comment) && isAbout;
}

/** Whether a comment without dots says only that code stays as it is. */
function isPlain(sign: string, comment: string): boolean {
  // A heading or a list item of Markdown.
  if (sign === "*" || sign.startsWith("##")) return false;
  return plainly.test(comment) && areAllKnown(wordsOf(comment));
}

/**
 * The first placeholder line of the new text, if the change removes any code; null for none. A line
 * that the old text also has belongs to the file.
 */
export function findElision(
  oldLines: readonly string[],
  newLines: readonly string[],
): string | null {
  const known = new Set(oldLines.map((line) => line.trim()));
  const elision = newLines.find((line) => !known.has(line.trim()) && isElision(line));
  if (elision === undefined) return null;
  const removes = lineChanges(oldLines, newLines).some(
    ({ start, end }) => !oldLines.slice(start, end).every(isBlank),
  );
  return removes ? elision.trim() : null;
}
