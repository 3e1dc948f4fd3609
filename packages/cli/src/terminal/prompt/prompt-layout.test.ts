import fc from "fast-check";
import { expect, test } from "vitest";
import { lookOf } from "../text/look.ts";
import { line, lineWidth, plainText } from "../text/styled-line.ts";
import { layOutPrompt, type PromptLayout } from "./prompt-layout.ts";

const look = lookOf({});
const sign = line("› ");

/** Of a text with `|` at the cursor. */
function layOut(marked: string, width = 12, maxRows = 4, ghost = ""): PromptLayout {
  const cursor = marked.indexOf("|");
  const content = { sign, text: marked.replace("|", ""), cursor, knownLength: 0, ghost };
  return layOutPrompt(content, { width, maxRows, look });
}

/** The rows, with `|` where the cursor stands. */
function drawn({ rows, x, y }: PromptLayout): string[] {
  return rows.map((row, index) => {
    const text = plainText(row);
    if (index !== y) return text;
    let column = 0;
    let at = 0;
    for (const character of text) {
      if (column >= x) break;
      column += character.codePointAt(0) === 0x6f22 ? 2 : 1;
      at += character.length;
    }
    return `${text.slice(0, at)}|${text.slice(at)}`;
  });
}

test.each([
  ["|", ["› |"]],
  ["read|", ["› read|"]],
  ["re|ad", ["› re|ad"]],
  ["0123456789|", ["› 0123456789", "  |"]],
  ["012345678|9", ["› 012345678|9"]],
  ["0123456789|abc", ["› 0123456789", "  |abc"]],
  ["a\nb|\nc", ["› a", "  b|", "  c"]],
  ["a\n|", ["› a", "  |"]],
  ["012345678漢|", ["› 012345678", "  漢|"]],
  ["\u202e|", ["› \\u{202e}|"]],
])("%j is drawn with its cursor", (marked, rows) => {
  expect(drawn(layOut(marked))).toEqual(rows);
});

test("of many rows those around the cursor are shown, the others marked", () => {
  const rows = Array.from({ length: 9 }, (_, index) => `row ${index}`);
  const marked = (index: number): string =>
    rows.map((row, at) => (at === index ? `${row}|` : row)).join("\n");
  expect(drawn(layOut(marked(0)))).toEqual(["› row 0|", "  row 1", "  row 2", "… row 3"]);
  expect(drawn(layOut(marked(8)))).toEqual(["… row 5", "  row 6", "  row 7", "  row 8|"]);
  expect(drawn(layOut(marked(5)))).toEqual(["… row 2", "  row 3", "  row 4", "… row 5|"]);
});

test("what is offered stands behind the text, cut to the row", () => {
  expect(drawn(layOut("read|", 20, 4, "_file"))).toEqual(["› read|_file"]);
  expect(drawn(layOut("re|ad", 20, 4, "_file"))).toEqual(["› re|ad"]);
  expect(drawn(layOut("read|", 10, 4, "_file"))).toEqual(["› read|_fi"]);
});

test("a megabyte is laid out at once", () => {
  const text = "漢字 x\n".repeat(200_000);
  const content = { sign, text, cursor: 500_000, knownLength: 0, ghost: "" };
  const start = performance.now();
  for (let count = 0; count < 20; count++) layOutPrompt(content, { width: 80, maxRows: 10, look });
  expect((performance.now() - start) / 20).toBeLessThan(100);
});

test("the cursor is always on the screen and no row is too wide", () => {
  const texts = fc.array(
    fc.oneof(
      fc.constantFrom("\n", "漢", "a", "👩‍👩‍👧", "\u202e", "\t"),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
  );
  fc.assert(
    fc.property(
      texts,
      fc.nat(),
      fc.integer({ min: 20, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (parts, at, width, maxRows) => {
        const before = parts.slice(0, at % (parts.length + 1)).join("");
        const content = {
          sign,
          text: parts.join(""),
          cursor: before.length,
          knownLength: 3,
          ghost: "ghost",
        };
        const { rows, x, y } = layOutPrompt(content, { width, maxRows, look });
        expect(rows.length).toBeLessThanOrEqual(maxRows);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThan(rows.length);
        expect(x).toBeLessThan(width);
        for (const row of rows) expect(lineWidth(row)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
