import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { quoteCommand } from "./quote-command.ts";
import { splitWords } from "./split-words.ts";

describe("splitWords", () => {
  it.each([
    ["log --oneline -20", ["log", "--oneline", "-20"]],
    ["commit -m 'two words'", ["commit", "-m", "two words"]],
    ['log --grep="a \\"b\\" \\n"', ["log", '--grep=a "b" \\n']],
    ["show  HEAD:a\\ b\n", ["show", "HEAD:a b"]],
    ["add ''", ["add", ""]],
    ["log $HOME `id` *", ["log", "$HOME", "`id`", "*"]],
    ["", []],
  ])("splits %j", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it.each(["a 'b", 'a "b', "'"])("refuses %j", (text) => {
    expect(() => splitWords(text)).toThrow(/isn't closed/);
  });

  it("gives back the words that were quoted for a shell", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (words) => {
        expect(splitWords(quoteCommand(words))).toEqual(words);
      }),
    );
  });
});
