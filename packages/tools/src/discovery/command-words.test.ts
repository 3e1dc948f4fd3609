import { expect, test } from "vitest";
import { commandWords } from "./command-words.ts";

test.each([
  ["my-tools list", ["my-tools", "list"]],
  ["  node  'a b.js' \"c $\\$ d\" ", null],
  ["node 'a b.js' \"c d\" e\\ f", ["node", "a b.js", "c d", "e f"]],
  ["~/bin/tools list ~ a~/b", ["/home/me/bin/tools", "list", "~", "a~/b"]],
  ["tools '$(rm -rf /)' \\; 'a|b'", ["tools", "$(rm -rf /)", ";", "a|b"]],
])("splits %j as a shell does, and expands nothing", (text, words) => {
  if (words === null) expect(() => commandWords(text, "/home/me")).toThrow("only a shell");
  else expect(commandWords(text, "/home/me")).toEqual(words);
});

test.each([
  ["a | b", "|"],
  ["a; b", ";"],
  ["a && b", "&"],
  ["a > b", ">"],
  ["a $(b)", "$"],
  ["a `b`", "`"],
  ['a "$HOME"', "$"],
  ["a *.js", "*"],
  ["a\nb", "\\n"],
])("refuses %j, which only a shell could run", (text, what) => {
  expect(() => commandWords(text, "/home/me")).toThrow(`has "${what}", which only a shell`);
});

test.each([
  ["A=1 tools", "variable"],
  ["tools 'open", "isn't closed"],
  ["", "names no program"],
  ["   ", "names no program"],
  [[], "names no program"],
  [["tools", "a\0b"], "null character"],
])("refuses %j", (command, why) => {
  expect(() => commandWords(command, "/home/me")).toThrow(why);
});

test("takes a list of words as they are, whatever they hold", () => {
  expect(commandWords(["~/t", "a | b", "$(c)"], "/h")).toEqual(["/h/t", "a | b", "$(c)"]);
});
