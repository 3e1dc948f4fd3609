import { expect, test } from "vitest";
import { themeFor } from "../../text/theme.ts";
import { lineWidth, plainText } from "../../text/styled-line.ts";
import { contentLines, displayLines } from "./display-lines.ts";
import { knownDisplay } from "./known-display.ts";

const look = themeFor({});
const short = { look, width: 40, isWhole: false };
const whole = { look, width: 40, isWhole: true };
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("a long text shows its beginning and how much more there is", () => {
  const rows = displayLines({ type: "text", text: numbered(1856) }, short).map(plainText);
  expect(rows.slice(0, 2)).toEqual(["line 1", "line 2"]);
  expect(rows).toHaveLength(25);
  expect(rows.at(-1)).toBe("… 1,832 more lines (/show prints all)");
});

test("a program's long output shows its beginning and its end", () => {
  const display = { type: "terminal", command: "x", output: numbered(100) } as const;
  const rows = displayLines(display, short).map(plainText);
  expect(rows[0]).toBe("line 1");
  expect(rows[5]).toBe("… 76 lines left out (/show prints all)");
  expect(rows.at(-1)).toBe("line 100");
});

test("asked for the whole, it leaves nothing out", () => {
  expect(displayLines({ type: "text", text: numbered(3000) }, whole)).toHaveLength(3000);
});

test("one line of a megabyte is three rows in short, at once", () => {
  const rows = displayLines({ type: "text", text: "漢".repeat(1_000_000) }, short);
  expect(rows).toHaveLength(3);
  expect(rows.map(plainText).join("")).toMatch(/^漢+…$/);
});

test("codes for the terminal are gone, hidden characters written out", () => {
  const display = { type: "text", text: "\u001b[2J\u001b]0;x\u0007a\u202eb" } as const;
  expect(displayLines(display, short).map(plainText)).toEqual(["a\\u{202e}b"]);
});

test("a diff stands under its path and counts", () => {
  const diff = "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n";
  const rows = displayLines({ type: "diff", path: "src/a.ts", diff }, short).map(plainText);
  expect(rows).toEqual(["src/a.ts  +1 −1", "@@ -1 +1 @@", "1 - x", "1 + y"]);
});

test("a diff's long line goes on below its text, not below its number", () => {
  const diff = `@@ -0,0 +1 @@\n+${"x".repeat(50)}\n`;
  const rows = displayLines({ type: "diff", path: "a", diff }, whole).map(plainText);
  expect(rows.slice(2)).toEqual([`1 + ${"x".repeat(36)}`, `    ${"x".repeat(14)}`]);
});

test("todos tell their state without colours", () => {
  const items = [
    { text: "a", status: "done" },
    { text: "b", status: "active" },
    { text: "c", status: "pending" },
    { text: "d", status: "cancelled" },
  ] as const;
  expect(displayLines({ type: "todos", items }, short).map(plainText)).toEqual([
    "✓ a",
    "› b",
    "· c",
    "− d",
  ]);
});

test("nothing is said to be nothing", () => {
  expect(displayLines({ type: "text", text: "\n" }, short).map(plainText)).toEqual(["(empty)"]);
});

test("content is shown part by part", () => {
  const rows = contentLines(
    [
      { type: "text", text: "a" },
      { type: "resource", uri: "file:///x" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
    { ...short, width: 100 },
  );
  expect(rows.map(plainText)).toEqual([
    "a",
    "file:///x",
    "(an image, image/png, 3 bytes; a terminal can't show it)",
  ]);
});

test.each([8, 20, 40])("no row is wider than %i columns", (width) => {
  const displays = [
    { type: "text", text: `${"word ".repeat(40)}\n\t\tx` },
    { type: "terminal", command: "x", output: "漢".repeat(100) },
    { type: "diff", path: "a/very/long/path.ts", diff: `@@ -1 +1 @@\n-${"x".repeat(99)}\n+y\n` },
    { type: "todos", items: [{ text: "word ".repeat(20), status: "done" }] },
  ] as const;
  for (const display of displays) {
    for (const row of displayLines(display, { look, width, isWhole: true })) {
      expect(lineWidth(row)).toBeLessThanOrEqual(width);
    }
  }
});

test.each([
  null,
  "text",
  { type: "text" },
  { type: "hologram", text: "x" },
  { type: "table", columns: ["a"], rows: [[1]] },
  { type: "todos", items: [null] },
])("%o is no display that can be drawn", (value) => {
  expect(knownDisplay(value)).toBeNull();
});
