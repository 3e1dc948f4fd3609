import { expect, test } from "vitest";
import { hashWord, wordsOf } from "./words.ts";

function has(text: string, word: string, comment: "#" | "//" = "//"): boolean {
  return wordsOf(text, comment).includes(hashWord(word));
}

test("the words of a program are those outside comments and strings", () => {
  const text = `used(1); // inComment\n/* inBlock\n */ "inString" 'a\\'inQuotes' after.member`;
  for (const word of ["used", "after", "member"]) expect(has(text, word)).toBe(true);
  for (const word of ["inComment", "inBlock", "inString", "inQuotes", "absent"]) {
    expect(has(text, word)).toBe(false);
  }
});

test("a lone quote hides no more than itself", () => {
  expect(has("fn f<'a>(one: &'a str) {\n  two()\n}", "two")).toBe(true);
  expect(has("it's fine", "fine")).toBe(true);
});

test("comments begin as the language says", () => {
  expect(has("a # hidden\nshown", "hidden", "#")).toBe(false);
  expect(has("this.#shown", "shown")).toBe(true);
  expect(has("one // shown", "shown", "#")).toBe(true);
});

test("a name is known by its last word, and a short or numeric one by none", () => {
  expect(hashWord("n::A::find")).toBe(hashWord("find"));
  expect(hashWord("'quoted'")).toBe(hashWord("quoted"));
  expect(hashWord("größe")).not.toBe(0);
  expect([hashWord("ab"), hashWord(""), hashWord("?!")]).toEqual([0, 0, 0]);
  expect(wordsOf("ab 1234 __ x.y", "//")).toHaveLength(0);
});
