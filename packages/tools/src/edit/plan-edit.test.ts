import { ToolError } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";
import { editDiff } from "./edit-diff.ts";
import { LineNumbers } from "./line-ends.ts";
import { applyReplacements, planEdit } from "./plan-edit.ts";

/** The text afterwards, or the code of the failure. */
function edited(text: string, oldText: string, newText: string, replaceAll = false): string {
  const content = Buffer.from(text);
  try {
    const { replacements } = planEdit(content, { oldText, newText, replaceAll });
    return applyReplacements(content, replacements).toString();
  } catch (thrown) {
    if (ToolError.isInstance(thrown)) return `! ${thrown.code}`;
    throw thrown;
  }
}

describe("planEdit", () => {
  it("never replaces half of a line end", () => {
    expect(edited("a\r\nb\r\n", "\nb", "\nc")).toBe("a\r\nc\r\n");
    expect(edited("a\r\nb\r\n", "a\r", "x")).toBe("xb\r\n");
    expect(edited("a\r\nb", "a\n", "x\n")).toBe("x\r\nb");
    expect(edited("a\r\n\r\nb", "a\n\nb", "a\nb")).toBe("a\r\nb");
  });

  it("gives new text the line ends of its place", () => {
    expect(edited("a\r\nb\nc\n", "a", "a\nx")).toBe("a\r\nx\r\nb\nc\n");
    expect(edited("a\r\nb\nc\n", "b", "b\r\nx")).toBe("a\r\nb\nx\nc\n");
    expect(edited("a\rb\r", "b", "b\nc")).toBe("a\rb\rc\r");
    expect(edited("a\nb\nlast", "last", "x\r\ny")).toBe("a\nb\nx\ny");
    expect(edited("only", "only", "x\r\ny")).toBe("x\r\ny");
  });

  it("matches whatever line ends the old text has", () => {
    expect(edited("a\nb\nc\n", "a\r\nb", "x\r\ny")).toBe("x\ny\nc\n");
    expect(edited("a\r\nb\nc\r\n", "a\nb\nc\n", "z\n")).toBe("z\r\n");
    expect(edited("x\r\n\r\ny\r\n", "\n\ny", "\ny")).toBe("x\r\ny\r\n");
  });

  it("calls overlapping matches ambiguous, and replaces them from the left", () => {
    expect(edited("aaa", "aa", "b")).toBe("! edit-ambiguous");
    expect(edited("aaaa", "aa", "b", true)).toBe("bb");
    expect(edited("aaa", "aa", "b", true)).toBe("ba");
  });

  it("prefers the exact place to one with other line ends", () => {
    expect(edited("a\r\nb\r\na\nb\n", "a\nb", "x")).toBe("a\r\nb\r\nx\n");
  });

  const word = fc.string({
    unit: fc.constantFrom("a", "b", " ", "ü", "\n", "\r\n"),
    maxLength: 12,
  });

  it("puts the new text in the old one's place and leaves everything else as it is", () => {
    fc.assert(
      fc.property(word, word, word, word, (before, middle, after, newText) => {
        fc.pre(middle !== "" && !(middle + after).startsWith("\n") && !before.endsWith("\r"));
        const text = before + middle + after;
        const result = edited(text, middle, newText);
        if (result.startsWith("!")) return;
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        const put = result.slice(before.length, result.length - after.length);
        expect(put.replaceAll("\r\n", "\n")).toBe(newText.replaceAll("\r\n", "\n"));
      }),
    );
  });

  it("finds every text that is there once, whatever the line ends asked with", () => {
    fc.assert(
      fc.property(word, word, (before, after) => {
        const text = `${before}one\r\ntwo${after}`;
        expect(edited(text, "one\ntwo", "x")).toBe(`${before}x${after}`);
      }),
    );
  });

  it("changes a uniform file into a uniform file", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom("\n", "\r\n"), word, (all, lineEnd, newText) => {
        const text = ["start", ...all, "end", ""].join(lineEnd);
        const result = edited(text, "start\n", `${newText}\n`);
        if (result.startsWith("!")) return;
        expect(result.replaceAll("\r\n", "\n").replaceAll("\n", lineEnd)).toBe(result);
      }),
    );
  });
});

describe("changedLines and editDiff", () => {
  it("tell the same lines as a look at the result", () => {
    const content = Buffer.from("a\nb\nc\nd\n");
    const { replacements } = planEdit(content, {
      oldText: "b\nc\n",
      newText: "x\n",
      replaceAll: false,
    });
    expect(changedLines(content, replacements)).toEqual([{ startLine: 2, endLine: 2 }]);
    expect(editDiff("f", content, replacements).text).toBe(
      "--- a/f\n+++ b/f\n@@ -1,4 +1,3 @@\n a\n-b\n-c\n+x\n d\n",
    );
  });

  it("work out a change at the end of a long file from its surroundings", () => {
    const content = Buffer.from(`${"x\n".repeat(100_000)}end`);
    const { replacements } = planEdit(content, {
      oldText: "end",
      newText: "END\n",
      replaceAll: false,
    });
    expect(editDiff("f", content, replacements).text).toBe(
      "--- a/f\n+++ b/f\n@@ -99998,4 +99998,4 @@\n x\n x\n x\n-end\n\\ No newline at end of file\n+END\n",
    );
    expect(changedLines(content, replacements)).toEqual([{ startLine: 100_001, endLine: 100_001 }]);
  });
});

describe("LineNumbers", () => {
  it("tell every line in whatever order they are asked for", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n"), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), (content, positions) => {
        const numbers = new LineNumbers(Buffer.from(content));
        for (const at of positions) {
          const position = Math.min(at, content.length);
          const expected = content.slice(0, position).split("\n").length;
          expect(numbers.at(position)).toBe(expected);
        }
      }),
    );
  });
});
