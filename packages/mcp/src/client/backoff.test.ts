import { expect, test } from "vitest";
import { pauseBefore } from "./backoff.ts";

const options = { firstMs: 100, mostMs: 1_000, tries: 6 };

test("doubles up to the longest pause until no tries are left", () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6].map((number) => pauseBefore(number, () => 0.9999, options));
  expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000, null]);
});

test("varies within the upper half", () => {
  expect(pauseBefore(1, () => 0, options)).toBe(100);
  expect(pauseBefore(1, () => 0.5, options)).toBe(150);
});
