import { expect, test } from "vitest";
import { findRemains } from "./remains.ts";

const before = { "/a": "file 644 old", "/b": "file 644 same" };
const whole = {
  before,
  after: { "/a": "file 644 new", "/b": "file 644 same", "/c": "file 644 c" },
};
const cancelled = (after: Readonly<Record<string, string>>) => ({ before, after });

test("each file may be as it was or as it would be", () => {
  expect(findRemains(whole, cancelled(before))).toEqual([]);
  expect(findRemains(whole, cancelled(whole.after))).toEqual([]);
  expect(findRemains(whole, cancelled({ ...before, "/c": "file 644 c" }))).toEqual([]);
});

test("anything else is told: half a file, a missing one, a temporary one", () => {
  expect(
    findRemains(whole, cancelled({ "/a": "file 644 ne", "/c": "file 644", "/a.tmp": "file 600" })),
  ).toEqual([
    { kind: "torn-file", path: "/a" },
    { kind: "litter", path: "/a.tmp" },
    { kind: "torn-file", path: "/b" },
    { kind: "torn-file", path: "/c" },
  ]);
});
