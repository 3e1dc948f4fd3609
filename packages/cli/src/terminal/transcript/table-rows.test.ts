import { themeFor } from "../../text/theme.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineWidth, plainText, span } from "../../text/styled-line.ts";
import { namedTable, tableRows } from "./table-rows.ts";

const look = themeFor({});

test("columns are aligned by what they take on the screen", () => {
  const rows = namedTable(
    ["name", "size"],
    [
      ["漢字.md", "1"],
      ["a", "20"],
    ],
    40,
    look,
  );
  expect(rows.map(plainText)).toEqual(["name     size", "漢字.md  1", "a        20"]);
});

test("the widest column gives way first", () => {
  const rows = tableRows([[span("short"), span("a very long description")]], 20, "…");
  expect(rows.map(plainText)).toEqual(["short  a very long …"]);
});

test("a cell can't start a row of its own", () => {
  expect(namedTable(["a"], [["x\ny"]], 20, look).map(plainText)).toEqual(["a", "x\\ny"]);
});

test("rows fit while columns have more than a few characters", () => {
  const cell = fc.string({ maxLength: 40 }).map((text) => span(text));
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 24, max: 60 }), (table, width) => {
      for (const row of tableRows(table, width, "…")) {
        expect(lineWidth(row)).toBeLessThanOrEqual(width);
      }
    }),
  );
});
