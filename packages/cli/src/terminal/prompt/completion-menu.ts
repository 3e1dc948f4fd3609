import type { Candidate } from "./completion.ts";
import { type EditedText, insertText } from "./line-editor.ts";

/** The ways to go on that are offered below the prompt. */
export interface CompletionMenu {
  /** What was typed when they were found. */
  readonly typed: EditedText;
  /** Where the text begins that a candidate replaces, up to the cursor. */
  readonly start: number;
  readonly candidates: readonly Candidate[];
  /** The one whose text stands in the prompt; null while none was chosen. */
  readonly selected: number | null;
}

/** Null when there is nothing to offer beyond what is typed already. */
export function menuOf(
  typed: EditedText,
  start: number,
  candidates: readonly Candidate[],
): CompletionMenu | null {
  const word = typed.text.slice(start, typed.cursor);
  const [only] = candidates;
  if (only === undefined || (candidates.length === 1 && only.text === word)) return null;
  return { typed, start, candidates, selected: null };
}

/** The next or previous candidate, going round; its text stands in the prompt. */
export function select(menu: CompletionMenu, step: 1 | -1): CompletionMenu {
  const count = menu.candidates.length;
  const from = menu.selected ?? (step === 1 ? -1 : 0);
  return { ...menu, selected: (from + step + count) % count };
}

/** What the prompt shows for the menu: what was typed, or the chosen candidate in its place. */
export function textOf(menu: CompletionMenu): EditedText {
  const candidate = menu.selected === null ? undefined : menu.candidates[menu.selected];
  return candidate === undefined ? menu.typed : replaceWord(menu, candidate.text);
}

/** The only candidate taken, with the blank that goes on after a finished word. */
export function take(menu: CompletionMenu, { text, isOpen }: Candidate): EditedText {
  const isAtEnd = menu.typed.cursor === menu.typed.text.length;
  return replaceWord(menu, !isOpen && isAtEnd ? `${text} ` : text);
}

/**
 * As far as all candidates that begin with what is typed go on the same way, the whole of it when there is only
 * one; null when that is no further than what is typed.
 */
export function takeCommon(menu: CompletionMenu): EditedText | null {
  const word = wordOf(menu);
  const going =
    word === "" ? menu.candidates : menu.candidates.filter(({ text }) => text.startsWith(word));
  const [only, second] = going;
  if (only !== undefined && second === undefined) return take(menu, only);
  const texts = going.map(({ text }) => text);
  let common = texts[0] ?? "";
  for (const text of texts) {
    while (!text.startsWith(common)) common = common.slice(0, -1);
  }
  return common.length > word.length ? replaceWord(menu, common) : null;
}

/** How the first candidate goes on after what is typed; empty when it goes another way. */
export function ghostOf(menu: CompletionMenu | null): string {
  if (menu === null || menu.selected !== null || menu.typed.cursor < menu.typed.text.length) {
    return "";
  }
  const word = wordOf(menu);
  const text = menu.candidates[0]?.text ?? "";
  return word !== "" && text.startsWith(word) ? text.slice(word.length) : "";
}

function wordOf({ typed, start }: CompletionMenu): string {
  return typed.text.slice(start, typed.cursor);
}

function replaceWord({ typed, start }: CompletionMenu, text: string): EditedText {
  const without = {
    ...typed,
    text: typed.text.slice(0, start) + typed.text.slice(typed.cursor),
    cursor: start,
  };
  return insertText(without, text);
}
