import fc from "fast-check";
import { expect, test } from "vitest";
import { maxBlockLength, splitFinished } from "./finished-text.ts";

test("a paragraph is finished when the next one begins", () => {
  expect(splitFinished("One.\n\n")).toEqual({ finished: "", open: "One.\n\n" });
  expect(splitFinished("One.\n\nTw")).toEqual({ finished: "One.\n\n", open: "Tw" });
});

test("a code block and the rest of a list item stay in one piece", () => {
  expect(splitFinished("```\na\n\nb")).toEqual({ finished: "", open: "```\na\n\nb" });
  expect(splitFinished("- a\n\n  more")).toEqual({ finished: "", open: "- a\n\n  more" });
});

test("a code block that never ends is closed and opened again", () => {
  const { finished, open } = splitFinished(`\`\`\`ts\n${"row\n".repeat(maxBlockLength / 4)}`);
  expect(finished.endsWith("row\n```\n")).toBe(true);
  expect(open.startsWith("```ts\nrow\n")).toBe(true);
});

test("nothing is lost but the marks of a code block, and what is open stays short", () => {
  const pieces = fc.constantFrom("a", "\n", "\n\n", " b", "- c\n", "x".repeat(9_000));
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
      let open = "";
      let finished = "";
      for (const piece of all) {
        const split = splitFinished(open + piece);
        finished += split.finished;
        open = split.open;
        expect(open.length).toBeLessThanOrEqual(maxBlockLength + 9_000);
      }
      expect(finished + open).toBe(all.join(""));
    }),
  );
});
