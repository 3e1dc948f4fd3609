import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

const esc = "\x1b";

describe("plainText", () => {
  it.each([
    ["colours", `${esc}[1;31mred${esc}[0m`, "red"],
    ["colours with colons", `${esc}[38:2::255:0:0mred${esc}[m`, "red"],
    ["erasing and cursor movements", `a${esc}[2K${esc}[1Gb${esc}[?25l`, "ab"],
    ["C1 sequences", "\x9b31mred\x9b0m", "red"],
    ["window titles", `${esc}]0;title\x07text${esc}]2;t${esc}\\!`, "text!"],
    ["links", `${esc}]8;;https://x.example${esc}\\here${esc}]8;;${esc}\\`, "here"],
    ["device strings", `a${esc}Pq#0;2;0\n#1~~${esc}\\b`, "ab"],
    ["charsets and modes", `${esc}(B${esc}=a${esc}>${esc}7${esc}c`, "a"],
    ["a sequence cut at the end", `text${esc}[31`, "text"],
    ["a lone escape at the end", `text${esc}`, "text"],
    ["bells, nulls and deletes", "a\x07b\0c\x7fd\x0e", "abcd"],
  ])("removes %s", (_title, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it("does not let an unclosed string swallow the next lines", () => {
    expect(plainText(`a${esc}]0;open\nmore\nlines\x07`)).toBe("a0;open\nmore\nlines");
    expect(plainText(`a${esc}Popen\nmore`)).toBe("aopen\nmore");
  });

  it("keeps tabs, line ends and every other character", () => {
    const text = "a\tb\n\n  ü€😀\u00a0…\n";
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ["a progress bar", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
    ["one that returns at its end", "10%\r50%\r", "50%"],
    ["Windows line ends", "a\r\nb\r\r\nc", "a\nb\nc"],
    ["one that erases its line first", `10%\r${esc}[K50%\r${esc}[Kok\n`, "ok\n"],
    ["nothing but returns", "\r\r\n", "\n"],
  ])("collapses %s", (_title, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it.each([
    ["bold by overstriking", "N\bNA\bAM\bM\n", "NAM\n"],
    ["a spinner", "working |\b/\b-\b", "working "],
    ["whole characters", "😀\bx", "x"],
    ["no further than the line", "a\n\b\bb", "a\nb"],
  ])("erases backwards: %s", (_title, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it("leaves no control character, and is idempotent, for any text", () => {
    const unit = fc.constantFrom(..."\x1b[]P\\;31mK\r\n\b\x07\x9b\x9c\x9d\x90ab😀\0".split(""));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80, size: "max" }), (text) => {
        const plain = plainText(text);
        expect(plain).not.toMatch(/(?![\n\t])\p{Cc}/u);
        expect(plainText(plain)).toBe(plain);
      }),
    );
  });

  it.each([
    ["openings of titles", `${esc}]`],
    ["openings of sequences", `${esc}[`],
    ["C1 openings", "\x9d"],
    ["device strings", `${esc}P`],
    ["parameters", `${esc}[;;;;;;;;;;`],
    ["backspaces", "ab\b"],
    ["returns", "\r"],
  ])("takes no longer than its length for hundreds of thousands of %s", (_title, unit) => {
    // Backtracking at each opening would take minutes.
    expect(plainText(unit.repeat(300_000)).length).toBeLessThan(400_000);
  });
});
