import fc from "fast-check";
import { renderToString, Text } from "ink";
import { expect, test } from "vitest";
import { graphemesOf, nextGrapheme, previousGrapheme, widthOf } from "./text-width.ts";

test.each([
  ["README.md", 9],
  ["é", 1],
  ["e\u0301", 1],
  ["漢字", 4],
  ["ｶﾞ", 2],
  ["한국어", 6],
  ["👍🏽", 2],
  ["👩‍👩‍👧", 2],
  ["❤️", 2],
  ["❤", 1],
  ["🇫🇷", 2],
  ["1️⃣", 2],
  ["नि", 2],
  ["─│›✓", 4],
  ["", 0],
])("%s takes its columns", (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test.each(["漢字 and 👩‍👩‍👧", "naïve ｶﾞ 한국어", "👍🏽👍🏽 ❤️ 1️⃣"])(
  "the terminal library lays %s out in as many columns",
  (text) => {
    const shown = renderToString(<Text>{`${text}|`}</Text>, { columns: widthOf(text) + 1 });
    expect(shown).toBe(`${text}|`);
    expect(renderToString(<Text>{`${text}|`}</Text>, { columns: widthOf(text) })).toContain("\n");
  },
);

test("steps over whole characters, forwards and backwards", () => {
  const text = "a👩‍👩‍👧e\u0301漢";
  const ends = graphemesOf(text).map((_, index, all) => all.slice(0, index + 1).join("").length);
  expect(ends).toEqual([1, 9, 11, 12]);
  let index = 0;
  for (const end of ends) {
    expect(previousGrapheme(text, end)).toBe(index);
    index = nextGrapheme(text, index);
    expect(index).toBe(end);
  }
  expect(nextGrapheme(text, text.length)).toBe(text.length);
  expect(previousGrapheme(text, 0)).toBe(0);
});

test("characters put together are the text again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(graphemesOf(text).join("")).toBe(text);
    }),
  );
});
