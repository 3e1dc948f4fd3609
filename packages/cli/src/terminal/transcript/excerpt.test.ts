import fc from "fast-check";
import { expect, test } from "vitest";
import { countLines, excerptOf } from "./excerpt.ts";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("keeps the first and the last lines and counts those between", () => {
  expect(excerptOf(numbered(100), { headLines: 2, tailLines: 1 })).toEqual({
    head: "line 1\nline 2",
    skippedLines: 97,
    tail: "line 100\n",
  });
});

test("a text of one line too many is shown whole", () => {
  const text = numbered(4);
  expect(excerptOf(text, { headLines: 3, tailLines: 0 })).toEqual({
    head: text,
    skippedLines: 0,
    tail: "",
  });
});

test("no line is lost or counted twice", () => {
  const text = fc.array(fc.constantFrom("a", "\n", "bc")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat(4), fc.nat(4), (whole, headLines, tailLines) => {
      const { head, skippedLines, tail } = excerptOf(whole, { headLines, tailLines });
      if (skippedLines === 0) expect(head + tail).toBe(whole);
      else {
        const rows = whole.replace(/\n$/, "").split("\n");
        expect(head).toBe(rows.slice(0, headLines).join("\n"));
        expect(tail.replace(/\n$/, "")).toBe(rows.slice(rows.length - tailLines).join("\n"));
        expect(headLines + tailLines + skippedLines).toBe(countLines(whole));
      }
    }),
  );
});
