import { expect, test } from "vitest";
import { renderDescription } from "./description.ts";

test("returns a plain text as it is", () => {
  expect(renderDescription(" Reads a file. ")).toBe("Reads a file.");
});

test("puts summary, details, notes, what is important and examples in this order", () => {
  const description = {
    summary: "Reads a file.",
    details: "At most 2,000 lines.",
    notes: ["Lines are 1-based.", "Images are shown."],
    important: ["Read before you edit."],
    examples: [
      { input: { path: "a.ts" } },
      { input: { path: "b.ts", offset: 10 }, note: "from line 10" },
    ],
  };
  expect(renderDescription(description)).toBe(
    `Reads a file.

At most 2,000 lines.

- Lines are 1-based.
- Images are shown.

Important:
- Read before you edit.

Examples:
- {"path":"a.ts"}
- {"path":"b.ts","offset":10} (from line 10)`,
  );
});

test("puts the name that the tool is shown under before its examples", () => {
  const description = { summary: "Reads.", examples: [{ input: { path: "a" } }] };
  expect(renderDescription(description, { exampleAs: "Read" })).toBe(
    'Reads.\n\nExample:\n- Read {"path":"a"}',
  );
});

test("leaves out what is empty", () => {
  const description = { summary: "Does it.", details: "", notes: [], important: [], examples: [] };
  expect(renderDescription(description)).toBe("Does it.");
});
