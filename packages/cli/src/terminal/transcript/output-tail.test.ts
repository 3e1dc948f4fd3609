import fc from "fast-check";
import { expect, test } from "vitest";
import { appendOutput, emptyTail, visibleTail } from "./output-tail.ts";

test("keeps the last lines, wherever the text was cut", () => {
  const text = fc.array(fc.constantFrom("a", "bb", "\n"), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      const grown = parts.reduce((tail, part) => appendOutput(tail, part, 4), emptyTail);
      const lines = parts.join("").split("\n");
      expect(grown.lines).toEqual(parts.length === 0 ? [] : lines.slice(-4));
      expect(grown.lineCount).toBe(parts.length === 0 ? 0 : lines.length);
    }),
  );
});

test("a line that never ends takes no more and more memory", () => {
  let tail = emptyTail;
  for (let count = 0; count < 100; count++) tail = appendOutput(tail, "x".repeat(1000), 4);
  expect(tail.lines[0]).toHaveLength(2000);
});

test("the end of a line is no line to show", () => {
  expect(visibleTail(appendOutput(emptyTail, "a\nb\n", 4), 3)).toEqual(["a", "b"]);
  expect(visibleTail(appendOutput(emptyTail, "a\nb\nc", 4), 2)).toEqual(["b", "c"]);
});
