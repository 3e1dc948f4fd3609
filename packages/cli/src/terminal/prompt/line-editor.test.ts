import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemesOf } from "../text/text-width.ts";
import {
  editText,
  type EditedText,
  emptyText,
  insertText,
  moveByRow,
  textAt,
} from "./line-editor.ts";

/** The text with `|` at the cursor. */
const shown = ({ text, cursor }: EditedText): string =>
  `${text.slice(0, cursor)}|${text.slice(cursor)}`;

const at = (marked: string): EditedText => textAt(marked.replace("|", ""), marked.indexOf("|"));

function press(edited: EditedText, ...names: readonly string[]): EditedText {
  return names.reduce((text, name) => editText(text, { name, text: "" }) ?? text, edited);
}

test.each([
  ["left", "ab|c", "a|bc"],
  ["left", "|abc", "|abc"],
  ["right", "a|bc", "ab|c"],
  ["left", "a👩‍👩‍👧|b", "a|👩‍👩‍👧b"],
  ["right", "a|e\u0301b", "ae\u0301|b"],
  ["backspace", "a漢👍🏽|b", "a漢|b"],
  ["backspace", "|ab", "|ab"],
  ["backspace", "🇫a|🇷", "🇫🇷|"],
  ["delete", "a|e\u0301b", "a|b"],
  ["delete", "ab|", "ab|"],
  ["home", "one\ntw|o", "one\n|two"],
  ["end", "o|ne\ntwo", "one|\ntwo"],
  ["ctrl-a", "abc|", "|abc"],
  ["ctrl-e", "|abc", "abc|"],
  ["ctrl-u", "ab|c", "|c"],
  ["ctrl-k", "a|bc", "a|"],
  ["ctrl-w", "read_file path=a.md |", "read_file |"],
  ["ctrl-w", "a  |", "|"],
  ["alt-b", "read_file path=a.md|", "read_file path=a.|md"],
  ["alt-f", "|read_file path=a.md", "read_file| path=a.md"],
  ["alt-d", "a |bc d", "a | d"],
  ["alt-backspace", "src/a.ts|", "src/a.|"],
  ["ctrl-left", "a bc|", "a |bc"],
  ["newline", "a|b", "a\n|b"],
])("%s on %s gives %s", (name, before, after) => {
  expect(shown(press(at(before), name))).toBe(after);
});

test("what was cut can be put back", () => {
  expect(shown(press(at("one two|"), "ctrl-w", "home", "ctrl-y"))).toBe("two|one ");
});

test("keys that don't edit are left to others", () => {
  for (const name of ["return", "tab", "escape", "up", "ctrl-r", "page-up"]) {
    expect(editText(emptyText, { name, text: "" })).toBeNull();
  }
});

test("pasted text keeps its lines and tabs and loses other controls", () => {
  expect(insertText(emptyText, "a\r\n\tb\rc\u001b[31m\u0000\u009b").text).toBe("a\n\tb\nc[31m");
});

test("moves between rows in the same column, or says that there is no row", () => {
  expect(moveByRow(at("abc\nd|ef"), -1)?.cursor).toBe(1);
  expect(moveByRow(at("a\nbcd|"), -1)?.cursor).toBe(1);
  expect(moveByRow(at("ab|c\nd"), 1)?.cursor).toBe(5);
  expect(moveByRow(at("a|bc"), -1)).toBeNull();
  expect(moveByRow(at("abc\nd|"), 1)).toBeNull();
});

const names = [
  "left",
  "right",
  "home",
  "end",
  "backspace",
  "delete",
  "ctrl-u",
  "ctrl-k",
  "ctrl-w",
  "ctrl-y",
  "alt-b",
  "alt-f",
  "alt-d",
  "newline",
  "up",
  "down",
];

test("the cursor never stands inside a character", () => {
  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom("👩‍👩‍👧", "e\u0301", "漢", "a", " ", "\n", "🇫🇷", "🇫", "\u0301"),
        fc.string({ unit: "grapheme", maxLength: 2 }),
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.array(fc.constantFrom(...names)), (text, keys) => {
      let edited = insertText(emptyText, text);
      for (const name of keys) {
        const row =
          name === "up" ? moveByRow(edited, -1) : name === "down" ? moveByRow(edited, 1) : null;
        edited = row ?? press(edited, name);
        const starts = [0];
        for (const grapheme of graphemesOf(edited.text))
          starts.push((starts.at(-1) ?? 0) + grapheme.length);
        expect(starts).toContain(edited.cursor);
      }
    }),
  );
});
