import { ToolError } from "@toolwright/core";
import type { CodeLanguage } from "./languages.ts";
import { indentOf, reindent } from "./reindent.ts";
import type { SymbolPlace } from "./symbol.ts";

/** A change at one place of a text. */
export interface PlacedText {
  readonly start: number;
  readonly end: number;
  /** With `\n` only. */
  readonly text: string;
  /** What was kept, in words. */
  readonly kept: readonly string[];
}

/** A symbol in its text, and what is to be put there. */
export interface SymbolChange {
  readonly before: string;
  readonly language: CodeLanguage;
  readonly symbol: SymbolPlace;
  /** With `\n` only, without blank lines around. */
  readonly given: string;
}

/** A longer rest of a line is code. */
const MAX_REST = 1_000;

const attributes = /^\s*(?:@|#!?\[|\[)/;

/** Replaces a symbol. Its doc comment and its decorators stay, if the new text has none. */
export function replaceSymbol({ before, language, symbol, given }: SymbolChange): PlacedText {
  const { leadStart, start, signatureStart } = symbol;
  if (given === "") return { ...wholeLines(before, leadStart, symbol.end), text: "", kept: [] };
  const [comment, code] = splitComment(reindent(given, indentAt(before, leadStart)), language);
  const oldComment = before.slice(leadStart, start);
  const oldAttributes = before.slice(start, signatureStart);
  const keepsComment = comment === "" && oldComment !== "";
  const keepsAttributes = oldAttributes !== "" && !attributes.test(code);
  const { end, text } = withEnding(before, symbol.end, code);
  return {
    start: leadStart,
    end,
    text: [
      plain(keepsComment ? oldComment : comment),
      plain(keepsAttributes ? oldAttributes : ""),
      text,
    ].join(""),
    kept: [
      ...(keepsComment ? ["its comment"] : []),
      ...(keepsAttributes ? ["its decorators"] : []),
    ],
  };
}

/** Puts a text on the lines before or after a symbol. Errors: `edit-no-match` for a symbol that shares its line. */
export function insertBeside(
  { before, symbol, given }: SymbolChange,
  side: "before" | "after",
): PlacedText {
  const { leadStart, end } = symbol;
  const lineStart = before.lastIndexOf("\n", leadStart - 1) + 1;
  const newline = before.indexOf("\n", end);
  const lineEnd = newline === -1 ? before.length : newline - (before[newline - 1] === "\r" ? 1 : 0);
  const indent = indentAt(before, leadStart);
  const isAlone =
    side === "before"
      ? before.slice(lineStart, leadStart).trim() === ""
      : isNoCode(before.slice(end, lineEnd));
  if (!isAlone) {
    throw new ToolError(
      "edit-no-match",
      `Other code is on the same line ${side} the symbol, so nothing was inserted. Replace the symbol, or edit the text.`,
    );
  }
  const text = indent + reindent(given, indent);
  const gap = "\n".repeat(1 + blankLines(before, { lineStart, lineEnd, indent }, given));
  return side === "before"
    ? { start: lineStart, end: lineStart, text: text + gap, kept: [] }
    : { start: lineEnd, end: lineEnd, text: gap + text, kept: [] };
}

/** Whether the rest of a line is a separator or a comment. */
function isNoCode(rest: string): boolean {
  const text = rest.trim();
  return text.length < MAX_REST && /^[,;]?\s*(?:(?:\/\/|#|--).*|\/\*.*\*\/)?$/.test(text);
}

/** Blank lines between this symbol and its neighbours; without neighbours, one around several lines. */
function blankLines(
  text: string,
  place: { readonly lineStart: number; readonly lineEnd: number; readonly indent: string },
  given: string,
): number {
  const above = text.slice(0, place.lineStart).split(/\r?\n/).slice(0, -1).reverse();
  const below = text.slice(place.lineEnd).split(/\r?\n/).slice(1);
  for (const lines of [above, below]) {
    const blank = lines.findIndex((line) => line.trim() !== "");
    const neighbour = lines[blank];
    const isSibling =
      neighbour !== undefined &&
      indentOf(neighbour).length >= place.indent.length &&
      !/^\s*[)\]}]/.test(lines === below ? neighbour : "");
    if (isSibling) return blank;
  }
  return given.includes("\n") ? 1 : 0;
}

/** The comment that a text begins with, with the white space after it, and the rest. */
function splitComment(text: string, { lineComment }: CodeLanguage): readonly [string, string] {
  const comment =
    lineComment === "#" ? /^(?:\s*#(?!\[).*\n)+\s*/ : /^(?:\s*(?:\/\/.*\n|\/\*[^]*?\*\/))+\s*/;
  const [found = ""] = comment.exec(text) ?? [];
  return [found, text.slice(found.length)];
}

/** A semicolon after a declaration stays, and no second comma comes after a member. */
function withEnding(
  before: string,
  end: number,
  text: string,
): { readonly end: number; readonly text: string } {
  const hasSemicolon = before[end - 1] === ";" && !text.endsWith(";");
  const isBlock = /\}\s*;$/.test(before.slice(Math.max(0, end - 20), end));
  if (hasSemicolon && isBlock === text.endsWith("}")) return { end: end - 1, text };
  const isSecondComma = text.endsWith(",") && before[end] === ",";
  return { end, text: isSecondComma ? text.slice(0, -1) : text };
}

/** The lines from one place to another, with a blank line that would be left over; less if other code is on them. */
function wholeLines(text: string, start: number, end: number): { start: number; end: number } {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /[ \t]*(?:,[ \t]*)?(?:\r?\n|$)/y;
  rest.lastIndex = end;
  if (text.slice(lineStart, start).trim() !== "" || !rest.test(text)) return { start, end };
  const lineEnd = rest.lastIndex || text.length;
  const lineBefore = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart);
  const isAfterGap = lineStart === 0 || lineBefore.trim() === "";
  const gap = /(?:[ \t]*\r?\n)+/y;
  gap.lastIndex = lineEnd;
  return { start: lineStart, end: isAfterGap && gap.test(text) ? gap.lastIndex : lineEnd };
}

function indentAt(text: string, offset: number): string {
  return indentOf(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}

function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}
