import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePaths, createFirstOfMany } from "./path-order.ts";

describe("createFirstOfMany", () => {
  it("keeps what sorting everything would put first", () => {
    const numbers = fc.array(fc.integer(), { maxLength: 600 });
    fc.assert(
      fc.property(numbers, fc.nat({ max: 20 }), (all, limit) => {
        const first = createFirstOfMany<number>(limit, (a, b) => a - b);
        for (const each of all) if (!first.isBehind(each)) first.add(each);
        expect(first.sorted()).toEqual(all.toSorted((a, b) => a - b).slice(0, limit));
      }),
    );
  });
});

describe("comparePaths", () => {
  it("puts a directory's content right after it, as comparing name by name does", () => {
    const path = fc
      .array(fc.stringMatching(/^[ -.0-~]{0,3}$/), { minLength: 1, maxLength: 4 })
      .map((names) => names.join("/"));
    const key = (text: string): string => text.replaceAll("/", "\0");
    fc.assert(
      fc.property(path, path, (a, b) => {
        const expected = key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
        expect(Math.sign(comparePaths(a, b))).toBe(expected);
      }),
    );
  });
});
