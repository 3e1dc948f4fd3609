import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8Length, utf8PrefixEnd, utf8SuffixStart } from "./utf8.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 });
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const splitsPair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff]$/.test(text[at - 1] ?? "") && /^[\udc00-\udfff]$/.test(text[at] ?? "");

describe("utf8Length", () => {
  test("counts what the encoder would write, lone surrogates included", () => {
    expect(utf8Length("aü€😀")).toBe(1 + 2 + 3 + 4);
    expect(utf8Length("\ud83d")).toBe(3);
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom("\ud83d", "\ude00", "x") })),
        (text) => {
          expect(utf8Length(text)).toBe(bytesOf(text));
        },
      ),
    );
  });
});

describe("cutting", () => {
  test("takes as much as fits from either end and never splits a character", () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, maxBytes) => {
        const end = utf8PrefixEnd(text, maxBytes);
        const start = utf8SuffixStart(text, maxBytes);
        expect(bytesOf(text.slice(0, end))).toBeLessThanOrEqual(maxBytes);
        expect(bytesOf(text.slice(start))).toBeLessThanOrEqual(maxBytes);
        expect(splitsPair(text, end) || splitsPair(text, start)).toBe(false);
        if (end < text.length) {
          const next = String.fromCodePoint(text.codePointAt(end) ?? 0);
          expect(bytesOf(text.slice(0, end) + next)).toBeGreaterThan(maxBytes);
        }
      }),
    );
  });
});
