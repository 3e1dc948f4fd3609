import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expandBraces } from "./braces.ts";

const fail = (_index: number, message: string): never => {
  throw new SyntaxError(message);
};
const lenient = (text: string): readonly string[] => expandBraces(text, { fail, isLenient: true });

describe("braces", () => {
  test.each([
    ["x{1,{2,3}}y", ["x1y", "x2y", "x3y"]],
    ["{a,b}{c,d}", ["ac", "ad", "bc", "bd"]],
    ["{,a}b", ["b", "ab"]],
    ["[{,}]{a,b}", ["[{,}]a", "[{,}]b"]],
    ["\\{a,b\\}", ["\\{a,b\\}"]],
  ])("of %s stand for %j", (text, expected) => {
    expect(expandBraces(text, { fail })).toEqual(expected);
    expect(lenient(text)).toEqual(expected);
  });

  test.each([
    ["{a,{b,c}", ["{a,b", "{a,c"]],
    ["{a}", ["{a}"]],
    ["a}{b,c}", ["a}b", "a}c"]],
    ["{x,{a},y}", ["x", "{a}", "y"]],
    ["[{a,b}", ["[a", "[b"]],
  ])("that are malformed, as in %s, fail or stay", (text, expected) => {
    expect(() => expandBraces(text, { fail })).toThrow(SyntaxError);
    expect(lenient(text)).toEqual(expected);
  });

  test("that stand for too much fail at once, however deep and lenient", () => {
    for (const text of ["{a,b}".repeat(40), `${"{a,".repeat(50_000)}b${"}".repeat(50_000)}`]) {
      expect(() => lenient(text)).toThrow(/more than 256/);
    }
    expect(lenient("{".repeat(100_000))).toHaveLength(1);
    expect(lenient(`{${"a,".repeat(255)}}`)).toHaveLength(256);
  });

  test("never fail when they are read leniently, and agree with a strict reading", () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from("ab{},[]\\")), maxLength: 12 });
    fc.assert(
      fc.property(text, (given) => {
        const texts = lenient(given);
        let strict: readonly string[];
        try {
          strict = expandBraces(given, { fail });
        } catch {
          return;
        }
        expect(texts).toEqual(strict);
      }),
    );
  });
});
