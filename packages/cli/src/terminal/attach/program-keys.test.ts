import { expect, test } from "vitest";
import { programInput } from "./program-keys.ts";

const plain = { applicationCursorKeysMode: false, bracketedPasteMode: false };

test.each([
  ["a letter", "a", "a"],
  ["Chinese", "世界", "世界"],
  ["Enter", "\r", "\r"],
  ["Ctrl-C", "\u0003", "\u0003"],
  ["Esc", "\u001b", "\u001b"],
  ["Alt-x", "\u001bx", "\u001bx"],
  ["Up", "\u001b[A", "\u001b[A"],
  ["Shift-Tab", "\u001b[Z", "\u001b[Z"],
  ["Delete", "\u001b[3~", "\u001b[3~"],
  ["Ctrl-Right", "\u001b[1;5C", "\u001b[1;5C"],
  ["Ctrl-C of newer terminals", "\u001b[99;5u", "\u0003"],
  ["Enter of newer terminals", "\u001b[13u", "\r"],
  ["a letter of newer terminals", "\u001b[97u", "a"],
  ["Shift and a letter", "\u001b[97:65;2u", "A"],
  ["Alt and a letter", "\u001b[120;3u", "\u001bx"],
  ["Ctrl-C in xterm's form", "\u001b[27;5;99~", "\u0003"],
  ["Esc of newer terminals", "\u001b[27u", "\u001b"],
  ["F1", "\u001bOP", "\u001bOP"],
  ["F5", "\u001b[15~", "\u001b[15~"],
  ["an answer of the terminal", "\u001b[?1;2c", ""],
])("%s reaches the program", (_, typed, expected) => {
  expect(programInput(typed, plain)).toBe(expected);
});

test("arrows have the form that the program asked for", () => {
  expect(programInput("\u001b[A", { ...plain, applicationCursorKeysMode: true })).toBe("\u001bOA");
});

test("a paste has marks only for a program that asked for them, and can't end them itself", () => {
  const paste = "\u001b[200~one\ntwo\u001b[201~rm\u001b[201~";
  expect(programInput(paste, plain)).toBe("one\rtworm");
  expect(programInput(paste, { ...plain, bracketedPasteMode: true })).toBe(
    "\u001b[200~one\rtworm\u001b[201~",
  );
});
