import { nextGrapheme, previousGrapheme } from "../text/text-width.ts";
import type { KeyPress } from "./key-press.ts";

/** What is being typed. The cursor stands before the unit at its index, never inside a character. */
export interface EditedText {
  readonly text: string;
  readonly cursor: number;
  /** What was cut last, for putting it back. */
  readonly cut: string;
}

export const emptyText: EditedText = { text: "", cursor: 0, cut: "" };

export function textAt(text: string, cursor = text.length): EditedText {
  return { text, cursor, cut: "" };
}

/** The text after a key; null when the key doesn't edit. The same object when it changes nothing. */
export function editText(edited: EditedText, key: KeyPress): EditedText | null {
  if (key.name === "text") return insertText(edited, key.text);
  const edit = edits[key.name];
  return edit === undefined ? null : edit(edited);
}

/** Inserts text from anywhere: line ends become newlines, other controls but tabs are left out. */
export function insertText(edited: EditedText, inserted: string): EditedText {
  const { text, cursor } = edited;
  const clean = inserted.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
  return placed(edited, text.slice(0, cursor) + clean + text.slice(cursor), cursor + clean.length);
}

/** The cursor one row of the text up or down; null when there is no such row. */
export function moveByRow(edited: EditedText, rows: -1 | 1): EditedText | null {
  const { text, cursor } = edited;
  const start = rowStart(text, cursor);
  const column = cursor - start;
  if (rows === -1) {
    if (start === 0) return null;
    const above = rowStart(text, start - 1);
    return moved(edited, wholeCharacter(text, Math.min(above + column, start - 1)));
  }
  const end = rowEnd(text, cursor);
  if (end === text.length) return null;
  return moved(edited, wholeCharacter(text, Math.min(end + 1 + column, rowEnd(text, end + 1))));
}

const edits: Readonly<Record<string, (edited: EditedText) => EditedText>> = {
  left: (edited) => moved(edited, previousGrapheme(edited.text, edited.cursor)),
  right: (edited) => moved(edited, nextGrapheme(edited.text, edited.cursor)),
  home: (edited) => moved(edited, rowStart(edited.text, edited.cursor)),
  end: (edited) => moved(edited, rowEnd(edited.text, edited.cursor)),
  backspace: (edited) =>
    removed(edited, previousGrapheme(edited.text, edited.cursor), edited.cursor),
  delete: (edited) => removed(edited, edited.cursor, nextGrapheme(edited.text, edited.cursor)),
  newline: (edited) => insertText(edited, "\n"),
  "ctrl-left": (edited) => moved(edited, wordStart(edited.text, edited.cursor)),
  "ctrl-right": (edited) => moved(edited, wordEnd(edited.text, edited.cursor)),
  "ctrl-u": (edited) => cutOut(edited, rowStart(edited.text, edited.cursor), edited.cursor),
  "ctrl-k": (edited) => cutOut(edited, edited.cursor, rowEnd(edited.text, edited.cursor)),
  "ctrl-w": (edited) => cutOut(edited, blankStart(edited.text, edited.cursor), edited.cursor),
  "alt-backspace": (edited) => cutOut(edited, wordStart(edited.text, edited.cursor), edited.cursor),
  "alt-d": (edited) => cutOut(edited, edited.cursor, wordEnd(edited.text, edited.cursor)),
  "ctrl-y": (edited) => insertText(edited, edited.cut),
  "ctrl-a": (edited) => moved(edited, rowStart(edited.text, edited.cursor)),
  "ctrl-e": (edited) => moved(edited, rowEnd(edited.text, edited.cursor)),
  "ctrl-b": (edited) => moved(edited, previousGrapheme(edited.text, edited.cursor)),
  "ctrl-f": (edited) => moved(edited, nextGrapheme(edited.text, edited.cursor)),
  "ctrl-d": (edited) => removed(edited, edited.cursor, nextGrapheme(edited.text, edited.cursor)),
  "ctrl-h": (edited) =>
    removed(edited, previousGrapheme(edited.text, edited.cursor), edited.cursor),
  "alt-b": (edited) => moved(edited, wordStart(edited.text, edited.cursor)),
  "alt-f": (edited) => moved(edited, wordEnd(edited.text, edited.cursor)),
  "alt-left": (edited) => moved(edited, wordStart(edited.text, edited.cursor)),
  "alt-right": (edited) => moved(edited, wordEnd(edited.text, edited.cursor)),
};

function moved(edited: EditedText, cursor: number): EditedText {
  return cursor === edited.cursor ? edited : { ...edited, cursor };
}

function removed(edited: EditedText, from: number, to: number): EditedText {
  if (from === to) return edited;
  return placed(edited, edited.text.slice(0, from) + edited.text.slice(to), from);
}

/** What now meets may have become one character: then the cursor goes behind it. */
function placed(edited: EditedText, text: string, cursor: number): EditedText {
  return { ...edited, text, cursor: endOfCharacter(text, cursor) };
}

function cutOut(edited: EditedText, from: number, to: number): EditedText {
  if (from === to) return edited;
  return { ...removed(edited, from, to), cut: edited.text.slice(from, to) };
}

function rowStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

function rowEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end === -1 ? text.length : end;
}

// A half of a surrogate pair counts as a letter: pairs stay together.
const isLetter = (unit: string): boolean => /[\p{L}\p{N}\p{M}_\ud800-\udfff]/u.test(unit);
const isOther = (unit: string): boolean => !isLetter(unit);
const isBlank = (unit: string): boolean => /\s/.test(unit);
const isInk = (unit: string): boolean => !isBlank(unit);

function wordStart(text: string, cursor: number): number {
  return wholeCharacter(text, runStart(text, runStart(text, cursor, isOther), isLetter));
}

function wordEnd(text: string, cursor: number): number {
  return endOfCharacter(text, runEnd(text, runEnd(text, cursor, isOther), isLetter));
}

function blankStart(text: string, cursor: number): number {
  return wholeCharacter(text, runStart(text, runStart(text, cursor, isBlank), isInk));
}

function runStart(text: string, end: number, isIn: (unit: string) => boolean): number {
  let at = end;
  while (at > 0 && isIn(text[at - 1] ?? "")) at--;
  return at;
}

function runEnd(text: string, start: number, isIn: (unit: string) => boolean): number {
  let at = start;
  while (at < text.length && isIn(text[at] ?? "")) at++;
  return at;
}

/** The nearest place at or before the index that isn't inside a character. */
function wholeCharacter(text: string, index: number): number {
  if (index >= text.length) return text.length;
  return nextGrapheme(text, previousGrapheme(text, index)) === index
    ? index
    : previousGrapheme(text, index);
}

/** The nearest place at or after the index that isn't inside a character. */
function endOfCharacter(text: string, index: number): number {
  const whole = wholeCharacter(text, index);
  return whole === index ? index : nextGrapheme(text, whole);
}
