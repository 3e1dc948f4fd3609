import fc from "fast-check";
import { expect, test } from "vitest";
import { revealHidden, revealSpaces, stripTerminalSequences } from "./untrusted-text.ts";

test.each([
  ["a colour", "\u001b[31mred\u001b[0m", "red"],
  ["a cursor move", "a\u001b[2Ab", "ab"],
  ["clearing the screen", "\u001b[2J\u001b[Hx", "x"],
  ["the 8-bit form", "\u009b31mred", "red"],
  ["a title ended by a bell", "\u001b]0;owned\u0007x", "x"],
  ["a link ended by ST", "\u001b]8;;http://a\u001b\\label\u001b]8;;\u001b\\", "label"],
  ["a clipboard write", "\u001b]52;c;cm0gLXJm\u0007x", "x"],
  ["a device control string", "\u001bPq#0;2\u001b\\x", "x"],
  ["a reset", "\u001bcx", "x"],
  ["a character set", "\u001b(0lqk", "lqk"],
  ["an unfinished sequence at the end", "x\u001b[3", "x"],
])("removes %s", (_name, text, left) => {
  expect(stripTerminalSequences(text)).toBe(left);
});

test("an unended title swallows no more than its line", () => {
  expect(stripTerminalSequences("a\u001b]0;title\nrm -rf /")).toBe("a\nrm -rf /");
});

test.each([
  ["an escape", "a\u001b[31m", "a\\u{1b}[31m"],
  ["a carriage return", "safe\revil", "safe\\u{d}evil"],
  ["a backspace", "a\bb", "a\\u{8}b"],
  ["a NUL", "a\0b", "a\\u{0}b"],
  ["an 8-bit control", "a\u009bm", "a\\u{9b}m"],
  ["reversed text", "\u202egnp.exe", "\\u{202e}gnp.exe"],
  ["an isolate", "\u2066x\u2069", "\\u{2066}x\\u{2069}"],
  ["a zero-width space", "a\u200bb", "a\\u{200b}b"],
  ["a joiner between letters", "a\u200db", "a\\u{200d}b"],
  ["a byte order mark", "\ufeffa", "\\u{feff}a"],
  ["a soft hyphen", "a\u00adb", "a\\u{ad}b"],
  ["tag characters", "a\u{e0041}", "a\\u{e0041}"],
  ["an invisible filler", "a\u3164b", "a\\u{3164}b"],
  ["a line separator", "a\u2028b", "a\\u{2028}b"],
  ["a lone surrogate", "a\ud83d", "a\\u{d83d}"],
  ["a selector after a letter", "a\ufe0f", "a\\u{fe0f}"],
])("reveals %s", (_name, text, shown) => {
  expect(revealHidden(text)).toBe(shown);
});

test.each([
  ["newline and tab", "a\n\tb"],
  ["accents, CJK and right-to-left letters", "é e\u0301 漢字 שלום"],
  ["joined emoji", "👩‍👩‍👧 👍🏽 ❤️ 🏳️‍🌈 🇫🇷"],
])("leaves %s alone", (_name, text) => {
  expect(revealHidden(text)).toBe(text);
});

test("cuts a pile of marks", () => {
  expect(revealHidden(`a${"\u0301".repeat(100)}b`)).toBe(`a${"\u0301".repeat(4)}b`);
});

test("reveals spaces that aren't the space, and leaves the space", () => {
  expect(revealSpaces("rm -rf\u00a0/ \u3000")).toBe("rm -rf\\u{a0}/ \\u{3000}");
});

test("no control character is left in any text", () => {
  const any = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\u001b", "[", "]", "\u009b", "m", "\u0007", "\r", "\n"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(any, (text) => {
      const shown = revealHidden(stripTerminalSequences(text));
      expect(shown).not.toMatch(/[[\p{Cc}\p{Cs}\p{Bidi_Control}]--[\n\t]]/v);
    }),
  );
});
