import { expect, test } from "vitest";
import { plainText } from "../../text/styled-line.ts";
import { themeFor } from "../../text/theme.ts";
import { diffLines } from "./diff-lines.ts";
import { displayLines } from "./display-lines.ts";

const options = { look: themeFor({}), width: 80, isWhole: true };

const shown = (diff: string): string[] => diffLines(diff).rows.map(plainText);

const change = `--- a/src/a.ts
+++ b/src/a.ts
@@ -9,3 +9,4 @@ function f()
 const a = 1;
-const b = 2;
+const b = 3;
+const c = 4;
 return a;
`;

test("numbers lines in the new file, removed ones in the old one", () => {
  expect(shown(change)).toEqual([
    "@@ -9,3 +9,4 @@ function f()",
    " 9   const a = 1;",
    "10 - const b = 2;",
    "10 + const b = 3;",
    "11 + const c = 4;",
    "12   return a;",
  ]);
  const { added, removed, gutter } = diffLines(change);
  expect({ added, removed, gutter }).toEqual({ added: 2, removed: 1, gutter: 5 });
});

test("added, removed and header rows have their colours", () => {
  const styles = diffLines(change).rows.map((row) => row.at(-1)?.style);
  expect(styles).toEqual(["accent", null, "removed", "added", "added", null]);
});

test("a removed line that looks like a file header is a removed line", () => {
  expect(shown("--- a\n+++ b\n@@ -1,2 +1 @@\n--- comment\n a\n")).toEqual([
    "@@ -1,2 +1 @@",
    "1 - -- comment",
    "1   a",
  ]);
});

test("names the files when there are several", () => {
  const two = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n--- a/c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
  expect(shown(two)).toEqual(["a", "@@ -1 +1 @@", "1 - x", "1 + y", "c", "@@ -1 +0,0 @@", "1 - x"]);
  const [head] = displayLines({ type: "diff", path: "a", diff: two }, options);
  expect(plainText(head ?? [])).toBe("2 files changed  +1 −2");
});

test("says when the last line has no newline", () => {
  expect(shown("@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n")).toEqual([
    "@@ -1 +1 @@",
    "1 - x",
    "\\ No newline at end of file",
    "1 + y",
  ]);
});

test("an empty line in a hunk whose blank was lost keeps the numbers right", () => {
  expect(shown("@@ -1,3 +1,3 @@\n a\n\n b\n")).toEqual([
    "@@ -1,3 +1,3 @@",
    "1   a",
    "2   ",
    "3   b",
  ]);
});

test("what is no diff is shown as it is, codes written out", () => {
  expect(shown("not a diff\n\u001b[2J")).toEqual(["not a diff", "\\u{1b}[2J"]);
});
