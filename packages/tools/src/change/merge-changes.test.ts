import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { mergeChanges } from "./merge-changes.ts";

const lines = (...names: readonly string[]): string => names.map((name) => `${name}\n`).join("");
const base = lines("a", "b", "c", "d", "e");

describe("mergeChanges", () => {
  it.each([
    [
      "lines that are changed apart",
      lines("A", "b", "c", "d", "e"),
      lines("a", "b", "c", "d", "E"),
      lines("A", "b", "c", "d", "E"),
      [[5, 5]],
    ],
    [
      "lines that are added",
      lines("a", "x", "b", "c", "d", "e"),
      lines("a", "b", "c", "y", "z", "d", "e"),
      lines("a", "x", "b", "c", "y", "z", "d", "e"),
      [[5, 6]],
    ],
    [
      "lines that are taken out",
      lines("b", "c", "d", "e"),
      lines("a", "b", "c", "e"),
      lines("b", "c", "e"),
      [[2, 2]],
    ],
    [
      "the same change on both sides, once",
      lines("a", "B", "c", "d", "e"),
      lines("a", "B", "c", "d", "E"),
      lines("a", "B", "c", "d", "E"),
      [
        [2, 2],
        [5, 5],
      ],
    ],
    [
      "an end without a line end",
      lines("A", "b", "c", "d", "e"),
      base.slice(0, -1),
      lines("A", "b", "c", "d") + "e",
      [[5, 5]],
    ],
  ] as const)("puts together %s", (_what, ours, theirs, expected, their) => {
    const merged = mergeChanges(base, ours, theirs);
    expect(merged?.text).toBe(expected);
    expect(merged?.theirLines.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(their);
  });

  it.each([
    ["the same line", lines("a", "X", "c", "d", "e"), lines("a", "Y", "c", "d", "e")],
    ["neighbouring lines", lines("a", "X", "c", "d", "e"), lines("a", "b", "Y", "d", "e")],
    [
      "two insertions at one place",
      lines("a", "x", "b", "c", "d", "e"),
      lines("a", "y", "b", "c", "d", "e"),
    ],
    ["a change within what the other took out", lines("a", "e"), lines("a", "b", "C", "d", "e")],
    ["all line ends", base.replaceAll("\n", "\r\n"), lines("a", "B", "c", "d", "e")],
  ])("refuses changes of %s", (_what, ours, theirs) => {
    expect(mergeChanges(base, ours, theirs)).toBeNull();
    expect(mergeChanges(base, theirs, ours)).toBeNull();
  });

  it("refuses to compare texts that have next to nothing in common", () => {
    const many = (name: string): string =>
      Array.from({ length: 5_000 }, (_, i) => `${name}${i}\n`).join("");
    expect(mergeChanges(many("a"), many("a") + "x\n", many("b"))).toBeNull();
  });

  const text = fc
    .array(fc.constantFrom("a", "b", "c", "", "  x"), { maxLength: 12 })
    .chain((names) =>
      fc.constantFrom("\n", "\r\n").map((eol) => names.map((n) => n + eol).join("")),
    );

  test("is the other side's text where one side changed nothing", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(mergeChanges(one, one, other)?.text).toBe(other);
        expect(mergeChanges(one, other, one)?.text).toBe(other);
        expect(mergeChanges(one, other, other)?.text).toBe(other);
      }),
    );
  });

  test("doesn't depend on who is who", () => {
    fc.assert(
      fc.property(text, text, text, (one, ours, theirs) => {
        expect(mergeChanges(one, ours, theirs)?.text).toBe(mergeChanges(one, theirs, ours)?.text);
      }),
    );
  });

  test("has every line that either side put in, and none that either took out, of lines that differ", () => {
    const change = fc.record({ at: fc.nat(19), to: fc.constantFrom("gone", "new", "more") });
    fc.assert(
      fc.property(change, change, (our, their) => {
        const all = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
        const apply = ({ at, to }: typeof our, who: string, to_: string[]): string[] =>
          to_.flatMap((line) => {
            if (line !== `line ${at}\n`) return [line];
            if (to === "gone") return [];
            return to === "new" ? [`${who}\n`] : [line, `${who}\n`];
          });
        fc.pre(Math.abs(our.at - their.at) > 1);
        const merged = mergeChanges(
          all.join(""),
          apply(our, "ours", all).join(""),
          apply(their, "theirs", all).join(""),
        );
        expect(merged?.text).toBe(apply(their, "theirs", apply(our, "ours", all)).join(""));
      }),
    );
  });
});
