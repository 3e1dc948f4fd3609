import { expect, it } from "vitest";
import { countOf, countText, sizeText } from "./number-text.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [99_949, "99.9 kB"],
  [99_951, "100 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [2_000_000_000, "2.0 GB"],
  [5e15, "5000 TB"],
])("writes %i bytes as %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it("counts one and many", () => {
  expect([countOf(1, "line"), countOf(0, "line"), countOf(1_234, "entry", "entries")]).toEqual([
    "1 line",
    "0 lines",
    "1,234 entries",
  ]);
});

it("puts commas between thousands", () => {
  expect([7, 999, 1_000, 12_345, 123_456, 1_234_567, -1_000].map(countText)).toEqual([
    "7",
    "999",
    "1,000",
    "12,345",
    "123,456",
    "1,234,567",
    "-1,000",
  ]);
});
