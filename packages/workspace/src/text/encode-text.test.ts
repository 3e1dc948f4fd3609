import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureOf } from "../fixtures/temporary-workspace.ts";
import { encodeText } from "./encode-text.ts";
import { matchLineEndings } from "./line-endings.ts";

describe("encoding text", () => {
  it("writes the mark that the file had", async () => {
    expect(await encodeText("a", { encoding: "utf-8", bom: true })).toEqual(Buffer.from("\uFEFFa"));
    const marked = { encoding: "utf-16be", bom: true };
    expect(await encodeText("a", marked)).toEqual(Buffer.from([0xfe, 0xff, 0, 0x61]));
  });

  it.each(["utf-8", "utf-16le", "windows-1252"])(
    "refuses half a surrogate pair in %s",
    async (encoding) => {
      const failure = await failureOf(() => encodeText("a\ud800", { encoding, bom: false }));
      expect(failure).toMatchObject({ code: "input-invalid" });
    },
  );

  it.each([
    ["iso-8859-1", "a costs 5 €", '"€" (U+20AC)'],
    ["windows-1252", "smile 🙂", '"🙂" (U+1F642)'],
    ["shift_jis", "ok 안", '"안" (U+C548)'],
  ])(
    "names the character that %s lacks instead of writing another",
    async (encoding, text, shown) => {
      const failure = await failureOf(() => encodeText(text, { encoding, bom: false }));
      expect(failure).toMatchObject({ code: "input-invalid" });
      expect(failure.message).toContain(`${encoding}, has no character ${shown}`);
    },
  );

  it("refuses an encoding that doesn't exist", async () => {
    const failure = await failureOf(() => encodeText("a", { encoding: "klingon", bom: false }));
    expect(failure).toMatchObject({ code: "input-invalid" });
  });
});

describe("fitting in new text", () => {
  it.each([
    ["a\nb\r\nc\rd", "\r\n", "a\r\nb\r\nc\r\nd"],
    ["a\r\nb\n", "\n", "a\nb\n"],
    ["a\nb", "\r", "a\rb"],
    ["\r\r\n\n", "\n", "\n\n\n"],
    ["none", "\r\n", "none"],
  ] as const)("gives %j the line end %j", (text, newLineEnding, expected) => {
    expect(matchLineEndings(text, { newLineEnding })).toBe(expected);
  });

  it("changes nothing when done twice", () => {
    const text = fc.array(fc.constantFrom("a", "\r", "\n", "\r\n")).map((parts) => parts.join(""));
    const ending = fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const);
    fc.assert(
      fc.property(text, ending, (newText, newLineEnding) => {
        const once = matchLineEndings(newText, { newLineEnding });
        expect(matchLineEndings(once, { newLineEnding })).toBe(once);
      }),
    );
  });
});
