import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betweenCharacters, cutLine } from "./cut-line.ts";

describe("cutLine", () => {
  it("leaves a line alone that is short enough", () => {
    expect(cutLine("short", 5)).toEqual({ text: "short", from: 0, isCut: false });
  });

  it("keeps the place it is to keep, whole characters, and says how much is missing", () => {
    const anyLine = fc.string({ unit: "binary", minLength: 30, maxLength: 120 });
    fc.assert(
      fc.property(anyLine, fc.nat(200), (line, position) => {
        const around = betweenCharacters(line, Math.min(position, line.length - 1));
        const { text } = cutLine(line, 20, { around });
        expect(text.isWellFormed()).toBe(true);
        const before = /^… \[([\d,]+) characters before\] /.exec(text);
        const after = / … \[([\d,]+) characters after\]$/.exec(text);
        const piece = text.slice(before?.[0].length ?? 0, after?.index ?? text.length);
        const start = Number(before?.[1] ?? 0);
        expect(line.slice(start, start + piece.length)).toBe(piece);
        expect(start + piece.length + Number(after?.[1] ?? 0)).toBe(line.length);
        expect(around).toBeGreaterThanOrEqual(start);
        expect(around).toBeLessThan(start + piece.length);
      }),
    );
  });

  it("says that there is more when nobody knows how much", () => {
    expect(cutLine("beginning", 5, { length: null }).text).toBe("begin … [more characters after]");
  });
});
