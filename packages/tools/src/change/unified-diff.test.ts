import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCutDiff, unifiedDiff } from "./unified-diff.ts";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("unifiedDiff", () => {
  it("is a patch that makes the one text of the other", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "", "a\r", "  a"), { maxLength: 14 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff("x.txt", before, after).text;
        expect(applyPatch(before, diff, { autoConvertLineEndings: false })).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("has three lines of context and the numbers of the whole file", () => {
    const before = numbered(100);
    const { text, addedLines, removedLines } = unifiedDiff(
      "src/x.txt",
      before,
      before.replace("line 50\n", "line 50 changed\nand one more\n"),
    );
    expect(text).toBe(`--- a/src/x.txt
+++ b/src/x.txt
@@ -47,7 +47,8 @@
 line 47
 line 48
 line 49
-line 50
+line 50 changed
+and one more
 line 51
 line 52
 line 53
`);
    expect({ addedLines, removedLines }).toEqual({ addedLines: 2, removedLines: 1 });
  });

  it("shows a new file against nothing", () => {
    expect(unifiedDiff("n.txt", null, "one").text).toBe(
      "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n",
    );
  });

  it("shows very different texts as one replacement, in a bounded time and length", () => {
    const before = Array.from({ length: 40_000 }, (_, index) => `old ${index}\n`).join("");
    const after = Array.from({ length: 40_000 }, (_, index) => `new ${index * 7}\n`).join("");
    const diff = unifiedDiff("big.txt", `same\n${before}`, `same\n${after}end`);
    expect(diff).toMatchObject({ addedLines: 40_001, removedLines: 40_000 });
    expect(diff.text.split("\n").at(-2)).toMatch(
      /^\\ 78,\d{3} more lines of this diff aren't shown$/,
    );
  });

  it("cuts long lines and quotes a name that would break its line", () => {
    const { text } = unifiedDiff("a\nb", null, "x".repeat(5_000));
    expect(text.split("\n")[1]).toBe(String.raw`+++ b/"a\nb"`);
    expect(text).toContain("x … [3,001 characters more]");
  });
});

it.each([
  ["x\n".repeat(3_000), true],
  [`${"x".repeat(3_000)}\n`, true],
  ["x\n".repeat(1_000), false],
])("says whether a diff leaves something out", (after, isCut) => {
  expect(isCutDiff(unifiedDiff("a.txt", null, after).text)).toBe(isCut);
});
