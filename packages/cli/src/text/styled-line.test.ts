import fc from "fast-check";
import { expect, test } from "vitest";
import { cutLine, line, lineWidth, plainText, span, textLines, wrapLine } from "./styled-line.ts";

test("a piece is one row, whatever the text", () => {
  expect(span("a\nb\tc\u001b[2J").text).toBe("a\\nb    c\\u{1b}[2J");
});

test("rows end at either line end, and a last newline begins none", () => {
  expect(textLines("a\r\n\nb\n").map(plainText)).toEqual(["a", "", "b"]);
  expect(textLines("").map(plainText)).toEqual([""]);
});

test("tabs go to their columns", () => {
  expect(textLines("a\tb\t漢\tc").map(plainText)).toEqual(["a   b   漢  c"]);
  expect(textLines("a\tb", null, 8).map(plainText)).toEqual(["a       b"]);
});

test("code is broken where the row is full", () => {
  expect(wrapLine(line("abcdefgh"), 3).map(plainText)).toEqual(["abc", "def", "gh"]);
});

test("prose is broken between words, later rows indented", () => {
  const rows = wrapLine(line("one two three four"), 9, { atWords: true, indent: 2 });
  expect(rows.map(plainText)).toEqual(["one two ", "  three ", "  four"]);
});

test("Chinese prose is broken between any characters, but never before a closing mark", () => {
  const rows = wrapLine(line("请使用 --yes 参数，或者（在终端中）回答。"), 16, { atWords: true });
  expect(rows.map(plainText)).toEqual(["请使用 --yes 参", "数，或者（在终端", "中）回答。"]);
});

test("a word wider than the row is broken after all", () => {
  expect(wrapLine(line("abcdefgh i"), 4, { atWords: true }).map(plainText)).toEqual([
    "abcd",
    "efgh",
    "i",
  ]);
});

test("styles stay with their text across rows", () => {
  expect(wrapLine([span("ab", "bad"), span("cd", "good")], 3)).toEqual([
    [span("ab", "bad"), span("c", "good")],
    [span("d", "good")],
  ]);
});

test("a cut line ends in the mark and fits", () => {
  expect(plainText(cutLine(line("漢字漢字"), 6, "…"))).toBe("漢字…");
  expect(plainText(cutLine(line("abc"), 3, "…"))).toBe("abc");
});

const pieces = fc.array(
  fc.tuple(fc.string({ unit: "grapheme" }), fc.constantFrom("bad" as const, null)),
);

test("wrapping leaves nothing out and no row is too wide", () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 8, max: 30 }), (parts, width) => {
      const row = parts.map(([text, style]) => span(text, style));
      const rows = wrapLine(row, width);
      expect(rows.map(plainText).join("")).toBe(plainText(row));
      for (const part of rows) expect(lineWidth(part)).toBeLessThanOrEqual(width);
    }),
  );
});

test("wrapping at words leaves out blanks alone", () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 8, max: 30 }), fc.nat(4), (parts, width, indent) => {
      const row = parts.map(([text, style]) => span(text, style));
      const rows = wrapLine(row, width, { atWords: true, indent });
      const without = (text: string): string => text.replaceAll(" ", "");
      expect(without(rows.map(plainText).join(""))).toBe(without(plainText(row)));
      for (const part of rows) expect(lineWidth(part)).toBeLessThanOrEqual(Math.max(2, width));
    }),
  );
});
