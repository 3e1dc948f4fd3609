import fc from "fast-check";
import { expect, test } from "vitest";
import { revealedLine, revealHidden, type TextPlace, withoutHidden } from "./reveal-hidden.ts";
import { shownName, shownPath } from "./shown-name.ts";

const places: readonly TextPlace[] = ["text", "command", "name"];

test.each([
  ["an escape", "\u001b"],
  ["a carriage return", "\r"],
  ["a backspace", "\b"],
  ["a NUL", "\0"],
  ["delete", "\u007f"],
  ["an 8-bit control", "\u009b"],
  ["a next line", "\u0085"],
  ["reversed text", "\u202e"],
  ["a right-to-left mark", "\u200f"],
  ["an Arabic letter mark", "\u061c"],
  ["an isolate", "\u2066"],
  ["a zero-width space", "\u200b"],
  ["a joiner", "\u200d"],
  ["a non-joiner", "\u200c"],
  ["a word joiner", "\u2060"],
  ["an invisible plus", "\u2064"],
  ["a byte order mark", "\ufeff"],
  ["a soft hyphen", "\u00ad"],
  ["a grapheme joiner", "\u034f"],
  ["a Mongolian vowel separator", "\u180e"],
  ["a Mongolian selector", "\u180b"],
  ["a Khmer inherent vowel", "\u17b4"],
  ["a tag letter", "\u{e0041}"],
  ["a language tag", "\u{e0001}"],
  ["the end of a tag", "\u{e007f}"],
  ["a Hangul filler", "\u3164"],
  ["a half-width Hangul filler", "\uffa0"],
  ["a Hangul leading filler", "\u115f"],
  ["a Hangul vowel filler", "\u1160"],
  ["a selector", "\ufe0f"],
  ["an ideographic selector", "\u{e0100}"],
  ["an annotation anchor", "\ufff9"],
  ["an annotation separator", "\ufffa"],
  ["an annotation end", "\ufffb"],
  ["an invisible musical sign", "\u{1d173}"],
  ["a shorthand control", "\u{1bca0}"],
  ["a blank of braille", "\u2800"],
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
  ["a private character", "\ue000"],
  ["a far private character", "\u{100000}"],
  ["a noncharacter", "\ufdd0"],
  ["a far noncharacter", "\u{1ffff}"],
  ["an unassigned ignorable", "\u{e0fff}"],
  ["half a pair", "\ud83d"],
  ["the other half of a pair", "\udc00"],
])("writes out %s between letters, wherever it is shown", (_name, character) => {
  const code = `\\u{${character.codePointAt(0)?.toString(16)}}`;
  for (const place of places) {
    expect(revealHidden(`a${character}b`, place)).toBe(`a${code}b`);
    expect(withoutHidden(`a${character}b`, place)).toBe("ab");
  }
});

test.each([
  ["accents, CJK and right-to-left letters", "é e\u0301 漢字 שלום"],
  ["a sign that spans Arabic digits", "\u0601١٢٣"],
])("keeps %s everywhere", (_name, text) => {
  for (const place of places) expect(revealHidden(text, place)).toBe(text);
});

test.each([
  ["line ends and tabs", "a\n\tb\r\nc"],
  [
    "joined emoji, flags and keycaps",
    "👩‍👩‍👧 👍🏽 ❤️ 🏳️‍🌈 🇫🇷 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
  ["Persian with non-joiners", "می\u200cخواهم"],
  ["Indic joiners", "क्\u200dष ശ്\u200c"],
  ["Mongolian selectors", "ᠠ\u180b"],
  ["an ideographic variant", "葛\u{e0100}"],
  ["spaces of other widths", "a\u00a0b\u3000c"],
  ["a picture of braille dots", "⣿\u2800\u2800⣿"],
])("keeps %s in contents, and not in what a person decides on", (_name, text) => {
  expect(revealHidden(text, "text")).toBe(text);
  expect(revealHidden(text, "name")).not.toBe(text);
});

test.each([
  ["tags behind a flag that spell something else", "🏴\u{e0061}\u{e007f}"],
  ["a second selector", "❤️\ufe0f"],
  ["a second non-joiner", "می\u200c\u200cخ"],
  ["a selector of a digit", "1\ufe0f2"],
  ["a line of blanks", "\u2800\u2800"],
])("writes out %s in contents", (_name, text) => {
  expect(revealHidden(text, "text")).toContain("\\u{");
});

test("shows spaces that aren't the space where a person decides, and keeps line ends of commands", () => {
  expect(revealHidden("rm\u00a0/ \u3000\n", "command")).toBe("rm\\u{a0}/ \\u{3000}\n");
  expect(revealHidden("a\nb\tc", "name")).toBe("a\\u{a}b\\u{9}c");
});

test("cuts a pile of marks", () => {
  expect(revealHidden(`a${"\u0301".repeat(100)}b`, "text")).toBe(`a${"\u0301".repeat(4)}b`);
});

test("leaves nothing behind that it would write out", () => {
  const any = fc.string({ unit: "binary", maxLength: 40 });
  fc.assert(
    fc.property(any, fc.constantFrom(...places), (text, place) => {
      const shown = revealHidden(text, place);
      expect(revealHidden(shown, place)).toBe(shown);
    }),
  );
});

test("puts a text on one line of a given length", () => {
  expect(revealedLine(" a\n\u202eb  c ", 20)).toBe("a \\u{202e}b c");
  expect(revealedLine("abcdef", 4)).toBe("abc…");
});

test("quotes a name only when it would deceive", () => {
  expect(shownName("a b.txt")).toBe("a b.txt");
  expect(shownName('a"\nb\u3164')).toBe('"a\\"\\nb\\u{3164}"');
});

test("cuts a long path in its middle", () => {
  expect(shownPath("a\u200bb")).toBe("'a\\u{200b}b'");
  expect(shownPath("x".repeat(300))).toBe(`'${"x".repeat(100)}…${"x".repeat(100)}'`);
});
