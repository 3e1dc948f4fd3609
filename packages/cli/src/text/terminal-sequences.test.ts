import { revealHidden } from "@toolwright/core/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stripTerminalSequences } from "./terminal-sequences.ts";

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

test("no control character is left in any text", () => {
  const any = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\u001b", "[", "]", "\u009b", "m", "\u0007", "\r", "\n"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(any, (text) => {
      const shown = revealHidden(stripTerminalSequences(text), "text");
      expect(shown.replaceAll("\r\n", "\n")).not.toMatch(
        /[[\p{Cc}\p{Cs}\p{Bidi_Control}]--[\n\t]]/v,
      );
    }),
  );
});
