import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNestedDeeper, parseJsonText } from "./json-text.ts";

const errorOf = (text: string) => {
  const parsed = parseJsonText(text);
  return "error" in parsed ? parsed.error : undefined;
};

describe("parseJsonText", () => {
  test("parses what JSON.parse parses", () => {
    expect(parseJsonText('{"a":[1,null]}')).toEqual({ value: { a: [1, null] } });
  });

  test.each([
    ['{"path": "x", }', 1, 15, "}"],
    ['{\n  "a": 1\n  "b": 2}', 3, 3, '"b": 2}'],
    ["{'a': 1}", 1, 2, "'a': 1}"],
    ['{"a": True}', 1, 7, "True}"],
    ['{"a": 01}', 1, 8, "1}"],
    ['{"a": "tab\there"}', 1, 11, '\there"}'],
    ['{"a": "\\x"}', 1, 8, '\\x"}'],
    ["{} {}", 1, 4, "{}"],
    ["[1,]", 1, 4, "]"],
    ['{"a" 1}', 1, 6, "1}"],
    ["{not json", 1, 2, "not json"],
  ])("finds where %s goes wrong", (text, line, column, near) => {
    expect(errorOf(text)).toEqual({ line, column, near, isCutShort: false });
  });

  test.each([
    '{"path": "x',
    '{"a": [1, 2',
    '{"a": tr',
    "",
    "  ",
    '{"a":',
    '{"a": "\\u00',
    '{"a',
    "[-",
  ])("tells that %j is cut short", (text) => {
    expect(errorOf(text)?.isCutShort).toBe(true);
  });

  test("finds an error exactly where JSON.parse refuses, and a place inside the text", () => {
    const json = fc.json();
    const broken = fc.tuple(json, fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + 1);
    });
    fc.assert(
      fc.property(broken, (text) => {
        const error = errorOf(text);
        if (error === undefined) return;
        const { line, column } = error;
        const before =
          text
            .split("\n")
            .slice(0, line - 1)
            .join("\n").length + (line > 1 ? 1 : 0);
        const offset = before + column - 1;
        expect(offset).toBeLessThanOrEqual(text.length);
        // All before it is a beginning of JSON: closing it early is the only thing wrong.
        expect(errorOf(text.slice(0, offset))?.isCutShort ?? true).toBe(true);
      }),
    );
  });

  test("handles a huge broken string without a regular expression's limits", () => {
    expect(errorOf(`{"a":"${"x".repeat(5_000_000)}`)?.isCutShort).toBe(true);
  });
});

test("isNestedDeeper counts brackets outside of strings", () => {
  expect(isNestedDeeper("[[[]]]", 3)).toBe(false);
  expect(isNestedDeeper("[[[]]]", 2)).toBe(true);
  expect(isNestedDeeper('["[[[[\\"[["]', 1)).toBe(false);
  expect(isNestedDeeper("[],[],[]", 1)).toBe(false);
});
